#include "quantized_matrix.hpp"

namespace ridgepoint::lm {

QuantizedMatrix::QuantizedMatrix(std::size_t in, std::size_t out, const Rounding& how)
    : inputs(in), outputs(out), rounding(how), levels(in * out) {
    grids.resize(grid_index(in - 1, out - 1) + 1);
}

Matrix QuantizedMatrix::values() const {
    Matrix m(inputs, outputs);
    for (std::size_t i = 0; i < inputs; ++i)
        for (std::size_t j = 0; j < outputs; ++j) m.row(i)[j] = grid(i, j).value_of(levels[i * outputs + j]);
    return m;
}

void fit_grids(QuantizedMatrix& quantized, const Matrix& weights, std::size_t input) {
    const Tile& tile = quantized.rounding.tile;
    const std::size_t end = std::min(input + tile.inputs, weights.inputs);
    for (std::size_t first = 0; first < weights.outputs; first += tile.outputs) {
        float low = 0, high = 0;
        for (std::size_t i = input; i < end; ++i)
            for (std::size_t j = first; j < std::min(first + tile.outputs, weights.outputs); ++j) {
                low = std::min(low, weights.row(i)[j]);
                high = std::max(high, weights.row(i)[j]);
            }
        quantized.grid(input, first) = quantized.rounding.symmetric
                                           ? symmetric_grid(std::max(-low, high), quantized.rounding.bits)
                                           : asymmetric_grid(low, high, quantized.rounding.bits);
    }
}

QuantizedMatrix round_to_nearest(const Matrix& weights, const Rounding& rounding) {
    QuantizedMatrix quantized(weights.inputs, weights.outputs, rounding);
    for (std::size_t i = 0; i < weights.inputs; ++i) {
        if (i % rounding.tile.inputs == 0) fit_grids(quantized, weights, i);
        for (std::size_t j = 0; j < weights.outputs; ++j)
            quantized.levels[i * weights.outputs + j] =
                static_cast<std::uint8_t>(quantized.grid(i, j).level_of(weights.row(i)[j]));
    }
    return quantized;
}

}  // namespace ridgepoint::lm
