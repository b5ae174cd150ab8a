/// Where the outputs of a sweep first fall below a threshold.
#pragma once

#include "sweep.hpp"

namespace ridgepoint {

/// `asked` is {output: [thresholds]}, `axes` those of the sweep. For each threshold, and each run of the last axis, the
/// first value of that axis at which the output is below it; null where it is nowhere. Worked: a speedup of 2.1, 1.9
/// and 1.4 at the batches 1, 2 and 4 is below 2 from batch 2 and below 1.5 from 4: {"speedup_over_fp16": [[2], [4]]}.
/// Errors: what is no output of numbers; thresholds that are no numbers; a last axis that has none.
Expected<Json> first_below(const Json& asked, const Sweep& sweep, const Json& axes);

struct SweepAndBelow {
    Sweep sweep;
    Json below;  ///< null where the request does not ask for it
};

/// A sweep whose request may have `below` beside its other members. Errors: those of both.
Expected<SweepAndBelow> sweep_and_below(Json request, const Registry& registry);

}  // namespace ridgepoint
