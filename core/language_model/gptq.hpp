/// GPTQ (Frantar et al. 2023, arXiv 2210.17323): the weights of an input are rounded one input after another, and what
/// rounding changed is made up for by the weights of the inputs still to come.
#pragma once

#include <optional>

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

/// The upper triangle U with UᵀU the inverse of a positive definite matrix. Nothing where it is not. Worked: of
/// {{4, 0}, {0, 1}} it is {{1/2, 0}, {0, 1}}.
std::optional<Square> inverse_factor(const Square& matrix);

/// What is added to the diagonal of a Gram matrix before it is inverted: a hundredth of its mean diagonal, or 1 where
/// that is 0.
double dampening(const Square& gram);

/// Quantizes weights whose inputs have the Gram matrix Σ x·xᵀ over the calibration text, dampened. Weights that the
/// mask prunes become 0, and the later ones make up for them too, as in SparseGPT (Frantar & Alistarh 2023, arXiv
/// 2301.00774). Inputs that never fire are taken as independent. With a diagonal Gram matrix and no mask this is round
/// to nearest.
QuantizedMatrix gptq(const Matrix& weights, const Square& gram, const Rounding& rounding, const Mask& mask = {});

}  // namespace ridgepoint::lm
