// What the model of performance says of each point.

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "compare.hpp"
#include "model/fit_reach.hpp"
#include "model/machine.hpp"
#include "model/prompt_kernels.hpp"
#include "model/quantile.hpp"
#include "names.hpp"
#include "perplexity.hpp"
#include "prose/text.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// A prompt before any rate is assumed, as one pass: its weights, the cache that a pass reads, and what its kernels may
/// move besides; its work in the passes that its software takes.
StepTerms prompt_terms(ServeRequest r, double micro_batch) {
    const Model& m = *r.model;
    const double tokens = r.prompt() - r.cached_prefix;
    Assumptions& a = r.assumptions;
    const Flop<> work = prefill_step(r).work;
    a.prompts = {};
    a.vector_flop_per_weight = 1;
    const Step bare = prefill_step(r);
    const double bytes = *r.weight_bits / bits_per_byte;
    const double weights = in_si(bare.vector_work), routed = in_si(routed_bytes(m, tokens * r.batch, {}));
    return {.times = 1,
            .work_flop = in_si(work),
            .weights_bytes = weights * bytes,
            .weights = weights,
            .cache_bytes = in_si(bare.traffic) - weights * bytes - routed,
            .layers = launched_layers(m),
            .expert_layers = expert_layers(m),
            .activation_bytes = 0,
            .attention_flop = in_si(bare.attention),
            .tokens = tokens * r.batch,
            .micro_batch = micro_batch,
            .hidden_values = tokens * r.batch * m.layers.value_or(0) * m.hidden_dim.value_or(0),
            .scores = m.heads.value_or(0) * causal_pairs(m, tokens, r.cached_prefix) * r.batch,
            .routed_bytes = routed};
}

/// A token before any rate is assumed: vector work of one FLOP a weight counts the weights, of one a byte the cache of
/// one sequence.
template <class StepOf>
StepTerms terms(ServeRequest r, StepOf step_of, double times) {
    const Flop<> attention = step_of(r).attention;
    r.assumptions.prompts = {};
    r.assumptions.vector_flop_per_weight = 1;
    r.assumptions.vector_flop_per_cache_byte = 0;
    const Step weights = step_of(r);
    r.assumptions.vector_flop_per_weight = 0;
    r.assumptions.vector_flop_per_cache_byte = 1;
    const Step cache = step_of(r);
    const double cached = in_si(cache.vector_work) * r.batch;
    return {.times = times,
            .work_flop = in_si(weights.work),
            .weights_bytes = in_si(weights.traffic) - cached,
            .weights = in_si(weights.vector_work),
            .cache_bytes = cached,
            .layers = launched_layers(*r.model),
            .expert_layers = expert_layers(*r.model),
            .attention_flop = in_si(attention)};
}

void take_machine(MeasuredComparison& c, const Hardware& device, Precision precision, Scheme scheme,
                  const Machine<>& m) {
    const Rate rate = compute_rate(device.peak, precision, scheme);
    c.unpacks = is_quantized(precision) && scheme == Scheme::weight_only;
    c.peak = rate.peak;
    c.arithmetic_bytes = bytes_per_value(rate.at);
    c.fp16_peak = compute_rate(device.peak, Precision::fp16, Scheme::native).peak;
    if (rate.at == Precision::fp16) c.accumulate_peak = device.fp16_accumulate.value_or(FlopPerSecond<>{0});
    c.int8_peak = device.peak.int8.value_or(FlopPerSecond<>{0});
    c.tdp = device.tdp.value_or(Watts<>{0});
    c.vector_peak = m.vector_peak;
    c.bandwidth = m.bandwidth;
    c.dispatch = m.dispatch;
}

/// Weights beyond the memory were kept or multiplied elsewhere. Vendors print a binary gigabyte as a decimal one.
bool holds_weights(const Hardware& device, const ServeRequest& r) {
    constexpr double binary = double(1 << 30) / 1e9;
    return serve_figures(r).weights <= device.memory_capacity * binary;
}

