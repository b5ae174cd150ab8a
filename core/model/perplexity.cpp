#include "ridgepoint/perplexity.hpp"

#include <cmath>

#include "elementary.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

constexpr double reference_parameters = 7e9, reference_tokens = 2e12;

double power(double base, double exponent) { return exponential(exponent * logarithm(base)); }

double by_size(const AlgorithmFit& fit, const Model& model) {
    return power(parameter_count(model) / reference_parameters, -fit.size_exponent);
}

/// Losses of the median and at the ends, before the band of the fit.
struct Losses {
    double low, median, high;
};

PerplexityRatio band(const AlgorithmFit& fit, const Losses& loss) {
    return {.median = exponential(loss.median),
            .low = exponential(loss.low * fit.low),
            .high = exponential(std::fmax(loss.high * fit.high, loss.high + fit.floor))};
}

}  // namespace

MaybePerplexity quantized_perplexity(const AlgorithmFit* fit, double bits, double group, const Model& model) {
    if (fit == nullptr) return tl::make_unexpected(Unmeasured::algorithm);
    const bool rows = group == 0;
    if (bits < fit->least_bits) return tl::make_unexpected(Unmeasured::bits);
    if (rows && bits < fit->whole_row_least_bits) return tl::make_unexpected(Unmeasured::whole_rows);
    const double loss = fit->loss * exponential(-fit->slope_per_bit * (bits - fit->reference_bits)) *
                        by_size(*fit, model) * (rows ? fit->whole_row_factor : 1);
    const auto after = [&](double tokens) { return loss * power(tokens / reference_tokens, fit->tokens_exponent); };
    if (model.training_tokens) {
        const double known = after(*model.training_tokens);
        return band(*fit, {known, known, known});
    }
    return band(*fit, {after(fewest_training_tokens), after(std::sqrt(fewest_training_tokens * most_training_tokens)),
                       after(most_training_tokens)});
}

MaybePerplexity pruned_perplexity(const AlgorithmFit* fit, bool n_m, const Model& model) {
    if (fit == nullptr) return tl::make_unexpected(Unmeasured::algorithm);
    const double tokens = model.training_tokens.value_or(0);
    if (tokens == 0 || tokens < fit->least_training_tokens || tokens > fit->most_training_tokens)
        return tl::make_unexpected(Unmeasured::training_tokens);
    const double loss = fit->loss * (n_m ? fit->pattern_factor * by_size(*fit, model) : 1);
    return band(*fit, {loss, loss, loss});
}

}  // namespace ridgepoint
