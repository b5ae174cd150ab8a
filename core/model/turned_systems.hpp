/// Systems of devices of which one property is multiplied.
#pragma once

#include <optional>

#include "elementary.hpp"
#include "knobs.hpp"
#include "load_simulation.hpp"
#include "ridgepoint/sensitivity_systems.hpp"

namespace ridgepoint {

/// One copy's steps on such devices.
class TurnedSteps {
public:
    explicit TurnedSteps(const LoadRequest& r)
        : steps_(steps_of(r)),
          answers_(steps_.machine({})),
          prompts_(steps_.machine({.prompt_tokens = 1})),
          launched_(steps_.machine({.prompt_tokens = HUGE_VAL})) {}

    const MixedSteps& by(Knob knob, double factor) {
        steps_.run_on(turned(answers_, knob, factor), turned(prompts_, knob, factor), turned(launched_, knob, factor));
        return steps_;
    }

private:
    MixedSteps steps_;
    Machine<> answers_, prompts_, launched_;
};

/// Time of a training step, laid out, on such devices; nothing of the memory, the host or dispatches counts.
double step_seconds(TrainRequest laid_out, Knob knob, double factor);

/// `seconds(knob, factor)`: the time with one property multiplied, or nothing where it cannot run so.
template <class Seconds>
PerKnob two_way_elasticities(double delta, Seconds seconds) {
    const double up = logarithm(1 + delta);
    PerKnob e;
    for (int k = 0; k < knob_count; ++k) {
        const Knob knob = static_cast<Knob>(k);
        const double above = *seconds(knob, 1 + delta);
        const std::optional<double> below = seconds(knob, 1 / (1 + delta));
        e.at(knob) = below ? logarithm(above / *below) / (2 * up) : logarithm(above / *seconds(knob, 1)) / up;
    }
    return e;
}

/// The largest elasticity, and the largest of another limit, in a sentence about what they change.
Remark what_moves(const Phrase& changed, const PerKnob& elasticities);

/// The property with the largest elasticity.
Knob first_of(const PerKnob& elasticities);

}  // namespace ridgepoint
