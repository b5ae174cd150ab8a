// What relaxed SIMD adds in WebAssembly: fused multiply-add and dot products of bytes. By the compiler's own
// intrinsics, as the oldest Highway that this builds with has neither. A module of its own, since some browsers refuse
// all of it.

#include <wasm_simd128.h>

#include "bench/kernels.hpp"
#include "bench/tiles.hpp"

namespace ridgepoint::bench {
namespace {

constexpr std::size_t lanes = 4, bytes_at_once = 16;
constexpr std::size_t chains = 12;
constexpr int rounds = 4;
constexpr double flop = 2.0 * rounds * chains * lanes;

float sum_of(v128_t v) {
    return (wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1)) +
           (wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3));
}

std::int32_t sum_of_words(v128_t v) {
    return wasm_i32x4_extract_lane(v, 0) + wasm_i32x4_extract_lane(v, 1) + wasm_i32x4_extract_lane(v, 2) +
           wasm_i32x4_extract_lane(v, 3);
}

float arithmetic(std::size_t steps) {
    v128_t values[chains];
    for (v128_t& value : values) value = wasm_f32x4_splat(0);
    const v128_t factor = wasm_f32x4_splat(0.5f), term = wasm_f32x4_splat(1.0f);
    for (std::size_t step = 0; step < steps; ++step)
        for (int round = 0; round < rounds; ++round)
            for (v128_t& value : values) value = wasm_f32x4_relaxed_madd(value, factor, term);
    v128_t sum = values[0];
    for (std::size_t i = 1; i < chains; ++i) sum = wasm_f32x4_add(sum, values[i]);
    return sum_of(sum);
}

struct FloatTile {
    const float* __restrict w;
    const float* __restrict x;
    float* __restrict y;
    const Shape& shape;

    template <std::size_t Vectors>
    inline void run(std::size_t row, std::size_t vector, const Columns& block) const {
        const std::size_t columns = shape.columns;
        v128_t sums[row_group][Vectors];
        for (auto& of_row : sums)
            for (v128_t& sum : of_row) sum = wasm_f32x4_splat(0);
        for (std::size_t c = block.first; c < block.last; c += lanes) {
            v128_t activations[Vectors];
            for (std::size_t v = 0; v < Vectors; ++v) activations[v] = wasm_v128_load(x + (vector + v) * columns + c);
            for (std::size_t r = 0; r < row_group; ++r) {
                const v128_t weights = wasm_v128_load(w + (row + r) * columns + c);
                for (std::size_t v = 0; v < Vectors; ++v)
                    sums[r][v] = wasm_f32x4_relaxed_madd(weights, activations[v], sums[r][v]);
            }
        }
        for (std::size_t r = 0; r < row_group; ++r)
            for (std::size_t v = 0; v < Vectors; ++v)
                put(y[(vector + v) * shape.rows + row + r], sum_of(sums[r][v]), block);
    }
};

/// `Source::chunk` columns are loaded together, in runs of sixteen. The activations are the operand of seven bits.
template <class Source>
struct IntegerTile {
    Source source;
    const std::uint8_t* __restrict x;
    std::int32_t* __restrict y;
    const Shape& shape;

    template <std::size_t Vectors>
    inline void run(std::size_t row, std::size_t vector, const Columns& block) const {
        constexpr std::size_t runs = Source::chunk / bytes_at_once;
        const std::size_t columns = shape.columns;
        v128_t sums[row_group][Vectors];
        for (auto& of_row : sums)
            for (v128_t& sum : of_row) sum = wasm_i32x4_splat(0);
        for (std::size_t c = block.first; c < block.last; c += Source::chunk)
            for (std::size_t r = 0; r < row_group; ++r) {
                v128_t weights[runs];
                source.load((row + r) * columns + c, weights);
                for (std::size_t v = 0; v < Vectors; ++v)
                    for (std::size_t k = 0; k < runs; ++k)
                        sums[r][v] = wasm_i32x4_relaxed_dot_i8x16_i7x16_add(
                            weights[k], wasm_v128_load(x + (vector + v) * columns + c + k * bytes_at_once), sums[r][v]);
            }
        for (std::size_t r = 0; r < row_group; ++r)
            for (std::size_t v = 0; v < Vectors; ++v)
                put(y[(vector + v) * shape.rows + row + r], sum_of_words(sums[r][v]), block);
    }
};

struct Int8Source {
    static constexpr std::size_t chunk = bytes_at_once;
    const std::int8_t* __restrict w;

    inline void load(std::size_t index, v128_t (&weights)[1]) const { weights[0] = wasm_v128_load(w + index); }
};

struct Int4Source {
    static constexpr std::size_t chunk = column_group;
    const std::uint8_t* __restrict w;

    inline void load(std::size_t index, v128_t (&weights)[2]) const {
        const v128_t packed = wasm_v128_load(w + index / 2), offset = wasm_i8x16_splat(int4_offset);
        weights[0] = wasm_i8x16_sub(wasm_v128_and(packed, wasm_i8x16_splat(15)), offset);
        weights[1] = wasm_i8x16_sub(wasm_u8x16_shr(packed, 4), offset);
    }
};

using Product = Products<FloatTile, IntegerTile<Int8Source>, IntegerTile<Int4Source>>;

}  // namespace

const Kernels* widest_kernels() {
    static Kernels kernels = *simd128_kernels();
    kernels.name = "relaxed";
    kernels.arithmetic = arithmetic;
    kernels.arithmetic_flop = flop;
    kernels.fp32 = Product::fp32;
    kernels.int8 = Product::int8;
    kernels.int4 = Product::int4;
    return &kernels;
}

}  // namespace ridgepoint::bench
