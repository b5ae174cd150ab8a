#include "explain_report.hpp"

#include <algorithm>
#include <cmath>

#include "called.hpp"
#include "elementary.hpp"
#include "explain_parts.hpp"
#include "model/phrases/explain.hpp"
#include "model/phrases/sensitivity.hpp"

namespace ridgepoint {
namespace {

Split split_of(const ExplainResult& r) { return {r.speedup, r.factors, r.unused, r.alone}; }

/// Whether the capacities of the devices account for more of the ratio than any other cause.
bool capacity_decides(const ExplainResult& r) {
    const auto size = [](const Factor& f) { return std::fabs(logarithm(f.ratio)); };
    const auto largest = std::max_element(r.factors.begin(), r.factors.end(),
                                          [&](const Factor& a, const Factor& b) { return size(a) < size(b); });
    return largest != r.factors.end() && largest->name == Cause::memory_capacity;
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

/// What is said of two steps that have the same limit.
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
    // Textbook accounting concludes from the regimes alone; what is said looks at the memory too.
    if (!r.baseline.feasible && !r.proposal.feasible && r.speedup >= 1) return {phrases::neither_fits};
    switch (r.conclusion) {
        case Conclusion::memory_to_memory:
            if (!split_of(r).has(Cause::memory_bandwidth)) return same_limit(r);
            return {phrases::memory_to_memory, {use_of_arithmetic(slack)}};
        case Conclusion::compute_to_compute:
            if (!split_of(r).has(Cause::peak_flop_per_s)) return same_limit(r);
            return {phrases::compute_to_compute};
        case Conclusion::overhead_to_overhead:
            return {phrases::overhead_to_overhead, {host_ahead(slack)}};
        case Conclusion::memory_to_compute: {
            const bool shrank = split_of(r).has(Cause::memory_bandwidth) || split_of(r).has(Cause::bytes_per_value);
            return {phrases::memory_to_compute, {shrank ? phrases::memory_wait_shrank : phrases::more_work_a_byte}};
        }
        case Conclusion::compute_to_memory: {
            const bool shrank = split_of(r).has(Cause::peak_flop_per_s);
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
            return {phrases::slower, {1 / r.speedup, basis(r), largest_loss(split_of(r))}};
        case Conclusion::proposal_does_not_fit:
            return {phrases::proposal_does_not_fit,
                    {r.proposal.footprint, r.proposal.spill,
                     capacity_decides(r) ? Remarks{phrases::capacity_decides} : largest_loss(split_of(r))}};
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
    const double devices = r.phase == Phase::inference ? r.parallel.devices() : 1;
    return {phrases::configuration, {called(*r.model), count_of(devices), called(*r.hardware), r.precision, r.batch}};
}

/// What to raise or lower next. A proposal that does not fit lacks room first, as the analysis says.
Remarks next_of(const ExplainResult& r, const NextLimit& next) {
    if (!r.proposal.feasible || r.factors.empty()) return {};
    Remarks until;
    if (next.factor) until = {{phrases::next_until, {*next.factor, phrases::bound_by(next.then)}}};
    return {{phrases::paragraph, {Remark(phrases::next_limit, {phrases::title(next.knob), next.elasticity, until})}}};
}

/// Latency and throughput can part ways where the batches differ: then both are named.
Remarks both_paces(const ExplainRequest& request, const ExplainResult& r) {
    if (request.baseline.batch == request.proposal.batch) return {};
    return {{phrases::both_paces,
             {r.proposal.throughput / r.baseline.throughput, r.baseline.latency / r.proposal.latency}}};
}

}  // namespace

void add_report(const ExplainRequest& request, const Slack& slack, ExplainResult& r) {
    const Split split = split_of(r);
    const Remarks next = next_of(r, slack.next);
    const auto report = [&](const Phrase& form, Remarks factors, Remarks notes) {
        return Remark(form,
                      {label(request.baseline), r.baseline.latency, regime_of(r.baseline), label(request.proposal),
                       r.proposal.latency, regime_of(r.proposal), r.speedup, basis(r), band_of(r), analysis(r, slack),
                       both_paces(request, r), factors, each_in(phrases::paragraph, asides(split)), next, notes});
    };
    r.text = report(phrases::report_as_text, factors_in(phrases::factors_as_text, phrases::factor_as_text, split), {});
    r.markdown = report(phrases::report_as_markdown,
                        factors_in(phrases::factors_as_markdown, phrases::factor_as_markdown, split),
                        each_in(phrases::note_as_markdown, r.notes));
}

}  // namespace ridgepoint
