/// The command line as a JSON request, by the descriptions of the request.
#pragma once

#include <string>
#include <vector>

#include "json.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::cli {

/// Flags every command has, and those of single commands that are not fields of a request.
struct Options {
    bool json = false;
    bool help = false;
    std::string input;
    std::string format;
    std::string fail_below;
    std::string call;
    std::vector<std::string> axes;
    std::string outputs;
    bool typescript = false;
    bool csv = false;
    std::string labs = "labs";
    std::string text;
    std::string config;
    std::string output;
    std::string assumptions;
    std::vector<std::string> words;  ///< arguments that are not flags
};

struct CommandLine {
    Options options;
    Json request = Json::object();
};

/// `--batch 8` becomes {"batch": 8}; a field of the assumptions, `--efficiency 0.6`, goes into "assumptions"; a model,
/// device or set of assumptions can be JSON, `{…}`, or `@file.json`. A field of another object has the object's name in
/// front, `--costs-us-learned 50`. Where the request holds two of a kind (explain), a plain flag sets both and
/// `--proposal-hardware` one. `--input` is read first and the flags set over it.
Expected<CommandLine> parse_command_line(const std::string& command, const std::vector<std::string>& arguments);

/// The call behind a command: that of `route model` is route_model.
std::string call_of(const std::string& command);

/// The request type the flags of a command describe; null for commands without one.
const Type* request_of(const std::string& command, const std::string& sweep_call);

/// The flags of a command, one a line, with default, range and unit; for a sweep those of the swept call.
std::string help_for(const std::string& command, const std::string& sweep_call);
/// All commands, or those that begin with a word.
std::string help_for_all(const std::string& prefix = "");

}  // namespace ridgepoint::cli
