#include "kernels.hpp"
#include "tiles.hpp"

// Compiled without automatic vectorization: this is what a machine without SIMD runs.

namespace ridgepoint::bench {
namespace {

constexpr std::size_t chains = 8;  // as many independent sums hide an instruction's latency

float read(const float* values, std::size_t count) {
    float sums[chains] = {};
    for (std::size_t i = 0; i < count; i += chains)
        for (std::size_t s = 0; s < chains; ++s) sums[s] += values[i + s];
    float sum = 0;
    for (const float s : sums) sum += s;
    return sum;
}

void copy(float* to, const float* from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

constexpr int rounds = 4;
constexpr double flop = 2.0 * rounds * chains;

float arithmetic(std::size_t steps) {
    float values[chains] = {};
    const float factor = 0.5f, term = 1.0f;
    for (std::size_t step = 0; step < steps; ++step)
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < chains; ++i) values[i] = values[i] * factor + term;
    float sum = 0;
    for (const float v : values) sum += v;
    return sum;
}

/// `Of`: the weight at a row and column of `w`.
template <auto Of, class Weight, class Activation, class Sum>
struct Tile {
    const Weight* w;
    const Activation* x;
    Sum* y;
    const Shape& shape;

    template <std::size_t Vectors>
    void run(std::size_t row, std::size_t vector, const Columns& block) const {
        const std::size_t columns = shape.columns;
        Sum sums[row_group][Vectors] = {};
        for (std::size_t c = block.first; c < block.last; ++c)
            for (std::size_t r = 0; r < row_group; ++r) {
                const Sum weight = Of(w, row + r, c, columns);
                for (std::size_t v = 0; v < Vectors; ++v)
                    sums[r][v] += weight * static_cast<Sum>(x[(vector + v) * columns + c]);
            }
        for (std::size_t r = 0; r < row_group; ++r)
            for (std::size_t v = 0; v < Vectors; ++v) put(y[(vector + v) * shape.rows + row + r], sums[r][v], block);
    }
};

template <class Weight>
auto weight_of(const Weight* w, std::size_t row, std::size_t column, std::size_t columns) {
    return w[row * columns + column];
}

int half_of(const std::uint8_t* w, std::size_t row, std::size_t column, std::size_t columns) {
    const unsigned byte = w[int4_byte(row, column, columns)];
    return static_cast<int>(int4_is_high(column) ? byte >> 4 : byte & 15) - int4_offset;
}

using Product = Products<Tile<weight_of<float>, float, float, float>,
                         Tile<weight_of<std::int8_t>, std::int8_t, std::uint8_t, std::int32_t>,
                         Tile<half_of, std::uint8_t, std::uint8_t, std::int32_t>>;

}  // namespace

const Kernels& scalar_kernels() {
    static constexpr Kernels kernels{"scalar", read,          copy,          arithmetic,
                                     flop,     Product::fp32, Product::int8, Product::int4};
    return kernels;
}

}  // namespace ridgepoint::bench
