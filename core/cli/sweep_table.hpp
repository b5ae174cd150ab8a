/// `ridgepoint sweep`: a call over a grid, as CSV, JSON or lines of JSON.
#pragma once

#include "flags.hpp"

namespace ridgepoint::cli {

/// Prints rows as they are worked out (`--format csv`, the default, or `jsonl`: an object a line), or, once all are,
/// the columns one after the other (`json`, as `--json`). Errors: as of `sweep`, and another format.
Expected<void> print_sweep(const CommandLine& line);

}  // namespace ridgepoint::cli
