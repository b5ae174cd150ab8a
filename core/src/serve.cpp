#include "ridgepoint/serve.hpp"

#include "elementary.hpp"
#include "machine.hpp"
#include "notes.hpp"
#include "ridgepoint/workload.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

constexpr double flop_per_parameter = 2;

constexpr double bits_per_byte = 8;

double bytes_per_weight(const ServeRequest& r) {
    return r.weight_bits ? *r.weight_bits / bits_per_byte : bytes_per_value(r.precision);
}

double kv_bytes_per_value(const ServeRequest& r) {
    return bytes_per_value(r.kv_precision.chosen.value_or(r.precision));
}

Flop<> pass_work(const ServeRequest& r, const Model& m, double tokens) {
    return Flop<>{flop_per_parameter * active_parameters(m) * r.batch * tokens} +
           attention_work(m, tokens, r.context) * r.batch;
}

/// One forward pass of `tokens` new tokens a sequence over the context, weights and cache in memory.
Step pass_over(const ServeRequest& r, const Model& m, double tokens) {
    const Assumptions& a = r.assumptions;
    const double bytes = bytes_per_weight(r);
    const Bytes<> cache = kv_cache_bytes(m, r.context, r.batch, kv_bytes_per_value(r));
    Step step;
    if (a.decode_compute) step.work = pass_work(r, m, tokens);
    step.weights = weight_bytes(m, bytes);
    const Bytes<> read = weights_read(m, bytes, r.batch * tokens, a.moe_weights);
    step.traffic = read + cache;
    step.vector_work = Flop<>{a.vector_flop_per_weight * (in_si(read) / bytes) +
                              a.vector_flop_per_cache_byte * (in_si(cache) / r.batch)};
    step.footprint = step.weights + cache;
    step.dispatches = 0;
    step.layers = launched_layers(m);
    step.offload = a.serving_offload;
    step.overhead_counts = a.corrected();
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
    return weights + kv_cache_bytes(*r.draft_model, r.context, r.batch, kv_bytes_per_value(r));
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
    const double kv = kv_bytes_per_value(r);
    Bytes<> fixed = weight_bytes(*r.model, bytes_per_weight(r));
    Bytes<> per_sequence = kv_cache_bytes(*r.model, r.context, 1, kv);
    if (r.draft_model) {
        fixed = fixed + weight_bytes(*r.draft_model, bytes_per_weight(r));
        if (r.assumptions.corrected()) per_sequence = per_sequence + kv_cache_bytes(*r.draft_model, r.context, 1, kv);
    }
    if (capacity < fixed) return 0;
    return std::floor((capacity - fixed) / per_sequence);
}

void fill_figures(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    const Timing<> prefill = time_step(p.prefill, p.prefill_machine);
    const Timing<> decode = time_step(p.decode, p.decode_machine);
    result.ttft = p.ttft(p.prefill_machine);
    result.itl = p.itl(p.decode_machine);
    result.ttft_low = result.ttft_high = result.itl_low = result.itl_high = std::nullopt;
    const auto spills = [&](const Step& step, const Machine<>& m) {
        return step.offload != Offload::ignore && m.capacity < step.footprint;
    };
    if (const Residuals* first = residuals_of(r.assumptions, prefill.regime, spills(p.prefill, p.prefill_machine))) {
        result.ttft_low = result.ttft * first->low;
        result.ttft_high = result.ttft * first->high;
    }
    if (const Residuals* further = residuals_of(r.assumptions, decode.regime, spills(p.decode, p.decode_machine))) {
        result.itl_low = result.itl * further->low;
        result.itl_high = result.itl * further->high;
    }
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
    // Where the step stands on the roofline, whether or not the assumptions let its arithmetic take time.
    const Flop<> work = pass_work(r, *r.model, p.verified_tokens);
    result.decode_intensity = work / p.decode.traffic;
    result.decode_achieved = work / decode.latency;
    result.decode_attainable = p.decode_machine.peak * p.decode_machine.efficiency;
    result.decode_bandwidth = p.decode_machine.bandwidth * p.decode_machine.bandwidth_efficiency;
    result.prefill_regime = prefill.regime;
    result.decode_regime = decode.regime;
}

void add_notes(const ServeRequest& r, const ServeProblem& p, ServeResult& result) {
    const Assumptions& a = r.assumptions;
    note_fit(result.notes, a, residuals_of(a, result.decode_regime, false), *r.hardware, *r.model);
    note_compute_rate(result.notes, *r.hardware, r.precision, scheme_of(r));
    note_missing_figures(result.notes, *r.hardware);
    if (r.decode_hardware) note_compute_rate(result.notes, *r.decode_hardware, r.precision, scheme_of(r));
    note_offload(result.notes, p.decode_machine, p.decode.footprint, a.serving_offload, a.accounting);
    if (r.decode_hardware && a.corrected())
        note_offload(result.notes, p.prefill_machine, p.prefill.footprint, a.serving_offload, a.accounting);
    note_model(result.notes, *r.model);
    if (r.model->max_context && r.context > *r.model->max_context)
        result.notes.push_back(
            cat({"The model was trained for at most ", plain(*r.model->max_context), " tokens of context."}));
    if (!a.decode_compute) result.notes.push_back("Decode is timed by memory alone, so it is never compute-bound.");
    if (r.draft_model)
        note_textbook(result.notes, a, "the draft model launches its layers for free and its cache takes no memory.");
}

