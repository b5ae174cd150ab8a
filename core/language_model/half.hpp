/// Numbers of 16 bits (IEEE 754 binary16), in which weights and scales are stored.
#pragma once

#include <cmath>
#include <cstdint>

#include "bit_cast.hpp"

namespace ridgepoint::lm {

/// The nearest half, ties to even; beyond 65 504 the largest. Worked: half_bits(1.0f) == 0x3C00.
inline std::uint16_t half_bits(float value) {
    constexpr float largest = 65504, least_normal = 6.103515625e-5f, step_below = 5.9604644775390625e-8f;  // 2⁻¹⁴, 2⁻²⁴
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const float size = std::fmin(std::fabs(value), largest);
    if (size < least_normal)
        return static_cast<std::uint16_t>(sign | static_cast<int>(std::nearbyint(size / step_below)));
    const auto bits = bit_cast<std::uint32_t>(size);
    constexpr std::uint32_t dropped = 13, half_step = 0x0FFF, bias = 112u << 10;
    const std::uint32_t odd = (bits >> dropped) & 1;
    return static_cast<std::uint16_t>(sign | (((bits + half_step + odd) >> dropped) - bias));
}

inline float half_value(std::uint16_t bits) {
    constexpr float step_below = 5.9604644775390625e-8f;
    const std::uint32_t exponent = (bits >> 10) & 31, fraction = bits & 1023;
    const float size = exponent == 0 ? static_cast<float>(fraction) * step_below
                                     : bit_cast<float>(((exponent + 112) << 23) | (fraction << 13));
    return (bits & 0x8000) != 0 ? -size : size;
}

/// The value that is left after storing it so.
inline float as_half(float value) { return half_value(half_bits(value)); }

}  // namespace ridgepoint::lm
