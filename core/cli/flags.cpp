#include "flags.hpp"

#include <algorithm>
#include <iostream>
#include <set>

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/router/analyze.hpp"
#include "solvers.hpp"
#include "submission.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint::cli {
namespace {

struct Command {
    std::string_view name;
    std::string_view usage;
    std::string_view text;
};
constexpr std::array commands{
    Command{"roofline", "--model ID --hardware ID [flags]",
            "time, regime and memory of one forward pass or training step"},
    Command{"serve", "--model ID --hardware ID [flags]",
            "time to first token, time per token and memory of a language model"},
    Command{"compress", "--model ID --hardware ID --method NAME [flags]",
            "size, estimated accuracy and speedup of a smaller model"},
    Command{"sensitivity", "--model ID --hardware ID [flags]", "which property of the device moves the latency"},
    Command{"synthesize", "--model ID --target-s SECONDS [flags]",
            "the least device that meets a latency, and the shortlist"},
    Command{"explain", "--model ID --hardware ID --proposal-hardware ID [flags]",
            "why one configuration is faster than another"},
    Command{"route model", "[flags]", "what skipping the router of a mixture of experts gains, and at most can"},
    Command{"route breakeven", "--target-speedup RATIO [flags]",
            "the distribution over the paths that reaches a speedup with the most learned tokens"},
    Command{"route project", "--model ID --hardware ID [flags]",
            "what the router of a full-size model costs on a device"},
    Command{"route analyze", "[--text FILE] [--config FILE] [--output FOLDER] [flags]",
            "a router that really routes a text, measured on this computer"},
    Command{"sweep", "--call NAME --axis FIELD=V,V,… --outputs FIELD,FIELD [flags]",
            "a call over a grid, as CSV or JSON"},
    Command{"query", "--input FILE", "a question in data, as the labs ask them: {\"query\": …, \"variables\": …}"},
    Command{"validate", "--data FILES… [--csv FILE] [--assumptions PRESET]",
            "predictions against measurements: errors by kind, software and device"},
    Command{"grade", "[--labs FOLDER] [--csv] FILES…", "submissions of the labs, every answer key worked out anew"},
    Command{"zoo", "hardware|models [ID]", "the devices and models that come with the engine, with their sources"},
    Command{"schema", "[--typescript]", "the JSON Schema of every request and result"},
};

std::string flag_of(std::string_view field) {
    std::string flag = "--";
    for (const char c : field) flag += c == '_' ? '-' : c;
    return flag;
}

std::string field_of(std::string_view flag) {
    std::string field(flag.substr(2));
    for (char& c : field) c = c == '-' ? '_' : c;
    return field;
}

tl::unexpected<Error> misuse(const std::string& field, const std::string& message) {
    return fail(ErrorCode::unknown_field, field, message);
}

/// No more is read than a request may have, so that an endless stream ends too.
Expected<Json> read_standard_input() {
    std::string text(request_bytes_limit + 1, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::cin.gcount()));
    if (text.size() > request_bytes_limit)
        return fail(ErrorCode::too_large, "input",
                    cat({"standard input must be at most ", plain(request_bytes_limit, 9), " bytes, and is larger"}));
    return parse_json(text);
}

/// The JSON of a file, or of standard input for "-".
Expected<Json> read_input(const std::string& name, const std::string& flag = "input") {
    if (name == "-") return read_standard_input();
    return read_json_file(name).map_error([&](Error error) {
        error.field = flag;
        error.message = cat({one_line(name), ": ", error.message});
        return error;
    });
}

/// Whether the field's own fields can be set one by one.
bool is_object(const Field& f) { return f.kind == Kind::object || f.kind == Kind::assumptions; }

/// What a flag's text means for a field: a number where one belongs, so that the core can say what is wrong with it.
Expected<Json> value_of_flag(const Field& f, const std::string& text) {
    if (f.kind == Kind::model || f.kind == Kind::hardware || is_object(f)) {
        if (text.rfind('@', 0) == 0) return read_input(text.substr(1));
        if (text.rfind('{', 0) == 0)
            return parse_json(text).map_error([&](const Error& error) {
                return about(error, cat({"the text of ", flag_of(f.name)}));
            });
    }
    if (f.kind == Kind::numbers) {
        const auto list = parse_json(cat({"[", text, "]"}));
        if (list) return *list;
    }
    if (f.kind == Kind::number) {
        const auto number = parse_json(text);
        if (number && number->is_number()) return *number;
    }
    if (f.kind == Kind::boolean && (text == "true" || text == "false")) return text == "true";
    if (text == "null" && f.optional) return Json(nullptr);
    return Json(text);
}

/// A field a flag can set, and the objects of the request it goes into.
struct Target {
    const Field* field = nullptr;
    std::string within;              ///< the field of the request that holds it, "" for a field of the request
    std::vector<std::string> parts;  ///< "" for the request itself, else "baseline", "proposal"
};

