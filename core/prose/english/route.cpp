#include "model/phrases/route.hpp"

namespace ridgepoint::phrases {

const Phrase amdahl{
    "Amdahl's law: routing is {0:#%} of the baseline; {1:x} as fast, it gives {2:x}; taking no time at all, {3:x}."};
const Phrase scaled{"The distribution sums to {0} % and is scaled to 100."};
const Phrase out_of_reach{
    "No distribution reaches {0}×: the experts and the cheapest path take {1} of {2} µs, which caps it at {3:x4}."};
const Phrase learned_for_target{"{0:4%} learned: any more would miss the target."};
const Phrase learned_as_allowed{"{0:4%} learned: more is not allowed."};

const Phrase gates{
    "Amdahl's law: gates are {0:#%} of a step (launching them {1:#%}), so skipping them gains at most {2:x4}."};
const Phrase gates_cannot_pay{
    "Amdahl's law: gates are {0:#%} of a step (launching them {1:#%}), so skipping them gains at most {2:x4}: not "
    "worth it."};
const Phrase launches{"Of the {0} launches assumed for a layer with experts, {1} are its gate's; a look-up is one."};

const Phrase skip_less{"Look-ups cost more than they save: skip fewer routers, or none."};
const Phrase learn_less{
    "Lower the frequency threshold from {0} to {1} or raise the entropy threshold from {2} to {3}."};
const Phrase learn_by_frequency{"Lower the frequency threshold from {0} to {1}."};
const Phrase learn_by_entropy{"Raise the entropy threshold from {0} to {1}."};
const Phrase learn_no_less{"No threshold lets more tokens skip the gating network: the others come up too seldom."};
const Phrase cache_more{"Raise the cache size from {0} to {1} or the time to live from {2} to {3} s."};
const Phrase cheaper_look_up{"Make the cache's look-up cheaper: the time per token varies with the length."};

const Phrase not_100{"distribution_pct must sum to 100 ± 0.5, given {0}"};
const Phrase no_mixture{
    "model must be a mixture of experts with experts, experts_per_token, active_parameters, layers and hidden_dim, "
    "given {0}"};
const Phrase one_without{"one without"};
const Phrase mixture_too_small{"model must have more weights and FLOP than its gates and experts alone"};
const Phrase token_too_slow{"hardware must do each part of a token within 1e9 us, given one that takes {0} us"};

}  // namespace ridgepoint::phrases
