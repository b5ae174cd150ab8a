#include "ridgepoint/compress.hpp"

#include <cmath>

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fit_reach.hpp"
#include "inference.hpp"
#include "model/phrases/compress.hpp"
#include "notes.hpp"
#include "ridgepoint/fits.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

constexpr double baseline_bits = 32;
constexpr double largest_sparsity = 0.99;

/// 2:4 sparsity is the pattern that tensor cores since Ampere skip (Mishra et al. 2021).
constexpr double n_m_sparsity = 0.5, n_m_tolerance = 0.05, n_m_speedup = 2;

std::optional<Precision> precision_of(double bits) {
    if (bits == 32) return Precision::fp32;
    if (bits == 16) return Precision::fp16;
    if (bits == 8) return Precision::int8;
    if (bits == 4) return Precision::int4;
    return std::nullopt;
}

/// The reference caps the sparsity where nothing would be left, and only there.
double effective_sparsity(const CompressRequest& r) {
    if (!r.assumptions.corrected() && r.sparsity < 1) return r.sparsity;
    return std::fmin(r.sparsity, largest_sparsity);
}

bool is_n_m(double sparsity) { return std::fabs(sparsity - n_m_sparsity) <= n_m_tolerance + 1e-12; }

/// Bits a weight takes, scales included where the software's files have them.
double bits_in_file(const CompressRequest& r) {
    const std::optional<Precision> p = precision_of(r.bits);
    return p ? file_bytes(*p, r.assumptions) * bits_per_byte : r.bits;
}

/// Whether published tables say what so many bits cost, of which scales are part.
bool has_tables(const CompressRequest& r) { return r.assumptions.fit != nullptr && generates_tokens(*r.model); }

/// Bits that a weight takes with its scales. A group has a scale, and a zero of as many bits as its weights; a whole
/// row's are next to nothing. A file of the software's own has scales of its own.
double stored_bits(const CompressRequest& r) {
    constexpr double scale_bits = 16;
    const double in_file = bits_in_file(r);
    if (!has_tables(r) || in_file != r.bits || r.bits >= scale_bits || r.group_size == 0) return in_file;
    return r.bits + (scale_bits + r.bits) / r.group_size;
}

double ratio_of(const CompressRequest& r) {
    return r.method == Method::quantization ? baseline_bits / stored_bits(r) : 1 / (1 - effective_sparsity(r));
}

/// Share of bytes and work that the pruned step keeps: only patterns that kernels can skip save time.
double kept_share(const CompressRequest& r) {
    if (r.pattern == Pattern::structured) return 1 - effective_sparsity(r);
    if (r.pattern == Pattern::n_m && is_n_m(r.sparsity)) return 1 / n_m_speedup;
    return 1;
}

RooflineRequest baseline_request(const CompressRequest& r) {
    RooflineRequest b;
    b.model = r.model;
    b.hardware = r.hardware;
    b.batch = r.batch;
    b.precision = Precision::fp32;
    b.assumptions = r.assumptions;
    // Beyond the memory a comparison would say more of the host link than of bits, so both are timed with room.
    if (b.assumptions.corrected()) b.assumptions.offload = Offload::ignore;
    return b;
}

Scheme scheme_for(const CompressRequest& r) {
    return scheme_of(r, r.hardware.get(), precision_of(r.bits).value_or(Precision::fp16));
}

FlopPerSecond<> quantized_rate(const CompressRequest& r) {
    return compute_rate(r.hardware->peak, precision_of(r.bits).value_or(Precision::fp16), scheme_for(r)).peak;
}

/// What is quantized is stored in so many bits, but activations that stay in 16. Pruned structures take their
/// activations with them; the cache of a language model stays.
Stored stored_after(const CompressRequest& r) {
    constexpr double bytes = baseline_bits / bits_per_byte;
    const bool follows = r.assumptions.kv_precision == CachePrecision::weights;
    const double kept = bytes_per_value(format_beside(r.assumptions.kv_precision, Precision::fp32));
    if (r.method == Method::pruning)
        return {bytes, kept, r.pattern == Pattern::structured ? bytes * kept_share(r) : bytes, kept_share(r)};
    const double quantized = bits_in_file(r) / bits_per_byte;
    const std::optional<Precision> p = precision_of(r.bits);
    const bool in_its_format = p && (!is_quantized(*p) || scheme_for(r) == Scheme::native);
    return {quantized, follows ? quantized : kept, in_its_format ? quantized : expanded_bytes};
}

double corrected_speedup(const CompressRequest& r) {
    const RooflineRequest baseline = baseline_request(r);
    Machine<> machine = roofline_machine(baseline);
    const Seconds<> before = time_step(roofline_workload(baseline).step, machine).latency;
    if (r.method == Method::quantization) machine.peak = quantized_rate(r);
    const Step after = forward_step(*r.model, baseline.assumptions, stored_after(r), r.batch, baseline.context);
    return before / time_step(after, machine).latency;
}

FlopPerSecond<> fp16_rate(const CompressRequest& r) {
    return compute_rate(r.hardware->peak, Precision::fp16, Scheme::native).peak;
}

