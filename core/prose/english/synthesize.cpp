#include "model/phrases/synthesize.hpp"

namespace ridgepoint::phrases {

const Phrase remains{"{0} of the {1} goes to overhead; {2} remains to move {3} and compute {4}."};
const Phrase overhead_alone{"Overhead alone takes {0}, more than the target of {1}: no rate or bandwidth can meet it."};
const Phrase remains_in_layout{
    "{0} of the {2} goes to overhead and {1} to communication between the devices; {3} remains to move {4} and compute "
    "{5}, which is one device's share of each layer."};
const Phrase overhead_and_links{
    "Overhead takes {0} and communication between the devices {1}, {2} of it waiting; the target is {3}. No "
    "arithmetic rate and no memory bandwidth can meet it."};
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
const Phrase link_assumed{
    "Within nodes of {1:9} a link of {0} in one direction is assumed; an H100's has 450 GB/s (NVIDIA's data sheet). "
    "Slower links leave less of the target."};
const Phrase network_between_nodes{"Between nodes {0} per device is assumed; a DGX H100 has 50 GB/s."};
const Phrase own_links{
    "Devices of the registry are timed over their own links; where they miss the target, more of them are counted in "
    "tensor parallelism."};

const Phrase no_prefill{"phase must be decode for a model that does not generate tokens, given prefill"};

}  // namespace ridgepoint::phrases
