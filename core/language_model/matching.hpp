/// Weights that make up for what the layers before them got wrong, for GPTQ to start from.
///
/// GPTQ as published keeps the output of a layer, on the inputs that the quantized layers before it give, as it was.
/// GPTAQ (Li et al. 2025, arXiv 2504.02692) aims at the output in the model as trained, on its own inputs; so does
/// this. The linear layers of a block are quantized one after another, and each first gets the weights that bring its
/// output closest to that aim. Two things differ from the paper: the weights are fitted by least squares before the
/// steps of GPTQ, which the paper changes instead; and `out` and `down` aim at the residual stream after them, so that
/// they also make up for what earlier layers have done to it.
#pragma once

#include <span>

#include "calibration.hpp"
#include "forward.hpp"

namespace ridgepoint::lm {

/// Rows of floats for each window of a text.
using Windows = std::vector<std::vector<float>>;

/// The residual streams of the first windows of a text, `most` at most, before the first block.
Windows embedded_windows(const Model& model, std::span<const Token> text, std::size_t most);

/// The weights w that bring Σ ‖x·w − y‖² + added·‖w − weights‖² to its least: from the inverse of Σ x·xᵀ with `added`
/// on the diagonal, and Σ x·yᵀ in the order of Matrix::values. Worked: where one input of 10 should give 5, a weight of
/// 0 becomes 50/101 with 1 added.
Matrix matched(const Matrix& weights, const Square& inverse, double added, const std::vector<double>& products);

/// Windows on their way through a block of a model, linear layer by linear layer.
class BlockWalk {
public:
    BlockWalk(const Model& model, std::size_t block, Windows& residual_streams);

    /// Takes a window through a linear layer, and what it hands on: its outputs, or the residual stream with them.
    const std::vector<float>& pass(Part part, std::size_t window);
    void pass(Part part);

    Windows& streams;
    Windows inputs;  ///< of the linear layer that comes next

private:
    const Model& model_;
    std::size_t block_;
    Layers layers_;
    BlockTrace trace_;
};

/// What a layer of the model as trained becomes before it is quantized, and what GPTQ asks of its inputs, or nothing.
struct Aim {
    Matrix weights;
    Square inverse{};
};

/// Takes `trained` through a linear layer to see where that of the quantized model, whose windows are before it, should
/// aim.
Aim aim_of(Part part, const Matrix& weights, BlockWalk& trained, const BlockWalk& quantized);

}  // namespace ridgepoint::lm
