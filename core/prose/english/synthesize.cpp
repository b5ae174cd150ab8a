#include "model/phrases/synthesize.hpp"

namespace ridgepoint::phrases {

const Phrase remains{"{0} of the {1} goes to overhead; {2} remains to move {3} and compute {4}."};
const Phrase overhead_alone{"Overhead alone takes {0}, more than the target of {1}: no rate or bandwidth can meet it."};
const Phrase links_cost_nothing{
    "The number of devices assumes that rates and memories add up and that links cost nothing."};
const Phrase timed_with_room{"A device too small for the model is timed as if it had room."};
const Phrase unpacking{
    "Unpacking weights takes plain FP32 arithmetic; the device is taken to have {0} FLOP of it for each byte of "
    "bandwidth, as an H100."};
const Phrase power{
    "Each FLOP of a prompt takes energy too; the device is taken to draw {0} W, as much per FLOP of its rate as an "
    "H100."};
const Phrase textbook_requirement{
    "Textbook accounting: overhead, activations and the KV cache are left out of the requirement."};

const Phrase no_prefill{"phase must be decode for a model that does not generate tokens, given prefill"};

}  // namespace ridgepoint::phrases
