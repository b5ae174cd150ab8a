#include "ridgepoint/roofline.hpp"

#include "describe/validate.hpp"
#include "fit_reach.hpp"
#include "inference.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/roofline.hpp"
#include "notes.hpp"
#include "smallest_layout.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

void add_notes(const RooflineRequest& r, const Step& step, const Machine<>& machine,
               const std::optional<Parallel>& needed, RooflineResult& result) {
    const Assumptions& a = r.assumptions;
    const bool inference = r.phase == Phase::inference;
    Remarks& notes = result.notes;
    if (const Phrase* why = beyond_fit(r)) note_no_band(notes, *why, a, *r.hardware);
    else if (const Residuals* residuals = residuals_for(r, result.regime, decodes(*r.model, a));
             residuals == nullptr && a.fit != nullptr)
        notes.push_back({without_residuals(r)});
    else if (residuals == nullptr || result.latency_band) note_band(notes, a, residuals);
    else notes.push_back({phrases::no_band_over_host_link});
    if (inference) {
        note_published(notes, *r.model, r.precision);
        note_file(notes, r.precision, a);
    }
    note_vector_rate(notes, a, *r.hardware);
    note_arithmetic(notes, r, *r.hardware, r.precision);
    if (inference && a.corrected()) note_cache(notes, *r.model, r.precision, cache_format(r));
    note_device(notes, *r.hardware);
    note_offload(notes, *r.hardware, machine, step, a.accounting);
    note_layout_needed(notes, needed, phrases::these_devices);
    if (inference)
        note_layout(notes, *r.model, links_of(*r.hardware, 1, {}).node, r.parallel, r.batch, decodes(*r.model, a));
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
    trace.push_back(overhead_of(step, machine, launches(*r.model, r.assumptions) / launched_layers(*r.model)));
    if (in_si(result.links) > 0) trace.push_back({phrases::links_leg, {result.links}});
    if (!result.feasible)
        trace.push_back({phrases::capacity, {result.footprint, told_memory(machine.capacity), result.spill}});
    Remarks beside;
    if (machine.overlap < 1 && in_si(min(result.compute, result.memory)) > 0)
        beside.push_back({phrases::partly_hidden, {1 - machine.overlap}});
    trace.push_back({phrases::bound, {phrases::bound_by(result.regime), result.latency, r.batch, beside}});
    if (result.devices > 1) trace.push_back({phrases::of_each, {result.devices}});
}

}  // namespace

// Not inlined, with all it calls, into every row of a sweep: most rows fit.
[[gnu::noinline]] std::optional<Parallel> layout_needed(const RooflineRequest& request, const RooflineResult& result) {
    if (result.feasible || request.phase == Phase::training) return std::nullopt;
    const Bytes<> capacity = roofline_machine(request).capacity;
    return smallest_layout(request,
                           [&](const RooflineRequest& r) { return roofline_workload(r).step.footprint <= capacity; });
}

Expected<RooflineResult> roofline(const RooflineRequest& request) {
    if (auto ok = check(request).and_then([&] { return check_together(request); }); !ok)
        return tl::make_unexpected(ok.error());
    const Workload workload = roofline_workload(request);
    const Machine<> machine = roofline_machine(request);
    RooflineResult result;
    roofline_figures(request, workload, machine, result);
    const auto needed = layout_needed(request, result);
    result.devices_needed = devices_of(needed);
    result.unread = unread_fields(request);
    add_notes(request, workload.step, machine, needed, result);
    add_trace(request, workload.step, machine, result);
    return result;
}

}  // namespace ridgepoint
