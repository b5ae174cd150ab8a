/// What `load` has to say, by name; the words are in core/prose/english/load.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Why not.
extern const Phrase weights_do_not_fit, weights_fit_on, and_then, sequence_does_not_fit, too_much_to_simulate,
    too_many_to_simulate, too_long_to_simulate, too_many_held_up, prefix_not_shorter, too_wide_to_be_uniform;

// What to know.
extern const Phrase cannot_keep_up, preempted, single_tokens, one_of_copies, uneven_users, greedy_tokens, no_rate_keeps,
    in_rated_load, in_closed_load, in_load_at_most;
extern const Phrase load_accuracy, load_rough, throughput_accuracy, throughput_rough, load_without_band,
    no_band_for_such_servers, no_band_for_spread_experts, sglang_as_vllm;

// How the times come about.
extern const Phrase load_capacity, load_at_rate, load_of_users, load_at_most, load_times;

}  // namespace ridgepoint::phrases
