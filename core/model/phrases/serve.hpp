/// What `serve` has to say, by name; the words are in core/prose/english/serve.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Where fields go unused.
extern const Phrase in_serving;

// Where it runs and whether it fits there.
extern const Phrase the_device, two_devices, prefill_fits, prefill_does_not_fit, decode_fits, decode_does_not_fit;
extern const Phrase no_fitting_device, fitting_devices;

// What the times rest on.
extern const Phrase first_token_calibrated_on, further_tokens_calibrated_on, decode_by_memory, textbook_draft;

// How the times come about.
extern const Phrase first_token, of_prompts, of_each_prompt, one_after_another, each_token, each_verification,
    speculation;
extern const Phrase reading_weights, moving_cache, meanwhile, partly_meanwhile, and_overhead, host_takes_longer;

// What the memory holds.
extern const Phrase memory_of_device, memory_of_decode_device, of_draft, share_of, times_of, many_times;

// Why not.
extern const Phrase not_served, called, generates_no_tokens, states_no_layers, states_no_head_size, has_no_heads;
extern const Phrase prefix_too_long;

}  // namespace ridgepoint::phrases
