/// A small language model, quantized and pruned for real: what it predicts, writes and weighs afterwards.
///
/// Everything but `tokens_per_s` and `reference_tokens_per_s` follows from the request and the files, to the last bit
/// in every build.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ridgepoint/call.hpp"
#include "ridgepoint/describe.hpp"
#include "ridgepoint/moe_router/clock.hpp"

namespace ridgepoint {

enum class ModelSize { large, small };
inline constexpr std::array<std::string_view, 2> model_size_names{"large", "small"};

enum class QuantizeMethod { rounding, gptq, awq, smoothquant };
inline constexpr std::array<std::string_view, 4> quantize_method_names{"rounding", "gptq", "awq", "smoothquant"};

enum class WeightBits { b16, b8, b7, b6, b5, b4, b3, b2 };
inline constexpr std::array<std::string_view, 8> weight_bits_names{"16", "8", "7", "6", "5", "4", "3", "2"};

enum class Granularity { tensor, channel, group };
inline constexpr std::array<std::string_view, 3> granularity_names{"tensor", "channel", "group"};

enum class ActivationFormat { fp16, int8_per_tensor, int8_per_token };
inline constexpr std::array<std::string_view, 3> activation_format_names{"fp16", "int8_per_tensor", "int8_per_token"};

enum class CacheBits { b16, b8, b4 };
inline constexpr std::array<std::string_view, 3> cache_bits_names{"16", "8", "4"};

enum class PruneMethod { none, magnitude, wanda };
inline constexpr std::array<std::string_view, 3> prune_method_names{"none", "magnitude", "wanda"};

enum class PrunePattern { unstructured, two_of_four, channels };
inline constexpr std::array<std::string_view, 3> prune_pattern_names{"unstructured", "two_of_four", "channels"};

struct QuantizeRequest {
    ModelSize size = ModelSize::large;
    QuantizeMethod method = QuantizeMethod::rounding;
    WeightBits bits = WeightBits::b4;
    Granularity granularity = Granularity::channel;
    double group = 32;
    ActivationFormat activations = ActivationFormat::fp16;
    CacheBits kv_bits = CacheBits::b16;
    PruneMethod prune = PruneMethod::none;
    PrunePattern pattern = PrunePattern::unstructured;
    double sparsity = 0.5;
    double outliers = 1;
    double windows = 32;
    double draft_tokens = 0;
    double temperature = 0.7;
    double seed = 1;
};
inline constexpr std::array quantize_request_fields{
    field<&QuantizeRequest::size>("size", "the model, of two that were trained on the same text")
        .choices(model_size_names),
    field<&QuantizeRequest::method>("method",
                                    "how weights become levels: to the nearest (rounding), GPTQ, AWQ or SmoothQuant")
        .choices(quantize_method_names),
    field<&QuantizeRequest::bits>("bits", "bits per weight of the linear layers; 16 leaves them unquantized")
        .choices(weight_bits_names),
    field<&QuantizeRequest::granularity>("granularity",
                                         "what shares a scale: a matrix, an output, or a group of an output’s inputs")
        .choices(granularity_names),
    field<&QuantizeRequest::group>("group", "inputs in a group").whole(4, 256).log_slider(8, 128),
    field<&QuantizeRequest::activations>("activations",
                                         "inputs of the linear layers: unquantized, or 8 bits with one scale fixed by "
                                         "calibration or one scale per token")
        .choices(activation_format_names),
    field<&QuantizeRequest::kv_bits>("kv_bits", "bits of cached keys and values, a scale for each token and head")
        .choices(cache_bits_names),
    field<&QuantizeRequest::prune>(
        "prune",
        "which weights are pruned first: the smallest, or those smallest when multiplied by their inputs (Wanda)")
        .choices(prune_method_names),
    field<&QuantizeRequest::pattern>("pattern",
                                     "which weights may be pruned: any, two of every four, or whole channels")
        .choices(prune_pattern_names),
    field<&QuantizeRequest::sparsity>(
        "sparsity", "share of the weights, or channels, that are pruned; always half for two of every four")
        .range(0, 0.9)
        .slider(0, 0.9),
    field<&QuantizeRequest::outliers>(
        "outliers",
        "factor by which two channels of each norm are scaled up, with the weights that follow scaled down to match")
        .range(1, 1000)
        .log_slider(1, 1000),
    field<&QuantizeRequest::windows>("windows", "windows of 128 tokens of the held-out text to predict")
        .whole(2, 105)
        .log_slider(8, 105),
    field<&QuantizeRequest::draft_tokens>(
        "draft_tokens", "tokens that the small model drafts per round of speculative decoding; 0: no drafting")
        .whole(0, 8)
        .slider(0, 8),
    field<&QuantizeRequest::temperature>(
        "temperature", "sampling temperature of the generated text; lower values favour likelier tokens")
        .range(0.05, 2)
        .slider(0.2, 1.5),
    field<&QuantizeRequest::seed>("seed", "of the random numbers that choose among tokens").whole(0, 1e9).slider(1, 20),
};
RIDGEPOINT_DESCRIBE(QuantizeRequest, quantize_request_fields, "a language model to quantize")

/// For forms, which show a request before it is answered.
inline constexpr std::array quantize_unread{
    Unread{"method", "bits", "16"},
    Unread{"granularity", "bits", "16"},
    Unread{"group", "bits", "16"},
    Unread{"group", "granularity", "tensor"},
    Unread{"group", "granularity", "channel"},
    Unread{"pattern", "prune", "none"},
    Unread{"sparsity", "prune", "none"},
    Unread{"sparsity", "pattern", "two_of_four"},
};

struct QuantizeResult {
    double parameters = 0, tokens = 0;
    double perplexity = 0, perplexity_error = 0;
    double reference_perplexity = 0, reference_perplexity_error = 0;
    double perplexity_ratio = 1, perplexity_ratio_error = 0;
    double loss = 0, loss_increase = 0, loss_increase_error = 0;
    bool beyond_chance = false;
    double bytes = 0, reference_bytes = 0, bits_per_weight = 0, kv_bytes_per_token = 0;
    std::optional<double> tokens_per_s, reference_tokens_per_s;
    std::vector<double> stream_errors;
    std::vector<double> histogram_edges, histogram_before, histogram_after;
    std::string prompt, text_before, text_after;
    std::optional<double> acceptance, expected_acceptance, tokens_per_round, expected_tokens_per_round;
};
inline constexpr std::array quantize_result_fields{
    figure<&QuantizeResult::parameters>("parameters", "weights of the model"),
    figure<&QuantizeResult::tokens>("tokens", "tokens of the held-out text that were predicted"),
    figure<&QuantizeResult::perplexity>("perplexity", "of a token: e to the mean loss"),
    figure<&QuantizeResult::perplexity_error>("perplexity_error", "its standard error, over windows"),
    figure<&QuantizeResult::reference_perplexity>("reference_perplexity", "of the model as it was trained, in FP16"),
    figure<&QuantizeResult::reference_perplexity_error>("reference_perplexity_error", "its standard error"),
    figure<&QuantizeResult::perplexity_ratio>("perplexity_ratio", "perplexity / reference_perplexity"),
    figure<&QuantizeResult::perplexity_ratio_error>("perplexity_ratio_error",
                                                    "its standard error, window against window"),
    figure<&QuantizeResult::loss>("loss", "mean loss").in("nat/token"),
    figure<&QuantizeResult::loss_increase>("loss_increase", "by how much it is above that of fp16").in("nat/token"),
    figure<&QuantizeResult::loss_increase_error>("loss_increase_error",
                                                 "standard error of the increase, window against window")
        .in("nat/token"),
    figure<&QuantizeResult::beyond_chance>("beyond_chance", "the increase is more than twice its standard error"),
    figure<&QuantizeResult::bytes>("bytes",
                                   "everything that is stored, as packed: linear layers, embedding in fp16, gains")
        .in("byte"),
    figure<&QuantizeResult::reference_bytes>("reference_bytes", "the same of fp16").in("byte"),
    figure<&QuantizeResult::bits_per_weight>("bits_per_weight", "of the linear layers, with scales, zeros and places")
        .in("bit"),
    figure<&QuantizeResult::kv_bytes_per_token>("kv_bytes_per_token", "cached keys and values of a token").in("byte"),
    figure<&QuantizeResult::tokens_per_s>("tokens_per_s",
                                          "generated on this computer, one at a time, from the packed weights")
        .in("1/s"),
    figure<&QuantizeResult::reference_tokens_per_s>("reference_tokens_per_s", "the same of fp16").in("1/s"),
    figure<&QuantizeResult::stream_errors>("stream_errors",
                                           "change of the residual stream, as a share of its length: after attention "
                                           "and MLP of each block, then of the logits"),
    figure<&QuantizeResult::histogram_edges>("histogram_edges", "where the bars of the histograms begin and end"),
    figure<&QuantizeResult::histogram_before>("histogram_before",
                                              "weights of the first gate_up matrix in each bar, before"),
    figure<&QuantizeResult::histogram_after>("histogram_after", "and after"),
    figure<&QuantizeResult::prompt>("prompt", "the prompt that the generated texts continue"),
    figure<&QuantizeResult::text_before>("text_before", "what the model in fp16 writes"),
    figure<&QuantizeResult::text_after>("text_after", "what this one writes"),
    figure<&QuantizeResult::acceptance>("acceptance", "share of the drafted tokens that the model kept"),
    figure<&QuantizeResult::expected_acceptance>("expected_acceptance",
                                                 "Σ min(p, q) over tokens, the mean of what is to be kept"),
    figure<&QuantizeResult::tokens_per_round>("tokens_per_round", "mean tokens produced per round of drafting"),
    figure<&QuantizeResult::expected_tokens_per_round>(
        "expected_tokens_per_round", "(1 − αᵞ⁺¹)/(1 − α) with the acceptance α of γ drafts (Leviathan et al. 2023)"),
};
RIDGEPOINT_DESCRIBE(QuantizeResult, quantize_result_fields,
                    "how well the quantized model predicts text, its size and its speed")

struct QuantizeHost {
    Clock* clock = nullptr;  ///< null: nothing is timed
    /// Called with the share done, 0 to 1, and what is done; false stops.
    std::function<bool(double done, std::string_view stage)> progress = [](double, std::string_view) { return true; };
};

/// The models and the text, with what they have in common for all runs.
class QuantizeLab {
public:
    /// `large` and `small` are files of scripts/train-model, of which one may be empty; `text` is
    /// core/data/texts/moby-dick.txt. Errors: as read_weights; not_applicable where the text lacks its chapters, a
    /// tokenizer lacks a character, or the two files are of different tokenizers.
    static Expected<QuantizeLab> open(std::string_view large, std::string_view small, std::string_view text);

    /// Errors: a field out of range; not_applicable for combinations that mean nothing, such as SmoothQuant without
    /// 8-bit activations, and for a run that was stopped. Worked: the defaults, the larger model to nearest in 4 bits
    /// with a scale for each output, are in the model card.
    Expected<QuantizeResult> run(const QuantizeRequest& request, const QuantizeHost& host = {});

    QuantizeLab(QuantizeLab&&) noexcept;
    ~QuantizeLab();

private:
    struct State;
    explicit QuantizeLab(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// The call's name and types, for schemas, flags and declarations.
const Call& quantize_call();

}  // namespace ridgepoint
