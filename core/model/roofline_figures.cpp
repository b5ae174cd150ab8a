#include <cmath>

#include "fit_reach.hpp"
#include "fitted_links.hpp"
#include "inference.hpp"
#include "ridgepoint/roofline.hpp"
#include "training.hpp"

namespace ridgepoint {
namespace {

/// The reference package always counts a tenth more hardware than model FLOP.
constexpr double textbook_hfu_over_mfu = 1.1;

// What several devices take is not inlined into the rows of a sweep: most are of one.

Links links(const RooflineRequest& r) { return links_of(r, *r.hardware); }

Exchange exchange_of(const RooflineRequest& r) {
    const bool decoding = decodes(*r.model, r.assumptions);
    const double each = decoding ? 1 : positions(*r.model), times = decoding ? 1 : evaluations(*r.model, r.assumptions);
    return pass_exchange(*r.model, micro_batch(r.parallel, r.batch) * each, r.parallel, links(r)) * times;
}

}  // namespace

[[gnu::flatten]] void roofline_figures(const RooflineRequest& r, const Workload& w, const Machine<>& m,
                                       RooflineResult& result) {
    const Timing<> t = time_step(w.step, m);
    result.latency = t.latency;
    result.latency_band.reset();
    result.devices = r.phase == Phase::training ? 1 : r.parallel.devices();
    const bool spills = r.assumptions.offload != Offload::ignore && m.capacity < w.step.footprint;
    const bool decoding = decodes(*r.model, r.assumptions);
    const Residuals* residuals = residuals_for(r, t.regime, decoding);
    if (residuals != nullptr && !spills && beyond_fit(r) == nullptr)
        result.latency_band = decoding ? token_band(t.latency, *residuals, w.step, m, *r.model, r.batch)
                                       : band_about(t.latency, *residuals);
    result.compute = t.compute;
    result.memory = t.memory;
    result.overhead = t.overhead;
    result.links = t.links;
    result.throughput = PerSecond<>{r.batch / in_si(t.latency)};
    result.regime = t.regime;
    result.work = w.step.work;
    result.traffic = w.step.traffic;
    result.arithmetic_intensity = w.step.work / w.step.traffic;
    result.peak = m.peak;
    result.attainable = m.peak * m.efficiency;
    result.bandwidth = w.step.traffic / t.memory;
    result.ridge_point = m.peak / m.bandwidth;
    result.attainable_ridge = result.attainable / result.bandwidth;
    result.peak_ridge = m.peak / result.bandwidth;
    result.achieved = w.step.work / t.latency;
    result.achieved_band.reset();
    if (result.latency_band) result.achieved_band = rate_band(result.achieved, t.latency, *result.latency_band);
    result.arithmetic_precision = compute_rate(r.hardware->peak, r.precision, scheme_of(r)).at;
    result.mfu = w.useful_work / (m.peak * t.latency);
    result.hfu = r.assumptions.corrected() ? w.step.work / (m.peak * t.latency)
                                           : std::fmin(textbook_hfu_over_mfu * result.mfu, 1);
    const double working = result.devices > 1 ? share_at_work(r.parallel, r.batch) : 1;
    result.energy = step_energy(*r.hardware, r.assumptions, w.step, m, t, working);
    if (r.hardware->tdp && !r.assumptions.corrected())
        result.energy = power(*r.hardware->tdp, r.assumptions, result.mfu) * t.latency;
    if (result.energy) result.energy = *result.energy * result.devices;
    result.footprint = w.step.footprint;
    result.feasible = w.step.footprint <= m.capacity;
    result.spill = result.feasible ? Bytes<>{0} : w.step.footprint - m.capacity;
}

Workload roofline_workload(const RooflineRequest& r) {
    if (r.phase == Phase::training) return training_step(r);
    Step step = forward_step(*r.model, r.assumptions, stored(r), r.batch, r.context, r.parallel);
    if (r.parallel != Parallel{}) step.exchange = exchange_of(r);
    return {.step = step, .useful_work = step.work};
}

Expected<void> check_together(const RooflineRequest& r, const std::string& path) {
    if (r.phase == Phase::training || r.parallel == Parallel{}) return {};
    return check_layout(r.parallel, *r.model, path);
}

Machine<> roofline_machine(const RooflineRequest& r) {
    const bool tokens = r.phase == Phase::inference && decodes(*r.model, r.assumptions);
    return linked(tokens ? token_machine(*r.hardware, r) : machine_for(*r.hardware, r), links(r));
}

// Inlined throughout, for callers that ask many times over.
[[gnu::flatten]] void roofline_figures(const RooflineRequest& request, RooflineResult& result) {
    roofline_figures(request, roofline_workload(request), roofline_machine(request), result);
}

}  // namespace ridgepoint
