/// The row of `ridgepoint grade`, which the npm package has too, without the others.
#pragma once

#include "commands.hpp"

namespace ridgepoint::cli {

Command grade_command();

}  // namespace ridgepoint::cli
