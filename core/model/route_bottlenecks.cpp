#include <cmath>

#include "model/phrases/route.hpp"

namespace ridgepoint {
namespace {

// Limits and changes of the issue that the router answers (routing.md): 50 to 30, 0.5 to 0.7, 1000 to 5000, 60 to 120.
constexpr double most_learned_pct = 20, least_cached_pct = 30;
constexpr double frequency_factor = 0.6, entropy_factor = 1.4, size_factor = 5, ttl_factor = 2;
/// The most that a request may have; and where what is off is first tried.
constexpr double most_entropy = 6, usual_entropy = 0.5, usual_size = 1000;

/// The first setting of the table that is not at its end, in the order in which they are tried.
Bottleneck learned_routing(double learned, const RouteSettings& s) {
    const double frequency = std::fmax(std::floor(s.frequency_threshold * frequency_factor), 1);
    const double raised = s.entropy_threshold > 0 ? s.entropy_threshold * entropy_factor : usual_entropy;
    const double entropy = std::fmin(raised, most_entropy);
    Bottleneck found{.name = BottleneckName::high_learned_routing,
                     .severity = Severity::high,
                     .figure = learned,
                     .limit = most_learned_pct,
                     .recommendation = phrases::learn_no_less};
    const bool lower = frequency < s.frequency_threshold;
    const bool raise = s.entropy_threshold < entropy;
    if (lower) {
        found.setting = {RouteSetting::frequency_threshold};
        found.from = s.frequency_threshold;
        found.to = frequency;
        found.recommendation = {raise ? phrases::learn_less : phrases::learn_by_frequency,
                                {s.frequency_threshold, frequency, s.entropy_threshold, entropy}};
    } else if (raise) {
        found.setting = {RouteSetting::entropy_threshold};
        found.from = s.entropy_threshold;
        found.to = entropy;
        found.recommendation = {phrases::learn_by_entropy, {s.entropy_threshold, entropy}};
    }
    return found;
}

Bottleneck cache_utilization(double cached, const RouteSettings& s) {
    const double size = s.cache_size > 0 ? s.cache_size * size_factor : usual_size;
    return {.name = BottleneckName::low_cache_utilization,
            .severity = Severity::medium,
            .figure = cached,
            .limit = least_cached_pct,
            .setting = {RouteSetting::cache_size},
            .from = s.cache_size,
            .to = size,
            .recommendation = {phrases::cache_more,
                               {s.cache_size, size, s.cache_ttl_seconds, s.cache_ttl_seconds * ttl_factor}}};
}

}  // namespace

std::vector<Bottleneck> find_bottlenecks(const RouteFigures& f) {
    const double percent = 100 / (f.distribution.fast + f.distribution.cached + f.distribution.learned);
    const double learned = f.distribution.learned * percent, cached = f.distribution.cached * percent;
    std::vector<Bottleneck> list;
    if (f.speedup && *f.speedup < 1)
        list.push_back(
            {.severity = Severity::high, .figure = *f.speedup, .limit = 1, .recommendation = phrases::skip_less});
    if (learned > most_learned_pct) list.push_back(learned_routing(learned, f.settings));
    if (cached < least_cached_pct) list.push_back(cache_utilization(cached, f.settings));
    if (f.scaling && *f.scaling > most_scaling)
        list.push_back({.name = BottleneckName::poor_scaling,
                        .severity = Severity::medium,
                        .figure = *f.scaling,
                        .limit = most_scaling,
                        .recommendation = phrases::cheaper_look_up});
    return list;
}

}  // namespace ridgepoint
