#include "moe_router/kernels.hpp"

// Compiled for SSSE3 on x86, the least of which Highway has vectors of four, for WebAssembly SIMD, or for what the
// processor is sure to have.

#include <hwy/highway.h>

namespace ridgepoint::router {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

const Kernels* simd_kernels() { return nullptr; }

#else

namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, group_rows>;
using Vector = hn::Vec<Four>;
constexpr Four four;

/// The rows of a panel of `Groups` groups, each sum in a register: the inner loops have constant counts and vanish.
template <std::size_t Groups>
HWY_INLINE void multiply_panel(const float* HWY_RESTRICT w, const float* HWY_RESTRICT x, float* HWY_RESTRICT y,
                               std::size_t columns) {
    Vector sums[Groups];
    for (std::size_t g = 0; g < Groups; ++g) sums[g] = hn::Zero(four);
    for (std::size_t c = 0; c < columns; ++c, w += Groups * group_rows) {
        const Vector factor = hn::Set(four, x[c]);
        for (std::size_t g = 0; g < Groups; ++g)
            sums[g] = hn::Add(sums[g], hn::Mul(hn::Load(four, w + g * group_rows), factor));
    }
    for (std::size_t g = 0; g < Groups; ++g) hn::Store(sums[g], four, y + g * group_rows);
}

void multiply(const float* w, const float* x, float* y, std::size_t rows, std::size_t columns) {
    std::size_t r = 0;
    for (; r + panel_rows[0] <= rows; r += panel_rows[0]) multiply_panel<8>(w + r * columns, x, y + r, columns);
    for (; r + panel_rows[1] <= rows; r += panel_rows[1]) multiply_panel<2>(w + r * columns, x, y + r, columns);
    if (r < rows) multiply_panel<1>(w + r * columns, x, y + r, columns);
}

Vector positive(Vector x) { return hn::Mul(hn::Set(four, 0.5f), hn::Add(x, hn::Abs(x))); }

void relu(float* v, std::size_t count) {
    for (std::size_t i = 0; i < count; i += group_rows) hn::Store(positive(hn::Load(four, v + i)), four, v + i);
}

void relu_gate(float* v, const float* g, std::size_t count) {
    for (std::size_t i = 0; i < count; i += group_rows)
        hn::Store(hn::Mul(hn::Load(four, v + i), positive(hn::Load(four, g + i))), four, v + i);
}

void add_scaled(float* y, const float* x, float factor, std::size_t count) {
    const Vector factors = hn::Set(four, factor);
    for (std::size_t i = 0; i < count; i += group_rows)
        hn::Store(hn::Add(hn::Load(four, y + i), hn::Mul(factors, hn::Load(four, x + i))), four, y + i);
}

float read(const float* values, std::size_t count) {
    constexpr std::size_t registers = 8;
    Vector sums[registers];
    for (Vector& sum : sums) sum = hn::Zero(four);
    for (std::size_t i = 0; i < count; i += registers * group_rows)
        for (std::size_t s = 0; s < registers; ++s)
            sums[s] = hn::Add(sums[s], hn::Load(four, values + i + s * group_rows));
    Vector sum = sums[0];
    for (std::size_t s = 1; s < registers; ++s) sum = hn::Add(sum, sums[s]);
    return hn::GetLane(hn::SumOfLanes(four, sum));
}

float arithmetic(std::size_t steps) {
    constexpr std::size_t registers = 12;
    constexpr int rounds = 2;
    Vector values[registers];
    for (Vector& value : values) value = hn::Zero(four);
    const Vector factor = hn::Set(four, 0.5f), term = hn::Set(four, 1.0f);
    for (std::size_t step = 0; step < steps; ++step)
        for (int round = 0; round < rounds; ++round)
            for (Vector& value : values) value = hn::Add(hn::Mul(value, factor), term);
    Vector sum = values[0];
    for (std::size_t i = 1; i < registers; ++i) sum = hn::Add(sum, values[i]);
    return hn::GetLane(hn::SumOfLanes(four, sum));
}

constexpr Kernels kernels{"simd", multiply, relu, relu_gate, add_scaled, read, arithmetic};

}  // namespace

const Kernels* simd_kernels() {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("ssse3") ? &kernels : nullptr;
#else
    return &kernels;
#endif
}

#endif

}  // namespace ridgepoint::router