bool is_pair(const Type& type) { return type.find("baseline") != nullptr && type.find("proposal") != nullptr; }

Target find_target(const Type& type, std::string name) {
    Target target;
    const Type* holder = &type;
    if (is_pair(type)) {
        target.parts = {"baseline", "proposal"};
        for (const std::string part : {"baseline", "proposal"}) {
            if (name.rfind(part + "_", 0) != 0) continue;
            name.erase(0, part.size() + 1);
            target.parts = {part};
            break;
        }
        holder = &type.find("baseline")->nested();
    } else {
        target.parts = {""};
    }
    target.field = holder->find(name);
    for (const Field& f : holder->fields) {
        if (target.field != nullptr || !is_object(f)) continue;
        // costs_us_learned as a flag has it, costs_us.learned as the request; assumptions go by their own names too.
        const bool prefixed = name.rfind(f.name, 0) == 0 && name.find_first_of("_.", f.name.size()) == f.name.size();
        if (!prefixed && f.kind == Kind::object) continue;
        target.field = f.nested().find(prefixed ? name.substr(f.name.size() + 1) : name);
        target.within = f.name;
    }
    return target;
}

void put(Json& request, const Target& target, const Json& value) {
    for (const std::string& part : target.parts) {
        Json& holder = part.empty() ? request : request[part];
        const std::string name(target.field->name);
        const bool whole = target.within.empty();
        const bool preset = target.field->kind == Kind::assumptions && value.is_string();
        const bool adds = is_object(*target.field) && holder.contains(name) && (value.is_object() || preset);
        if (whole && !adds) {
            holder[name] = value;
            continue;
        }
        // What was set before stays, but for what is set now.
        Json& object = holder[whole ? name : target.within];
        if (object.is_string()) object = {{"preset", object}};
        if (!object.is_object()) object = Json::object();
        if (whole && value.is_object()) object.update(value);
        else object[whole ? "preset" : name] = value;
    }
}

/// The parts between commas; those inside an inline object stand in it.
std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted_text = false, escaped = false;
    for (const char c : text) {
        if (c == ',' && depth == 0) {
            parts.emplace_back();
            continue;
        }
        parts.back() += c;
        if (depth > 0 && c == '"' && !escaped) quoted_text = !quoted_text;
        escaped = quoted_text && c == '\\' && !escaped;
        if (!quoted_text && c == '{') ++depth;
        if (!quoted_text && c == '}' && depth > 0) --depth;
    }
    return parts;
}

/// `batch=1,2,4` as {"batch": [1, 2, 4]}, on the described type of the swept call.
/// Answers the path of the axis.
Expected<std::string> put_axis(Json& axes, const Type& type, const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
        return fail(ErrorCode::wrong_type, "axis", "--axis must be FIELD=VALUE,VALUE,…, given " + text);
    const std::string given = text.substr(0, equals);
    const Target target = find_target(type, field_of("--" + given));
    const std::string path =
        target.field != nullptr ? joined(target.within, target.field->name) : field_of("--" + given);
    Json values = Json::array();
    for (const std::string& item : split(text.substr(equals + 1))) {
        if (target.field == nullptr) {
            values.push_back(item);
            continue;
        }
        auto value = value_of_flag(*target.field, item);
        if (!value) return tl::make_unexpected(value.error());
        values.push_back(*value);
    }
    axes[path] = values;
    return path;
}

std::string range_of(const Field& f) {
    std::string text;
    if (!f.names.empty()) text = listed(f.names);
    if (f.kind == Kind::number && f.minimum != -unbounded)
        text = plain(f.minimum) + " to " + plain(f.maximum) + (f.unit.empty() ? "" : " " + std::string(f.unit));
    return text;
}

std::string default_of(const Field& f, const void* defaults) {
    if (f.required) return "required";
    if (!f.is_scalar() || std::isnan(f.get(defaults))) return "";
    const double value = f.get(defaults);
    if (f.kind == Kind::choice) return "default " + std::string(f.names[static_cast<std::size_t>(value)]);
    if (f.kind == Kind::boolean) return value != 0 ? "default true" : "";
    return "default " + plain(value);
}

/// `within`: the field that holds the object, in front of the flags of its fields.
std::string flag_lines(const Type& type, const std::string& within = "") {
    std::string text;
    for (const Field& f : type.fields) {
        if (f.name == "preset") continue;
        if (f.kind == Kind::object) {
            text += flag_lines(f.nested(), std::string(f.name) + "_");
            continue;
        }
        std::string line = "  " + flag_of(within + std::string(f.name));
        line.resize(std::max<std::size_t>(line.size() + 1, 36), ' ');
        line += f.text;
        std::string details = range_of(f);
        const std::string fallback = default_of(f, type.defaults());
        if (!details.empty() && !fallback.empty()) details += "; ";
        details += fallback;
        if (!details.empty()) line += " (" + details + ")";
        text += line + "\n";
    }
    return text;
}

