#include "next_limit.hpp"

namespace ridgepoint {

NextLimit next_limit(const Step& step, const Machine<>& machine) {
    const PerKnob e = elasticities(machine, [&](const auto& m) { return time_step(step, m).latency.value; });
    const Knob knob = largest(e, [](Knob) { return true; });
    NextLimit limit{.knob = knob, .elasticity = e.at(knob), .factor = {}};
    const auto regime_at = [&](double factor) { return time_step(step, turned(machine, knob, factor)).regime; };
    constexpr double farthest = 100;
    constexpr int halvings = 50;
    double same = 1, other = limit.elasticity < 0 ? farthest : 1 / farthest;
    const Regime now = regime_at(same);
    if (regime_at(other) == now) return limit;
    for (int i = 0; i < halvings; ++i) {
        const double between = std::sqrt(same * other);
        (regime_at(between) == now ? same : other) = between;
    }
    limit.factor = other;
    limit.then = regime_at(other);
    return limit;
}

}  // namespace ridgepoint
