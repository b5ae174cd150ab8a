/// GPTQ (Frantar et al. 2023, arXiv 2210.17323): the weights of an input are rounded one input after another, and what
/// rounding changed is made up for by the weights of the inputs still to come.
#pragma once

#include "quantized_matrix.hpp"

namespace ridgepoint::lm {

/// A symmetric matrix, row by row, of side² numbers.
struct Square {
    std::size_t side = 0;
    std::vector<double> values{};

    explicit Square(std::size_t n = 0) : side(n), values(n * n) {}
    double& at(std::size_t i, std::size_t j) { return values[i * side + j]; }
    double at(std::size_t i, std::size_t j) const { return values[i * side + j]; }
};

/// The inverse of a positive definite matrix. Worked: of {{4, 2}, {2, 2}} it is {{1/2, −1/2}, {−1/2, 1}}.
Square inverse(Square matrix);

/// Adds a hundredth of the mean of the diagonal to the diagonal of a Gram matrix, as GPTQ does before it is inverted,
/// or 1 where that is 0: inputs that never fire are taken as independent. Returns what was added.
double dampen(Square& gram);

/// Quantizes weights. `inverse` is that of the Gram matrix Σ x·xᵀ of their inputs over the calibration text, dampened.
/// (The paper works with its Cholesky factor, which in small matrices of doubles is not needed.) Weights that the mask
/// prunes become 0, and the later ones make up for them too, as in SparseGPT (Frantar & Alistarh 2023, arXiv
/// 2301.00774). With independent inputs, whose matrix is diagonal, and no mask this is round to nearest.
QuantizedMatrix gptq(Matrix weights, Square inverse, const Rounding& rounding, const Mask& mask = {});

}  // namespace ridgepoint::lm
