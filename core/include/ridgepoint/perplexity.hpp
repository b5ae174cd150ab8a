/// What compression does to a language model's perplexity, fitted to published tables: core/data/compression, one file
/// per algorithm, written by scripts/fit-calibration.
///
///     quantization   ln ratio = loss · e^(−slope·(bits − reference)) · (parameters / 7e9)^(−size)
///                               · (tokens / 2e12)^γ · G
///     pruning        ln ratio = loss, with 2:4 · P · (parameters / 7e9)^(−size)
///
/// G applies where a whole row shares one scale. Pruning is of half the weights, as in the tables: what zeros anywhere
/// cost is the same from 7 to 70 billion parameters, and what 2:4 costs beyond that falls with size. That
/// models lose more the longer they were trained, by a power of the tokens, is a law of Kumar et al. 2024 (Scaling Laws
/// for Precision).
#pragma once

#include "ridgepoint/model.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// How the compressed weights were chosen. `floating`: FP8, FP6, FP4; `w8a8`: activations in 8 bits as well.
enum class Algorithm { rtn, gptq, awq, omniquant, exl2, hqq, floating, w8a8, magnitude, sparsegpt, wanda };
inline constexpr std::array<std::string_view, 11> algorithm_names{
    "rtn", "gptq", "awq", "omniquant", "exl2", "hqq", "floating", "w8a8", "magnitude", "sparsegpt", "wanda"};
constexpr bool prunes(Algorithm a) { return a >= Algorithm::magnitude; }

/// An algorithm without a file has no figures: what was measured of it differs without bound between models.
struct AlgorithmFit {
    std::string id;
    double loss = 0;           ///< ln ratio at the reference, for seven billion parameters and two trillion tokens
    double slope_per_bit = 0;  ///< with each bit more the loss falls to e^−slope
    double reference_bits = 4;
    double size_exponent = 0;  ///< pruning: of 2:4 alone
    double tokens_exponent = 0;
    double whole_row_factor = 1;       ///< quantization: one scale a row; pruning: not used
    double least_bits = 1;             ///< fewest bits that were measured, with a scale a group
    double whole_row_least_bits = 1;   ///< and with one a row, where models fare alike
    double pattern_factor = 1;         ///< pruning: 2:4 instead of any weight
    double least_training_tokens = 0;  ///< pruning: of the models on which two documents agree
    double most_training_tokens = 0;   ///< and at most
    double low = 1, high = 1;          ///< 5th and 95th percentile of measured / predicted losses
    double floor = 0;                  ///< and at least so much loss may come on top
};

inline constexpr std::array algorithm_fit_fields{
    figure<&AlgorithmFit::id>("id", "name").must(),
    figure<&AlgorithmFit::loss>("loss", "ln(perplexity ratio) at the reference").range(0, 100).must(),
    figure<&AlgorithmFit::slope_per_bit>("slope_per_bit", "fall of the loss with each bit").range(0, 20),
    figure<&AlgorithmFit::reference_bits>("reference_bits", "bits at which the loss is given").range(1, 32),
    figure<&AlgorithmFit::size_exponent>("size_exponent", "fall of the loss with the parameters").range(-2, 2),
    figure<&AlgorithmFit::tokens_exponent>("tokens_exponent", "rise of the loss with the training tokens").range(0, 2),
    figure<&AlgorithmFit::whole_row_factor>("whole_row_factor", "loss with one scale a row / with groups")
        .range(0, 100),
    figure<&AlgorithmFit::least_bits>("least_bits", "fewest bits measured").range(1, 32),
    figure<&AlgorithmFit::whole_row_least_bits>("whole_row_least_bits", "fewest bits measured with one scale a row")
        .range(1, 32),
    figure<&AlgorithmFit::pattern_factor>("pattern_factor", "loss with 2:4 / with any weight").range(0, 100),
    figure<&AlgorithmFit::least_training_tokens>("least_training_tokens", "tokens that pruned models were trained on")
        .range(0, 1e18),
    figure<&AlgorithmFit::most_training_tokens>("most_training_tokens", "and at most").range(0, 1e18),
    figure<&AlgorithmFit::low>("low", "5th percentile of measured / predicted losses").range(0, 1).must(),
    figure<&AlgorithmFit::high>("high", "their 95th percentile").range(1, 1e3).must(),
    figure<&AlgorithmFit::floor>("floor", "loss that may come on top, at least").range(0, 10).must(),
};
RIDGEPOINT_DESCRIBE(AlgorithmFit, algorithm_fit_fields, "what was fitted to perplexities of a way to compress")

/// Perplexity of the compressed model / of the uncompressed one, and its band.
struct PerplexityRatio {
    double median = 1, low = 1, high = 1;
};

/// Why there is no such ratio.
enum class Unmeasured { algorithm, bits, whole_rows, training_tokens };
using MaybePerplexity = tl::expected<PerplexityRatio, Unmeasured>;

/// Where it is not published how many tokens a model was trained on: anything between Llama 1 and Llama 3, a band over
/// both and the figure of their geometric mean.
inline constexpr double fewest_training_tokens = 1e12, most_training_tokens = 15e12;

/// `fit`: null: nothing is fitted. `group`: weights that share a scale; 0: a whole row. Worked (RTN, 4 bits, groups,
/// 7e9 parameters, 2e12 tokens): e to the file's loss.
MaybePerplexity quantized_perplexity(const AlgorithmFit* fit, double bits, double group, const Model& model);

/// At half the weights.
MaybePerplexity pruned_perplexity(const AlgorithmFit* fit, bool n_m, const Model& model);

}  // namespace ridgepoint