/// A prompt, some further tokens, or both.
void compare_serving(MeasuredComparison& c, const SharedModel& model, const SharedHardware& device,
                     const Assumptions& a) {
    const MeasuredPoint& p = *c.point;
    const double input = p.input_tokens.value_or(0), output = p.output_tokens.value_or(0);
    const bool prompt = measures_prompt(p), tokens = measures_tokens(p);
    double predicted = 0, low = 0, high = 0;
    if (!holds_weights(*device, serving(p, model, device, 1, a))) {
        c.missing = "the weights exceed the device's memory, and where the rest was is not stated";
        return;
    }
    if (prompt) {
        const ServeRequest r = serving(p, model, device, p.cached_tokens.value_or(0) + input, a);
        const ServeResult result = serve_figures(r);
        predicted += in_si(result.ttft);
        c.banded = c.banded && result.ttft_band.has_value();
        const auto [ttft_low, ttft_high] = result.ttft_band.value_or(Interval<Seconds<>>{result.ttft, result.ttft});
        low += in_si(ttft_low);
        high += in_si(ttft_high);
        c.first = prompt_terms(r, in_micro_batches(p) ? *p.batch : 0);
        take_machine(c, *device, r.precision, scheme_of(r), machine_for(*device, r));
    }
    if (tokens) {
        // Halfway through the answer the cache has its mean length.
        const ServeRequest r = serving(p, model, device, input + output / 2, a);
        const ServeResult result = serve_figures(r);
        const double times = p.kind == MeasuredKind::throughput ? output - 1 : 1;
        predicted += times * in_si(result.itl);
        c.banded = c.banded && result.itl_band.has_value();
        const auto [itl_low, itl_high] = result.itl_band.value_or(Interval<Seconds<>>{result.itl, result.itl});
        low += times * in_si(itl_low);
        high += times * in_si(itl_high);
        c.further = terms(r, decode_step, times);
        take_machine(c, *device, r.precision, scheme_of(r), machine_for(*device, r));
    }
    c.predicted = predicted;
    c.low = low;
    c.high = high;
}

void compare_pass(MeasuredComparison& c, const std::shared_ptr<const Model>& model,
                  const std::shared_ptr<const Hardware>& device, const Assumptions& a) {
    const MeasuredPoint& p = *c.point;
    RooflineRequest r;
    r.model = model;
    r.hardware = device;
    r.batch = p.batch.value_or(1);
    r.precision = arithmetic_of(p, *model);
    r.scheme.chosen = Scheme::native;
    r.assumptions = a;
    r.assumptions.offload = Offload::ignore;
    if (p.kind == MeasuredKind::train_images_per_s) r.phase = Phase::training;
    const RooflineResult result = roofline_figures(r);
    c.predicted = in_si(result.latency);
    const auto [low, high] = result.latency_band.value_or(Interval<Seconds<>>{result.latency, result.latency});
    c.low = in_si(low);
    c.high = in_si(high);
    take_machine(c, *device, r.precision, Scheme::native, roofline_machine(r));
    // As it was fitted, a fraction is of a network's own outputs (outputs_as_fitted in workload.cpp).
    const double fraction = a.activation_fraction.value_or(0) > 0 ? *a.activation_fraction : 1;
    r.assumptions.activation_fraction = 0;
    const Step bare = roofline_workload(r).step;
    r.assumptions.activation_fraction = fraction;
    const Step step = roofline_workload(r).step;
    c.first = {.times = 1,
               .work_flop = in_si(step.work),
               .weights_bytes = in_si(bare.traffic),
               .weights = 0,
               .cache_bytes = 0,
               .layers = step.layers,
               .activation_bytes = (in_si(step.traffic) - in_si(bare.traffic)) / fraction};
}

/// Kernels that unpack weights into memory first, or round activations at each step, are another program under the same
/// name, and so are those for one token that are given a prompt, and some of llama.cpp's batches (fitted_to in
/// machine.hpp).
bool is_fitted(const MeasuredPoint& p, Software software, const Model* model) {
    const auto names = [&](std::string_view kernel) { return p.precision.find(kernel) != std::string::npos; };
    const bool prompt = p.kind == MeasuredKind::prefill || p.kind == MeasuredKind::ttft;
    const bool batch = p.kind == MeasuredKind::decode_itl && p.batch.value_or(1) > 1;
    const bool earlier = software == Software::llama_cpp_cuda_2024 || software == Software::llama_cpp_metal_2024;
    if (batch && is_llama_cpp(software) && (earlier || model == nullptr || model->experts)) return false;
    return !names("quanto") && !names("bitsandbytes") && !names("dyn") && !(prompt && names("GEMV"));
}

