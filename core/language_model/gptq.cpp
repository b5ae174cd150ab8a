#include "gptq.hpp"

#include <cmath>

#include "pruning.hpp"

namespace ridgepoint::lm {
namespace {

/// The lower triangle L with L·Lᵀ the matrix (Cholesky).
std::optional<Square> cholesky(const Square& a) {
    Square l(a.side);
    for (std::size_t i = 0; i < a.side; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double left = a.at(i, j);
            for (std::size_t k = 0; k < j; ++k) left -= l.at(i, k) * l.at(j, k);
            if (i == j && !(left > 0)) return std::nullopt;
            l.at(i, j) = i == j ? std::sqrt(left) : left / l.at(j, j);
        }
    return l;
}

/// The inverse from the factor: L⁻ᵀ·L⁻¹.
Square inverse(const Square& l) {
    const std::size_t n = l.side;
    Square m(n), result(n);  // m = L⁻¹
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = j; i < n; ++i) {
            double left = i == j ? 1 : 0;
            for (std::size_t k = j; k < i; ++k) left -= l.at(i, k) * m.at(k, j);
            m.at(i, j) = left / l.at(i, i);
        }
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i <= k; ++i)
            for (std::size_t j = 0; j <= k; ++j) result.at(i, j) += m.at(k, i) * m.at(k, j);
    return result;
}

}  // namespace

std::optional<Square> inverse_factor(const Square& matrix) {
    const auto l = cholesky(matrix);
    if (!l) return std::nullopt;
    const auto factor = cholesky(inverse(*l));
    if (!factor) return std::nullopt;
    Square upper(matrix.side);
    for (std::size_t i = 0; i < matrix.side; ++i)
        for (std::size_t j = 0; j <= i; ++j) upper.at(j, i) = factor->at(i, j);
    return upper;
}

double dampening(const Square& gram) {
    constexpr double share = 0.01;
    double mean = 0;
    for (std::size_t i = 0; i < gram.side; ++i) mean += gram.at(i, i) / static_cast<double>(gram.side);
    return mean > 0 ? share * mean : 1;
}

QuantizedMatrix gptq(const Matrix& weights, const Square& gram, const Rounding& rounding, const Mask& mask) {
    Square hessian = gram;
    const double added = dampening(gram);
    for (std::size_t i = 0; i < gram.side; ++i) hessian.at(i, i) += added;
    const auto factor = inverse_factor(hessian);
    if (!factor) return round_to_nearest(weights, rounding);  // dampened, it is positive definite but for rounding

    Matrix left = weights;
    QuantizedMatrix quantized(weights.inputs, weights.outputs, rounding);
    std::vector<float> error(weights.outputs);
    for (std::size_t i = 0; i < weights.inputs; ++i) {
        if (i % rounding.tile.inputs == 0) {
            Matrix kept = left;
            apply(mask, kept);
            fit_grids(quantized, kept, i);
        }
        const double own = factor->at(i, i);
        for (std::size_t j = 0; j < weights.outputs; ++j) {
            const Grid& grid = quantized.grid(i, j);
            const bool kept = mask.empty() || mask[i * weights.outputs + j];
            const int level = kept ? grid.level_of(left.row(i)[j]) : grid.zero;
            quantized.levels[i * weights.outputs + j] = static_cast<std::uint8_t>(level);
            error[j] = static_cast<float>((left.row(i)[j] - grid.value_of(level)) / own);
        }
        for (std::size_t k = i + 1; k < weights.inputs; ++k) {
            const auto share = static_cast<float>(factor->at(i, k));
            if (share == 0) continue;
            float* row = left.row(k);
            for (std::size_t j = 0; j < weights.outputs; ++j) row[j] -= share * error[j];
        }
    }
    return quantized;
}

}  // namespace ridgepoint::lm
