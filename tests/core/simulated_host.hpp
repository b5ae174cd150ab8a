/// A computer for tests: matrices take a fixed time a weight, look-ups none, and the clock has whatever step is wanted.
#pragma once

#include <cmath>

#include "moe_router/kernels.hpp"
#include "ridgepoint/moe_router/clock.hpp"

namespace simulated {

/// Seconds of the simulated computer, which only work moves.
inline double now_s = 0;
inline double seconds_per_weight = 1e-9;

/// Shows the time in whole steps; a reading takes some time itself.
struct Clock final : ridgepoint::Clock {
    double step_s = 1e-7, reading_s = 1e-7;
    double now_s() override {
        simulated::now_s += reading_s;
        return step_s == 0 ? simulated::now_s : std::floor(simulated::now_s / step_s) * step_s;
    }
};

inline const ridgepoint::router::Kernels& kernels() {
    using namespace ridgepoint::router;
    static const Kernels k{"simulated",
                           [](const float* w, const float* x, float* y, std::size_t rows, std::size_t columns) {
                               now_s += seconds_per_weight * static_cast<double>(rows * columns);
                               scalar_kernels().multiply(w, x, y, rows, columns);
                           },
                           scalar_kernels().relu,
                           scalar_kernels().relu_gate,
                           scalar_kernels().add_scaled,
                           [](const float*, std::size_t count) {
                               now_s += seconds_per_weight * static_cast<double>(count);
                               return 0.0f;
                           },
                           [](std::size_t steps) {
                               now_s += seconds_per_weight * arithmetic_flop / 2 * static_cast<double>(steps);
                               return 0.0f;
                           }};
    return k;
}

}  // namespace simulated
