#include "ridgepoint/serve.hpp"

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fit_reach.hpp"
#include "fitted_links.hpp"
#include "fitting_devices.hpp"
#include "inference.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/serve.hpp"
#include "prompt_kernels.hpp"
#include "serve_report.hpp"
#include "smallest_layout.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

double kv_bytes_per_value(const ServeRequest& r) { return bytes_per_value(cache_format(r)); }

Bytes<> cache_of(const ServeRequest& r, const Model& m, double tokens, double batch) {
    return kv_cache_bytes(m, tokens, batch, kv_bytes_per_value(r), r.assumptions.accounting);
}

/// The cache on each device for `batch` sequences in all, each of `tokens` tokens.
Bytes<> cache_each(const ServeRequest& r, const Model& m, double tokens, double batch) {
    const Parallel& p = r.parallel;
    return cache_of(r, m, tokens, sequences_each(p, batch)) / (cache_shards(m, p.tensor) * p.pipeline);
}

Bytes<> held_each(const ServeRequest& r, const Model& m, double tokens, double batch) {
    return weights_each(m, bytes_per_weight(r), r.parallel) + cache_each(r, m, tokens, batch);
}

/// One forward pass of `tokens` new tokens a sequence over its cache, weights and cache in memory.
Step pass_over(const ServeRequest& r, const Model& m, double tokens) {
    const Assumptions& a = r.assumptions;
    Step step = token_step(m, a, stored(r), micro_batch(r.parallel, r.batch), r.looked_back(), tokens, r.parallel);
    step.footprint = held_each(r, m, r.whole(), r.batch);
    if (!a.decode_compute) step.work = step.attention = {};
    step.offload = a.serving_offload;
    return step;
}

/// Tokens that one round of K drafted and one verified pass yields on average (Leviathan et al., ICML 2023, eq. 1).
double expected_tokens(double acceptance, double k) {
    if (acceptance >= 1) return k + 1;
    return 1 + acceptance * (1 - integer_power(acceptance, k)) / (1 - acceptance);
}

/// The draft model served in its place: on the same devices, its experts spread where it has some.
ServeRequest draft_request(const ServeRequest& r) {
    ServeRequest draft = r;
    draft.model = r.draft_model;
    if (expert_parameters(*draft.model) == 0) draft.parallel.expert = 1;
    return draft;
}

Bytes<> draft_bytes(const ServeRequest& r) {
    if (!r.draft_model) return {};
    const ServeRequest draft = draft_request(r);
    if (!r.assumptions.corrected()) return weights_each(*draft.model, bytes_per_weight(r), draft.parallel);
    return held_each(draft, *draft.model, r.whole(), r.batch);
}

