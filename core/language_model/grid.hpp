/// Evenly spaced values that weights, activations or cached keys are rounded to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "half.hpp"

namespace ridgepoint::lm {

/// The values scale·(level − zero) for levels 0 to `levels` − 1.
struct Grid {
    float scale = 1;  ///< a half
    int zero = 0;     ///< the level of 0
    int levels = 2;

    int level_of(float value) const {
        const float level = std::nearbyint(value / scale) + static_cast<float>(zero);
        return static_cast<int>(std::clamp(level, 0.0f, static_cast<float>(levels - 1)));
    }
    float value_of(int level) const { return scale * static_cast<float>(level - zero); }
    float rounded(float value) const { return value_of(level_of(value)); }
};

/// The least scale that is stored, so that nothing divides by zero.
inline float stored_scale(float scale) { return std::max(as_half(scale), half_value(1)); }

/// From `low` to `high`, and 0 among the values. Worked: −1 to 2 in 2 bits has scale 1 and zero 1: −1, 0, 1, 2.
inline Grid asymmetric_grid(float low, float high, int bits) {
    low = std::min(low, 0.0f);
    high = std::max(high, 0.0f);
    Grid grid;
    grid.levels = 1 << bits;
    grid.scale = stored_scale((high - low) / static_cast<float>(grid.levels - 1));
    grid.zero =
        static_cast<int>(std::clamp(std::nearbyint(-low / grid.scale), 0.0f, static_cast<float>(grid.levels - 1)));
    return grid;
}

/// From −`most` to `most` with 0 in the middle, so that integer products need no correction. Worked: 1 in 2 bits is −1,
/// 0, 1; level 0 is not used.
inline Grid symmetric_grid(float most, int bits) {
    Grid grid;
    grid.levels = 1 << bits;
    grid.zero = grid.levels / 2;
    grid.scale = stored_scale(most / static_cast<float>(grid.zero - 1));
    return grid;
}

}  // namespace ridgepoint::lm
