/// The loops that are timed: memory read and copied, arithmetic in registers, and products of a matrix with one or more
/// vectors in three formats. By hand in SIMD through Highway, and in plain C++ for machines and browsers without.
///
/// Integer results are exact, so every set of kernels gives the same; sums of floats differ by rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgepoint::bench {

/// How weights are stored, and what they are multiplied with.
///
/// fp32: floats with floats. int8: weights of -127 to 127 with activations of 0 to 127, summed in 32 bits. int4:
/// weights of -8 to 7, two a byte, with the same activations. Activations have seven bits because the relaxed
/// instruction of WebAssembly leaves more undefined, and because pairs of their products then fit 16 bits.
enum class Format { fp32, int8, int4 };
inline constexpr std::size_t formats = 3;

/// `rows` outputs for each of `batch` vectors of `columns` values. Rows are a multiple of row_group, columns of
/// column_group.
struct Shape {
    std::size_t rows, columns, batch;
};
inline constexpr std::size_t row_group = 4, column_group = 32;

/// Bytes of `w` in a format. Worked: 1,024 by 1,024 in int4 are 524,288 bytes.
constexpr std::size_t weight_bytes(Format format, const Shape& s) {
    const std::size_t count = s.rows * s.columns;
    return format == Format::fp32 ? 4 * count : format == Format::int8 ? count : count / 2;
}
constexpr std::size_t activation_bytes(Format format) { return format == Format::fp32 ? 4 : 1; }

/// Where the weight of a row and column is in int4: 32 of a row share 16 bytes, the first 16 of them the low halves. A
/// half holds the weight plus int4_offset.
inline constexpr int int4_offset = 8;
constexpr std::size_t int4_byte(std::size_t row, std::size_t column, std::size_t columns) {
    return (row * columns + column / column_group * column_group) / 2 + column % (column_group / 2);
}
constexpr bool int4_is_high(std::size_t column) { return column % column_group >= column_group / 2; }

struct Kernels {
    std::string_view name;  ///< "scalar", "simd128", "relaxed" or "avx2"

    /// The sum of `count` floats, a multiple of 128, read once in order.
    float (*read)(const float* values, std::size_t count);

    /// `count` floats, a multiple of 128, read and written once in order.
    void (*copy)(float* to, const float* from, std::size_t count);

    /// `steps` times arithmetic_flop operations, multiplications and additions in turn, on numbers in registers.
    float (*arithmetic)(std::size_t steps);
    double arithmetic_flop;

    // y[b·rows + r] = Σ_c w(r, c)·x[b·columns + c]. Everything is aligned to 16 bytes and read in order; a vector of x
    // stays in the nearest cache while four rows pass.
    void (*fp32)(const float* w, const float* x, float* y, const Shape& shape);
    void (*int8)(const std::int8_t* w, const std::uint8_t* x, std::int32_t* y, const Shape& shape);
    void (*int4)(const std::uint8_t* w, const std::uint8_t* x, std::int32_t* y, const Shape& shape);
};

const Kernels& scalar_kernels();
/// Vectors of 16 bytes; null where the processor or the build has none.
const Kernels* simd128_kernels();
/// What goes beyond these: AVX2 with fused multiply-add natively, relaxed SIMD in WebAssembly; null where there is
/// none.
const Kernels* widest_kernels();

}  // namespace ridgepoint::bench