/// How the shorter of the two legs relates to the longer.
std::string_view meanwhile(const Machine<>& m) {
    if (m.overlap == 0) return "";
    return m.overlap < 1 ? "partly meanwhile " : "meanwhile ";
}

void add_trace(const ServeProblem& p, ServeResult& result) {
    auto& trace = result.trace;
    const Timing<> prefill = time_step(p.prefill, p.prefill_machine), decode = time_step(p.decode, p.decode_machine);
    std::string first = cat({"First token: ", words(p.prefill.work), " of arithmetic take ", words(prefill.compute)});
    if (in_si(p.prefill.traffic) > 0)
        first += cat({", reading the weights ", meanwhile(p.prefill_machine), words(prefill.memory)});
    first += cat({", overhead ", words(prefill.overhead)});
    if (in_si(p.transfer) > 0) first += cat({", moving the cache ", words(p.transfer)});
    trace.push_back(cat({first, "; ", words(result.ttft), " in all."}));
    const bool drafted = p.draft_tokens > 0;
    trace.push_back(cat({drafted ? "Each verification: " : "Each further token: ", words(p.decode.traffic),
                         " of weights and cache take ", words(decode.memory), ", the arithmetic ",
                         meanwhile(p.decode_machine), words(decode.compute), ", launching layers ",
                         words(decode.overhead), "; ", words(decode.latency), " in all."}));
    if (drafted)
        trace.push_back(
            cat({"Speculation: ", plain(p.draft_tokens), " drafted tokens of ",
                 words(time_step(p.draft, p.decode_machine).latency), " and one verification yield ",
                 decimals(p.tokens_per_round, 2), " tokens on average, one every ", words(result.itl), "."}));
    const Bytes<> draft = result.total - result.weights - result.kv_cache;
    trace.push_back(cat({"Memory: ", words(result.weights), " of weights, ", words(result.kv_cache), " of cache",
                         drafted ? cat({", ", words(draft), " of the draft model's"}) : std::string(), "; ",
                         words(result.total), " in all, ", decimals(result.memory_utilization * 100, 1),
                         " % of the device; at most ", plain(result.max_batch, 9), " sequences fit."}));
}

}  // namespace

Step prefill_step(const ServeRequest& r) {
    const Assumptions& a = r.assumptions;
    const Model& m = *r.model;
    const double bytes = bytes_per_weight(r);
    const double tokens = r.context - r.cached_prefix;
    Step step;
    step.work = Flop<>{flop_per_parameter * active_parameters(m) * tokens * r.batch} +
                attention_work(m, tokens, r.context) * r.batch;
    step.weights = weight_bytes(m, bytes);
    step.footprint = step.weights + kv_cache_bytes(m, r.context, r.batch, kv_bytes_per_value(r));
    if (a.prefill_memory) {
        step.traffic = weights_read(m, bytes, tokens * r.batch, a.moe_weights);
        step.vector_work = Flop<>{a.vector_flop_per_weight * (in_si(step.traffic) / bytes)};
        step.layers = launched_layers(m);
    }
    step.offload = a.serving_offload;
    step.overhead_counts = a.corrected();
    return step;
}

Step decode_step(const ServeRequest& r) { return pass_over(r, *r.model, 1); }

ServeProblem serve_problem(const ServeRequest& r) {
    const Hardware& second = r.decode_hardware ? *r.decode_hardware : *r.hardware;
    ServeProblem p;
    p.prefill = prefill_step(r);
    p.decode = decode_step(r);
    p.prefill_machine = machine_for(*r.hardware, r);
    p.decode_machine = machine_for(second, r);
    p.weights = p.decode.weights;
    p.kv_cache = kv_cache_bytes(*r.model, r.context, r.batch, kv_bytes_per_value(r));
    if (r.decode_hardware) p.transfer = p.kv_cache / r.link;
    if (r.draft_model) add_draft(r, p);
    return p;
}

void serve_figures(const ServeRequest& request, ServeResult& result) {
    fill_figures(request, serve_problem(request), result);
}

Expected<void> check_together(const ServeRequest& r) {
    if (!generates_tokens(*r.model))
        return fail(
            ErrorCode::not_applicable, "model",
            cat({"model must generate tokens and have layers, heads and hidden_dim or head_dim to be served, given ",
                 (r.model->id.empty() ? std::string("one without") : r.model->id)}));
    if (r.draft_model && !generates_tokens(*r.draft_model))
        return fail(ErrorCode::not_applicable, "draft_model",
                    "draft_model must generate tokens and have layers, heads and hidden_dim or head_dim");
    if (r.cached_prefix >= r.context)
        return fail(ErrorCode::out_of_range, "cached_prefix",
                    cat({"cached_prefix must be less than context (", plain(r.context, 10), "), given ",
                         plain(r.cached_prefix, 10)}));
    return {};
}

Expected<ServeResult> serve(const ServeRequest& request) {
    if (auto ok = check(request).and_then([&] { return check_together(request); }); !ok)
        return tl::make_unexpected(ok.error());
    const ServeProblem problem = serve_problem(request);
    ServeResult result;
    fill_figures(request, problem, result);
    add_notes(request, problem, result);
    add_trace(problem, result);
    return result;
}

}  // namespace ridgepoint
