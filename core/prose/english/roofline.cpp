#include "model/phrases/roofline.hpp"

namespace ridgepoint::phrases {

const Phrase in_inference{"inference at {0}"};
const Phrase in_training{"training at {0}"};
const Phrase textbook_training{
    "Textbook accounting: the step is timed for one token a sample, while its memory holds the whole context."};
const Phrase textbook_token{
    "Textbook accounting: a token moves the weights and, in place of its cache, activations of {0:3%} of their bytes; "
    "serve counts the cache."};
const Phrase textbook_utilization{
    "Textbook accounting: HFU is always 1.1 times MFU, and the regime leaves overhead out."};

const Phrase compute_leg{"Compute: {0} at {1} ({2:4%} of {3}) takes {4}."};
const Phrase memory_leg{"Memory: {0} at {1} takes {2}."};
const Phrase capacity{"Capacity: {0} against {1}; {2} does not fit."};
const Phrase bound{"The step is {0}: {1} for a batch of {2}.{3}"};
const Phrase partly_hidden{" Of the shorter leg, {0:.0%} is not hidden by the longer."};

}  // namespace ridgepoint::phrases
