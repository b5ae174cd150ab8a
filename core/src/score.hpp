/// The score of a lab's exercise: the page and `ridgepoint grade` ask the same code.
#pragma once

#include "json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

/// The call `score`: {"exercise": {…}, "answer": …, "variables"?: {…}} gives
/// {"points", "of", "correct", "expected", "hint"?}. The expected answer is worked out anew from the exercise's query.
///
///     choice   the key of an option; all or nothing
///     number   a number in the exercise's unit: within `tolerance`, or within `partial.tolerance` for a share
///     setting  the request a widget stands at, judged by the query `goal` with the variable "state"
///     table    {cell: number}; points by the share of cells that are right
///     text     kept, worth nothing
///
/// Errors: an exercise that is not as described, an answer of the wrong kind (`wrong_type`, field "answer").
Expected<Json> score_json(const Json& request, const Registry& registry);

}  // namespace ridgepoint
