/// Tables written column by column, as core/data/embed.mjs embeds the registry.
#pragma once

#include "describe/json.hpp"

namespace ridgepoint {

/// The rows of a table of columns, an object of one list a field. A negative integer -n in a list stands for n rows
/// that have no such field; a field that is an object has a table of its own in place of the list. Of {"id": ["A100",
/// "B200"], "peak": {"fp4": [-1, 9e15]}} the rows are {"id": "A100"} and {"id": "B200", "peak": {"fp4": 9e15}}.
Json rows_of(const Json& columns);

}  // namespace ridgepoint
