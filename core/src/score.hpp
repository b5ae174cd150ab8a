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
///     order    the keys of the items, each once; all or nothing. The items are sorted by the query `value` of each,
///              `by` "ascending" or "descending"; those of equal value may stand either way
///     text     kept, worth nothing
///
/// Errors: an exercise that is not as described, an answer of the wrong kind (`wrong_type`, field "answer").
Expected<Json> score_json(const Json& request, const Registry& registry);

/// Whether `answer` is a list of the keys of `items`, each once; the error names `field`.
Expected<void> check_order(const Json& items, const Json& answer, std::string_view field);

}  // namespace ridgepoint
