#include "commands.hpp"

#include <algorithm>

namespace ridgepoint::cli {

const Command* find_command(std::string_view name) {
    for (const Command& command : commands())
        if (command.name == name) return &command;
    return nullptr;
}

std::string call_of(const std::string& command) {
    std::string call = command;
    std::replace(call.begin(), call.end(), ' ', '_');
    return call;
}

}  // namespace ridgepoint::cli
