/// Medians and other quantiles of repeated measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace ridgepoint {

/// The values in ascending order. Sorted as a heap: std::sort of numbers is a kilobyte of a page's engine.
inline std::vector<double> sorted(std::vector<double> values) {
    std::make_heap(values.begin(), values.end());
    std::sort_heap(values.begin(), values.end());
    return values;
}

/// The value below which `share` of the values lie, between two neighbours in proportion. `values` are sorted, not
/// empty.
///
///     quantile(sorted({4, 1, 3, 2}), 0.5) == 2.5
inline double quantile(const std::vector<double>& values, double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace ridgepoint
