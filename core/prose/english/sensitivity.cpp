#include "model/phrases/sensitivity.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, knob_count> knobs{{{"peak FLOP/s"},
                                            {"memory bandwidth"},
                                            {"memory capacity"},
                                            {"the host link"},
                                            {"dispatch overhead"},
                                            {"layer overhead"},
                                            {"efficiency"},
                                            {"inter-device bandwidth"},
                                            {"inter-device link latency"}}};

const Phrase target{"target {0}"};
const Phrase capacity_binds{
    "Memory capacity binds: {0} does not fit in {1}; it takes the memory of at least {2:9} devices. Apart from "
    "capacity, {3} "
    "affects the time most, with an elasticity of {4:.2}."};
const Phrase host_binds{
    "Host launch binds: 1 % more of host_launch_s changes the time by {0:.2} %. The device waits for its host: nothing "
    "else would change it."};
const Phrase rate_binds{
    "{0:^} binds: 1 % more of it changes the time by {1:.2} %. Elasticities: FLOP/s {2:.2}, memory bandwidth "
    "{3:.2}{4}."};
const Phrase and_knob{", {0} {1:.2}"};
const Phrase binds{
    "{0:^} binds: 1 % more of it changes the time by {1:.2} %. Faster arithmetic or memory would change little."};

const Phrase delta_is_zero{"delta must not be 0"};

}  // namespace ridgepoint::phrases