/// The text after a flag: `--flag=value` or the next argument.
struct Argument {
    std::string flag;
    std::optional<std::string> attached;
};
Argument take_apart(const std::string& argument) {
    const auto equals = argument.find('=');
    if (equals == std::string::npos) return {argument, std::nullopt};
    return {argument.substr(0, equals), argument.substr(equals + 1)};
}

std::string Options::*option_member(const std::string& command, const std::string& flag) {
    if (flag == "--input") return &Options::input;
    if (command == "explain" && flag == "--format") return &Options::format;
    if (command == "explain" && flag == "--fail-below") return &Options::fail_below;
    if (command == "sweep" && flag == "--call") return &Options::call;
    if (command == "sweep" && flag == "--outputs") return &Options::outputs;
    if (command == "grade" && flag == "--labs") return &Options::labs;
    if (command == "route analyze" && flag == "--text") return &Options::text;
    if (command == "route analyze" && flag == "--config") return &Options::config;
    if (command == "route analyze" && flag == "--output") return &Options::output;
    if (command == "validate" && flag == "--csv") return &Options::output;
    if (command == "validate" && flag == "--assumptions") return &Options::assumptions;
    if (command == "schema" && flag == "--call") return &Options::call;
    return nullptr;
}

Expected<void> check_command(const std::string& command) {
    std::vector<std::string_view> names;
    for (const Command& c : commands) {
        if (c.name == command) return {};
        names.push_back(c.name);
    }
    return fail(ErrorCode::unknown_call, "",
                "there is no command " + quoted(Json(command)) + "; there are " + listed(names));
}

std::string swept_calls() {
    std::vector<std::string_view> names;
    for (const Solver& solver : solvers())
        if (solver.sweepable) names.push_back(solver.call.name);
    return listed(names);
}

}  // namespace

std::string call_of(const std::string& command) {
    std::string call = command;
    std::replace(call.begin(), call.end(), ' ', '_');
    return call;
}

const Type* request_of(const std::string& command, const std::string& sweep_call) {
    if (command == "route analyze") return &route_analyze_call().request();
    const Call* call = find_call(command == "sweep" ? sweep_call : call_of(command));
    return call == nullptr ? nullptr : &call->request();
}

Expected<CommandLine> parse_command_line(const std::string& command, const std::vector<std::string>& arguments) {
    if (auto ok = check_command(command); !ok) return tl::make_unexpected(ok.error());
    CommandLine line;
    Options& options = line.options;
    std::vector<std::pair<std::string, std::string>> fields;

    // First pass: flags that are not fields; the swept call must be known before its fields can be.
    std::vector<std::pair<std::string, std::optional<std::string>>> rest;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto [flag, attached] = take_apart(arguments[i]);
        if (flag == "--json") options.json = true;
        else if (flag == "--help" || flag == "-h") options.help = true;
        else if (flag == "--typescript" && command == "schema") options.typescript = true;
        else if (flag == "--csv" && command == "grade") options.csv = true;
        else if (flag == "--data" && command == "validate") {
            if (attached) options.words.push_back(*attached);  // else the files follow
        } else if (flag.rfind("--", 0) != 0) options.words.push_back(arguments[i]);
        else {
            std::optional<std::string> value = attached;
            const bool more = i + 1 < arguments.size() && (arguments[i + 1].rfind("--", 0) != 0);
            if (!value && more) value = arguments[++i];
            if (auto member = option_member(command, flag);
                member != nullptr || (command == "sweep" && flag == "--axis")) {
                if (!value) return misuse(flag.substr(2), flag + " needs a value");
                if (member != nullptr) options.*member = *value;
                else options.axes.push_back(*value);
            } else {
                rest.emplace_back(flag, value);
            }
        }
    }
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
    bool two_sides = command != "explain" || line.request.contains("proposal");
    const bool sweeping = command == "sweep";
    if (sweeping && options.call.empty() && line.request.contains("call") && line.request["call"].is_string())
        options.call = line.request["call"].get<std::string>();
    const Type* type = request_of(command, options.call);
    if (sweeping) {
        if (!options.call.empty()) line.request["call"] = options.call;
        for (const char* part : {"base", "axes"})
            if (!line.request.contains(part)) line.request[part] = Json::object();
        if (!options.outputs.empty()) line.request["outputs"] = split(options.outputs);
    }
    for (const auto& [flag, value] : rest) {
        const Target target = type == nullptr ? Target{} : find_target(*type, field_of(flag));
        if (target.field == nullptr)
            return misuse(field_of(flag),
                          flag + " is not a flag of " + command + "; ridgepoint " + command + " --help lists them");
        if (!value && target.field->kind != Kind::boolean) return misuse(field_of(flag), flag + " needs a value");
        two_sides = two_sides || target.parts.size() == 1;
        auto json = value ? value_of_flag(*target.field, *value) : Expected<Json>(true);
        if (!json) return tl::make_unexpected(json.error());
        put(sweeping ? line.request["base"] : line.request, target, *json);
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
                    "explain compares two configurations: give what the proposal changes, such as "
                    "--proposal-hardware or --proposal-batch");
    return line;
}

