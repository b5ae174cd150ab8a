#include "rescaling.hpp"

#include "model/elementary.hpp"

namespace ridgepoint::lm {
namespace {

void scale_rows(Matrix& m, const std::vector<float>& scale) {
    for (std::size_t i = 0; i < m.inputs; ++i)
        for (std::size_t j = 0; j < m.outputs; ++j) m.row(i)[j] *= scale[i];
}

void divide_columns(Matrix& m, std::size_t first, const std::vector<float>& scale) {
    for (std::size_t i = 0; i < m.inputs; ++i)
        for (std::size_t j = 0; j < scale.size(); ++j) m.row(i)[first + j] /= scale[j];
}

void divide(std::vector<float>& gain, const std::vector<float>& scale) {
    for (std::size_t i = 0; i < gain.size(); ++i) gain[i] /= scale[i];
}

std::vector<float> powers(const std::vector<double>& sizes, double exponent) {
    std::vector<float> scale;
    double low = 0, high = 0;  // of the logarithms
    for (const double size : sizes) {
        const double log = size > 0 ? exponent * logarithm(size) : 0;
        low = scale.empty() ? log : std::min(low, log);
        high = scale.empty() ? log : std::max(high, log);
        scale.push_back(0);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        scale[i] =
            static_cast<float>(sizes[i] > 0 ? exponential(exponent * logarithm(sizes[i]) - (low + high) / 2) : 1);
    return scale;
}

}  // namespace

void rescale(Block& block, Part part, const std::vector<float>& scale) {
    scale_rows(block.linear[part], scale);
    const std::size_t width = block.attention_gain.size();
    switch (part) {
        case qkv:
            return divide(block.attention_gain, scale);
        case out:
            return divide_columns(block.linear[qkv], 2 * width, scale);
        case gate_up:
            return divide(block.mlp_gain, scale);
        case down:
            return divide_columns(block.linear[gate_up], scale.size(), scale);
    }
}

void make_outliers(Model& model, float factor, std::size_t channels) {
    std::vector<float> scale(model.shape.width, 1.0f);
    for (std::size_t i = 0; i < channels; ++i) scale[(2 * i + 1) * model.shape.width / (2 * channels)] = 1 / factor;
    for (Block& block : model.blocks) {
        rescale(block, qkv, scale);
        rescale(block, gate_up, scale);
    }
}

std::vector<float> smoothing_scales(const Matrix& weights, const InputStatistics& statistics) {
    std::vector<float> scale(weights.inputs, 1.0f);
    for (std::size_t i = 0; i < weights.inputs; ++i) {
        float most = 0;
        for (std::size_t j = 0; j < weights.outputs; ++j) most = std::max(most, std::fabs(weights.row(i)[j]));
        if (most > 0 && statistics.most[i] > 0) scale[i] = std::sqrt(statistics.most[i] / most);
    }
    return scale;
}

std::vector<float> awq_scales(const Matrix& weights, const InputStatistics& statistics, const Rounding& rounding) {
    constexpr int steps = 20;
    std::vector<float> best;
    double least = 0;
    for (int step = 0; step < steps; ++step) {
        const std::vector<float> scale = powers(statistics.mean, static_cast<double>(step) / steps);
        Matrix scaled = weights;
        scale_rows(scaled, scale);
        Matrix rounded = round_to_nearest(scaled, rounding).values();
        for (std::size_t i = 0; i < weights.inputs; ++i)
            for (std::size_t j = 0; j < weights.outputs; ++j) rounded.row(i)[j] /= scale[i];
        const double error = output_error(weights, rounded, statistics.gram);
        if (best.empty() || error < least) {
            least = error;
            best = scale;
        }
    }
    return best;
}

}  // namespace ridgepoint::lm
