#include "ridgepoint/serve.hpp"

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fitting_devices.hpp"
#include "inference.hpp"
#include "model/phrases/serve.hpp"
#include "notes.hpp"
#include "prompt_kernels.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

constexpr double bits_per_byte = 8;

double bytes_per_weight(const ServeRequest& r) {
    return r.weight_bits ? *r.weight_bits / bits_per_byte : bytes_per_value(r.precision);
}

double kv_bytes_per_value(const ServeRequest& r) { return bytes_per_value(cache_format(r)); }

Bytes<> cache_of(const ServeRequest& r, const Model& m, double batch) {
    return kv_cache_bytes(m, r.context, batch, kv_bytes_per_value(r), r.assumptions.accounting);
}

Stored stored_for(const ServeRequest& r) { return {bytes_per_weight(r), kv_bytes_per_value(r), activation_bytes(r)}; }

/// One forward pass of `tokens` new tokens a sequence over the context, weights and cache in memory.
Step pass_over(const ServeRequest& r, const Model& m, double tokens) {
    const Assumptions& a = r.assumptions;
    Step step = token_step(m, a, stored_for(r), r.batch, r.context, tokens);
    if (!a.decode_compute) step.work = {};
    step.offload = a.serving_offload;
    return step;
}

/// Tokens that one round of K drafted and one verified pass yields on average (Leviathan et al., ICML 2023, eq. 1).
double expected_tokens(double acceptance, double k) {
    if (acceptance >= 1) return k + 1;
    return 1 + acceptance * (1 - integer_power(acceptance, k)) / (1 - acceptance);
}

Bytes<> draft_bytes(const ServeRequest& r) {
    if (!r.draft_model) return {};
    const Bytes<> weights = weight_bytes(*r.draft_model, bytes_per_weight(r));
    if (!r.assumptions.corrected()) return weights;
    return weights + cache_of(r, *r.draft_model, r.batch);
}

void add_draft(const ServeRequest& r, ServeProblem& p) {
    const Bytes<> extra = draft_bytes(r);
    const Bytes<> resident = p.decode.footprint + extra;
    p.draft = pass_over(r, *r.draft_model, 1);
    if (!r.assumptions.corrected()) {
        p.draft.layers = 0;
    } else {
        p.verified_tokens = r.draft_tokens + 1;
        p.decode = pass_over(r, *r.model, p.verified_tokens);
    }
    p.draft.footprint = p.decode.footprint = resident;
    if (!r.decode_hardware) p.prefill.footprint = p.prefill.footprint + extra;
    p.draft_tokens = r.draft_tokens;
    p.tokens_per_round = expected_tokens(r.draft_acceptance, r.draft_tokens);
}

double largest_batch(const ServeRequest& r, Bytes<> capacity) {
    Bytes<> fixed = weight_bytes(*r.model, bytes_per_weight(r));
    Bytes<> per_sequence = cache_of(r, *r.model, 1);
    if (r.draft_model) {
        fixed = fixed + weight_bytes(*r.draft_model, bytes_per_weight(r));
        if (r.assumptions.corrected()) per_sequence = per_sequence + cache_of(r, *r.draft_model, 1);
    }
    if (capacity < fixed) return 0;
    return std::floor((capacity - fixed) / per_sequence);
}

/// The prompts of so many sequences, read together.
Step prompt_step(const ServeRequest& r, double batch);

/// One prompt alone on the device.
Seconds<> one_prompt(const ServeRequest& r, const ServeProblem& p) {
    Step step = prompt_step(r, 1);
    if (!r.decode_hardware) step.footprint = step.footprint + draft_bytes(r);
    return time_step(step, p.prefill_machine).latency + p.transfer / r.batch;
}

/// Of a round of drafting and verifying, the share of one token of one sequence.
std::optional<Joules<>> token_energy(const ServeRequest& r, const ServeProblem& p, const Timing<>& decode) {
    const Hardware& device = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    const Machine<>& m = p.decode_machine;
    auto joules = step_energy(device, p.decode, m, decode);
    if (!joules) return joules;
    if (p.draft_tokens > 0)
        *joules = *joules + *step_energy(device, p.draft, m, time_step(p.draft, m)) * p.draft_tokens;
    return *joules / (p.tokens_per_round * r.batch);
}

