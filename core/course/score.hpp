/// The score of a lab's exercise: the page and `ridgepoint grade` ask the same code.
#pragma once

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// The call `score`: {"exercise", "answer", "variables"?, "definitions"?, "tries"?} gives
/// {"points", "of", "correct", "expected", "tries_allowed", "hint"?}. The expected answer is worked out anew from the
/// exercise's formula. `tries` says with which try the answer was given, 1 if it is left out. Each wrong try costs the
/// same share of the points, so that nothing is left after `tries_allowed`: of 3, the second is worth two thirds. What
/// each kind of exercise takes stands in its file in kinds/. Errors: an exercise that is not as described there; an
/// answer of the wrong kind (`wrong_type`, field "answer"); those of its formulas.
Expected<Json> score_json(const Json& request, const Registry& registry);

}  // namespace ridgepoint::course
