#include "ridgepoint/perplexity.hpp"

#include "elementary.hpp"

namespace ridgepoint {
namespace {

constexpr double reference_parameters = 7e9;

PerplexityRatio band(const AlgorithmFit& fit, double loss) {
    return {.median = exponential(loss),
            .low = exponential(loss * fit.low),
            .high = exponential(loss * fit.high + fit.floor)};
}

double by_size(const AlgorithmFit& fit, double parameters) {
    return exponential(-fit.size_exponent * logarithm(parameters / reference_parameters));
}

}  // namespace

PerplexityRatio quantized_perplexity(const AlgorithmFit& fit, double bits, double group, double parameters) {
    const double rows = group == 0 ? fit.whole_row_factor : 1;
    return band(fit, fit.loss * exponential(-fit.slope_per_bit * (bits - fit.reference_bits)) *
                         by_size(fit, parameters) * rows);
}

PerplexityRatio pruned_perplexity(const AlgorithmFit& fit, bool n_m, double parameters) {
    return band(fit, fit.loss * by_size(fit, parameters) * (n_m ? fit.pattern_factor : 1));
}

}  // namespace ridgepoint