void add_draft(const ServeRequest& r, const Links& links, ServeProblem& p) {
    const Bytes<> extra = draft_bytes(r);
    const Bytes<> resident = p.decode.footprint + extra;
    const ServeRequest draft = draft_request(r);
    p.draft = pass_over(draft, *draft.model, 1);
    p.draft.exchange = pass_exchange(*draft.model, micro_batch(r.parallel, r.batch), draft.parallel, links);
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

/// Sequences of so many tokens that fit beside the weights, and beside the draft model's where it is there too.
double largest_batch(const ServeRequest& r, Bytes<> capacity, double tokens, bool drafts) {
    Bytes<> fixed = weights_each(*r.model, bytes_per_weight(r), r.parallel);
    Bytes<> per_sequence = cache_each(r, *r.model, tokens, 1);
    if (drafts) {
        const ServeRequest draft = draft_request(r);
        fixed = fixed + weights_each(*draft.model, bytes_per_weight(r), draft.parallel);
        if (r.assumptions.corrected()) per_sequence = per_sequence + cache_each(draft, *draft.model, tokens, 1);
    }
    if (capacity < fixed) return 0;
    return std::floor((capacity - fixed) / per_sequence) * r.parallel.data;
}

/// The prompts of so many sequences of a copy, read together.
Step prompt_step(const ServeRequest& r, double batch);

Exchange prompt_exchange(const ServeRequest& r, double batch, const Links& links) {
    const double tokens = (r.prompt() - r.cached_prefix) * batch;
    return pass_exchange(*r.model, tokens, r.parallel, links);
}

/// One prompt alone on the device.
Seconds<> one_prompt(const ServeRequest& r, const ServeProblem& p) {
    Step step = prompt_step(r, 1);
    step.exchange = prompt_exchange(r, 1, links_of(r, *r.hardware));
    if (!r.decode_hardware) step.footprint = step.footprint + draft_bytes(r);
    return time_step(step, p.prefill_machine).latency + p.transfer / r.batch;
}

/// One token of one sequence has its share of a round of drafting and verifying.
std::optional<Joules<>> token_energy(const ServeRequest& r, const ServeProblem& p, const Timing<>& decode) {
    const Hardware& device = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    const Machine<>& m = p.decode_machine;
    const double working = share_at_work(r.parallel, r.batch);
    auto joules = step_energy(device, r.assumptions, p.decode, m, decode, working);
    if (!joules) return joules;
    if (p.draft_tokens > 0)
        *joules =
            *joules + *step_energy(device, r.assumptions, p.draft, m, time_step(p.draft, m), working) * p.draft_tokens;
    return *joules * r.parallel.devices() / (p.tokens_per_round * r.batch);
}

/// Beyond the memory a comparison would say more of the host link than of bits, so both are timed with room.
void compare_with_fp16(const ServeRequest& r, ServeProblem p, ServeResult& result) {
    p.decode.offload = p.draft.offload = Offload::ignore;
    const Seconds<> itl = p.itl(p.decode_machine);
    result.itl_fp16 = itl;
    if (r.precision != Precision::fp16 || r.weight_bits) {
        ServeRequest full = r;
        full.precision = Precision::fp16;
        full.weight_bits.reset();
        full.assumptions.serving_offload = Offload::ignore;
        const ServeProblem before = serve_problem(full);
        result.itl_fp16 = before.itl(before.decode_machine);
    }
    result.speedup_over_fp16 = result.itl_fp16 / itl;
}

void fill_figures(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    const Timing<> prefill = time_step(p.prefill, p.prefill_machine);
    const Timing<> decode = time_step(p.decode, p.decode_machine);
    result.ttft = p.ttft(p.prefill_machine);
    result.devices = r.parallel.devices();
    result.ttft_one_prompt = r.batch == 1 ? result.ttft : one_prompt(r, p);
    result.itl = p.itl(p.decode_machine);
    result.end_to_end.reset();
    if (r.output_tokens) result.end_to_end = result.ttft + result.itl * (*r.output_tokens - 1);
    result.ttft_band.reset();
    result.itl_band.reset();
    const bool unlike = beyond_fit(r) != nullptr;
    const auto unseen = [&](const Step& step, const Machine<>& m) {
        return unlike || (step.offload != Offload::ignore && m.capacity < step.footprint);
    };
    const Residuals* first = residuals_for(r, Regime::compute, false);
    const Residuals* further = residuals_for(r, decode.regime, true);
    if (first != nullptr && !unseen(p.prefill, p.prefill_machine)) result.ttft_band = band_about(result.ttft, *first);
    if (further != nullptr && !unseen(p.decode, p.decode_machine))
        result.itl_band = p.draft_tokens > 0
                              ? band_about(result.itl, *further)
                              : token_band(result.itl, *further, p.decode, p.decode_machine, *r.model, r.batch);
    compare_with_fp16(r, p, result);
    result.speedup_over_fp16_band.reset();
    if (!unlike && !r.parallel.exchanges())
        result.speedup_over_fp16_band = speedup_band(r.assumptions, result.speedup_over_fp16);
    result.tokens = PerSecond<>{r.batch / in_si(result.itl)};
    result.tokens_per_request = PerSecond<>{1 / in_si(result.itl)};
    result.weights = p.weights;
    result.kv_cache = p.kv_cache;
    result.device_weights = p.decode.weights;
    result.device_kv_cache = cache_each(r, *r.model, r.whole(), r.batch);
    result.device_total = p.decode.footprint;
    result.total = result.device_total * result.devices;
    result.memory_utilization = result.device_total / p.decode_machine.capacity;
    const bool prefill_fits = p.prefill.footprint <= p.prefill_machine.capacity || !r.assumptions.corrected();
    result.feasible = result.device_total <= p.decode_machine.capacity && prefill_fits;
    result.spill = Bytes<>{0};
    if (p.decode_machine.capacity < result.device_total) {
        result.spill = result.device_total - p.decode_machine.capacity;
    } else if (!prefill_fits) {
        result.spill = p.prefill.footprint - p.prefill_machine.capacity;
    }
    result.max_batch = largest_batch(r, p.decode_machine.capacity, r.whole(), r.draft_model != nullptr);
    if (r.decode_hardware && r.assumptions.corrected())
        result.max_batch = std::fmin(result.max_batch, largest_batch(r, p.prefill_machine.capacity, r.prompt(), false));
    result.prompt_cache_hit_ratio = r.cached_prefix / r.prompt();
    result.prefill_compute = prefill.compute;
    result.prefill_memory = prefill.memory;
    result.transfer = p.transfer;
    result.decode_compute = decode.compute;
    result.decode_memory = decode.memory;
    result.decode_overhead = decode.overhead;
    result.prefill_links = prefill.links * p.prefill_rounds;
    result.links = decode.links;
    // Of n prompts through p stages each works in n of n + p - 1 turns.
    const double each = sequences_each(r.parallel, r.batch), reading = each / (each + r.parallel.pipeline - 1);
    result.prefill_energy = step_energy(*r.hardware, r.assumptions, p.prefill, p.prefill_machine, prefill,
                                        reading * copies_at_work(r.parallel, r.batch));
    if (result.prefill_energy) *result.prefill_energy = *result.prefill_energy * p.prefill_rounds * result.devices;
    result.token_energy = token_energy(r, p, decode);
    // Where the step stands on the roofline, whether or not the assumptions let its arithmetic take time.
    const double sequences = micro_batch(r.parallel, r.batch);
    const Flop<> work =
        token_work(*r.model, r.assumptions, 1, sequences, r.looked_back(), p.verified_tokens) / r.parallel.tensor;
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

/// Prompts of a copy that are read in one step: all of them, or through a pipeline one after the other.
double prompts_together(const ServeRequest& r) {
    return r.parallel.pipeline > 1 ? 1 : sequences_each(r.parallel, r.batch);
}

Step prompt_step(const ServeRequest& r, double batch) {
    const Assumptions& a = r.assumptions;
    const Model& m = *r.model;
    const Parallel& p = r.parallel;
    const double bytes = bytes_per_weight(r);
    const double tokens = r.prompt() - r.cached_prefix;
    Step step;
    if (a.corrected()) {
        const Flop<> attention{flop_per_pair(m, AttentionForm::expanded) * causal_pairs(m, tokens, r.cached_prefix)};
        step.work = (prompt_work(m, tokens) + attention + state_work(m, tokens)) * (batch / p.tensor) +
                    imbalance_work(m, tokens * batch, p);
        if (a.fit) {
            const double pass = tokens_a_pass(a.prompts, tokens * batch);
            step.work = step.work + padding_work(m, pass, p) * std::ceil(tokens * batch / pass);
            step.attention = (attention + dense_prompt_work(m, bytes, tokens)) * (batch / p.tensor);
        }
    } else {
        step.work = (Flop<>{flop_per_parameter * active_parameters(m) * tokens * batch} +
                     attention_work(m, tokens, r.prompt(), AttentionForm::expanded, a.accounting) * batch) /
                    p.tensor;
    }
    step.weights = weights_each(m, bytes, p);
    step.footprint = held_each(r, m, r.prompt(), batch * p.data);
    if (a.prefill_memory) {
        step.traffic = weights_read_each(m, bytes, tokens * batch, a.moe_weights, a.embedding_read, p);
        step.vector_work = Flop<>{a.vector_flop_per_weight *
                                  weights_passed_each(m, tokens * batch, a.moe_weights, a.embedding_read, p)};
        step.layers = launches(m, a);
    }
    const auto cache = [&](double read) {
        return kv_cache_bytes(m, read, batch, kv_bytes_per_value(r)) / cache_shards(m, p.tensor);
    };
    if (a.fit) {
        add_kernels(m, a.prompts,
                    {.tokens = tokens * batch,
                     .pairs = causal_pairs(m, tokens, r.cached_prefix) * batch,
                     .cache = cache(r.cached_prefix + tokens / 2),
                     .bytes_per_weight = bytes,
                     .unpacks = is_quantized(r.precision) && scheme_of(r) == Scheme::weight_only,
                     .parallel = p},
                    step);
    } else if (a.prefill_memory) {
        step.traffic = step.traffic + cache(r.cached_prefix);
    }
    step.offload = a.serving_offload;
    step.overhead_counts = a.corrected();
    return step;
}

}  // namespace

Step prefill_step(const ServeRequest& r) {
    Step step = prompt_step(r, prompts_together(r));
    step.footprint = held_each(r, *r.model, r.prompt(), r.batch);
    return step;
}

Step decode_step(const ServeRequest& r) { return pass_over(r, *r.model, 1); }

Exchange prefill_exchange(const ServeRequest& r, const Links& links) {
    return prompt_exchange(r, prompts_together(r), links);
}

double prefill_rounds(const ServeRequest& r) {
    const double prompts = sequences_each(r.parallel, r.batch) / prompts_together(r);
    return (prompts + r.parallel.pipeline - 1) / r.parallel.pipeline;
}

ServeProblem serve_problem(const ServeRequest& r) {
    const Hardware& second = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    ServeProblem p;
    p.prefill = prefill_step(r);
    p.prefill.exchange = prefill_exchange(r, links_of(r, *r.hardware));
    p.prefill_rounds = prefill_rounds(r);
    p.decode = decode_step(r);
    p.prefill_machine = linked(prompt_machine(*r.hardware, r), links_of(r, *r.hardware));
    p.decode_machine = linked(token_machine(second, r), links_of(r, second));
    p.weights = weight_bytes(*r.model, bytes_per_weight(r));
    p.kv_cache = cache_of(r, *r.model, r.whole(), r.batch);
    if (r.decode_hardware) p.transfer = cache_of(r, *r.model, r.prompt(), r.batch) / r.link;
    if (r.draft_model) add_draft(r, links_of(r, second), p);
    const double passing = micro_batch(r.parallel, r.batch) * p.verified_tokens;
    p.decode.exchange = pass_exchange(*r.model, passing, r.parallel, links_of(r, second));
    return p;
}

void serve_figures(const ServeRequest& request, ServeResult& result) {
    fill_figures(request, serve_problem(request), result);
}

Expected<void> check_together(const ServeRequest& r) {
    if (auto ok = check_served(*r.model, "model"); !ok) return ok;
    if (r.draft_model)
        if (auto ok = check_served(*r.draft_model, "draft_model"); !ok) return ok;
    if (r.cached_prefix >= r.prompt())
        return fail(ErrorCode::out_of_range, "cached_prefix",
                    {phrases::prefix_too_long, {r.prompt(), r.cached_prefix}});
    return check_layout(r.parallel, *r.model);
}

std::optional<Parallel> layout_needed(const ServeRequest& request, const ServeResult& result) {
    if (result.feasible) return std::nullopt;
    return smallest_layout(request, [](const ServeRequest& r) { return serve_figures(r).feasible; });
}

Expected<ServeResult> serve(const ServeRequest& request) {
    if (auto ok = check(request).and_then([&] { return check_together(request); }); !ok)
        return tl::make_unexpected(ok.error());
    const ServeProblem problem = serve_problem(request);
    ServeResult result;
    fill_figures(request, problem, result);
    if (!result.feasible) result.fitting_devices = fitting_devices(request);
    const auto needed = layout_needed(request, result);
    result.devices_needed = devices_of(needed);
    result.unread = unread_fields(request);
    add_report(request, problem, needed, result);
    return result;
}

}  // namespace ridgepoint
