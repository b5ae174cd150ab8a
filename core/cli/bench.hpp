/// `ridgepoint bench`: measures this computer, and makes a device file of it.
#pragma once

#include "flags.hpp"

namespace ridgepoint::cli {

/// Runs a request of JSON text, with progress on standard error: {"result"} or {"error"}.
Json bench(const std::string& request);

/// A result for a person.
std::string bench_summary(const Json& result);

}  // namespace ridgepoint::cli