bool is_one_of(MeasuredKind kind, std::initializer_list<MeasuredKind> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_pass(MeasuredKind kind) {
    return is_one_of(kind, {MeasuredKind::infer_images_per_s, MeasuredKind::infer_sequences_per_s,
                            MeasuredKind::train_images_per_s});
}

bool is_of_tokens(MeasuredKind kind) {
    return is_one_of(kind, {MeasuredKind::decode_tokens_per_s, MeasuredKind::decode_itl, MeasuredKind::prefill,
                            MeasuredKind::ttft, MeasuredKind::throughput});
}

/// As tables name it.
std::string kind_of(const MeasuredPoint& p) {
    if (const auto served = figure_of_server(p)) return *served;
    if (p.kind == MeasuredKind::step) return "training_step";
    if (p.devices == 1 || !is_of_tokens(p.kind)) return p.kind_name;
    if (!measures_prompt(p)) return "devices_decode";
    return measures_tokens(p) ? "devices_batch" : "devices_prompt";
}

/// Why a point has no prediction; empty: it has one.
std::string unanswerable(const MeasuredPoint& p, bool device, bool model) {
    switch (p.kind) {
        case MeasuredKind::quant_acc:
        case MeasuredKind::kernel_speedup:
            return "no model of this kind";
        case MeasuredKind::train_tokens_per_s:
            return "compared as a request, core/data/training-steps.json, where its layout is known";
        case MeasuredKind::unknown:
            return "not a kind that is known";
        default:
            break;
    }
    if (p.load || p.train) return p.left_out;
    if (p.devices != 1 && is_pass(p.kind)) return "images on several devices";
    if (!device) return "the device is not known";
    if (!model) return "the model is not known";
    const auto served = figure_of_server(p);
    if (served == "served_throughput") return "it follows from the rate of requests or from their latency";
    if (!p.batch && !served) return "the batch is not stated";
    if (!p.weight_bits && !p.weights_bytes) return "the bits of a weight are not stated";
    if ((measures_prompt(p) || served) && p.input_tokens.value_or(0) < 1)
        return "the length of the prompt is not stated";
    if ((p.kind == MeasuredKind::throughput || served) && !p.output_tokens)
        return "the length of the answer is not stated";
    return "";
}

}  // namespace

Expected<std::vector<MeasuredComparison>> compare(const Measurements& all, const std::optional<Assumptions>& assumed,
                                                  const ServerChoice& server,
                                                  const std::function<void(double done)>& progress) {
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    const auto& fits = Fits::embedded();
    if (!fits) return tl::make_unexpected(fits.error());
    std::vector<MeasuredComparison> comparisons;
    SimulatedRuns runs;
    Names names(all, *registry);
    for (const MeasuredPoint& p : all.points) {
        progress(static_cast<double>(comparisons.size()) / static_cast<double>(all.points.size()));
        MeasuredComparison& c = comparisons.emplace_back();
        c.point = &p;
        c.kind = kind_of(p);
        const auto device = names.device(p.hardware, c.taken.hardware);
        const auto model = names.model(p.model, c.taken.model);
        c.software = names.software(p.software, device.get(), c.taken.software);
        c.fitted = is_fitted(p, c.software, model.get());
        if (p.kind == MeasuredKind::quant_ppl || p.kind == MeasuredKind::prune_ppl) {
            compare_perplexity(c, all.points, model.get(), *fits);
            continue;
        }
        c.missing = unanswerable(p, device != nullptr, model != nullptr);
        const bool served = p.load || figure_of_server(p);
        if (c.missing.empty() && !p.train && model && !is_pass(p.kind) && !generates_tokens(*model))
            c.missing = "the model generates no tokens";
        if (!c.missing.empty()) continue;
        const Assumptions a = assumed ? *assumed : assumptions_of(Preset::calibrated, c.software);
        c.measured = measured_seconds(p);
        c.of_one_device = !served && !p.train && p.devices == 1;
        if (p.train) compare_training(c, a);
        else if (served) compare_load(c, model, device, a, server, runs);
        else if (p.devices != 1) compare_layout(c, model, device, a, server);
        else if (is_pass(p.kind)) compare_pass(c, model, device, a);
        else compare_serving(c, model, device, a);
    }
    return comparisons;
}

ErrorSummary summarize(const std::vector<const MeasuredComparison*>& some) {
    ErrorSummary s;
    std::vector<double> errors, signs;
    double banded = 0, inside = 0;
    for (const MeasuredComparison* c : some) {
        errors.push_back(std::fabs(c->error()));
        signs.push_back(c->error());
        banded += c->banded ? 1 : 0;
        inside += c->in_band() ? 1 : 0;
    }
    if (errors.empty()) return s;
    errors = sorted(std::move(errors));
    signs = sorted(std::move(signs));
    s.points = static_cast<double>(errors.size());
    s.median_error = quantile(errors, 0.5);
    s.ninth_decile = quantile(errors, 0.9);
    s.bias = quantile(signs, 0.5);
    if (banded > 0) s.in_band = inside / banded;
    return s;
}

}  // namespace ridgepoint
