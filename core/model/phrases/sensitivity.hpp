/// What `sensitivity` has to say, by name; the words are in core/prose/english/sensitivity.cpp.
#pragma once

#include "ridgepoint/sensitivity.hpp"

namespace ridgepoint::phrases {

extern const std::array<Phrase, knob_count> knobs;
inline const Phrase& title(Knob k) { return knobs[static_cast<unsigned>(k)]; }

extern const Phrase target;
extern const Phrase capacity_binds, host_binds, rate_binds, and_knob, binds;
extern const Phrase delta_is_zero;

}  // namespace ridgepoint::phrases
