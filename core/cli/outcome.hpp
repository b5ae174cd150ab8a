/// How a command ends: its exit code, and what it says of an error.
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"

namespace ridgepoint::cli {

inline constexpr int done = 0, below_threshold = 1, bad_input = 2, not_written = 3, failed = 4;

/// Whether a machine reads the answer: `--json` before a `--`.
bool asks_json(const std::vector<std::string>& arguments);

/// Prints an error, or the answer that holds one: as JSON for a machine, one line on standard error for a person.
/// Returns `bad_input`.
int complain(const Error& error, bool json);
int complain_of(const Json& answer, bool json);

/// The exit code once everything is printed; `not_written` where it could not be.
int finished(int status);

}  // namespace ridgepoint::cli