std::string help_for(const std::string& command, const std::string& sweep_call) {
    std::string text;
    for (const Command& c : commands)
        if (c.name == command)
            text = "ridgepoint " + command + " " + std::string(c.usage) + "\n" + std::string(c.text) + "\n\n";
    const std::string swept = find_call(sweep_call) == nullptr ? "roofline" : sweep_call;
    const Type* type = request_of(command, swept);
    if (type != nullptr) {
        const Type& fields = is_pair(*type) ? type->find("baseline")->nested() : *type;
        text +=
            is_pair(*type) ? "Flags for both sides; with --baseline- or --proposal- in front, for one:\n" : "Flags:\n";
        text += flag_lines(fields);
        for (const Field& f : fields.fields)
            if (f.kind == Kind::object)
                text += "\n" + flag_of(f.name) + " takes its fields together, as JSON or @FILE.\n";
        if (fields.find("assumptions") != nullptr)
            text +=
                "\nA model, a device or assumptions can also be JSON, '{\"name\": …}', or @FILE with JSON in it.\n"
                "\nAssumptions (of the preset given by --assumptions, each can be set alone):\n" +
                flag_lines(describe<Assumptions>());
        text += "\n";
    }
    if (command == "explain")
        text +=
            "  --format text|markdown|json         how to print the analysis\n"
            "  --fail-below RATIO                  exit with 1 when the speedup is below RATIO, for CI\n";
    if (command == "sweep")
        text += "  --call NAME                         " + swept_calls() + "; the flags above are those of " + swept +
                "\n" +
                "  --axis FIELD=V,V,…                  an axis of the grid; the first is the slowest\n"
                "  --outputs FIELD,FIELD               result fields to print; yes-or-no fields are true and false\n";
    if (command == "route analyze")
        text +=
            "  --text FILE                         the text to route, - for standard input (default: eight chapters of "
            "Moby-Dick)\n"
            "  --config FILE                       the fields of config as JSON; flags are set over it\n"
            "  --output FOLDER                     writes systems_analysis.json and profile_report.json there\n";
    if (command == "schema")
        text +=
            "  --typescript                        as TypeScript declarations\n"
            "  --call NAME                         with --typescript: those of route_analyze, which is no call of the "
            "page's engine\n";
    if (command == "grade")
        text +=
            "  --labs FOLDER                       where the labs are (default labs)\n"
            "  --csv                               one line a student, for a class\n"
            "  --json                              the exact result as JSON, with the error of each file refused\n";
    if (command == "validate")
        text +=
            "  --data FILES…                       measurements, {\"points\": […]}; see core/data/measured/README.md\n"
            "  --csv FILE                          every point with its prediction and what went into it\n"
            "  --assumptions PRESET                a preset or its JSON; default: calibrated, by each point's "
            "software\n"
            "  --json                              the tables as JSON\n";
    if (command != "schema" && command != "grade" && command != "validate")
        text +=
            "  --input FILE                        a request as JSON, - for standard input; flags are set over it\n"
            "  --json                              the exact result as JSON\n";
    text += "  --help                              this text\n";
    if (command == "grade")
        text +=
            "\nExits with 0 when every file was graded, with 2 when one was not; the others are graded all the same.\n";
    return text;
}

std::string help_for_all(const std::string& prefix) {
    std::string text = "ridgepoint " + std::string(version) + ": performance of ML systems from first principles\n\n";
    for (const Command& c : commands) {
        if (c.name.rfind(prefix, 0) != 0) continue;
        std::string line = "  ridgepoint " + std::string(c.name);
        line.resize(30, ' ');
        text += line + std::string(c.text) + "\n";
    }
    return text +
           "\nridgepoint COMMAND --help lists a command's flags.\n"
           "\nExits with 0 when done, 1 when the speedup is below --fail-below, 2 on bad input, 3 when the output "
           "could\n"
           "not be written.\n\n"
           "  ridgepoint serve --model Llama3_8B --hardware H100 --precision int4\n"
           "  ridgepoint explain --model Llama3_8B --hardware A100 --proposal-hardware H100 --fail-below 1.2\n";
}

}  // namespace ridgepoint::cli
