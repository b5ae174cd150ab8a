#include "model/phrases/plan.hpp"

namespace ridgepoint::phrases {

const Phrase in_plan_of_serving{"a serving plan"};
const Phrase in_plan_of_training{"a training plan"};

const Phrase unknown_price{"candidates: the price of {0} is not known; give it in prices"};
const Phrase unknown_precision{"each of precisions must be one of {0:,}, given {1}"};
const Phrase given_twice{"{0}: {1} is given twice"};
const Phrase days_with_tokens{"demand.tokens and demand.days go together: give both to train, neither to serve"};

const Phrase plan_weights{"each device would hold {0} of weights, and has {1} of memory"};
const Phrase plan_no_room{"after {0} of weights, each device has room for only {1:3} of a sequence"};
const Phrase plan_slow_alone{"a token takes {0} even for one sequence alone; the limit is {1}"};
const Phrase plan_too_few{"each copy would get {0:4} requests a second but keeps up with only {1:4}"};
const Phrase plan_slow{"{0} between tokens with {2:3} sequences in a step; the limit is {1}"};
const Phrase plan_late{"{0} to the first token; the limit is {1}"};
const Phrase plan_simulated{
    "the estimate is within the limits, but more than {0:.0%} of the simulated requests are not"};
const Phrase plan_after_deadline{"takes {0}; the limit is {1}"};
const Phrase plan_training_room{"needs at least {0} on each device, where {1} can be used"};
const Phrase plan_batch{"a batch of {0:9} sequences does not divide evenly among {1:9} copies"};

const Phrase plan_prices{
    "Prices are assumptions: yours where you gave one, else on-demand list prices of the date shown, not offers, "
    "without network, storage or discounts. Devices without a known price are left out."};
const Phrase plan_nothing{"No layout of up to {0:#} {0:?device|devices} meets the demand; the nearest are listed."};
const Phrase plan_estimates{
    "The cheapest was simulated, as in load; the others on the Pareto front are steady-state estimates."};
const Phrase plan_many_simulations{
    "{0:9} {0:?layout was|layouts were} simulated and none met the limits; the cheapest is an estimate."};

const Phrase plan_not_simulated{"Without limits nothing is simulated: these are steady-state estimates."};
const Phrase plan_global_batch{"A step takes {0:#} {0:?sequence|sequences}: the global batch."};

const Phrase plan_looked{
    "Of {0:#} {0:?layout|layouts} of up to {1:#} {1:?device|devices}, {2:#} {2:?meets|meet} the demand according to "
    "the estimate."};
const Phrase plan_cheapest{
    "The cheapest is {0:9} × {1}, tensor {2:9}, pipeline {3:9}, data {4:9}: {5:.2} USD an hour."};
const Phrase plan_next_cheaper{
    "Of the cheaper ones, {0:9} × {1} at {2:.2} USD an hour comes closest but falls short: {3}."};
const Phrase plan_nearest{"{0:9} × {1} at {2:.2} USD an hour comes closest but falls short: {3}."};
const Phrase plan_none_cheaper{"No layout is cheaper."};

}  // namespace ridgepoint::phrases
