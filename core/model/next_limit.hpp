/// What binds a step next: which property of the device moves it most, and how far it can be turned until another leg
/// is the longest.
#pragma once

#include "knobs.hpp"

namespace ridgepoint {

struct NextLimit {
    Knob knob;
    double elasticity;             ///< relative change of the time per relative change of the property
    std::optional<double> factor;  ///< of the property, from where on another leg is longest; none within a hundredfold
    Regime then = Regime::memory;  ///< that leg
};

/// Worked (Llama3_8B, H100, batch 1): memory bandwidth, -0.936, until 15.2 times as much, where overhead is longest.
NextLimit next_limit(const Step& step, const Machine<>& machine);

}  // namespace ridgepoint
