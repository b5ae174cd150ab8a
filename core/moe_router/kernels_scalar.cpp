#include <array>
#include <cmath>

#include "kernels.hpp"

// Compiled without automatic vectorization: this is what a machine without SIMD runs.

namespace ridgepoint::router {
namespace {

constexpr std::size_t chains = 12;  // as many independent sums hide an instruction's latency

/// The rows of a panel, at most eight at a time.
template <std::size_t Rows>
void multiply_panel(const float* w, const float* x, float* y, std::size_t columns) {
    constexpr std::size_t at_once = Rows < 8 ? Rows : 8;
    for (std::size_t first = 0; first < Rows; first += at_once) {
        std::array<float, at_once> sums{};
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t r = 0; r < at_once; ++r) sums[r] += w[c * Rows + first + r] * x[c];
        for (std::size_t r = 0; r < at_once; ++r) y[first + r] = sums[r];
    }
}

void multiply(const float* w, const float* x, float* y, std::size_t rows, std::size_t columns) {
    constexpr auto sizes = panel_rows;
    std::size_t r = 0;
    for (; r + sizes[0] <= rows; r += sizes[0]) multiply_panel<sizes[0]>(w + r * columns, x, y + r, columns);
    for (; r + sizes[1] <= rows; r += sizes[1]) multiply_panel<sizes[1]>(w + r * columns, x, y + r, columns);
    if (r < rows) multiply_panel<sizes[2]>(w + r * columns, x, y + r, columns);
}

float positive(float x) { return 0.5f * (x + std::fabs(x)); }

void relu(float* v, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) v[i] = positive(v[i]);
}

void relu_gate(float* v, const float* g, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) v[i] *= positive(g[i]);
}

void add_scaled(float* y, const float* x, float factor, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) y[i] += factor * x[i];
}

float read(const float* values, std::size_t count) {
    constexpr std::size_t at_once = 8;
    std::array<float, at_once> sums{};
    for (std::size_t i = 0; i < count; i += at_once)
        for (std::size_t s = 0; s < at_once; ++s) sums[s] += values[i + s];
    float sum = 0;
    for (const float s : sums) sum += s;
    return sum;
}

float arithmetic(std::size_t steps) {
    std::array<float, chains> values{};
    const float factor = 0.5f, term = 1.0f;
    constexpr int rounds = 8;
    for (std::size_t step = 0; step < steps; ++step)
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < chains; ++i) values[i] = values[i] * factor + term;
    float sum = 0;
    for (const float v : values) sum += v;
    return sum;
}

}  // namespace

const Kernels& scalar_kernels() {
    static constexpr Kernels kernels{"scalar", multiply, relu, relu_gate, add_scaled, read, arithmetic};
    return kernels;
}

}  // namespace ridgepoint::router
