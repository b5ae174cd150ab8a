#include "flags.hpp"

#include <algorithm>
#include <set>

#include "commands.hpp"
#include "describe/validate.hpp"
#include "fields.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

tl::unexpected<Error> misuse(const std::string& field, const std::string& message) {
    return fail(ErrorCode::unknown_field, field, message);
}

/// A flag as given, with the text after it: `--flag=value` or the next argument.
struct Argument {
    std::string flag;
    std::optional<std::string> value;
};
Argument take_apart(const std::string& argument) {
    const auto equals = argument.find('=');
    if (equals == std::string::npos) return {argument, std::nullopt};
    return {argument.substr(0, equals), argument.substr(equals + 1)};
}

/// The row of a flag that is no field, those that every command has included.
const Flag* own_flag(const Command& command, std::string_view name) {
    static constexpr std::array shared{Flag{"--input", "FILE", "", &Options::input},
                                       Flag{"--json", "", "", &Options::json}, Flag{"--help", "", "", &Options::help},
                                       Flag{"-h", "", "", &Options::help}};
    for (const std::span<const Flag> flags : {std::span<const Flag>(shared), command.flags})
        for (const Flag& flag : flags)
            if (flag.name == name) return &flag;
    return nullptr;
}

void set_option(Options& options, const Flag& flag, const std::string& value) {
    if (const auto* text = std::get_if<std::string Options::*>(&flag.option)) options.*(*text) = value;
    else if (const auto* list = std::get_if<std::vector<std::string> Options::*>(&flag.option))
        (options.*(*list)).push_back(value);
    else options.*std::get<bool Options::*>(flag.option) = true;
}

/// Sets the options. Answers the flags of fields, which wait until the swept call is known.
Expected<std::vector<Argument>> read_options(const Command& command, const std::vector<std::string>& arguments,
                                             Options& options) {
    std::vector<Argument> fields;
    for (auto next = arguments.begin(); next != arguments.end();) {
        const std::string& argument = *next++;
        if (argument == "--") {
            options.words.insert(options.words.end(), next, arguments.end());
            break;
        }
        auto [name, value] = take_apart(argument);
        const Flag* flag = own_flag(command, name);
        if (flag == nullptr && name.rfind("--", 0) != 0) {
            options.words.push_back(argument);
            continue;
        }
        const bool is_switch = flag != nullptr && flag->value.empty();
        if (!is_switch && !value && next != arguments.end() && next->rfind("--", 0) != 0) value = *next++;
        if (flag == nullptr) fields.push_back({name, value});
        else if (!is_switch && !value) return misuse(name.substr(2), name + " needs a value");
        else set_option(options, *flag, value.value_or(""));
    }
    return fields;
}

/// A flag of a field, and its value.
struct Setting {
    Target target;
    Json value;
};

/// `type`: of the request; null where a command has none.
Expected<Setting> setting_of(const std::string& command, const Type* type, const Argument& argument) {
    const auto& [flag, value] = argument;
    const Target target = type == nullptr ? Target{} : find_target(*type, field_of(flag));
    if (!target.meant.empty()) {
        const std::vector<std::string_view> flags(target.meant.begin(), target.meant.end());
        return misuse(field_of(flag), cat({"give ", listed(flags), "; ", flag, " can mean each of them"}));
    }
    if (target.field == nullptr)
        return misuse(field_of(flag),
                      flag + " is not a flag of " + command + "; ridgepoint " + command + " --help lists them");
    if (!value && target.field->kind != Kind::boolean) return misuse(field_of(flag), flag + " needs a value");
    auto json = value ? value_of_flag(*target.field, *value) : Expected<Json>(true);
    if (!json) return tl::make_unexpected(json.error());
    return Setting{target, std::move(*json)};
}

}  // namespace

Expected<CommandLine> parse_command_line(const std::string& command, const std::vector<std::string>& arguments) {
    const Command* row = find_command(command);
    if (row == nullptr) {
        std::vector<std::string_view> names;
        for (const Command& known : commands()) names.push_back(known.name);
        return fail(ErrorCode::unknown_call, "",
                    "there is no command " + quoted(Json(command)) + "; there are " + listed(names));
    }
    CommandLine line;
    Options& options = line.options;
    const auto fields = read_options(*row, arguments, options);
    if (!fields) return tl::make_unexpected(fields.error());
    if (options.help) return line;

    if (!options.input.empty()) {
        auto json = read_input(options.input);
        if (!json) return tl::make_unexpected(json.error());
        if (!json->is_object())
            return fail(ErrorCode::wrong_type, "", "the request must be an object, given " + quoted(*json));
        line.request = std::move(*json);
    }
    if (!options.config.empty()) {
        auto config = read_input(options.config, "config");
        if (!config) return tl::make_unexpected(config.error());
        line.request["config"] = std::move(*config);
    }
    const bool sweeping = command == "sweep";
    if (sweeping && options.call.empty() && line.request.contains("call") && line.request["call"].is_string())
        options.call = line.request["call"].get<std::string>();
    const Type* type = request_of(command, options.call);
    bool two_sides = sweeping || type == nullptr || !is_pair(*type) || line.request.contains("proposal");
    if (sweeping) {
        if (!options.call.empty()) line.request["call"] = options.call;
        for (const char* part : {"base", "axes"})
            if (auto object = object_at(line.request[part], part); !object) return tl::make_unexpected(object.error());
        if (!options.outputs.empty()) line.request["outputs"] = split(options.outputs);
        for (const std::string& threshold : options.below)
            if (auto ok = put_below(line.request, threshold); !ok) return tl::make_unexpected(ok.error());
    }
    std::vector<Setting> settings;
    for (const Argument& argument : *fields) {
        if (sweeping && type == nullptr) break;  // the sweep itself says which calls there are
        auto setting = setting_of(command, type, argument);
        if (!setting) return tl::make_unexpected(setting.error());
        two_sides = two_sides || setting->target.of_one_side();
        settings.push_back(std::move(*setting));
    }
    // What is set of one side holds, wherever the flags of both stand.
    std::stable_partition(settings.begin(), settings.end(), [](const Setting& s) { return !s.target.of_one_side(); });
    for (const auto& [target, value] : settings) {
        Json& request = sweeping ? line.request["base"] : line.request;
        if (auto ok = put(request, sweeping ? "base" : "", target, value); !ok) return tl::make_unexpected(ok.error());
    }
    std::set<std::string> given;
    for (const std::string& axis : options.axes) {
        if (type == nullptr) break;
        const auto path = put_axis(line.request["axes"], *type, axis);
        if (!path) return tl::make_unexpected(path.error());
        if (!given.insert(*path).second)
            return misuse("axis",
                          cat({"--axis ", flag_of(*path).substr(2), " is given twice; list its values in one"}));
    }
    if (!two_sides)
        return fail(ErrorCode::missing_field, "proposal",
                    "explain compares two configurations: give what the proposal changes, with --proposal- in front of "
                    "its flag: --proposal-precision fp8");
    return line;
}

}  // namespace ridgepoint::cli
