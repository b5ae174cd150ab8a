/// How often weights of which size occur.
#pragma once

#include "model.hpp"

namespace ridgepoint::lm {

/// Counts of two matrices in 64 bars of equal width, from minus to plus four standard deviations of the first; what
/// lies beyond is in the outermost.
void add_histograms(const Matrix& before, const Matrix& after, std::vector<double>& edges,
                    std::vector<double>& counts_before, std::vector<double>& counts_after);

}  // namespace ridgepoint::lm
