#include <cmath>

#include "describe/validate.hpp"
#include "model/phrases/route.hpp"
#include "route_paths.hpp"

namespace ridgepoint {
namespace {

constexpr double sum_tolerance = 0.5;

double sum_of(const RouteDistribution& d) { return d.fast + d.cached + d.learned; }

RouteShare shares(const RouteModelRequest& r, double time) {
    const double all = sum_of(r.distribution);
    const double learned = r.distribution.learned / all, cached = r.distribution.cached / all;
    return {.fast = r.costs.fast * (r.cascade ? 1 : r.distribution.fast / all) / time,
            .cached = r.costs.cached * (r.cascade ? cached + learned : cached) / time,
            .learned = r.costs.learned * learned / time,
            .expert = r.costs.expert / time};
}

/// Where every token is learned, there is no split to keep: then the table has what skips.
RouteSkipping skipping(const RouteModelRequest& r, const RoutePaths& paths) {
    constexpr int steps = 40;
    const RouteDistribution& d = r.distribution;
    const double looked_up = d.fast + d.cached, fast = looked_up > 0 ? d.fast / looked_up : 1;
    RouteSkipping columns;
    for (int step = 0; step <= steps; ++step) {
        const double skipped = static_cast<double>(step) / steps;
        const double mean =
            paths.mean({.fast = skipped * fast, .cached = skipped * (1 - fast), .learned = 1 - skipped});
        columns.skipped.push_back(skipped);
        columns.speedup.push_back(route_speedup(r.costs, mean));
    }
    return columns;
}

}  // namespace

Expected<void> check_sum(const RouteDistribution& d) {
    const double sum = sum_of(d);
    if (std::fabs(sum - 100) <= sum_tolerance) return {};
    return fail(ErrorCode::out_of_range, "distribution_pct", {phrases::not_100, {sum}});
}

Expected<RouteModelResult> route_model(const RouteModelRequest& r) {
    if (auto ok = check(r).and_then([&] { return check_sum(r.distribution); }); !ok)
        return tl::make_unexpected(ok.error());
    const RoutePaths paths(r.costs, r.cascade);
    const double routing = paths.mean(r.distribution), baseline = r.costs.learned + r.costs.expert;
    RouteModelResult result;
    result.time_per_token_us = routing + r.costs.expert;
    result.tokens = PerSecond<>{1e6 / result.time_per_token_us};
    result.speedup = route_speedup(r.costs, routing);
    result.max_speedup = route_speedup(r.costs, paths.least());
    result.router_share = r.costs.learned / baseline;
    result.share = shares(r, result.time_per_token_us);
    result.skipping = skipping(r, paths);
    result.bottlenecks = find_bottlenecks({.distribution = r.distribution});
    result.notes.push_back(
        {phrases::amdahl, {result.router_share, r.costs.learned / routing, result.speedup, result.max_speedup}});
    if (const double sum = sum_of(r.distribution); sum != 100) result.notes.push_back({phrases::scaled, {sum}});
    return result;
}

}  // namespace ridgepoint
