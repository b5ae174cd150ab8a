/// How long a piece of work takes: by a clock that may advance in coarse steps, on a machine that does other things
/// too.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ridgepoint/moe_router/clock.hpp"

namespace ridgepoint::bench {

/// Spread and drift beyond which a timing is no longer to be relied on.
inline constexpr double noisy_spread = 0.05, throttled_drift = 1.15;

/// Nothing can be timed by a clock of longer steps: a repeat would take a second and more.
inline constexpr double coarsest_clock_s = 0.02;

/// Seconds of one pass.
struct Timing {
    double median_s = 0;
    double low_s = 0, high_s = 0;  ///< quartiles of the repeats
    double repeats = 0, passes = 0;
    /// The repeats span half of `steps_needed` steps of the clock or more: the time is right to 4 %, and mostly to 2 %.
    bool resolved = false;
    /// The median of the last third of the repeats over that of the first: above 1 where the machine slows down.
    double drift = 1;

    /// Half of the repeats lie in this part of the median.
    double spread() const { return median_s > 0 ? (high_s - low_s) / median_s : 0; }
    bool is_noisy() const { return spread() > noisy_spread; }
    bool is_throttled() const { return drift > throttled_drift; }
};

struct Effort {
    double repeats = 15;
    double least_s = 1e-3;  ///< a repeat takes at least this long
    double most_passes = 1e9;
};

/// A reading is off by up to a step at both ends: with 50 steps between them the error is below 2 %.
inline constexpr double steps_needed = 50;

/// Runs `work(passes)` until a run is long enough, which warms up caches and compilers too, then as often as asked.
/// `resolution_s` is the clock's step. Worked: a pass of 3 us and a clock of 100 us give repeats of 5 ms, 1,667 passes
/// or more.
Timing time_of(Clock& clock, double resolution_s, const Effort& effort, const std::function<void(std::size_t)>& work);

/// The timing that repeats of one pass each come to; all zero without any.
Timing summary_of(std::vector<double> seconds);

/// How many of the timings suffered from each; 0 where too few did to be worth a warning: any that was too short
/// counts, noise and throttling only in more than a quarter.
struct Troubles {
    std::size_t unresolved = 0, noisy = 0, throttled = 0;
};
Troubles troubles_of(std::span<const Timing> timings);

/// By linear interpolation between the neighbours; `values` are sorted, and `share` is 0 to 1. Worked: a quarter of the
/// way through {1, 2, 4, 8} is 1.75.
double quantile_of(const std::vector<double>& values, double share);

}  // namespace ridgepoint::bench
