/// Quantization and pruning: how much smaller, how much faster, at what cost in accuracy.
#pragma once

#include "ridgepoint/perplexity.hpp"
#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

enum class Method { quantization, pruning };
inline constexpr std::array<std::string_view, 2> method_names{"quantization", "pruning"};

enum class Pattern { unstructured, structured, n_m };
inline constexpr std::array<std::string_view, 3> pattern_names{"unstructured", "structured", "n_m"};

struct CompressRequest {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
    Method method = Method::quantization;
    double bits = 8;
    double sparsity = 0;
    Pattern pattern = Pattern::unstructured;
    Maybe<Algorithm> algorithm;
    double group_size = 128;
    double batch = 1;
    Maybe<Scheme> scheme;
    Assumptions assumptions;
};

inline constexpr std::array compress_request_fields{
    fields::model<CompressRequest>,
    fields::hardware<CompressRequest>,
    field<&CompressRequest::method>("method", "fewer bits per weight, or fewer weights").choices(method_names),
    field<&CompressRequest::bits>("bits", "bits per weight after quantization").whole(1, 32).slider(1, 32),
    field<&CompressRequest::sparsity>("sparsity", "share of the weights pruned").range(0, 1).slider(0, 0.99),
    field<&CompressRequest::pattern>("pattern",
                                     "which weights may be pruned: any, whole rows or channels, N of every M")
        .choices(pattern_names),
    field<&CompressRequest::algorithm>(
        "algorithm", "calibrated: the quantization or pruning algorithm; absent: rtn, or wanda for pruning")
        .choices(algorithm_names),
    field<&CompressRequest::group_size>("group_size", "calibrated: weights that share a scale; 0: a whole row")
        .whole(0, 65536)
        .slider(0, 256),
    fields::batch<CompressRequest>,
    fields::scheme<CompressRequest>,
    fields::assumptions<CompressRequest>,
};
RIDGEPOINT_DESCRIBE(CompressRequest, compress_request_fields, "a network quantized or pruned")

struct CompressResult {
    Bytes<> original, compressed;
    double compression_ratio = 1;
    Maybe<Precision> precision;
    std::optional<double> accuracy_delta;
    std::optional<double> perplexity_ratio, bits_per_weight;
    std::optional<Interval<double>> perplexity_ratio_band;
    std::vector<std::string> algorithms;
    double memory_savings = 0;
    double speedup = 1;
    std::optional<Interval<double>> speedup_band;
    Regime regime = Regime::memory;
    std::vector<std::string> unread;
    Remarks notes;
};

inline constexpr std::array compress_result_fields{
    figure<&CompressResult::original>("original_bytes", "weights at 32 bits").in("bytes"),
    figure<&CompressResult::compressed>("compressed_bytes", "weights after compression").in("bytes"),
    figure<&CompressResult::compression_ratio>("compression_ratio", "original / compressed"),
    figure<&CompressResult::precision>(
        "precision", "the number format with that many bits; null: there is none, or the model is pruned")
        .choices(precision_names),
    figure<&CompressResult::accuracy_delta>("accuracy_delta",
                                            "estimated change of accuracy, as a fraction: -0.025 is "
                                            "2.5 points lost; calibrated: null"),
    figure<&CompressResult::perplexity_ratio>("perplexity_ratio",
                                              "calibrated: perplexity after / before; null: no published figure"),
    lower<&CompressResult::perplexity_ratio_band>("perplexity_ratio_low",
                                                  "calibrated: 5th percentile of measured ratios"),
    upper<&CompressResult::perplexity_ratio_band>("perplexity_ratio_high",
                                                  "calibrated: 95th percentile of measured ratios"),
    figure<&CompressResult::bits_per_weight>(
        "bits_per_weight",
        "calibrated: bits stored per weight of a language model, including a 16-bit scale and a zero point per group, "
        "or as in the software's own file format"),
    figure<&CompressResult::algorithms>(
        "algorithms", "calibrated: values of `algorithm` for which published tables give a perplexity here"),
    figure<&CompressResult::memory_savings>("memory_savings", "bytes saved as a share of original_bytes"),
    figure<&CompressResult::speedup>(
        "speedup", "time of a step at 32 bits / time of the compressed step, on a device with room for both"),
    lower<&CompressResult::speedup_band>("speedup_low", "calibrated: 5th percentile of measured speedups"),
    upper<&CompressResult::speedup_band>("speedup_high", "calibrated: 95th percentile of measured speedups"),
    figure<&CompressResult::regime>("regime", "what limits the uncompressed step").choices(regime_names),
    figure<&CompressResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&CompressResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(CompressResult, compress_result_fields, "its size, estimated accuracy and speedup")

/// Size, estimated accuracy and speedup of a compressed model against the same model in FP32.
///
/// Accuracy figures are estimates: medians of Gholami et al. 2021 (quantization) and Blalock et al. 2020 (pruning),
/// not a prediction for one model. The speedup is that of the step `roofline` times, a language model's with a context
/// of 2048 tokens. Worked: 4 bits: ratio 8, accuracy -0.025, savings 0.875.
/// Errors: a field outside its range.
Expected<CompressResult> compress(const CompressRequest& request);

/// Estimated change of accuracy from quantizing to `bits`.
double quantization_accuracy_delta(double bits, Accounting accounting);

/// Estimated change of accuracy from pruning a share `sparsity` of the weights.
double pruning_accuracy_delta(double sparsity, Accounting accounting);

}  // namespace ridgepoint
