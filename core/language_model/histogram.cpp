#include "histogram.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint::lm {
namespace {

constexpr std::size_t bars = 64;

std::vector<double> counts_of(const Matrix& matrix, double most) {
    std::vector<double> counts(bars);
    for (const float weight : matrix.values) {
        const double place = std::floor((weight / most + 1) / 2 * bars);
        ++counts[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(bars - 1)))];
    }
    return counts;
}

}  // namespace

void add_histograms(const Matrix& before, const Matrix& after, std::vector<double>& edges,
                    std::vector<double>& counts_before, std::vector<double>& counts_after) {
    constexpr double deviations = 4;
    double squares = 0;
    for (const float weight : before.values) squares += static_cast<double>(weight) * weight;
    const double most = deviations * std::sqrt(squares / static_cast<double>(before.values.size()));
    for (std::size_t i = 0; i <= bars; ++i) edges.push_back(most * (2 * static_cast<double>(i) / bars - 1));
    counts_before = counts_of(before, most);
    counts_after = counts_of(after, most);
}

}  // namespace ridgepoint::lm
