/// What the sensitivity of a plan has to say, by name; the words are in core/prose/english/sensitivity_plan.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

extern const Phrase plan_stands, stays_cheapest, without_rival, moved_cost;
extern const Phrase cost_in_parts, rivals_estimated;

}  // namespace ridgepoint::phrases
