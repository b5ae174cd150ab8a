/// `ridgepoint sweep`: a call over a grid, as CSV or JSON.
#pragma once

#include "flags.hpp"

namespace ridgepoint::cli {

/// Prints the columns row by row (CSV) or one after the other (JSON), as they are made into text.
Expected<void> print_sweep(const CommandLine& line);

}  // namespace ridgepoint::cli