/// Beyond the memory a comparison would say more of the host link than of bits, so both are timed with room.
double speedup_over_fp16(const ServeRequest& r, ServeProblem p) {
    if (r.precision == Precision::fp16 && !r.weight_bits) return 1;
    ServeRequest full = r;
    full.precision = Precision::fp16;
    full.weight_bits.reset();
    full.assumptions.serving_offload = p.decode.offload = p.draft.offload = Offload::ignore;
    const ServeProblem before = serve_problem(full);
    return before.itl(before.decode_machine) / p.itl(p.decode_machine);
}

void fill_figures(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    const Timing<> prefill = time_step(p.prefill, p.prefill_machine);
    const Timing<> decode = time_step(p.decode, p.decode_machine);
    result.ttft = p.ttft(p.prefill_machine);
    result.ttft_one_prompt = r.batch == 1 ? result.ttft : one_prompt(r, p);
    result.itl = p.itl(p.decode_machine);
    result.ttft_band.reset();
    result.itl_band.reset();
    const auto spills = [&](const Step& step, const Machine<>& m) {
        return step.offload != Offload::ignore && m.capacity < step.footprint;
    };
    if (const Residuals* first = residuals_of(r.assumptions, Regime::compute, spills(p.prefill, p.prefill_machine)))
        result.ttft_band = band_about(result.ttft, *first);
    if (const Residuals* further = residuals_of(r.assumptions, decode.regime, spills(p.decode, p.decode_machine)))
        result.itl_band = band_about(result.itl, *further);
    result.speedup_over_fp16 = speedup_over_fp16(r, p);
    result.speedup_over_fp16_band = speedup_band(r.assumptions, result.speedup_over_fp16);
    result.tokens = PerSecond<>{r.batch / in_si(result.itl)};
    result.tokens_per_request = PerSecond<>{1 / in_si(result.itl)};
    result.weights = p.weights;
    result.kv_cache = p.kv_cache;
    result.total = p.decode.footprint;
    result.memory_utilization = result.total / p.decode_machine.capacity;
    const bool prefill_fits = p.prefill.footprint <= p.prefill_machine.capacity || !r.assumptions.corrected();
    result.feasible = result.total <= p.decode_machine.capacity && prefill_fits;
    result.spill = Bytes<>{0};
    if (p.decode_machine.capacity < result.total) {
        result.spill = result.total - p.decode_machine.capacity;
    } else if (!prefill_fits) {
        result.spill = p.prefill.footprint - p.prefill_machine.capacity;
    }
    result.max_batch = largest_batch(r, p.decode_machine.capacity);
    result.prompt_cache_hit_ratio = r.cached_prefix / r.context;
    result.prefill_compute = prefill.compute;
    result.prefill_memory = prefill.memory;
    result.transfer = p.transfer;
    result.decode_compute = decode.compute;
    result.decode_memory = decode.memory;
    result.decode_overhead = decode.overhead;
    result.prefill_energy = step_energy(*r.hardware, p.prefill, p.prefill_machine, prefill);
    result.token_energy = token_energy(r, p, decode);
    // Where the step stands on the roofline, whether or not the assumptions let its arithmetic take time.
    const Flop<> work = token_work(*r.model, r.assumptions, 1, r.batch, r.context, p.verified_tokens);
    result.decode_intensity = work / p.decode.traffic;
    result.decode_achieved = work / decode.latency;
    result.decode_attainable = p.decode_machine.peak * p.decode_machine.efficiency;
    result.decode_bandwidth = p.decode_machine.bandwidth * p.decode_machine.bandwidth_efficiency;
    result.decode_attainable_ridge = result.decode_attainable / result.decode_bandwidth;
    result.decode_achieved_band.reset();
    if (result.itl_band) result.decode_achieved_band = rate_band(result.decode_achieved, result.itl, *result.itl_band);
    result.prefill_regime = prefill.regime;
    result.decode_regime = decode.regime;
}

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
    else result.notes.push_back({phrases::fitting_devices, {name_list(result.fitting_devices)}});
}

