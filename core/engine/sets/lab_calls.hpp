/// What labs ask beside the solvers.
#pragma once

#include "course/evaluate.hpp"
#include "course/score.hpp"
#include "course/variants.hpp"
#include "engine/solvers.hpp"

namespace ridgepoint::sets {

inline constexpr std::array lab_calls{JsonCall{"evaluate", course::evaluate_json},
                                      JsonCall{"score", course::score_json}, JsonCall{"variant", course::variant_json}};

}  // namespace ridgepoint::sets
