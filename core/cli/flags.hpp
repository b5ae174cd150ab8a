/// The command line as a JSON request, by the descriptions of the request.
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::cli {

/// Flags that are not fields of a request: those every command has, and those in the rows of commands.hpp.
struct Options {
    bool json = false;
    bool help = false;
    std::string input;
    std::string format;
    std::string language = "en";  ///< as language_names has it
    std::string fail_below;
    std::string call;
    std::vector<std::string> axes;
    std::vector<std::string> below;
    std::string outputs;
    bool typescript = false;
    bool lab = false;  ///< the schema of labs
    bool csv = false;
    bool table = false;
    std::string shard;
    std::string labs = "labs";
    bool stats = false;
    bool markdown = false;
    std::string gradebook, feedback, against;
    std::string text;
    std::string config;
    std::string output;
    std::string assumptions, server;
    std::vector<std::string> words;  ///< arguments that are not flags
};

struct CommandLine {
    Options options;
    Json request = Json::object();
};

/// `--batch 8` becomes {"batch": 8}; a field of the assumptions, `--efficiency 0.6`, goes into "assumptions"; a model,
/// device or set of assumptions can be JSON, `{…}`, or `@file.json`, of a model or a device `file.json` too. A field of
/// another object has the object's name in front, `--costs-us-learned 50`. Where the request holds two of a kind
/// (explain), a plain flag sets both and `--proposal-hardware` one, in whatever order they are given. `--input` is read
/// first and the flags set over it.
Expected<CommandLine> parse_command_line(const std::string& command, const std::vector<std::string>& arguments);

}  // namespace ridgepoint::cli
