/// The calls by name, on JSON.
#pragma once

#include <array>
#include <string_view>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

/// The calls that look up what the engine brings along.
inline constexpr std::array<std::string_view, 3> lookups{"hardware", "models", "assumptions"};

/// Runs one of the solvers on JSON, or looks something up: `hardware` or `models`, where {"id"} gives an entry and {}
/// all; `assumptions`, where a preset's name or a request's assumptions give every value in force. Errors: as the
/// solver; no such call, no such entry.
Expected<Json> solve_json(std::string_view call, const Json& request, const Registry& registry);

}  // namespace ridgepoint