/// The reference holds FLOP per FP32 byte against the FP16 ridge.
bool textbook_memory_bound(const CompressRequest& r) {
    const FlopPerByte<> intensity = forward_work(*r.model) / weight_bytes(*r.model, bytes_per_value(Precision::fp32));
    return intensity < fp16_rate(r) / r.hardware->memory_bandwidth;
}

/// The reference holds a compute-bound model's rate against FP16.
double textbook_speedup(const CompressRequest& r) {
    if (r.method == Method::pruning)
        return r.pattern == Pattern::n_m ? (is_n_m(r.sparsity) ? n_m_speedup : 1) : 1 / kept_share(r);
    return textbook_memory_bound(r) ? ratio_of(r) : quantized_rate(r) / fp16_rate(r);
}

Algorithm algorithm_of(const CompressRequest& r) {
    return r.algorithm.chosen.value_or(r.method == Method::quantization ? Algorithm::rtn : Algorithm::wanda);
}

/// Perplexity after / before by the published tables; empty: they say nothing of such a request.
std::optional<MaybePerplexity> perplexity_of(const CompressRequest& r, Algorithm algorithm) {
    const auto& fits = Fits::embedded();
    if (!fits || !generates_tokens(*r.model)) return std::nullopt;
    const AlgorithmFit* fit = fits->of(algorithm);
    if (r.method == Method::quantization)
        return r.bits >= baseline_bits / 2 ? PerplexityRatio{}
                                           : quantized_perplexity(fit, r.bits, r.group_size, *r.model);
    if (r.sparsity == 0) return PerplexityRatio{};
    if (r.pattern == Pattern::structured || !is_n_m(r.sparsity)) return std::nullopt;
    return pruned_perplexity(fit, r.pattern == Pattern::n_m, *r.model);
}

void fill_perplexity(const CompressRequest& r, CompressResult& result) {
    for (std::size_t i = 0; i < algorithm_names.size(); ++i) {
        const auto algorithm = static_cast<Algorithm>(i);
        if (prunes(algorithm) != (r.method == Method::pruning)) continue;
        if (const auto ratio = perplexity_of(r, algorithm); ratio && *ratio)
            result.algorithms.emplace_back(algorithm_names[i]);
    }
    const auto ratio = perplexity_of(r, algorithm_of(r));
    if (!ratio || !*ratio) return;
    result.perplexity_ratio = (*ratio)->median;
    result.perplexity_ratio_band = {(*ratio)->low, (*ratio)->high};
}

const Phrase& without_perplexity(Unmeasured why) {
    switch (why) {
        case Unmeasured::algorithm:
            return phrases::unbounded_perplexity;
        case Unmeasured::bits:
            return phrases::bits_not_measured;
        case Unmeasured::whole_rows:
            return phrases::rows_not_measured;
        default:
            return phrases::tokens_not_measured;
    }
}

void note_perplexity(const CompressRequest& r, Remarks& notes) {
    constexpr double usual_group = 128;
    const std::string_view algorithm = algorithm_names[static_cast<unsigned>(algorithm_of(r))];
    const auto ratio = perplexity_of(r, algorithm_of(r));
    if (!ratio) {
        notes.push_back({phrases::perplexity_unknown});
    } else if (!*ratio) {
        notes.push_back({without_perplexity(ratio->error()), {algorithm}});
    } else {
        notes.push_back({phrases::perplexity_fitted, {algorithm}});
        if (r.method == Method::quantization && r.group_size != 0 && r.group_size != usual_group)
            notes.push_back({phrases::groups_fitted_as_one, {r.group_size}});
        if (r.method == Method::quantization && !r.model->training_tokens)
            notes.push_back({phrases::training_tokens_unknown, {fewest_training_tokens, most_training_tokens}});
    }
}

const Phrase* beyond_fit(const CompressRequest& r) {
    RooflineRequest step = baseline_request(r);
    step.precision = precision_of(r.bits).value_or(Precision::fp16);
    return ridgepoint::beyond_fit(step);
}

void note_calibrated(const CompressRequest& r, Remarks& notes) {
    const Assumptions& a = r.assumptions;
    if (const Phrase* why = beyond_fit(r)) note_no_band(notes, *why, a, *r.hardware);
    else note_band(notes, a, as_fitted(a) ? &a.fit->ratio : nullptr, phrases::speedups_measured);
    note_vector_rate(notes, a, *r.hardware);
    note_perplexity(r, notes);
}

/// The survey's networks are of images, and its zeros lie anywhere.
void note_pruning(const CompressRequest& r, Remarks& notes) {
    if (generates_tokens(*r.model)) notes.push_back({phrases::pruned_language_model});
    if (r.pattern == Pattern::structured) notes.push_back({phrases::structures_cost_more});
}

void note_surveys(const CompressRequest& r, Remarks& notes) {
    if (r.method == Method::quantization) {
        notes.push_back({phrases::survey_of_quantization});
        return;
    }
    notes.push_back({phrases::survey_of_pruning});
    if (r.sparsity > 0) note_pruning(r, notes);
    if (r.assumptions.corrected()) notes.push_back({phrases::pruning_curve});
}

