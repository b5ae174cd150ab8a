#include "model/phrases/load.hpp"

namespace ridgepoint::phrases {

const Phrase in_rated_load{"a load at a given request rate"};
const Phrase in_closed_load{"a closed loop"};
const Phrase in_load_at_most{"a load of all requests at once"};

const Phrase weights_do_not_fit{"the weights do not fit: each device would hold {1} and has {2} to use{0}{3}"};
const Phrase weights_fit_on{"; split across {0:9} devices they would (parallel.tensor {0:9})"};
const Phrase and_then{". {0}"};
const Phrase sequence_does_not_fit{
    "prompt_tokens and output_tokens: a request of {0:9} tokens in all needs {1:#} times the room the weights leave"};
const Phrase too_much_to_simulate{
    "requests must be at most {2:9} here: requests × (output_tokens + prompt_tokens / max_batched_tokens) must be at "
    "most {1:9} steps, given {0:9}"};
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
    "A rate of {0:4} requests a second is more than the {1:4} that can be answered: the queue keeps growing, and "
    "waiting times depend on how many requests are simulated."};
const Phrase preempted{
    "Sequences lost their cache and were read again {0:9} {0:?time|times}; a smaller max_batch would avoid that."};
const Phrase one_of_copies{
    "One of {0:9} copies is simulated, with its share of the requests: batch, steps and queue over time are its own."};
const Phrase uneven_users{
    "The users do not divide evenly among {0:9} copies: each copy in use is taken to have {1:9}."};
const Phrase single_tokens{"Each answer is a single token: there is no time between tokens, and itl_s is 0."};
const Phrase no_rate_keeps{"No rate meets the limits: even a request that has the server to itself misses them."};
const Phrase greedy_tokens{
    "Decoding is greedy. Top-p sampling, usual in chat, would add {0} to each step to sort the vocabulary."};

const Phrase load_accuracy{
    "Calibrated on published runs of servers on NVIDIA's devices. With each source left out in turn, the median error "
    "was {1:.0%} for the "
    "time between tokens ({0:9} runs), {2:.0%} for the time to the first token and {3:.0%} for the time to the last."};
const Phrase load_rough{
    "Rough: from data sheets alone, nothing fitted. With calibrated assumptions, the median error on published runs of "
    "servers was {1:.0%} for the time between tokens ({0:9} runs), {2:.0%} for the time to the first token and {3:.0%} "
    "for the time to the last."};
const Phrase throughput_accuracy{
    "Calibrated on published runs of servers on NVIDIA's devices. With each source left out in turn, the median error "
    "was {1:.0%} for the "
    "time per token at full load ({0:9} runs)."};
const Phrase throughput_rough{
    "Rough: from data sheets alone, nothing fitted. With calibrated assumptions, the median error on published runs "
    "was {1:.0%} for the time per token at full load ({0:9} runs)."};
const Phrase load_without_band{"Figures that were fitted to servers were changed, so there is no band."};
const Phrase no_band_for_such_servers{
    "There is no band: only vLLM, SGLang and TensorRT-LLM servers on NVIDIA and AMD GPUs were measured."};
const Phrase no_band_for_spread_experts{
    "There is no band with expert parallelism: in 30 held-out runs of such servers, tokens took 0.9 to 2.3 times as "
    "long as predicted."};
const Phrase sglang_as_vllm{
    "No fit covers SGLang: its kernels and its time outside the devices are taken to be vLLM's, so there is no band. "
    "Waiting prompts are read first, while the answers under way stand still; chunked_prefill of load changes that."};

const Phrase load_capacity{
    "The weights leave room for {0:#} {0:?sequence|sequences} of mean length; an average step held {1:3}."};
const Phrase load_at_rate{
    "{0:#} {0:?request|requests} arrived at a rate of {1:#} per second; {2:#} per second could be answered."};
const Phrase load_of_users{
    "{3:#} {3:?user,|users, each} asking again once answered, sent {0:#} {0:?request|requests} at a rate of {1:#} per "
    "second; {2:#} per second could be answered."};
const Phrase load_at_most{
    "{0:#} {0:?request was|requests were} waiting from the start, and {1:#} per second were answered. If spread over "
    "time, up to {2:#} per second could be."};
const Phrase load_times{
    "Where the requests' time went: {0:#%} queue, {1:#%} prefill, {2:#%} decode, {3:#%} links and {4:#%} outside the "
    "devices."};

}  // namespace ridgepoint::phrases
