#include "ridgepoint/roofline.hpp"

#include "machine.hpp"
#include "notes.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

void add_notes(const RooflineRequest& r, const Machine<>& machine, RooflineResult& result) {
    const Assumptions& a = r.assumptions;
    note_fit(result.notes, a, residuals_of(a, result.regime, false), *r.hardware, *r.model);
    note_compute_rate(result.notes, *r.hardware, r.precision, scheme_of(r));
    note_missing_figures(result.notes, *r.hardware);
    note_offload(result.notes, machine, result.footprint, a.offload, a.accounting);
    note_model(result.notes, *r.model);
    static constexpr std::array<std::string_view, 5> of_training{"context", "zero_stage", "data_parallel", "lora",
                                                                 "activation_recomputation"};
    if (r.phase == Phase::inference)
        note_unused(result.notes, describe<RooflineRequest>(), &r, of_training, "inference");
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

}  // namespace

Expected<RooflineResult> roofline(const RooflineRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const Workload workload = roofline_workload(request);
    const Machine<> machine = roofline_machine(request);
    RooflineResult result;
    roofline_figures(request, workload, machine, result);
    add_notes(request, machine, result);
    add_trace(request, workload.step, machine, result);
    return result;
}

}  // namespace ridgepoint
