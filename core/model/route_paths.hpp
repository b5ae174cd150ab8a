/// What a token pays on each path.
#pragma once

#include <algorithm>

#include "ridgepoint/route.hpp"

namespace ridgepoint {

/// Microseconds of routing on each path, the earlier look-ups of a cascade included.
struct RoutePaths {
    double fast, cached, learned;

    RoutePaths(const RouteCosts& c, bool cascade)
        : fast(c.fast),
          cached(c.cached + (cascade ? c.fast : 0)),
          learned(c.learned + (cascade ? c.fast + c.cached : 0)) {}

    /// Mean over a distribution, whatever it sums to.
    double mean(const RouteDistribution& d) const {
        return (fast * d.fast + cached * d.cached + learned * d.learned) / (d.fast + d.cached + d.learned);
    }
    double least() const { return std::min({fast, cached, learned}); }
};

/// Over every token learned without a look-up, for a mean of `routing_us`.
inline double route_speedup(const RouteCosts& c, double routing_us) {
    return (c.learned + c.expert) / (routing_us + c.expert);
}

/// Percentages that do not sum to 100 ± 0.5 are an error.
Expected<void> check_sum(const RouteDistribution& distribution);

}  // namespace ridgepoint
