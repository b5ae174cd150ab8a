/// What --help prints.
#pragma once

#include <string>

#include "commands.hpp"

namespace ridgepoint::cli {

/// The flags of a command, one a line, with default, range and unit; for a sweep those of the swept call.
std::string help_for(const Command& command, const std::string& sweep_call);
/// All commands, or those that begin with a word.
std::string help_for_all(const std::string& prefix = "");

}  // namespace ridgepoint::cli
