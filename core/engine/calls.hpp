/// The calls by name, on JSON.
#pragma once

#include <string_view>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

/// Runs one of the solvers on JSON, or looks up `hardware` or `models`: {"id"} gives an entry, {} all. Errors: as the
/// solver; no such call, no such entry.
Expected<Json> solve_json(std::string_view call, const Json& request, const Registry& registry);

}  // namespace ridgepoint
