/// A linear layer's weights on grids, some of them pruned.
#pragma once

#include <vector>

#include "grid.hpp"
#include "model.hpp"

namespace ridgepoint::lm {

/// How many weights share a grid: `inputs` × `outputs` of the matrix.
struct Tile {
    std::size_t inputs = 1, outputs = 1;
};

/// How weights become levels.
struct Rounding {
    int bits = 4;            ///< 2 to 8
    Tile tile{};             ///< whose weights share a grid; the last may be smaller
    bool symmetric = false;  ///< for integer products
};

/// Which weights stay: 1 or 0 for each in the order of Matrix::values. Empty: all.
using Mask = std::vector<std::uint8_t>;

struct QuantizedMatrix {
    std::size_t inputs = 0, outputs = 0;
    Rounding rounding{};
    std::vector<Grid> grids{};
    std::vector<std::uint8_t> levels{};  ///< in the order of Matrix::values

    QuantizedMatrix() = default;
    QuantizedMatrix(std::size_t in, std::size_t out, const Rounding& how);

    std::size_t grid_index(std::size_t input, std::size_t output) const {
        const std::size_t across = (outputs + rounding.tile.outputs - 1) / rounding.tile.outputs;
        return input / rounding.tile.inputs * across + output / rounding.tile.outputs;
    }
    Grid& grid(std::size_t input, std::size_t output) { return grids[grid_index(input, output)]; }
    const Grid& grid(std::size_t input, std::size_t output) const { return grids[grid_index(input, output)]; }

    /// The weights that it stands for.
    Matrix values() const;
};

/// Sets the grids of the tiles that start at `input` from the range of their weights.
void fit_grids(QuantizedMatrix& quantized, const Matrix& weights, std::size_t input);

/// Every weight to the nearest value of its grid; pruned ones to 0. Worked: −1, 0.4, 2 in 2 bits on one grid become
/// −1, 0, 2.
QuantizedMatrix round_to_nearest(const Matrix& weights, const Rounding& rounding);

}  // namespace ridgepoint::lm
