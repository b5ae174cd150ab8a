#include "ridgepoint/roofline.hpp"

#include "machine.hpp"
#include "notes.hpp"
#include "ridgepoint/workload.hpp"
#include "text.hpp"
#include "training.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

/// Server power at no load and its rise to full load, as shares of TDP (Barroso & Hölzle, IEEE Computer 40(12), 2007).
constexpr double idle_power_share = 0.3;

/// The reference package always counts a tenth more hardware than model FLOP.
constexpr double textbook_hfu_over_mfu = 1.1;

Scheme scheme_of(const RooflineRequest& r) { return r.scheme.chosen.value_or(r.assumptions.scheme); }

/// Times the weights are read and the layers launched; the reference does both once, however many denoising steps.
double evaluations(const RooflineRequest& r) {
    return r.assumptions.corrected() ? r.model->denoising_steps.value_or(1) : 1;
}

Bytes<> inference_traffic(const RooflineRequest& r) {
    const Model& m = *r.model;
    const double bytes = bytes_per_value(r.precision);
    const double tokens = r.batch * (m.unit == Unit::token ? 1 : m.sequence_length.value_or(1));
    const Bytes<> read = weights_read(m, bytes, tokens, r.assumptions.moe_weights) * evaluations(r);
    if (m.activation_per_sample && !r.assumptions.activation_fraction) return read + *m.activation_per_sample * r.batch;
    return read + weight_bytes(m, bytes) * (activation_fraction(m, r.assumptions) * r.batch);
}

void add_notes(const RooflineRequest& r, const Machine<>& machine, RooflineResult& result) {
    const Assumptions& a = r.assumptions;
    note_compute_rate(result.notes, *r.hardware, r.precision, scheme_of(r));
    note_missing_figures(result.notes, *r.hardware);
    note_offload(result.notes, machine, result.footprint, a.offload, a.accounting);
    note_model(result.notes, *r.model);
    if (r.phase == Phase::training)
        note_textbook(result.notes, a,
                      "the step is timed for one token a sample, while its memory holds the whole context.");
    note_textbook(result.notes, a, "HFU is always 1.1 times MFU, and the regime leaves overhead out.");
}

void add_trace(const RooflineRequest& r, const Step& step, const Machine<>& machine, RooflineResult& result) {
    auto& trace = result.trace;
    trace.push_back(cat({"Compute: ", words(result.work), " at ", words(result.attainable), " (",
                         plain(machine.efficiency * 100, 4), " % of ", words(result.peak), ") takes ",
                         words(result.compute), "."}));
    trace.push_back(cat(
        {"Memory: ", words(result.traffic), " at ", words(result.bandwidth), " takes ", words(result.memory), "."}));
    trace.push_back(cat({"Overhead: one dispatch of ", words(machine.dispatch), " and ", plain(step.layers),
                         " layer launches of ", words(machine.layer_overhead), " take ", words(result.overhead), "."}));
    if (!result.feasible)
        trace.push_back(cat({"Capacity: ", words(result.footprint), " against ", words(machine.capacity), "; ",
                             words(result.spill), " do not fit."}));
    trace.push_back(cat({"The step is ", regime_names[static_cast<unsigned>(result.regime)],
                         "-bound: ", words(result.latency), " for a batch of ", plain(r.batch), "."}));
}

void fill_figures(const RooflineRequest& r, const Workload& w, const Machine<>& m, RooflineResult& result) {
    const Timing<> t = time_step(w.step, m);
    result.latency = t.latency;
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

}  // namespace

Workload roofline_workload(const RooflineRequest& r) {
    const Model& m = *r.model;
    Workload w;
    Step& step = w.step;
    step.weights = weight_bytes(m, bytes_per_value(r.precision));
    step.layers = launched_layers(m) * evaluations(r);
    step.offload = r.assumptions.offload;
    step.overhead_counts = r.assumptions.corrected();
    if (r.phase == Phase::training) {
        const TrainingStep training = training_step(r);
        step.work = training.work;
        step.traffic = training.traffic;
        step.footprint = training.footprint;
        step.layers = step.layers * training_launches;
        w.useful_work = training.useful_work;
    } else {
        step.work = forward_work(m) * r.batch;
        step.traffic = inference_traffic(r);
        step.footprint = step.weights;
        w.useful_work = step.work;
    }
    return w;
}

Machine<> roofline_machine(const RooflineRequest& r) {
    return machine_for(*r.hardware, r.precision, scheme_of(r), r.assumptions);
}

void roofline_figures(const RooflineRequest& request, RooflineResult& result) {
    fill_figures(request, roofline_workload(request), roofline_machine(request), result);
}

Expected<RooflineResult> roofline(const RooflineRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const Workload workload = roofline_workload(request);
    const Machine<> machine = roofline_machine(request);
    RooflineResult result;
    fill_figures(request, workload, machine, result);
    add_notes(request, machine, result);
    add_trace(request, workload.step, machine, result);
    return result;
}

}  // namespace ridgepoint
