#include "model/phrases/load.hpp"

namespace ridgepoint::phrases {

const Phrase in_rated_load{"a load of so many requests a second"};
const Phrase in_closed_load{"a closed load"};
const Phrase in_load_at_most{"a load of all requests at once"};

const Phrase weights_do_not_fit{"the weights do not fit: {1} on each device, where {2} can be used{0}"};
const Phrase weights_fit_on{"; cut over {0:9} devices they do (parallel.tensor {0:9})"};
const Phrase sequence_does_not_fit{
    "prompt_tokens and output_tokens: a request of {0:9} tokens in all needs {1:#} times the room that the weights "
    "leave"};
const Phrase too_much_to_simulate{
    "requests × (output_tokens + prompt_tokens / max_batched_tokens) must be at most {1:9} steps to simulate, given "
    "{0:9}"};
const Phrase too_many_to_simulate{"duration_s × rate_per_s must be at most {1:9} requests for each copy, given {0:9}"};
const Phrase too_long_to_simulate{
    "duration_s must be at most {1}, in which users send the {0:9} requests that may be simulated, given {2}"};
const Phrase too_many_held_up{
    "without chunked_prefill, each step that reads prompts holds up the answers under way: requests × max_batch, "
    "divided "
    "by the prompts that fit in max_batched_tokens, must be at most {1:9}, given {0:9}"};
const Phrase prefix_not_shorter{"shared_prefix_tokens must be less than prompt_tokens ({1:9}), given {0:9}"};
const Phrase too_wide_to_be_uniform{"{2} must be at most {0:3} where the distribution is uniform, given {1:3}"};

const Phrase cannot_keep_up{
    "{0:4} requests a second are more than the {1:4} that it can answer: the queue grows for as long as they come, and "
    "waiting times depend on how many are simulated."};
const Phrase preempted{
    "{0:9} sequences gave their cache back and were read again: fewer at a time (max_batch) would spare that."};
const Phrase price_as_assumed{"Cost at {0:.2} USD an hour per device; its file names the source and the date."};
const Phrase one_of_copies{"One of {0:9} copies is simulated, with its share of the requests."};

const Phrase load_accuracy{
    "Calibrated on published runs of servers. With each source left out in turn, the mean time between tokens of {0:9} "
    "runs was off by {1:.0%} in the median, that to the first token by {2:.0%}, that to the last by {3:.0%}."};
const Phrase load_rough{
    "Rough: no better than data sheets allow. Calibrated, the mean time between tokens of {0:9} published runs of "
    "servers "
    "was off by {1:.0%} in the median, that to the first token by {2:.0%}, that to the last by {3:.0%}."};
const Phrase throughput_accuracy{
    "Calibrated on published runs of servers. With each source left out in turn, the time per token of {0:9} runs at "
    "full load was off by {1:.0%} in the median."};
const Phrase throughput_rough{
    "Rough: no better than data sheets allow. Calibrated, the time per token of {0:9} published runs at full load was "
    "off by "
    "{1:.0%} in the median."};
const Phrase load_without_band{"Figures that were fitted to servers were changed, so there is no band."};

const Phrase load_capacity{
    "The weights leave room for {0:9} sequences of mean length at a time; {1:3} were in a step on average."};
const Phrase load_at_rate{"{0:9} requests came at {1:4} a second; {2:4} a second could be answered."};
const Phrase load_of_users{
    "{3:9} users, who ask again when answered, sent {0:9} requests: {1:4} a second; {2:4} a second could be answered."};
const Phrase load_at_most{"{0:9} requests waited from the start; {1:4} a second were answered."};
const Phrase load_times{
    "Of the requests' time {0:.1%} is waiting, {1:.1%} reading prompts, {2:.1%} writing answers, {3:.1%} spent on "
    "links "
    "and {4:.1%} outside the devices."};

}  // namespace ridgepoint::phrases
