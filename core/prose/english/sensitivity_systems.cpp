#include "model/phrases/sensitivity_systems.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, compared_names.size()> moved{{{"the time between tokens"},
                                                       {"the time to the first token"},
                                                       {"the time per token, over all requests"},
                                                       {"the time to the last token"}}};
const Phrase moved_step{"the step"};

const Phrase moves{"{0:^} binds: 1 % more of it changes {1} by {2:.2} %.{3}"};
const Phrase next_comes{" Next: {0}, {1:.2} %."};
const Phrase nothing_moves{
    "No property of the devices changes {0} noticeably: it is set by the workload, or is spent outside them."};
const Phrase no_room{
    "Memory capacity binds: the run does not fit. Timed as if it did, 1 % more of {0} would change {1} by {2:.2} %."};

const Phrase in_these_elasticities{"these elasticities"};
const Phrase too_many_turned{
    "requests must be fewer: the run is simulated eighteen times and may have at most {1:9} steps, given {0:9}"};

}  // namespace ridgepoint::phrases
