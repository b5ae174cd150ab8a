#include "model/phrases/layout.hpp"

namespace ridgepoint::phrases {

const Phrase heads_do_not_divide{"{0} must divide the model's {2:9} attention heads, given {1:9}"};
const Phrase no_heads{"{0} must be {2:9} for a model without attention heads, given {1:9}"};
const Phrase too_many_stages{"{0} must be at most the model's {2:9} layers, given {1:9}"};
const Phrase no_experts{"{0} must be {2:9} for a model without routed experts, given {1:9}"};
const Phrase experts_do_not_divide{"{0} must divide the model's {2:9} experts, given {1:9}"};
const Phrase experts_beyond_group{"{0} must divide tensor × data ({2:9}), given {1:9}"};

const Phrase beyond_node{
    "Tensor parallelism over {0:9} devices reaches beyond a node of {1:9}, so every layer waits for the network."};
const Phrase cache_copied{
    "The KV cache can be split into at most {0:9} parts, so each part is kept on {2:9} of the {1:9} devices."};
const Phrase cache_whole{"The KV cache of this model cannot be split, so each of the {0:9} devices holds all of it."};
const Phrase one_stage_at_a_time{
    "With fewer sequences than stages only some of the {0:9} stages work at a time: a pipeline adds memory, not "
    "speed."};
const Phrase network_assumed{
    "No network between nodes is given for {0:,}; {1} per device is assumed, as is usual in data centres."};
const Phrase smallest_layout{"It fits on {0:9} of {3}: tensor {1:9}, pipeline {2:9}."};
const Phrase these_devices{"these devices"};
const Phrase each_of_both{"each"};

const Phrase and_links{", links {0}"};
const Phrase links_leg{"Links: communication between the devices takes {0}."};
const Phrase of_each_device{"{1} Memory is for each of the {0:9} devices; sequences are for all of them together."};
const Phrase of_each{
    "Work, traffic and memory are for each of the {0:9} devices; the batch is for all of them together."};

}  // namespace ridgepoint::phrases
