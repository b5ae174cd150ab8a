/// Sums and products of floats in a fixed order, so that every build gets the same bits.
///
/// Each result adds its products one after another, rounding after each multiplication and each addition; several
/// results are worked out side by side, which changes no bit of any.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bit_cast.hpp"

namespace ridgepoint::lm {

/// c[i][j] = Σ_k a[i·a_row + k·a_column]·b[k][j], k ascending, for `rows` × `columns` results; with `add`, onto what c
/// holds. Rows of b and c lie b_row and c_row floats apart. Worked: 1 × 2 results of a = {1, 2}, b = {{3, 4}, {5, 6}}
/// are {13, 16}.
void multiply(const float* a, std::size_t a_row, std::size_t a_column, const float* b, std::size_t b_row, float* c,
              std::size_t c_row, std::size_t rows, std::size_t inner, std::size_t columns, bool add = false);

/// eˣ within 2 units in the last place, for x from −87 to 88; what lies beyond gets the value at the end, 1.6e-38
/// or 1.7e38.
inline float float_exponential(float x) {
    constexpr float least = -87, most = 88, log2_of_e = 1.44269504f, ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
    constexpr float round = 12582912;  // 1.5·2²³: adding and subtracting it rounds to a whole number
    x = x < most ? x : most;
    x = x > least ? x : least;
    const float n = (x * log2_of_e + round) - round;
    const float r = (x - n * ln2_high) - n * ln2_low;  // |r| ≤ ln2/2
    // Coefficients of Cephes (Moshier), expf.
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    constexpr int bias = 127, mantissa_bits = 23;
    return ((p * r * r + r) + 1) *
           bit_cast<float>(static_cast<std::uint32_t>(static_cast<int>(n) + bias) << mantissa_bits);
}

/// Σ values, as eight sums of every eighth that are then added.
float sum(const float* values, std::size_t count);

/// Σ a·b, summed the same way.
float dot(const float* a, const float* b, std::size_t count);

/// Turns scores into shares that sum to one: e^(score − max) over their sum. Returns that sum. `count` ≥ 1.
float softmax(float* scores, std::size_t count);

}  // namespace ridgepoint::lm
