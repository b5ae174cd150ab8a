/// What the solvers of the router have to say, by name; the words are in core/prose/english/route.cpp.
#pragma once

#include "ridgepoint/route.hpp"

namespace ridgepoint::phrases {

// About a distribution.
extern const Phrase amdahl, scaled, out_of_reach, learned_for_target, learned_as_allowed;

// About a full-size model.
extern const Phrase gates, gates_cannot_pay, launches;

// What to do about a bottleneck.
extern const Phrase skip_less, learn_less, learn_by_frequency, learn_by_entropy, learn_no_less, cache_more,
    cheaper_look_up;

// Why not.
extern const Phrase not_100, no_mixture, one_without, mixture_too_small, token_too_slow;

}  // namespace ridgepoint::phrases
