/// What `plan` has to say, by name; the words are in core/prose/english/plan.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Why not.
extern const Phrase unknown_price, unknown_precision, given_twice, days_with_tokens;

// What a layout falls short of.
extern const Phrase plan_weights, plan_no_room, plan_slow_alone, plan_too_few, plan_slow, plan_late, plan_simulated;
extern const Phrase plan_after_deadline, plan_training_room, plan_batch;

// What to know.
extern const Phrase plan_prices, plan_nothing, plan_estimates, plan_many_simulations, plan_not_simulated,
    plan_global_batch, in_plan_of_serving, in_plan_of_training;

// How the choice comes about.
extern const Phrase plan_looked, plan_cheapest, plan_next_cheaper, plan_nearest, plan_none_cheaper;

}  // namespace ridgepoint::phrases