void note_serving_arithmetic(Remarks& notes, const ServeRequest& r) {
    const Scheme scheme = scheme_of(r, r.hardware.get(), r.precision);
    if (!multiplies_in_int8(r.assumptions.prompts, r.precision, scheme))
        return note_arithmetic(notes, r, *r.hardware, r.precision);
    const bool listed = r.hardware->peak.int8.has_value();
    notes.push_back({phrases::prompts_in_int8, {r.precision, listed ? Precision::int8 : Precision::fp16}});
}

void add_notes(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    const Assumptions& a = r.assumptions;
    const Hardware& second = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    Remarks& notes = result.notes;
    const Residuals* first = residuals_of(a, Regime::compute, false);
    const Residuals* further = residuals_of(a, result.decode_regime, false);
    if (first == further) {
        note_band(notes, a, further);
    } else {
        note_band(notes, a, first, phrases::times_measured, phrases::first_token_calibrated_on);
        note_band(notes, a, further, phrases::times_measured, phrases::further_tokens_calibrated_on);
    }
    note_fit(notes, a, *r.hardware, *r.model);
    note_serving_arithmetic(notes, r);
    if (!r.kv_precision.chosen) note_cache(notes, *r.model, r.precision, cache_format(r));
    note_missing_figures(notes, *r.hardware);
    if (r.decode_hardware) note_arithmetic(notes, r, *r.decode_hardware, r.precision);
    note_offload(notes, second, p.decode_machine, p.decode, a.accounting);
    if (r.decode_hardware && a.corrected())
        note_offload(notes, *r.hardware, p.prefill_machine, p.prefill, a.accounting);
    note_two_devices(r, p, result);
    if (!result.feasible) note_fitting_devices(result);
    note_model(notes, *r.model, a.accounting);
    note_unread(notes, describe<ServeRequest>(), &r, result.unread, {phrases::in_serving, {r.precision}});
    if (r.model->max_context && r.context > *r.model->max_context)
        notes.push_back({phrases::beyond_context, {*r.model->max_context}});
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
    return {phrases::and_overhead, {t.overhead}};
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
    Remarks reading, moving, drafts, together;
    if (in_si(p.prefill.traffic) > 0)
        reading.push_back({phrases::reading_weights, {meanwhile(p.prefill_machine), prefill.memory}});
    if (r.batch > 1) together.push_back({phrases::of_prompts, {r.batch}});
    if (in_si(p.transfer) > 0) moving.push_back({phrases::moving_cache, {p.transfer}});
    trace.push_back({phrases::first_token,
                     {p.prefill.work, prefill.compute, reading, overhead_part(p.prefill, p.prefill_machine), moving,
                      result.ttft, together}});
    const bool drafted = p.draft_tokens > 0;
    trace.push_back({drafted ? phrases::each_verification : phrases::each_token,
                     {p.decode.traffic, decode.memory, meanwhile(p.decode_machine), decode.compute,
                      overhead_part(p.decode, p.decode_machine), decode.latency}});
    if (drafted) {
        trace.push_back(
            {phrases::speculation,
             {p.draft_tokens, time_step(p.draft, p.decode_machine).latency, p.tokens_per_round, result.itl}});
        drafts.push_back({phrases::of_draft, {result.total - result.weights - result.kv_cache}});
    }
    trace.push_back({r.decode_hardware ? phrases::memory_of_decode_device : phrases::memory_of_device,
                     {result.weights, result.kv_cache, drafts, result.total, share_of_device(result.memory_utilization),
                      result.max_batch}});
}

/// What keeps a model from being served; null: nothing.
const Phrase* lack_of(const Model& m) {
    if (generates_tokens(m)) return nullptr;
    if (m.unit != Unit::token) return &phrases::generates_no_tokens;
    if (!m.layers) return &phrases::states_no_layers;
    return m.heads ? &phrases::states_no_head_size : &phrases::has_no_heads;
}

