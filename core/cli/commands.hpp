/// The commands, one row each. Those of the solvers are read from the table of calls.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "flags.hpp"

namespace ridgepoint::cli {

/// A flag that is no field of a request: `--format text|markdown|json`.
struct Flag {
    std::string_view name;
    std::string_view value;  ///< what to put after it; empty for a switch
    std::string_view text;
    /// What it sets; a list takes it several times.
    std::variant<std::string Options::*, bool Options::*, std::vector<std::string> Options::*> option;
};

struct Command {
    std::string name;
    std::string usage;
    std::string_view text;
    std::span<const Flag> flags;
    bool takes_request = true;  ///< as JSON too, with --input
};

const std::vector<Command>& commands();

/// Null for a name that no command has.
const Command* find_command(std::string_view name);

/// The call behind a command: that of `route model` is route_model.
std::string call_of(const std::string& command);

/// The request type the flags of a command describe; null for commands without one.
const Type* request_of(const std::string& command, const std::string& sweep_call);

}  // namespace ridgepoint::cli
