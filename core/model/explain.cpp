#include "ridgepoint/explain.hpp"

#include <cmath>

#include "comparison.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "explain_parts.hpp"
#include "explain_report.hpp"
#include "fit_reach.hpp"
#include "machine.hpp"
#include "model/phrases/explain.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {
namespace {

/// The causes that differ with one device on both sides: all of this call but the last.
constexpr Subset within_device = bit(Cause::devices) - 1, everything = within_device | bit(Cause::devices);

bool has_layout(const RooflineRequest& r) { return layout_of(r) != Parallel{}; }

struct Comparison final : Mixtures {
    const RooflineRequest& baseline;
    const RooflineRequest& proposal;
    Machine<> before = roofline_machine(baseline), after = roofline_machine(proposal);
    /// A step that carries more samples may take longer and be the faster one. The reference compares steps.
    bool per_sample =
        baseline.batch != proposal.batch && baseline.assumptions.corrected() && proposal.assumptions.corrected();
    Subset causes = has_layout(baseline) || has_layout(proposal) ? everything : within_device;
    double more_samples = per_sample ? proposal.batch / baseline.batch : 1;

    Comparison(const RooflineRequest& first, const RooflineRequest& second) : baseline(first), proposal(second) {}

    Machine<> machine(Subset taken) const { return mixed(before, after, taken); }
    Step step(Subset taken) const {
        RooflineRequest request = (taken & bit(Cause::work)) != 0 ? proposal : baseline;
        const RooflineRequest& stored = (taken & bit(Cause::bytes_per_value)) != 0 ? proposal : baseline;
        request.precision = stored.precision;
        request.scheme.chosen = scheme_of(stored);  // of the bytes of activations
        const RooflineRequest& side = (taken & bit(Cause::devices)) != 0 ? proposal : baseline;
        request.parallel = layout_of(side);
        request.hardware = side.hardware;
        keep_possible(request.parallel, *request.model);
        Step step = roofline_workload(request).step;
        step.overhead_counts = true;  // says what the longest leg is called, and is the cause of nothing
        return step;
    }
    /// How much faster the proposal would be if the device never waited for the host.
    double without_host() const {
        Machine<> freed = after;
        freed.host_launch = {};
        const Step step = roofline_workload(proposal).step;
        return time_step(step, after).latency / time_step(step, freed).latency;
    }
    /// Which of the rates that count as peak FLOP/s shortens the baseline's step when it alone is the proposal's.
    bool arithmetic_acts(FlopPerSecond<> Machine<>::* rate) const {
        Machine<> m = before;
        m.*rate = after.*rate;
        const Step step = roofline_workload(baseline).step;
        return rounded_times(time_step(step, before).latency / time_step(step, m).latency, 2) != 1;
    }
    double amount(Subset taken) const override { return in_si(time_step(step(taken), machine(taken)).latency); }
};

bool changed(const Comparison& c, Cause cause) {
    return c.machine(0) != c.machine(bit(cause)) || c.step(0) != c.step(bit(cause));
}

Conclusion conclude(const ExplainResult& r, bool corrected) {
    const bool fits_before = r.baseline.feasible || !corrected, fits_after = r.proposal.feasible || !corrected;
    if (!fits_before && !fits_after) return Conclusion::neither_fits;
    if (!fits_after) return Conclusion::proposal_does_not_fit;
    if (!fits_before) return Conclusion::baseline_does_not_fit;
    if (r.speedup < 1) return Conclusion::slower;
    if (r.regime_shift) {
        if (r.proposal_regime == Regime::links) return Conclusion::to_links;
        if (r.baseline_regime == Regime::links) return Conclusion::from_links;
        if (r.proposal_regime == Regime::overhead) return Conclusion::to_overhead;
        if (r.baseline_regime == Regime::overhead) return Conclusion::from_overhead;
        return r.proposal_regime == Regime::compute ? Conclusion::memory_to_compute : Conclusion::compute_to_memory;
    }
    switch (r.baseline_regime) {
        case Regime::compute:
            return Conclusion::compute_to_compute;
        case Regime::overhead:
            return Conclusion::overhead_to_overhead;
        case Regime::links:
            return Conclusion::links_to_links;
        default:
            return Conclusion::memory_to_memory;
    }
}

void split(const Comparison& c, ExplainResult& result) {
    const auto phi = shapley(c, c.causes);
    const double devices = layout_of(c.proposal).devices() / layout_of(c.baseline).devices();
    for (int i = 0; i < cause_count; ++i) {
        const Cause cause = static_cast<Cause>(i);
        if ((c.causes & bit(cause)) == 0) break;
        // ln(T / batch): the batch belongs to the work, whatever else has changed.
        const double samples = cause == Cause::work ? c.more_samples : 1;
        const double share = phi[static_cast<unsigned>(i)];
        if (samples == 1 && share == 0 && !changed(c, cause)) continue;
        const double used = exponential(share) * samples;
        result.factors.push_back({cause, used});
        add_unused(cause, bought(cause, c.before, c.after, devices), used, result.unused);
    }
}

/// With one software on both sides their errors are correlated, and the band is that of measured speedups; with two, or
/// with several devices on a side, they are not taken to be. The ratio of a step to itself is exact.
void add_band(const ExplainRequest& request, ExplainResult& r) {
    const SoftwareFit *before = request.baseline.assumptions.fit, *after = request.proposal.assumptions.fit;
    if (!r.baseline.latency_band || !r.proposal.latency_band) return;
    const bool alone = !layout_of(request.baseline).exchanges() && !layout_of(request.proposal).exchanges();
    if (before == after && r.factors.empty()) return;
    if (before != after || !alone) {
        const auto share = [](Seconds<> end, const RooflineResult& side) { return end / side.latency; };
        const Interval<Seconds<>> first = *r.baseline.latency_band, second = *r.proposal.latency_band;
        r.speedup_band = {r.speedup * (share(first.low, r.baseline) / share(second.high, r.proposal)),
                          r.speedup * (share(first.high, r.baseline) / share(second.low, r.proposal))};
    } else {
        r.speedup_band = band_about(r.speedup, before->ratio);
    }
}

void add_notes(const ExplainRequest& request, ExplainResult& r) {
    if (!r.baseline.feasible || !r.proposal.feasible) r.notes.push_back({phrases::timed_over_the_link});
    if (!request.proposal.assumptions.corrected()) r.notes.push_back({phrases::textbook_conclusion});
    add_notes_of_sides(r.notes, r.baseline.notes, r.proposal.notes);
}

}  // namespace

