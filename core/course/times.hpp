/// Times as the pages of labs write them.
#pragma once

#include <optional>
#include <string>

#include "describe/json.hpp"

namespace ridgepoint::course {

/// Seconds since 1970 of 2026-03-01T10:20:30.000Z, with milliseconds or without; nothing for a text that is no such
/// time.
std::optional<double> seconds_of(const std::string& text);

/// The same of a member that is a text.
std::optional<double> time_of(const Json& object, const char* key);

}  // namespace ridgepoint::course
