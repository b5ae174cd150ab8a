#include "ridgepoint/roofline.hpp"

#include "describe/validate.hpp"
#include "inference.hpp"
#include "model/phrases/roofline.hpp"
#include "notes.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

void add_notes(const RooflineRequest& r, const Step& step, const Machine<>& machine, RooflineResult& result) {
    const Assumptions& a = r.assumptions;
    const bool inference = r.phase == Phase::inference;
    Remarks& notes = result.notes;
    note_band(notes, a, residuals_of(a, result.regime, false));
    note_fit(notes, a, *r.hardware, *r.model);
    note_arithmetic(notes, r, *r.hardware, r.precision);
    if (inference && a.corrected()) note_cache(notes, *r.model, r.precision, cache_format(r));
    note_missing_figures(notes, *r.hardware);
    note_offload(notes, *r.hardware, machine, step, a.accounting);
    note_model(notes, *r.model, a.accounting);
    note_unread(notes, describe<RooflineRequest>(), &r, result.unread,
                {inference ? phrases::in_inference : phrases::in_training, {r.precision}});
    if (a.corrected()) return;
    if (!inference) notes.push_back({phrases::textbook_training});
    else if (generates_tokens(*r.model)) notes.push_back({phrases::textbook_token, {activation_fraction(*r.model, a)}});
    notes.push_back({phrases::textbook_utilization});
}

void add_trace(const RooflineRequest& r, const Step& step, const Machine<>& machine, RooflineResult& result) {
    Remarks& trace = result.trace;
    trace.push_back(
        {phrases::compute_leg, {result.work, result.attainable, machine.efficiency, result.peak, result.compute}});
    trace.push_back({phrases::memory_leg, {result.traffic, result.bandwidth, result.memory}});
    trace.push_back(overhead_of(step, machine));
    if (!result.feasible) trace.push_back({phrases::capacity, {result.footprint, machine.capacity, result.spill}});
    trace.push_back({phrases::bound, {phrases::bound_by(result.regime), result.latency, r.batch}});
}

}  // namespace

Expected<RooflineResult> roofline(const RooflineRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const Workload workload = roofline_workload(request);
    const Machine<> machine = roofline_machine(request);
    RooflineResult result;
    roofline_figures(request, workload, machine, result);
    result.unread = unread_fields(request);
    add_notes(request, workload.step, machine, result);
    add_trace(request, workload.step, machine, result);
    return result;
}

}  // namespace ridgepoint
