#include "model/phrases/serve.hpp"

namespace ridgepoint::phrases {

const Phrase in_serving{"serving at {0}"};

const Phrase the_device{"the device"};
const Phrase two_devices{"{0}; {1}."};
const Phrase prefill_fits{"Prefill on {0} (hardware): {1} fits"};
const Phrase prefill_does_not_fit{"Prefill on {0} (hardware): {1} does not fit"};
const Phrase decode_fits{"decode on {0} (decode_hardware): {1} fits"};
const Phrase decode_does_not_fit{"decode on {0} (decode_hardware): {1} does not fit"};
const Phrase no_fitting_device{"No single device of the registry holds it."};
const Phrase fitting_devices{"The smallest single devices of the registry that hold it: {0:or}."};

const Phrase first_token_calibrated_on{"First token: calibrated on {0}"};
const Phrase further_tokens_calibrated_on{"Further tokens: calibrated on {0}"};
const Phrase decode_by_memory{"Decode is timed by memory alone, so it is never compute-bound."};
const Phrase textbook_draft{
    "Textbook accounting: the draft model launches its layers for free and its cache takes no memory."};

const Phrase first_token{"First token{6}: {0} of arithmetic takes {1}{2}{3}{4}; {7}{5} in all."};
const Phrase of_prompts{" of {0:9} prompts read together"};
const Phrase of_each_prompt{" of each of {0:9} prompts"};
const Phrase one_after_another{"one after the other through {0:9} stages, "};
const Phrase each_token{
    "Each further token: {0} of weights and cache takes {1}, the arithmetic {3}{2}{4}; {5} in all."};
const Phrase each_verification{
    "Each verification: {0} of weights and cache takes {1}, the arithmetic {3}{2}{4}; {5} in all."};
const Phrase speculation{
    "Speculation: {0} drafted tokens of {1} each and one verification yield {2:.2} tokens on average, one every {3}."};
const Phrase reading_weights{", reading the weights {1}{0}"};
const Phrase moving_cache{", moving the cache {0}"};
const Phrase meanwhile{" alongside"};
const Phrase partly_meanwhile{" partly alongside"};
const Phrase and_overhead{", overhead {0}{1}"};
const Phrase host_takes_longer{", and the host takes longer than that to launch the layers"};

const Phrase memory_of_device{
    "Memory: {0} of weights, {1} of cache{2}; {3} in all, {4} the device; at most {5:9} {5:?sequence fits|sequences "
    "fit}."};
const Phrase memory_of_decode_device{
    "Memory: {0} of weights, {1} of cache{2}; {3} in all, {4} the decode device; at most {5:9} {5:?sequence "
    "fits|sequences fit} on both."};
const Phrase of_draft{", {0} of the draft model's"};
const Phrase share_of{"{0:#%} of"};
const Phrase times_of{"{0:#} times"};
const Phrase many_times{"more than 1000 times"};

const Phrase not_served{
    "{0}{1} {2}; serving needs a model that generates tokens and has layers, heads and hidden_dim or head_dim"};
const Phrase called{" {0}"};
const Phrase generates_no_tokens{"generates no tokens"};
const Phrase states_no_layers{"states no layers"};
const Phrase states_no_head_size{"states neither head_dim nor hidden_dim"};
const Phrase has_no_heads{"has no attention heads"};
const Phrase prefix_too_long{"cached_prefix must be less than the prompt ({0:9} tokens), given {1:9}"};

}  // namespace ridgepoint::phrases
