#include "gptq.hpp"

namespace ridgepoint::lm {

Square inverse(Square m) {
    // Gauss and Jordan, in place. A positive definite matrix needs no other order of its pivots.
    for (std::size_t k = 0; k < m.side; ++k) {
        const double pivot = m.at(k, k);
        m.at(k, k) = 1;
        for (std::size_t j = 0; j < m.side; ++j) m.at(k, j) /= pivot;
        for (std::size_t i = 0; i < m.side; ++i) {
            if (i == k) continue;
            const double factor = m.at(i, k);
            m.at(i, k) = 0;
            for (std::size_t j = 0; j < m.side; ++j) m.at(i, j) -= factor * m.at(k, j);
        }
    }
    return m;
}

double dampen(Square& gram) {
    constexpr double share = 0.01;
    double mean = 0;
    for (std::size_t i = 0; i < gram.side; ++i) mean += gram.at(i, i) / static_cast<double>(gram.side);
    const double added = mean > 0 ? share * mean : 1;
    for (std::size_t i = 0; i < gram.side; ++i) gram.at(i, i) += added;
    return added;
}

QuantizedMatrix gptq(Matrix weights, Square inverse, const Rounding& rounding, const Mask& mask) {
    QuantizedMatrix quantized(weights.inputs, weights.outputs, rounding);
    std::vector<float> error(weights.outputs);
    for (std::size_t i = 0; i < weights.inputs; ++i) {
        if (i % rounding.tile.inputs == 0) fit_grids(quantized, weights, i);
        const double own = inverse.at(i, i);
        for (std::size_t j = 0; j < weights.outputs; ++j) {
            const Grid& grid = quantized.grid(i, j);
            const bool stays = mask.empty() || mask[i * weights.outputs + j];
            const int level = stays ? grid.level_of(weights.row(i)[j]) : grid.zero;
            quantized.levels[i * weights.outputs + j] = static_cast<std::uint8_t>(level);
            error[j] = static_cast<float>((weights.row(i)[j] - grid.value_of(level)) / own);
        }
        for (std::size_t k = i + 1; k < weights.inputs; ++k) {
            const double across = inverse.at(k, i);
            if (across == 0) continue;
            float* row = weights.row(k);
            for (std::size_t j = 0; j < weights.outputs; ++j) row[j] -= static_cast<float>(across) * error[j];
            // The inverse without input i.
            for (std::size_t l = i + 1; l < weights.inputs; ++l) inverse.at(k, l) -= across / own * inverse.at(i, l);
        }
    }
    return quantized;
}

}  // namespace ridgepoint::lm
