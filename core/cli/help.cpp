#include "help.hpp"

#include <algorithm>

#include "describe/validate.hpp"
#include "engine/solvers.hpp"
#include "fields.hpp"
#include "prose/text.hpp"
#include "ridgepoint/assumptions.hpp"

namespace ridgepoint::cli {
namespace {

std::string swept_calls() {
    std::vector<std::string_view> names;
    for (const Solver& solver : solvers())
        if (solver.sweepable) names.push_back(solver.call.name);
    return listed(names);
}

std::string range_of(const Field& f) {
    std::string text;
    if (!f.names.empty()) text = listed(f.names);
    if (f.kind == Kind::list) text = cat({f.nested().fields[0].name, "=", f.nested().fields[1].name, ",…"});
    if (f.kind == Kind::number && f.minimum != -unbounded)
        text = format_number(f.minimum) + " to " + format_number(f.maximum) +
               (f.unit.empty() ? "" : " " + std::string(f.unit));
    return text;
}

std::string default_of(const Field& f, const void* defaults) {
    if (f.required) return "required";
    if (!f.is_scalar() || std::isnan(f.get(defaults))) return "";
    const double value = f.get(defaults);
    if (f.kind == Kind::choice) return "default " + std::string(f.names[static_cast<std::size_t>(value)]);
    if (f.kind == Kind::boolean) return value != 0 ? "default true" : "";
    return "default " + format_number(value);
}

std::string field_line(const Field& f, const void* defaults, const std::string& within) {
    std::string line = "  " + flag_of(within + std::string(f.name));
    line.resize(std::max<std::size_t>(line.size() + 1, 36), ' ');
    line += f.text;
    std::string details = range_of(f);
    const std::string fallback = default_of(f, defaults);
    if (!details.empty() && !fallback.empty()) details += "; ";
    details += fallback;
    if (!details.empty()) line += " (" + details + ")";
    return line + "\n";
}

/// `within`: the field that holds the object, in front of the flags of its fields. `taken`: fields whose flags are
/// others.
std::string flag_lines(std::span<const Field> fields, const void* defaults, const std::string& within = "",
                       const Type* taken = nullptr) {
    std::string text;
    for (const Field& f : fields) {
        if (f.name == "preset" || (taken != nullptr && taken->find(f.name) != nullptr)) continue;
        if (f.is_brief()) {
            const Field& first = f.nested().fields[0];
            text += field_line(first.with(&Field::name, f.name).with(&Field::text, f.text), f.at(defaults), within);
        }
        text += f.kind == Kind::object ? flag_lines(f.nested().fields.subspan(f.is_brief() ? 1 : 0), f.at(defaults),
                                                    within + std::string(f.name) + "_")
                                       : field_line(f, defaults, within);
    }
    return text;
}

/// What a comparison has beside its sides.
std::string comparison_lines(const Type& pair) {
    std::string text;
    for (const Field& f : pair.fields)
        if (f.is_scalar()) text += field_line(f, pair.defaults(), "");
    return text.empty() ? text : cat({"\nFor the comparison itself:\n", text});
}

/// `--format text|markdown|json         how to print the analysis`
std::string flag_line(std::string_view flag, std::string_view value, std::string_view text) {
    constexpr std::size_t column = 38;
    std::string line = cat({"  ", flag, " ", value});
    const auto characters = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    line.append(std::max<std::size_t>(column - static_cast<std::size_t>(characters), 1), ' ');
    return cat({line, text, "\n"});
}

/// The fields of the request as flags.
std::string fields_of(const Type& type) {
    const bool pair = is_pair(type);
    const Type& fields = pair ? type.find("baseline")->nested() : type;
    std::string text = pair ? "Flags for both sides; with --baseline- or --proposal- in front, for one:\n" : "Flags:\n";
    text += flag_lines(fields.fields, fields.defaults());
    if (pair) text += comparison_lines(type);
    bool objects = false;
    for (const Field& f : fields.fields) {
        if (f.kind != Kind::object) continue;
        objects = true;
        text += "\n" + flag_of(f.name) + " also takes all its fields at once, as JSON or @FILE.\n";
    }
    if (objects)
        text += "\nThe end of such a flag is enough where no other flag ends alike: --tensor for --parallel-tensor.\n";
    if (fields.find("assumptions") != nullptr)
        text +=
            "\nA model, a device or assumptions can also be JSON, '{\"name\": …}', or @FILE with JSON in it; a model "
            "or a\n"
            "device also FILE.json.\n"
            "\nAssumptions (each overrides that field of the preset given by --assumptions):\n" +
            flag_lines(describe<Assumptions>().fields, describe<Assumptions>().defaults(), "", &fields);
    return text + "\n";
}

}  // namespace

std::string help_for(const Command& command, const std::string& sweep_call) {
    std::string text = cat({"ridgepoint ", command.name, " ", command.usage, "\n", command.text, "\n\n"});
    const std::string swept = find_call(sweep_call) == nullptr ? "roofline" : sweep_call;
    if (const Type* type = request_of(command.name, swept)) text += fields_of(*type);
    for (const Flag& flag : command.flags) {
        const bool names_call = command.name == "sweep" && flag.name == "--call";
        text += flag_line(flag.name, flag.value,
                          names_call ? cat({swept_calls(), "; the flags above are those of ", swept}) : flag.text);
    }
    if (command.takes_request)
        text += flag_line("--input", "FILE", "a request as JSON, - for standard input; flags override its fields") +
                flag_line("--json", "", "the exact result as JSON");
    text += flag_line("--help", "", "this text");
    if (command.name == "grade")
        text +=
            "\nExits with 0 when every file was graded, with 2 when one could not be; the others are graded "
            "regardless.\n";
    return text;
}

std::string help_for_all(const std::string& prefix) {
    std::string text = "ridgepoint " + std::string(version) + ": performance of ML systems from first principles\n\n";
    for (const Command& c : commands()) {
        if (c.name.rfind(prefix, 0) != 0) continue;
        std::string line = "  ridgepoint " + c.name;
        line.resize(33, ' ');
        text += line + std::string(c.text) + "\n";
    }
    return text +
           "\nridgepoint COMMAND --help lists a command's flags. Labs are made, checked and built with Node alone:\n"
           "npx ridgepoint lab --help.\n"
           "\nExits with 0 when done, 1 when the speedup is below --fail-below, 2 on bad input, 3 when the output "
           "could\n"
           "not be written, 4 when the command itself fails.\n\n"
           "  ridgepoint serve --model Llama3_8B --hardware H100 --precision int4\n"
           "  ridgepoint explain --model Llama3_8B --hardware A100 --proposal-hardware H100 --fail-below 1.2\n";
}

}  // namespace ridgepoint::cli
