#include "model/phrases/sensitivity_plan.hpp"

namespace ridgepoint::phrases {

const Phrase plan_stands{"The same devices would meet {0:x} the demand. {1} {2}"};
const Phrase stays_cheapest{
    "They stay the cheapest up to {0:.2} USD an hour each; beyond that, {1:9} {2} {1:?is|are} cheaper."};
const Phrase without_rival{"No other candidate meets the demand, whatever these cost."};
const Phrase moved_cost{"the cost"};

const Phrase cost_in_parts{
    "The elasticities are of the cost per unit of work, as if a part of a device could be rented; since devices come "
    "whole, a plan's cost moves in steps."};
const Phrase rivals_estimated{"Only the cheapest devices were simulated; headroom and price limit are estimates."};

}  // namespace ridgepoint::phrases
