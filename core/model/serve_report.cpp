#include "serve_report.hpp"

#include <cmath>

#include "called.hpp"
#include "fit_reach.hpp"
#include "inference.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/serve.hpp"
#include "notes.hpp"

namespace ridgepoint {
namespace {

/// Which of the two devices holds its part, where one does not.
void note_two_devices(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    if (!r.decode_hardware || result.feasible) return;
    const auto part = [](const Phrase& fits, const Phrase& fails, const Hardware& h, const Step& step,
                         const Machine<>& m) {
        const Value device = h.name.empty() ? Value(phrases::the_device) : h.name;
        return Remark(step.footprint <= m.capacity ? fits : fails, {device, step.footprint});
    };
    result.notes.push_back(
        {phrases::two_devices,
         {part(phrases::prefill_fits, phrases::prefill_does_not_fit, *r.hardware, p.prefill, p.prefill_machine),
          part(phrases::decode_fits, phrases::decode_does_not_fit, *r.decode_hardware, p.decode, p.decode_machine)}});
}

void note_fitting_devices(ServeResult& result) {
    if (result.fitting_devices.empty()) result.notes.push_back({phrases::no_fitting_device});
    else {
        Remarks names;
        for (const std::string& id : result.fitting_devices)
            names.push_back({phrases::name, {called(id, *Registry::embedded())}});
        result.notes.push_back({phrases::fitting_devices, {names}});
    }
}

void note_serving_arithmetic(Remarks& notes, const ServeRequest& r) {
    const Scheme scheme = scheme_of(r, r.hardware.get(), r.precision);
    if (!multiplies_in_int8(r.assumptions.prompts, r.precision, scheme))
        return note_arithmetic(notes, r, *r.hardware, r.precision);
    const bool listed = r.hardware->peak.int8.has_value();
    notes.push_back({phrases::prompts_in_int8, {r.precision, listed ? Precision::int8 : Precision::fp16}});
}

void note_bands(const ServeRequest& r, ServeResult& result) {
    const Assumptions& a = r.assumptions;
    Remarks& notes = result.notes;
    const Residuals *first = residuals_for(r, Regime::compute, false),
                    *further = residuals_for(r, result.decode_regime, true);
    if (const Phrase* why = beyond_fit(r)) note_no_band(notes, *why, a, *r.hardware);
    else if (further == nullptr) note_band(notes, a, nullptr);
    else if (!result.ttft_band && !result.itl_band) notes.push_back({phrases::no_band_over_host_link});
    if (result.ttft_band) note_band(notes, a, first, phrases::times_measured, phrases::first_token_calibrated_on);
    if (result.itl_band) note_band(notes, a, further, phrases::times_measured, phrases::further_tokens_calibrated_on);
    if (result.itl_band && first == nullptr) notes.push_back({phrases::no_band_for_passes_on_devices});
}

void add_notes(const ServeRequest& r, const ServeProblem& p, const std::optional<Parallel>& needed,
               ServeResult& result) {
    const Assumptions& a = r.assumptions;
    const Hardware& second = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    Remarks& notes = result.notes;
    note_bands(r, result);
    note_vector_rate(notes, a, *r.hardware);
    if (!r.weight_bits) {
        note_published(notes, *r.model, r.precision);
        note_file(notes, r.precision, a);
    }
    note_serving_arithmetic(notes, r);
    if (!r.kv_precision.chosen) note_cache(notes, *r.model, r.precision, cache_format(r));
    note_device(notes, *r.hardware);
    if (r.decode_hardware) note_arithmetic(notes, r, *r.decode_hardware, r.precision);
    note_offload(notes, second, p.decode_machine, p.decode, a.accounting);
    if (r.decode_hardware && a.corrected())
        note_offload(notes, *r.hardware, p.prefill_machine, p.prefill, a.accounting);
    note_two_devices(r, p, result);
    note_layout_needed(notes, needed, r.decode_hardware ? phrases::each_of_both : phrases::these_devices);
    if (!result.feasible) note_fitting_devices(result);
    note_layout(notes, *r.model, links_of(*r.hardware, 1, {}).node, r.parallel, r.batch, true);
    note_model(notes, *r.model, a.accounting);
    note_unread(notes, describe<ServeRequest>(), &r, result.unread, {phrases::in_serving, {r.precision}});
    note_context(notes, *r.model, r.whole());
    if (!a.decode_compute) notes.push_back({phrases::decode_by_memory});
    if (r.draft_model && !a.corrected()) notes.push_back({phrases::textbook_draft});
}

/// How the shorter of the two legs relates to the longer.
Remarks meanwhile(const Machine<>& m) {
    if (m.overlap == 0) return {};
    return {{m.overlap < 1 ? phrases::partly_meanwhile : phrases::meanwhile}};
}

Remark overhead_part(const Step& step, const Machine<>& m) {
    const Timing<> t = time_step(step, m);
    if (device_overhead(step, m) < t.overhead) return {phrases::host_takes_longer};
    Remarks links;
    if (in_si(t.links) > 0) links.push_back({phrases::and_links, {t.links}});
    return {phrases::and_overhead, {t.overhead, links}};
}

Remark share_of_device(double utilization) {
    constexpr double readable_share = 10, readable_times = 1000;
    if (utilization < readable_share) return {phrases::share_of, {utilization}};
    if (utilization <= readable_times) return {phrases::times_of, {utilization}};
    return {phrases::many_times};
}

void add_trace(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    Remarks& trace = result.trace;
    const Timing<> prefill = time_step(p.prefill, p.prefill_machine), decode = time_step(p.decode, p.decode_machine);
    Remarks reading, moving, drafts, together, staged;
    if (in_si(p.prefill.traffic) > 0)
        reading.push_back({phrases::reading_weights, {meanwhile(p.prefill_machine), prefill.memory}});
    const bool in_turn = r.batch > 1 && p.prefill_rounds > 1;
    if (in_turn) {
        together.push_back({phrases::of_each_prompt, {r.batch}});
        staged.push_back({phrases::one_after_another, {r.parallel.pipeline}});
    } else if (r.batch > 1) together.push_back({phrases::of_prompts, {r.batch}});
    if (in_si(p.transfer) > 0) moving.push_back({phrases::moving_cache, {p.transfer}});
    trace.push_back({phrases::first_token,
                     {p.prefill.work, prefill.compute, reading, overhead_part(p.prefill, p.prefill_machine), moving,
                      result.ttft, together, staged}});
    const bool drafted = p.draft_tokens > 0;
    trace.push_back({drafted ? phrases::each_verification : phrases::each_token,
                     {p.decode.traffic, decode.memory, meanwhile(p.decode_machine), decode.compute,
                      overhead_part(p.decode, p.decode_machine), decode.latency}});
    if (drafted) {
        trace.push_back(
            {phrases::speculation,
             {p.draft_tokens, time_step(p.draft, p.decode_machine).latency, p.tokens_per_round, result.itl}});
        drafts.push_back({phrases::of_draft, {result.device_total - result.device_weights - result.device_kv_cache}});
    }
    Remark memory{r.decode_hardware ? phrases::memory_of_decode_device : phrases::memory_of_device,
                  {result.device_weights, result.device_kv_cache, drafts, result.device_total,
                   share_of_device(result.memory_utilization), result.max_batch}};
    trace.push_back(result.devices > 1 ? Remark{phrases::of_each_device, {result.devices, memory}} : memory);
}

}  // namespace

void add_report(const ServeRequest& r, const ServeProblem& p, const std::optional<Parallel>& needed,
                ServeResult& result) {
    add_notes(r, p, needed, result);
    add_trace(r, p, result);
}

}  // namespace ridgepoint