Expected<ExplainResult> explain(const ExplainRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = check_together(request.baseline, "baseline"); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = check_together(request.proposal, "proposal"); !ok) return tl::make_unexpected(ok.error());
    const Comparison comparison{request.baseline, request.proposal};
    ExplainResult result;
    result.baseline = *roofline(request.baseline);
    result.proposal = *roofline(request.proposal);
    result.per_sample = comparison.per_sample;
    const double of_steps = result.baseline.latency / result.proposal.latency;
    result.speedup = of_steps * comparison.more_samples;
    result.speedup_per_sample = of_steps * (request.proposal.batch / request.baseline.batch);
    split(comparison, result);
    add_band(request, result);
    result.baseline_regime = result.baseline.regime;
    result.proposal_regime = result.proposal.regime;
    result.regime_shift = result.baseline_regime != result.proposal_regime;
    const Cause limit = binding(result.baseline.feasible, result.baseline.regime);
    result.alone = {limit, in_si(result.baseline.latency) / comparison.amount(bit(limit))};
    result.conclusion = conclude(result, request.proposal.assumptions.corrected());
    add_notes(request, result);
    add_report(request,
               {comparison.without_host(), comparison.arithmetic_acts(&Machine<>::peak),
                comparison.arithmetic_acts(&Machine<>::vector_peak),
                next_limit(roofline_workload(request.proposal).step, comparison.after)},
               result);
    return result;
}

}  // namespace ridgepoint
