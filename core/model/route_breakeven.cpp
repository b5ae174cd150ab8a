#include "describe/validate.hpp"
#include "model/phrases/route.hpp"
#include "route_paths.hpp"

namespace ridgepoint {
namespace {

constexpr double rounding = 1e-12;

double within(double value, double high) { return std::min(std::max(value, 0.0), high); }

/// The look-ups with a share `learned` of the tokens taken out: a share `dearer` on the one that costs more.
RouteDistribution percentages(const RoutePaths& p, double learned, double dearer) {
    const double cheaper = std::max(1 - learned - dearer, 0.0);
    const bool fast_cheaper = p.fast <= p.cached;
    return {.fast = 100 * (fast_cheaper ? cheaper : dearer),
            .cached = 100 * (fast_cheaper ? dearer : cheaper),
            .learned = 100 * learned};
}

}  // namespace

Expected<RouteBreakevenResult> route_breakeven(const RouteBreakevenRequest& r) {
    if (auto ok = check(r); !ok) return tl::make_unexpected(ok.error());
    const RoutePaths p(r.costs, r.cascade);
    const double cheap = std::min(p.fast, p.cached), dear = std::max(p.fast, p.cached);
    const double most = r.max_learned_pct / 100;
    // Where the gate is cheaper than a look-up, the fastest distribution learns all it may.
    const double of_fastest = p.learned < cheap ? most : 0;
    const double least = of_fastest * p.learned + (1 - of_fastest) * cheap;
    RouteBreakevenResult result;
    result.max_speedup = route_speedup(r.costs, least);
    result.feasible = r.target_speedup <= result.max_speedup * (1 + rounding);
    if (!result.feasible) {
        result.distribution = percentages(p, of_fastest, 0);
        result.speedup = result.max_speedup;
        result.reason = {
            phrases::out_of_reach,
            {r.target_speedup, r.costs.expert + least, r.costs.expert + r.costs.learned, result.max_speedup}};
        return result;
    }
    const double room = (r.costs.learned + r.costs.expert) / r.target_speedup - r.costs.expert;
    const double learned = p.learned > cheap ? within((room - cheap) / (p.learned - cheap), most) : most;
    const double left = room - learned * p.learned - (1 - learned) * cheap;
    const double dearer = learned == most && dear > cheap ? within(left / (dear - cheap), 1 - learned) : 0;
    result.distribution = percentages(p, learned, dearer);
    result.speedup = route_speedup(r.costs, p.mean(result.distribution));
    result.reason = {learned < most ? phrases::learned_for_target : phrases::learned_as_allowed, {learned}};
    return result;
}

}  // namespace ridgepoint