/// The speedup but for what no pruning shortens: the overhead, and for most models something else.
const Phrase& without_what_stays(const CompressRequest& r) {
    if (generates_tokens(*r.model)) return phrases::without_overhead_and_cache;
    return r.pattern == Pattern::structured ? phrases::without_overhead : phrases::without_overhead_and_activations;
}

/// The format whose rate times the compressed step: of fewer bits where arithmetic has them and they are what binds.
Precision timed_format(const CompressRequest& r) {
    if (r.method == Method::pruning || (!r.assumptions.corrected() && textbook_memory_bound(r))) return Precision::fp32;
    return precision_of(r.bits).value_or(Precision::fp16);
}

void note_unread(const CompressRequest& r, const CompressResult& result, Remarks& notes) {
    Remark method{phrases::in_pruning};
    if (r.method == Method::quantization) method = {phrases::in_quantization, {r.bits}};
    if (r.assumptions.fit == nullptr) method = {phrases::uncalibrated, {method}};
    note_unread(notes, describe<CompressRequest>(), &r, result.unread, method);
    if (!r.assumptions.corrected() && r.batch != 1) notes.push_back({phrases::textbook_batch});
}

void note_quantization(const CompressRequest& r, Remarks& notes) {
    if (const auto p = precision_of(r.bits)) {
        note_file(notes, *p, r.assumptions);
        note_arithmetic(notes, r, *r.hardware, *p);
    } else notes.push_back({phrases::no_such_arithmetic, {r.bits}});
    if (!r.assumptions.corrected()) notes.push_back({phrases::textbook_quantization});
}

void note_sparsity(const CompressRequest& r, Remarks& notes) {
    if (effective_sparsity(r) < r.sparsity) notes.push_back({phrases::sparsity_capped});
    if (r.sparsity > 0 && kept_share(r) == 1) notes.push_back({phrases::zeros_save_no_time});
    if (!r.assumptions.corrected()) notes.push_back({phrases::textbook_pruning});
}

void add_notes(const CompressRequest& r, CompressResult& result) {
    Remarks& notes = result.notes;
    const bool quantized = r.method == Method::quantization;
    if (r.assumptions.fit != nullptr) note_calibrated(r, notes);
    else note_surveys(r, notes);
    if (!quantized && r.assumptions.corrected() && kept_share(r) < 1)
        notes.push_back({without_what_stays(r), {1 / kept_share(r)}});
    note_unread(r, result, notes);
    if (quantized) note_quantization(r, notes);
    else note_sparsity(r, notes);
}

}  // namespace

double quantization_accuracy_delta(double bits, Accounting accounting) {
    if (bits >= 16) return 0;
    const bool at_least_int8 = accounting == Accounting::corrected ? bits >= 8 : bits == 8;
    if (at_least_int8) return -0.002;
    return bits >= 4 ? -0.025 : -0.05;
}

double pruning_accuracy_delta(double sparsity, Accounting accounting) {
    const double s = std::fmin(sparsity, largest_sparsity + (accounting == Accounting::textbook ? 1 : 0));
    constexpr double knee = 0.5, knee_delta = -0.001, published_from = 0.75;
    const double published = -0.01 * exponential(2 * s);
    if (accounting == Accounting::textbook) return s <= knee ? knee_delta : published;
    if (s <= knee) return knee_delta * s / knee;
    const double ramp = std::fmin((s - knee) / (published_from - knee), 1);
    return knee_delta + ramp * (published - knee_delta);
}

Expected<CompressResult> compress(const CompressRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const bool quantized = request.method == Method::quantization;
    if (request.algorithm.chosen && prunes(*request.algorithm.chosen) == quantized)
        return fail(ErrorCode::not_applicable, "algorithm",
                    {quantized ? phrases::algorithm_prunes : phrases::algorithm_quantizes,
                     {algorithm_names[static_cast<unsigned>(*request.algorithm.chosen)]}});
    const Accounting accounting = request.assumptions.accounting;
    CompressResult result;
    result.original = weight_bytes(*request.model, bytes_per_value(Precision::fp32));
    result.compression_ratio = ratio_of(request);
    result.compressed = result.original / result.compression_ratio;
    if (quantized) result.precision.chosen = precision_of(request.bits);
    if (quantized && has_tables(request)) result.bits_per_weight = stored_bits(request);
    result.memory_savings = 1 - 1 / result.compression_ratio;
    result.speedup = request.assumptions.corrected() ? corrected_speedup(request) : textbook_speedup(request);
    if (beyond_fit(request) == nullptr) result.speedup_band = speedup_band(request.assumptions, result.speedup);
    if (request.assumptions.fit != nullptr) {
        fill_perplexity(request, result);
    } else {
        result.accuracy_delta = quantized ? quantization_accuracy_delta(request.bits, accounting)
                                          : pruning_accuracy_delta(request.sparsity, accounting);
    }
    const RooflineRequest baseline = baseline_request(request);
    result.regime = time_step(roofline_workload(baseline).step, roofline_machine(baseline)).regime;
    result.unread = unread_fields(request, baseline, timed_format(request));
    add_notes(request, result);
    return result;
}

}  // namespace ridgepoint
