#include "explain_report.hpp"

#include <algorithm>
#include <cmath>

#include "elementary.hpp"
#include "model/phrases/explain.hpp"

namespace ridgepoint {
namespace {

constexpr int fewest_places = 2;

bool has(const ExplainResult& r, Cause cause) {
    return std::any_of(r.factors.begin(), r.factors.end(), [&](const Factor& f) { return f.name == cause; });
}

/// Whether the capacities of the devices account for more of the ratio than any other cause.
bool capacity_decides(const ExplainResult& r) {
    const auto size = [](const Factor& f) { return std::fabs(logarithm(f.ratio)); };
    const auto largest = std::max_element(r.factors.begin(), r.factors.end(),
                                          [&](const Factor& a, const Factor& b) { return size(a) < size(b); });
    return largest != r.factors.end() && largest->name == Cause::memory_capacity;
}

Remarks largest_loss(const ExplainResult& r) {
    const auto worst = std::min_element(r.factors.begin(), r.factors.end(),
                                        [](const Factor& a, const Factor& b) { return a.ratio < b.ratio; });
    if (worst == r.factors.end() || worst->ratio >= 1) return {};
    return {{phrases::largest_loss, {phrases::title(worst->name), worst->ratio}}};
}

/// What a speedup is of, where that needs saying.
Remarks basis(const ExplainResult& r) {
    if (!r.per_sample) return {};
    return {phrases::per_sample};
}

Remarks band_of(const ExplainResult& r) {
    if (!r.speedup_band) return {};
    return {{phrases::speedup_band, {r.speedup_band->low, r.speedup_band->high}}};
}

/// Decimals at which the factors as shown multiply to the speedup as shown.
int factor_places(const ExplainResult& r) {
    constexpr int most = 12;
    for (int places = fewest_places; places < most; ++places) {
        double product = 1;
        for (const Factor& f : r.factors) product *= rounded_times(f.ratio, places);
        if (rounded_times(product, fewest_places) == rounded_times(r.speedup, fewest_places)) return places;
    }
    return most;
}

/// Of two steps with one limit that has not moved.
Remark same_limit(const ExplainResult& r) {
    const bool compute = r.baseline_regime == Regime::compute;
    return {phrases::same_limit,
            {phrases::bound_by(r.baseline_regime), compute ? phrases::of_work : phrases::of_bytes,
             r.per_sample ? phrases::a_sample : phrases::a_step}};
}

/// What compiling could gain at most, where the proposal waits for its host.
Remarks host_ahead(const Slack& slack) {
    if (slack.without_host <= 1) return {};
    return {{phrases::if_host_kept_ahead, {slack.without_host}}};
}

/// What a memory-bound step makes of more arithmetic. The vector units unpack weights while the tensor units wait.
const Phrase& use_of_arithmetic(const Slack& slack) {
    if (slack.tensor_acts) return phrases::arithmetic_counts;
    return slack.vector_acts ? phrases::vector_units_count : phrases::arithmetic_idles;
}

Remark analysis(const ExplainResult& r, const Slack& slack) {
    if (r.factors.empty()) return {phrases::nothing_changed};
    switch (r.conclusion) {
        case Conclusion::memory_to_memory:
            if (!has(r, Cause::memory_bandwidth)) return same_limit(r);
            return {phrases::memory_to_memory, {use_of_arithmetic(slack)}};
        case Conclusion::compute_to_compute:
            if (!has(r, Cause::peak_flop_per_s)) return same_limit(r);
            return {phrases::compute_to_compute};
        case Conclusion::overhead_to_overhead:
            return {phrases::overhead_to_overhead, {host_ahead(slack)}};
        case Conclusion::memory_to_compute: {
            const bool shrank = has(r, Cause::memory_bandwidth) || has(r, Cause::bytes_per_value);
            return {phrases::memory_to_compute, {shrank ? phrases::memory_wait_shrank : phrases::more_work_a_byte}};
        }
        case Conclusion::compute_to_memory: {
            const bool shrank = has(r, Cause::peak_flop_per_s);
            return {phrases::compute_to_memory, {shrank ? phrases::arithmetic_shrank : phrases::less_work_a_byte}};
        }
        case Conclusion::to_overhead:
            return {phrases::to_overhead, {host_ahead(slack)}};
        case Conclusion::from_overhead:
            return {r.proposal_regime == Regime::compute ? phrases::overhead_to_compute : phrases::overhead_to_memory};
        case Conclusion::links_to_links:
            return {phrases::links_to_links};
        case Conclusion::to_links:
            return {phrases::to_links};
        case Conclusion::from_links:
            return {phrases::from_links, {phrases::bound_by(r.proposal_regime)}};
        case Conclusion::slower:
            return {phrases::slower, {1 / r.speedup, basis(r), largest_loss(r)}};
        case Conclusion::proposal_does_not_fit:
            return {phrases::proposal_does_not_fit,
                    {r.proposal.footprint, r.proposal.spill,
                     capacity_decides(r) ? Remarks{phrases::capacity_decides} : largest_loss(r)}};
        case Conclusion::baseline_does_not_fit:
            return {capacity_decides(r) ? phrases::baseline_lacks_capacity : phrases::baseline_does_not_fit,
                    {r.baseline.footprint, r.baseline.spill}};
        case Conclusion::neither_fits:
            return {phrases::neither_fits};
    }
    return {};
}

Remark regime_of(const RooflineResult& r) {
    return {r.feasible ? phrases::regime : phrases::regime_without_room, {phrases::bound_by(r.regime)}};
}

Remark label(const RooflineRequest& r) {
    const auto named = [](const std::string& id, const std::string& name) {
        if (!id.empty()) return Value(id);
        return name.empty() ? Value(phrases::custom) : Value(name);
    };
    Remarks several;
    if (r.phase == Phase::inference && r.parallel.devices() > 1)
        several.push_back({phrases::several, {r.parallel.devices()}});
    return {
        phrases::configuration,
        {named(r.model->id, r.model->name), several, named(r.hardware->id, r.hardware->name), r.precision, r.batch}};
}

/// Latency and throughput can part ways where the batches differ: then both are named.
Remarks both_paces(const ExplainRequest& request, const ExplainResult& r) {
    if (request.baseline.batch == request.proposal.batch) return {};
    return {{phrases::both_paces,
             {r.proposal.throughput / r.baseline.throughput, r.baseline.latency / r.proposal.latency}}};
}

/// What the binding resource alone would give, where something else adds to it, and what was bought and not used.
Remarks asides(const ExplainResult& r) {
    Remarks list;
    const auto shown = [](double ratio) { return rounded_times(ratio, fewest_places); };
    if (has(r, r.alone.name) && shown(r.alone.speedup) != shown(r.speedup))
        list.push_back({phrases::alone, {phrases::title(r.alone.name), r.alone.speedup}});
    Remarks unused;
    for (const Unused& u : r.unused) unused.push_back({phrases::bought, {u.bought, phrases::title(u.name)}});
    if (!unused.empty()) list.push_back({phrases::bought_unused, {unused}});
    return list;
}

/// Each of the remarks within the phrase.
Remarks each_in(const Phrase& phrase, const Remarks& remarks) {
    Remarks list;
    for (const Remark& remark : remarks) list.push_back({phrase, {remark}});
    return list;
}

Remarks factors(const Phrase& whole, const Phrase& each, const ExplainResult& r) {
    if (r.factors.empty()) return {};
    const int places = factor_places(r);
    Remarks list;
    for (const Factor& f : r.factors) list.push_back({each, {Amount{f.ratio, "", places}, phrases::title(f.name)}});
    return {{whole, {list}}};
}

}  // namespace

void add_report(const ExplainRequest& request, const Slack& slack, ExplainResult& r) {
    const auto report = [&](const Phrase& form, Remarks factors, Remarks notes) {
        return Remark(form,
                      {label(request.baseline), r.baseline.latency, regime_of(r.baseline), label(request.proposal),
                       r.proposal.latency, regime_of(r.proposal), r.speedup, basis(r), band_of(r), analysis(r, slack),
                       both_paces(request, r), factors, each_in(phrases::paragraph, asides(r)), notes});
    };
    r.text = report(phrases::report_as_text, factors(phrases::factors_as_text, phrases::factor_as_text, r), {});
    r.markdown =
        report(phrases::report_as_markdown, factors(phrases::factors_as_markdown, phrases::factor_as_markdown, r),
               each_in(phrases::note_as_markdown, r.notes));
}

}  // namespace ridgepoint