Expected<void> check_served(const Model& m, std::string_view field) {
    const Phrase* lack = lack_of(m);
    if (lack == nullptr) return {};
    const Remarks id = m.id.empty() ? Remarks{} : Remarks{{phrases::called, {m.id}}};
    return fail(ErrorCode::not_applicable, std::string(field), {phrases::not_served, {field, id, *lack}});
}

Step prompt_step(const ServeRequest& r, double batch) {
    const Assumptions& a = r.assumptions;
    const Model& m = *r.model;
    const double bytes = bytes_per_weight(r);
    const double tokens = r.context - r.cached_prefix;
    Step step;
    if (a.corrected()) {
        const Flop<> attention{flop_per_pair(m, AttentionForm::expanded) * causal_pairs(m, tokens, r.cached_prefix)};
        step.work = (prompt_work(m, tokens) + attention + state_work(m, tokens)) * batch;
        if (a.fit) step.attention = attention * batch;
    } else {
        step.work = Flop<>{flop_per_parameter * active_parameters(m) * tokens * batch} +
                    attention_work(m, tokens, r.context, AttentionForm::expanded, a.accounting) * batch;
    }
    step.weights = weight_bytes(m, bytes);
    step.footprint = step.weights + cache_of(r, m, batch);
    if (a.prefill_memory) {
        step.traffic = weights_read(m, bytes, tokens * batch, a.moe_weights, a.embedding_read);
        step.vector_work = Flop<>{a.vector_flop_per_weight * (in_si(step.traffic) / bytes)};
        step.layers = launched_layers(m);
    }
    if (a.fit)
        add_kernels(m, a.prompts,
                    {.tokens = tokens * batch,
                     .pairs = causal_pairs(m, tokens, r.cached_prefix) * batch,
                     .cache = kv_cache_bytes(m, r.cached_prefix + tokens / 2, batch, kv_bytes_per_value(r)),
                     .bytes_per_weight = bytes,
                     .unpacks = is_quantized(r.precision) && scheme_of(r) == Scheme::weight_only},
                    step);
    step.offload = a.serving_offload;
    step.overhead_counts = a.corrected();
    return step;
}

}  // namespace

Step prefill_step(const ServeRequest& r) { return prompt_step(r, r.batch); }

Step decode_step(const ServeRequest& r) { return pass_over(r, *r.model, 1); }

ServeProblem serve_problem(const ServeRequest& r) {
    const Hardware& second = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    ServeProblem p;
    p.prefill = prefill_step(r);
    p.decode = decode_step(r);
    p.prefill_machine = prompt_machine(*r.hardware, r);
    p.decode_machine = machine_for(second, r);
    p.weights = p.decode.weights;
    p.kv_cache = cache_of(r, *r.model, r.batch);
    if (r.decode_hardware) p.transfer = p.kv_cache / r.link;
    if (r.draft_model) add_draft(r, p);
    return p;
}

void serve_figures(const ServeRequest& request, ServeResult& result) {
    fill_figures(request, serve_problem(request), result);
}

Expected<void> check_together(const ServeRequest& r) {
    if (auto ok = check_served(*r.model, "model"); !ok) return ok;
    if (r.draft_model)
        if (auto ok = check_served(*r.draft_model, "draft_model"); !ok) return ok;
    if (r.cached_prefix >= r.context)
        return fail(ErrorCode::out_of_range, "cached_prefix", {phrases::prefix_too_long, {r.context, r.cached_prefix}});
    return {};
}

Expected<ServeResult> serve(const ServeRequest& request) {
    if (auto ok = check(request).and_then([&] { return check_together(request); }); !ok)
        return tl::make_unexpected(ok.error());
    const ServeProblem problem = serve_problem(request);
    ServeResult result;
    fill_figures(request, problem, result);
    if (!result.feasible) result.fitting_devices = fitting_devices(request);
    result.unread = unread_fields(request);
    add_notes(request, problem, result);
    add_trace(request, problem, result);
    return result;
}

}  // namespace ridgepoint
