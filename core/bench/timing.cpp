#include "timing.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint::bench {

double quantile_of(const std::vector<double>& values, double share) {
    const double at = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

namespace {

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return quantile_of(values, 0.5);
}

}  // namespace

Timing summary_of(std::vector<double> seconds) {
    Timing timing;
    if (seconds.empty()) return timing;
    timing.repeats = static_cast<double>(seconds.size());
    timing.passes = 1;
    constexpr std::size_t third = 3;
    if (const auto part = static_cast<std::ptrdiff_t>(seconds.size() / third); part > 0) {
        const double first = median_of({seconds.begin(), seconds.begin() + part});
        if (first > 0) timing.drift = median_of({seconds.end() - part, seconds.end()}) / first;
    }
    std::sort(seconds.begin(), seconds.end());
    constexpr double quarter = 0.25, half = 0.5;
    timing.median_s = quantile_of(seconds, half);
    timing.low_s = quantile_of(seconds, quarter);
    timing.high_s = quantile_of(seconds, 1 - quarter);
    timing.resolved = timing.median_s > 0;
    return timing;
}

Troubles troubles_of(std::span<const Timing> timings) {
    Troubles found;
    for (const Timing& one : timings) {
        found.unresolved += !one.resolved;
        found.noisy += one.is_noisy();
        found.throttled += one.is_throttled();
    }
    constexpr std::size_t few = 4;  // a quarter
    for (std::size_t* count : {&found.noisy, &found.throttled})
        if (*count * few <= timings.size()) *count = 0;
    return found;
}

Timing time_of(Clock& clock, double resolution_s, const Effort& effort, const std::function<void(std::size_t)>& work) {
    const double enough_s = std::max(effort.least_s, steps_needed * resolution_s);
    double passes = 1;
    const auto run = [&] {
        const double start = clock.now_s();
        work(static_cast<std::size_t>(passes));
        return clock.now_s() - start;
    };
    // Where nothing can be read yet passes grow by a factor; else by what is missing and a little more.
    constexpr double blind_growth = 8, margin = 1.1;
    // Twice in a row: a run that another program held up is no measure of what a pass takes.
    for (int long_enough = 0; long_enough < 2 && passes < effort.most_passes;) {
        const double taken_s = run();
        if (taken_s >= enough_s) {
            ++long_enough;
            continue;
        }
        long_enough = 0;
        const double wanted = taken_s > 0 ? margin * enough_s / taken_s : blind_growth;
        passes = std::min(effort.most_passes, std::ceil(passes * std::clamp(wanted, margin, blind_growth)));
    }
    Timing timing;
    // A browser's compiler may end after the warm-up: what then grew faster is timed again.
    constexpr int most_tries = 3;
    for (int tries = 0; tries < most_tries; ++tries) {
        std::vector<double> seconds;
        for (double repeat = 0; repeat < effort.repeats; ++repeat) seconds.push_back(run() / passes);
        timing = summary_of(std::move(seconds));
        if (timing.drift * throttled_drift > 1) break;
    }
    timing.passes = passes;
    // What slowed the warm-up down may have ended since: half as long is still long enough to be told from noise.
    timing.resolved = timing.median_s > 0 && timing.median_s * passes >= steps_needed * resolution_s / 2;
    return timing;
}

}  // namespace ridgepoint::bench
