/// The kernels in Highway's vectors, for the one target and the `vector_bytes` that the including file is compiled for.
#pragma once

#include <hwy/highway.h>

#if defined(__wasm__)
#include <wasm_simd128.h>
#endif

#include "bench/kernels.hpp"
#include "bench/simd/constant.hpp"
#include "bench/tiles.hpp"

namespace ridgepoint::bench {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::FixedTag<float, vector_bytes / 4>;
using Words = hn::FixedTag<std::int32_t, vector_bytes / 4>;
using Shorts = hn::FixedTag<std::int16_t, vector_bytes / 2>;
using Float = hn::Vec<Floats>;
using Word = hn::Vec<Words>;
using Short = hn::Vec<Shorts>;
constexpr Floats floats;
constexpr Words words;
constexpr Shorts shorts;
constexpr std::size_t lanes = vector_bytes / 4;

float read(const float* values, std::size_t count) {
    constexpr std::size_t registers = 8, rounds_at_once = 2;
    Float sums[registers];
    for (Float& sum : sums) sum = hn::Zero(floats);
    for (std::size_t i = 0; i < count; i += rounds_at_once * registers * lanes)
        for (std::size_t round = 0; round < rounds_at_once; ++round)
            for (std::size_t s = 0; s < registers; ++s)
                sums[s] = hn::Add(sums[s], hn::Load(floats, values + i + (round * registers + s) * lanes));
    Float sum = sums[0];
    for (std::size_t s = 1; s < registers; ++s) sum = hn::Add(sum, sums[s]);
    return hn::GetLane(hn::SumOfLanes(floats, sum));
}

void copy(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::size_t count) {
    constexpr std::size_t at_once = 4;
    for (std::size_t i = 0; i < count; i += at_once * lanes) {
        Float loaded[at_once];
        for (std::size_t s = 0; s < at_once; ++s) loaded[s] = hn::Load(floats, from + i + s * lanes);
        for (std::size_t s = 0; s < at_once; ++s) hn::Store(loaded[s], floats, to + i + s * lanes);
    }
}

constexpr std::size_t chains = 12;  // as many independent sums hide an instruction's latency
constexpr int rounds = 4;
constexpr double flop = 2.0 * rounds * chains * lanes;

float arithmetic(std::size_t steps) {
    Float values[chains];
    for (Float& value : values) value = hn::Zero(floats);
    const Float factor = hn::Set(floats, in_a_register(0.5f)), term = hn::Set(floats, in_a_register(1.0f));
    for (std::size_t step = 0; step < steps; ++step)
        for (int round = 0; round < rounds; ++round)
            for (Float& value : values) value = hn::MulAdd(value, factor, term);
    Float sum = values[0];
    for (std::size_t i = 1; i < chains; ++i) sum = hn::Add(sum, values[i]);
    return hn::GetLane(hn::SumOfLanes(floats, sum));
}

struct FloatTile {
    const float* HWY_RESTRICT w;
    const float* HWY_RESTRICT x;
    float* HWY_RESTRICT y;
    const Shape& shape;

