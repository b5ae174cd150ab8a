/// How a product is cut into tiles: four rows with two vectors at a time, and with one where a vector is left.
#pragma once

#include "kernels.hpp"

namespace ridgepoint::bench {

/// Columns of a tile, which then add to the outputs of those before them.
struct Columns {
    std::size_t first, last;
};

/// `Tile::run<Vectors>(row, vector, columns)` does four rows from `row` with as many vectors from `vector` on. Weights
/// are read from memory once: in blocks of columns, so that four rows of a block stay in the nearest cache while all
/// vectors pass. A single pair of vectors takes the rows whole.
template <class Tile>
inline void in_tiles(const Tile& tile, const Shape& shape) {
    constexpr std::size_t pair = 2, block = 512;
    const std::size_t width = shape.batch <= pair ? shape.columns : block;
    for (Columns columns{0, 0}; columns.first < shape.columns; columns.first = columns.last) {
        columns.last = columns.first + width < shape.columns ? columns.first + width : shape.columns;
        for (std::size_t row = 0; row < shape.rows; row += row_group) {
            std::size_t vector = 0;
            for (; vector + pair <= shape.batch; vector += pair) tile.template run<pair>(row, vector, columns);
            if (vector < shape.batch) tile.template run<1>(row, vector, columns);
        }
    }
}

/// Puts a sum into an output, or adds it to what the columns before it gave.
template <class Sum>
inline void put(Sum& output, Sum sum, const Columns& columns) {
    output = columns.first == 0 ? sum : output + sum;
}

/// The products of one set of kernels, made of its tiles: of floats, and of bytes with weights of 8 and of 4 bits.
template <class Fp32, class Int8, class Int4>
struct Products {
    static void fp32(const float* w, const float* x, float* y, const Shape& shape) {
        in_tiles(Fp32{w, x, y, shape}, shape);
    }
    static void int8(const std::int8_t* w, const std::uint8_t* x, std::int32_t* y, const Shape& shape) {
        in_tiles(Int8{{w}, x, y, shape}, shape);
    }
    static void int4(const std::uint8_t* w, const std::uint8_t* x, std::int32_t* y, const Shape& shape) {
        in_tiles(Int4{{w}, x, y, shape}, shape);
    }
};

}  // namespace ridgepoint::bench
