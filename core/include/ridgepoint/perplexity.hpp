/// What compression does to a language model's perplexity, fitted to published tables: core/data/compression, a file an
/// algorithm, written by scripts/fit-calibration.
///
///     quantization   ln ratio = loss · e^(−slope·(bits − reference)) · (parameters / 7e9)^(−size) · G
///     pruning        ln ratio = loss · (parameters / 7e9)^(−size) · P          at half the weights, where tables are
///
/// G applies where a whole row shares one scale, P to N:M patterns.
#pragma once

#include "ridgepoint/model.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// How the compressed weights were chosen. `floating`: FP8, FP6, FP4; `w8a8`: activations in 8 bits as well.
enum class Algorithm { rtn, gptq, awq, omniquant, exl2, hqq, floating, w8a8, magnitude, sparsegpt, wanda };
inline constexpr std::array<std::string_view, 11> algorithm_names{
    "rtn", "gptq", "awq", "omniquant", "exl2", "hqq", "floating", "w8a8", "magnitude", "sparsegpt", "wanda"};
constexpr bool prunes(Algorithm a) { return a >= Algorithm::magnitude; }

struct AlgorithmFit {
    std::string id;
    double loss = 0;           ///< ln ratio at the reference, for seven billion parameters
    double slope_per_bit = 0;  ///< with each bit more the loss falls to e^−slope
    double reference_bits = 4;
    double size_exponent = 0;
    double whole_row_factor = 1;  ///< quantization: one scale a row; pruning: not used
    double pattern_factor = 1;    ///< pruning: 2:4 instead of any weight
    double low = 1, high = 1;     ///< a twentieth of measured / predicted losses lies below, above
    double floor = 0;             ///< and so much loss may come on top, however small the predicted one
};

inline constexpr std::array algorithm_fit_fields{
    figure<&AlgorithmFit::id>("id", "name").must(),
    figure<&AlgorithmFit::loss>("loss", "ln(perplexity ratio) at the reference").range(0, 100).must(),
    figure<&AlgorithmFit::slope_per_bit>("slope_per_bit", "fall of the loss with each bit").range(0, 20),
    figure<&AlgorithmFit::reference_bits>("reference_bits", "bits at which the loss is given").range(1, 32),
    figure<&AlgorithmFit::size_exponent>("size_exponent", "fall of the loss with the parameters").range(-2, 2),
    figure<&AlgorithmFit::whole_row_factor>("whole_row_factor", "loss with one scale a row / with groups")
        .range(0, 100),
    figure<&AlgorithmFit::pattern_factor>("pattern_factor", "loss with 2:4 / with any weight").range(0, 100),
    figure<&AlgorithmFit::low>("low", "a twentieth of measured / predicted losses lies below").range(0, 1).must(),
    figure<&AlgorithmFit::high>("high", "a twentieth of them lies above").range(1, 1e3).must(),
    figure<&AlgorithmFit::floor>("floor", "loss that may come on top").range(0, 10).must(),
};
template <>
const Type& describe<AlgorithmFit>();

/// Perplexity of the compressed model / of the uncompressed one, and its band.
struct PerplexityRatio {
    double median = 1, low = 1, high = 1;
};

/// Fewest bits that the published tables say something of: below, ratios range from 1.1 to thousands.
inline constexpr double least_bits = 3;

/// `group`: weights that share a scale; 0: a whole row. Worked (RTN, 4 bits, groups, 7e9 parameters): the file's loss.
PerplexityRatio quantized_perplexity(const AlgorithmFit& fit, double bits, double group, double parameters);

/// At half the weights.
PerplexityRatio pruned_perplexity(const AlgorithmFit& fit, bool n_m, double parameters);

}  // namespace ridgepoint
