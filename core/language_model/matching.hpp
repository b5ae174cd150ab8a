/// Weights that make up for what the layers before them got wrong, for GPTQ to start from.
///
/// GPTQ as published keeps the output of a layer, on the inputs that the quantized layers before it give, as it was.
/// GPTAQ (Li et al. 2025, arXiv 2504.02692) aims at the output in the model as trained, on its own inputs; so does
/// this. The linear layers of a block are quantized one after another, and each first gets the weights that bring its
/// output closest to that aim. Two things differ from the paper: the weights are fitted by least squares before the
/// steps of GPTQ, which the paper changes instead; and `out` and `down` aim at the residual stream after them, so that
/// they also make up for what earlier layers have done to it.
#pragma once

#include <functional>
#include <span>

#include "forward.hpp"
#include "gptq.hpp"

namespace ridgepoint::lm {

/// A window of the calibration text on its way through a model.
struct Passing {
    std::vector<float> stream{}, input{};  ///< the residual stream, and the inputs of the linear layer it has come to
};

/// The same window in the model as trained and in the quantized one.
struct Passage {
    Passing trained{}, quantized{};
};

/// The windows of a text before the first block.
std::vector<Passage> passages(const Model& model, std::span<const Token> text);

/// The weights w that bring Σ ‖x·w − y‖² + dampening·‖w − weights‖² to its least, from Σ x·xᵀ and Σ x·yᵀ, which is in
/// the order of Matrix::values. Worked: where one input of 10 should give 5, a weight of 0 becomes 50/101.
Matrix matched(const Matrix& weights, const Square& gram, const std::vector<double>& products);

/// Quantizes the linear layers of a block of `model` one after another, takes the windows through the block, and leaves
/// in `model` what the weights became. `quantize` gets a layer's inputs and weights to aim at, and returns what it
/// makes of them.
void quantize_in_turn(const Model& trained, Model& model, std::size_t block, std::vector<Passage>& windows,
                      const std::function<Matrix(Part part, const Matrix& weights, const Square& gram)>& quantize);

}  // namespace ridgepoint::lm
