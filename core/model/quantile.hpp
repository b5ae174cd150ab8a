/// Medians and other quantiles of repeated measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace ridgepoint {

/// The value below which `share` of the values lie, between two neighbours in proportion. `values` is not empty.
///
///     quantile({4, 1, 3, 2}, 0.5) == 2.5
inline double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace ridgepoint
