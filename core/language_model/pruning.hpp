/// Which weights of a layer matter least.
#pragma once

#include "calibration.hpp"

namespace ridgepoint::lm {

/// What a weight counts for: its size, or its size times the length of its input over the calibration text (Wanda; Sun
/// et al. 2024, arXiv 2306.11695).
enum class Importance { magnitude, wanda };

/// A share of the weights goes, the least important: by magnitude of the whole matrix, by Wanda of each output, as the
/// papers compare them. Worked: half of {1, −3, 2, 4} by magnitude keeps −3 and 4. Equal ones go in order.
Mask prune_share(const Matrix& weights, const InputStatistics& statistics, Importance importance, double share);

/// Keeps the two most important of every four inputs of an output.
Mask prune_two_of_four(const Matrix& weights, const InputStatistics& statistics, Importance importance);

/// Whole channels of a block go: hidden units of the MLP, and of each head pairs of a query and a key and pairs of a
/// value and its weights after it. `keep` has a mask for each part.
std::array<Mask, parts> prune_channels(const Block& block, const std::array<InputStatistics, parts>& statistics,
                                       std::size_t heads, Importance importance, double share);

/// Sets what the mask prunes to 0.
void apply(const Mask& mask, Matrix& weights);

}  // namespace ridgepoint::lm
