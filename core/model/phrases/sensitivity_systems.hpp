/// What the sensitivity of systems has to say, by name; the words are in core/prose/english/sensitivity_systems.cpp.
#pragma once

#include "ridgepoint/sensitivity_systems.hpp"

namespace ridgepoint::phrases {

// The times, in the order of Compared, and that of a training step.
extern const std::array<Phrase, compared_names.size()> moved;
extern const Phrase moved_step;

extern const Phrase moves, next_comes, nothing_moves, no_room;
extern const Phrase in_these_elasticities;
extern const Phrase too_many_turned;

}  // namespace ridgepoint::phrases
