#include <cmath>

#include "machine.hpp"
#include "ridgepoint/roofline.hpp"
#include "ridgepoint/workload.hpp"
#include "training.hpp"

namespace ridgepoint {
namespace {

/// Server power at no load and its rise to full load, as shares of TDP (Barroso & Hölzle, IEEE Computer 40(12), 2007).
constexpr double idle_power_share = 0.3;

/// The reference package always counts a tenth more hardware than model FLOP.
constexpr double textbook_hfu_over_mfu = 1.1;

/// Times the weights are read and the layers launched; the reference does both once, however many denoising steps.
double evaluations(const RooflineRequest& r) {
    return r.assumptions.corrected() ? r.model->denoising_steps.value_or(1) : 1;
}

Bytes<> weights_of_a_pass(const RooflineRequest& r) {
    const Model& m = *r.model;
    const double tokens = r.batch * (m.unit == Unit::token ? 1 : m.sequence_length.value_or(1));
    return weights_read(m, bytes_per_value(r.precision), tokens, r.assumptions.moe_weights) * evaluations(r);
}

Bytes<> inference_traffic(const RooflineRequest& r) {
    const Model& m = *r.model;
    const double bytes = bytes_per_value(r.precision);
    const Bytes<> read = weights_of_a_pass(r);
    if (m.activation_per_sample && !r.assumptions.activation_fraction) return read + *m.activation_per_sample * r.batch;
    return read + weight_bytes(m, bytes) * (activation_fraction(m, r.assumptions) * r.batch);
}

}  // namespace

[[gnu::flatten]] void roofline_figures(const RooflineRequest& r, const Workload& w, const Machine<>& m,
                                       RooflineResult& result) {
    const Timing<> t = time_step(w.step, m);
    result.latency = t.latency;
    result.latency_low = result.latency_high = std::nullopt;
    const bool spills = r.assumptions.offload != Offload::ignore && m.capacity < w.step.footprint;
    if (const Residuals* residuals = residuals_of(r.assumptions, t.regime, spills)) {
        result.latency_low = t.latency * residuals->low;
        result.latency_high = t.latency * residuals->high;
    }
    result.compute = t.compute;
    result.memory = t.memory;
    result.overhead = t.overhead;
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
    result.achieved = w.step.work / t.latency;
    result.mfu = w.useful_work / (m.peak * t.latency);
    result.hfu = r.assumptions.corrected() ? w.step.work / (m.peak * t.latency)
                                           : std::fmin(textbook_hfu_over_mfu * result.mfu, 1);
    result.energy.reset();
    if (r.hardware->tdp)
        result.energy = *r.hardware->tdp * (idle_power_share + (1 - idle_power_share) * result.mfu) * t.latency;
    result.footprint = w.step.footprint;
    result.feasible = w.step.footprint <= m.capacity;
    result.spill = result.feasible ? Bytes<>{0} : w.step.footprint - m.capacity;
}

Workload roofline_workload(const RooflineRequest& r) {
    const Model& m = *r.model;
    const Bytes<> weights = weight_bytes(m, bytes_per_value(r.precision));
    const double layers = launched_layers(m) * evaluations(r);
    const auto workload = [&](Flop<> work, Flop<> useful_work, Bytes<> traffic, Bytes<> footprint, double launches) {
        return Workload{.step = {.work = work,
                                 .traffic = traffic,
                                 .weights = weights,
                                 .footprint = footprint,
                                 .layers = launches,
                                 .offload = r.assumptions.offload,
                                 .overhead_counts = r.assumptions.corrected()},
                        .useful_work = useful_work};
    };
    if (r.phase == Phase::training) {
        const TrainingStep t = training_step(r);
        return workload(t.work, t.useful_work, t.traffic, t.footprint, layers * training_launches);
    }
    const Flop<> work = forward_work(m) * r.batch;
    Workload pass = workload(work, work, inference_traffic(r), weights, layers);
    if (r.assumptions.vector_flop_per_weight > 0)
        pass.step.vector_work =
            Flop<>{r.assumptions.vector_flop_per_weight * in_si(weights_of_a_pass(r)) / bytes_per_value(r.precision)};
    return pass;
}

Machine<> roofline_machine(const RooflineRequest& r) { return machine_for(*r.hardware, r); }

// Inlined throughout, for callers that ask many times over.
[[gnu::flatten]] void roofline_figures(const RooflineRequest& request, RooflineResult& result) {
    roofline_figures(request, roofline_workload(request), roofline_machine(request), result);
}

}  // namespace ridgepoint
