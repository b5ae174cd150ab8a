/// Changes that leave what the model computes as it is: one layer's outputs divided by numbers, the next layer's
/// weights times the same. Quantization minds them, which SmoothQuant and AWQ use, and outliers come from.
#pragma once

#include "calibration.hpp"

namespace ridgepoint::lm {

/// Divides the inputs of a linear layer by `scale` where they come from, and multiplies its weights: the gain of the
/// norm before `qkv` and `gate_up`, the values before `out`, the ups of the MLP before `down`. All scales above 0.
void rescale(Block& block, Part part, const std::vector<float>& scale);

/// `channels` inputs of `qkv` and of `gate_up` of every block `factor` times as large, as emergent outliers are in
/// large models (Dettmers et al. 2022, arXiv 2208.07339). The channels are spread evenly over the width.
void make_outliers(Model& model, float factor, std::size_t channels);

/// The scales of SmoothQuant (Xiao et al. 2023, arXiv 2211.10438): max|xᵢ|^½ / max|wᵢ|^½, which share the difficulty
/// evenly between inputs and weights. Inputs that never fire get 1. Worked: max|x| = 16 and max|w| = 1 give 4.
std::vector<float> smoothing_scales(const Matrix& weights, const InputStatistics& statistics);

/// The scales of AWQ (Lin et al. 2024, arXiv 2306.00978): mean|xᵢ|^α, so that weights of strong inputs are rounded more
/// finely, with the α of 0, 1/20 … 19/20 that changes the layer's output least once its weights are rounded. Divided by
/// the geometric mean of the largest and the least, as the paper's program does; inputs that never fire get 1.
std::vector<float> awq_scales(const Matrix& weights, const InputStatistics& statistics, const Rounding& rounding);

}  // namespace ridgepoint::lm
