/// The inner loops of the layer: by hand in SIMD through Highway, and in plain C++ for machines and browsers without.
///
/// Both add the same products in the same order, rounding after each multiplication and each addition, so their results
/// are equal to the last bit: each lane of a vector sums a row of its own. Vectors have four floats everywhere, as
/// WebAssembly's have: a page then measures what the command measures.
///
/// A matrix is stored by panels of 32 rows, what is left by panels of 8, then 4: in a panel column after column, so
/// that it is read in order.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace ridgepoint::router {

inline constexpr std::size_t group_rows = 4;
inline constexpr std::array<std::size_t, 3> panel_rows{32, 8, 4};

struct Kernels {
    std::string_view name;  ///< "simd" or "scalar"

    /// y[r] = Σ_c w(r, c)·x[c], c ascending. `rows` is a multiple of group_rows; w(r, c) is at
    /// w[weight_index(r, c, rows, columns)]; w and y are aligned to 16 bytes.
    void (*multiply)(const float* w, const float* x, float* y, std::size_t rows, std::size_t columns);

    // The next three take counts that are multiples of group_rows, and aligned vectors.

    /// v[i] = max(v[i], 0), as (v + |v|) / 2: browsers make a branch of a comparison, and random signs mislead it.
    void (*relu)(float* v, std::size_t count);

    /// v[i] = v[i]·max(g[i], 0)
    void (*relu_gate)(float* v, const float* g, std::size_t count);

    /// y[i] = y[i] + factor·x[i]
    void (*add_scaled)(float* y, const float* x, float factor, std::size_t count);

    /// The sum of `count` floats, a multiple of 64, read once in order: measures how fast memory is read.
    float (*read)(const float* values, std::size_t count);

    /// 96 multiplications and 96 additions a step on numbers in registers: measures the arithmetic peak.
    float (*arithmetic)(std::size_t steps);
};

/// Four lanes at a time; null where the processor or the build has no such instructions.
const Kernels* simd_kernels();
const Kernels& scalar_kernels();

/// SIMD where there is any.
const Kernels& best_kernels();

/// FLOPs of one step of `arithmetic`.
inline constexpr double arithmetic_flop = 192;

/// Where w(r, c) is in a matrix of `rows` by `columns`.
constexpr std::size_t weight_index(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) {
    std::size_t first = 0;
    for (const std::size_t size : panel_rows) {
        const std::size_t panels = (rows - first) / size, end = first + panels * size;
        if (row < end) {
            const std::size_t panel = first + (row - first) / size * size;
            return panel * columns + column * size + (row - panel);
        }
        first = end;
    }
    return rows * columns;
}

}  // namespace ridgepoint::router