    template <std::size_t Vectors>
    HWY_INLINE void run(std::size_t row, std::size_t vector, const Columns& block) const {
        const std::size_t columns = shape.columns;
        const float *rows = w + row * columns, *vectors = x + vector * columns;
        Float sums[row_group][Vectors];
        for (auto& of_row : sums)
            for (Float& sum : of_row) sum = hn::Zero(floats);
        for (std::size_t c = block.first; c < block.last; c += lanes) {
            Float activations[Vectors];
            for (std::size_t v = 0; v < Vectors; ++v) activations[v] = hn::Load(floats, vectors + v * columns + c);
            for (std::size_t r = 0; r < row_group; ++r) {
                const Float weights = hn::Load(floats, rows + r * columns + c);
                for (std::size_t v = 0; v < Vectors; ++v) sums[r][v] = hn::MulAdd(weights, activations[v], sums[r][v]);
            }
        }
        for (std::size_t r = 0; r < row_group; ++r)
            for (std::size_t v = 0; v < Vectors; ++v)
                put(y[(vector + v) * shape.rows + row + r], hn::GetLane(hn::SumOfLanes(floats, sums[r][v])), block);
    }
};

/// Sixteen weights or activations, ready to be multiplied.
using Bytes16 = hn::FixedTag<std::int8_t, 16>;
using Unsigned16 = hn::FixedTag<std::uint8_t, 16>;
constexpr Bytes16 bytes16;
constexpr Unsigned16 unsigned16;
constexpr std::size_t bytes_at_once = 16, parts = bytes_at_once / (vector_bytes / 2);

template <class Bytes, std::size_t Parts>
HWY_INLINE void widen(Bytes bytes, Short (&into)[Parts]) {
    if constexpr (Parts == 1) {
        into[0] = hn::PromoteTo(shorts, bytes);
    } else {
        constexpr hn::Half<Bytes16> half;
        into[0] = hn::PromoteTo(shorts, hn::LowerHalf(half, bytes));
        into[1] = hn::PromoteTo(shorts, hn::UpperHalf(half, bytes));
    }
}

/// Each part by itself, as processors widen what they load.
HWY_INLINE void load_wide(const std::int8_t* bytes, Short (&into)[parts]) {
    constexpr std::size_t size = bytes_at_once / parts;
#if defined(__wasm__)
    // WebAssembly has one instruction for it, which the compiler does not find in Highway's two.
    for (std::size_t p = 0; p < parts; ++p) into[p] = Short{wasm_i16x8_load8x8(bytes + p * size)};
#else
    constexpr hn::FixedTag<std::int8_t, size> part;
    for (std::size_t p = 0; p < parts; ++p) into[p] = hn::PromoteTo(shorts, hn::Load(part, bytes + p * size));
#endif
}

HWY_INLINE void add_products(Word& sum, const Short (&a)[parts], const Short (&b)[parts]) {
    Word unused = hn::Zero(words);
    for (std::size_t p = 0; p < parts; ++p) sum = hn::ReorderWidenMulAccumulate(words, a[p], b[p], sum, unused);
}

/// `Source::chunk` columns are loaded together, in runs of sixteen.
template <class Source>
struct IntegerTile {
    Source source;
    const std::uint8_t* HWY_RESTRICT x;
    std::int32_t* HWY_RESTRICT y;
    const Shape& shape;

    template <std::size_t Vectors>
    HWY_INLINE void run(std::size_t row, std::size_t vector, const Columns& block) const {
        constexpr std::size_t runs = Source::chunk / bytes_at_once;
        const std::size_t columns = shape.columns;
        const auto* vectors = reinterpret_cast<const std::int8_t*>(x) + vector * columns;
        Word sums[row_group][Vectors];
        for (auto& of_row : sums)
            for (Word& sum : of_row) sum = hn::Zero(words);
        for (std::size_t c = block.first; c < block.last; c += Source::chunk) {
            Short activations[Vectors][runs][parts];
            for (std::size_t v = 0; v < Vectors; ++v)
                for (std::size_t k = 0; k < runs; ++k)
                    load_wide(vectors + v * columns + c + k * bytes_at_once, activations[v][k]);
            for (std::size_t r = 0; r < row_group; ++r) {
                Short weights[runs][parts];
                source.load((row + r) * columns + c, weights);
                for (std::size_t k = 0; k < runs; ++k)
                    for (std::size_t v = 0; v < Vectors; ++v) add_products(sums[r][v], weights[k], activations[v][k]);
            }
        }
        for (std::size_t r = 0; r < row_group; ++r)
            for (std::size_t v = 0; v < Vectors; ++v)
                put(y[(vector + v) * shape.rows + row + r], hn::GetLane(hn::SumOfLanes(words, sums[r][v])), block);
    }
};

struct Int8Source {
    static constexpr std::size_t chunk = bytes_at_once;
    const std::int8_t* HWY_RESTRICT w;

    HWY_INLINE void load(std::size_t index, Short (&weights)[1][parts]) const { load_wide(w + index, weights[0]); }
};

struct Int4Source {
    static constexpr std::size_t chunk = column_group;
    const std::uint8_t* HWY_RESTRICT w;
    hn::Vec<Bytes16> offset = hn::Set(bytes16, in_a_register(std::int8_t{int4_offset}));
    hn::Vec<Unsigned16> half = hn::Set(unsigned16, in_a_register(std::uint8_t{15}));

    HWY_INLINE void load(std::size_t index, Short (&weights)[2][parts]) const {
        const auto packed = hn::Load(unsigned16, w + index / 2);
        widen(hn::Sub(hn::BitCast(bytes16, hn::And(packed, half)), offset), weights[0]);
        widen(hn::Sub(hn::BitCast(bytes16, hn::ShiftRight<4>(packed)), offset), weights[1]);
    }
};

using Product = Products<FloatTile, IntegerTile<Int8Source>, IntegerTile<Int4Source>>;

}  // namespace
}  // namespace ridgepoint::bench
