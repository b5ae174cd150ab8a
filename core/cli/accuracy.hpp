/// What a result without a measured band is worth.
#pragma once

#include <string>

#include "describe/json.hpp"

namespace ridgepoint::cli {

/// A line below a result: how far measured times lie from estimates of its kind, and what no measurement is of. Empty:
/// the result has a band, or times nothing on a device.
std::string accuracy_line(const std::string& command, const Json& request, const Json& result);

}  // namespace ridgepoint::cli
