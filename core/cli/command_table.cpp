#include "commands.hpp"

#include <algorithm>

#include "engine/solvers.hpp"
#include "fields.hpp"
#include "grade_command.hpp"
#include "prose/text.hpp"
#include "ridgepoint/bench.hpp"
#include "ridgepoint/language_model/quantize.hpp"
#include "ridgepoint/moe_router/analyze.hpp"

namespace ridgepoint::cli {
namespace {

constexpr Flag language_flag{"--language", "en|es", "the language of the answer", &Options::language};
constexpr std::array zoo_flags{language_flag};
constexpr std::array solver_flags{
    Flag{"--csv", "", "the result as CSV: a header and one line, or one line per layout", &Options::csv},
    language_flag,
};
constexpr Flag format_flag{"--format", "text|markdown|json", "how to print the analysis", &Options::format};
constexpr std::array explain_plan_flags{format_flag, language_flag};
constexpr std::array explain_flags{
    format_flag,
    Flag{"--fail-below", "RATIO", "exit with 1 when the speedup is below RATIO, for CI", &Options::fail_below},
    language_flag,
};
constexpr Flag shard_flag{
    "--shard", "I/N", "compute only the I-th of N equal parts, to spread the work over N machines", &Options::shard};
constexpr std::array sweep_flags{
    Flag{"--call", "NAME", "the call to sweep", &Options::call},
    Flag{"--axis", "FIELD=V,V,…", "an axis of the grid; the first one given varies slowest", &Options::axes},
    Flag{"--outputs", "FIELD,FIELD",
         "result fields to print, those of a plan's choice as cheapest.devices; yes-or-no fields are true and false",
         &Options::outputs},
    Flag{"--below", "FIELD=V,V,…", "with --json: the first value of the last axis at which an output is below V",
         &Options::below},
    Flag{"--format", "csv|json|jsonl", "rows, columns, or one object per row; rows are written as they are computed",
         &Options::format},
    shard_flag,
};
constexpr std::array plan_flags{
    Flag{"--csv", "", "the options as CSV", &Options::csv},
    shard_flag,
    language_flag,
};
constexpr std::array analyze_flags{
    Flag{"--text", "FILE", "the text to route, - for standard input (default: eight chapters of Moby-Dick)",
         &Options::text},
    Flag{"--config", "FILE", "the fields of config as JSON; flags override them", &Options::config},
    Flag{"--output", "FOLDER", "write systems_analysis.json and profile_report.json to FOLDER", &Options::output},
};
constexpr std::array bench_flags{
    Flag{"--output", "FILE", "write the device to FILE, for ridgepoint serve --hardware FILE", &Options::output},
};
constexpr std::array quantize_flags{
    Flag{"--table", "", "every method by bits and granularity instead of one", &Options::table},
    Flag{"--csv", "", "the result as one line of CSV, or the whole table as CSV", &Options::csv},
};
constexpr std::array validate_flags{
    Flag{"--data", "FILES…", "measurements, {\"points\": […]}; see core/data/measured/README.md", &Options::words},
    Flag{"--csv", "FILE", "every point with its prediction and what went into it", &Options::output},
    Flag{"--assumptions", "PRESET", "a preset or its JSON; default: calibrated, by each point's software",
         &Options::assumptions},
    Flag{"--server", "JSON",
         "link_efficiency, request_overhead_s, prompt_overhead_s and sequence_overhead_s of load, instead of those "
         "fitted",
         &Options::server},
    Flag{"--json", "", "the tables as JSON", &Options::json},
};
constexpr std::array schema_flags{
    Flag{"--typescript", "", "as TypeScript declarations", &Options::typescript},
    Flag{"--lab", "", "what lab.json of a lab holds", &Options::lab},
    Flag{"--call", "NAME",
         "with --typescript: declare route_analyze or quantize, which the page's engine does not include",
         &Options::call},
    language_flag,
};

/// What a person has to give: the required fields of the request, and of a pair what may differ.
std::string usage_of(const Type& request) {
    const bool pair = is_pair(request);
    std::string text;
    for (const Field& f : (pair ? request.find("baseline")->nested() : request).fields) {
        if (!f.required) continue;
        const std::string_view value = f.kind != Kind::number ? "ID" : f.unit == "s" ? "SECONDS" : "RATIO";
        text += cat({flag_of(f.name), " ", value, " "});
    }
    if (pair)
        text +=
            request.find("baseline")->nested().find("hardware") ? "--proposal-hardware ID " : "--proposal-FIELD VALUE ";
    return text + "[flags]";
}

/// route_model is the command `route model`.
std::string command_of(std::string_view call) {
    std::string name(call);
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::span<const Flag> flags_of(const Call& call) {
    if (call.name == "explain_plan") return explain_plan_flags;
    if (is_pair(call.request())) return explain_flags;
    if (call.name == "plan") return plan_flags;
    return solver_flags;
}

std::vector<Command> all_commands() {
    std::vector<Command> all;
    for (const Solver& solver : solvers())
        all.push_back(
            {command_of(solver.call.name), usage_of(solver.call.request()), solver.call.text, flags_of(solver.call)});
    all.insert(
        all.end(),
        {{"route analyze", "[--text FILE] [--config FILE] [--output FOLDER] [flags]",
          "an adaptive router run on a text and measured on this computer", analyze_flags},
         {"bench", "[--output FILE] [flags]",
          "what memory and arithmetic rates this computer reaches, and how well matrix products are predicted",
          bench_flags},
         {"quantize", "[--table] [flags]", quantize_call().text, quantize_flags},
         {"sweep", "--call NAME --axis FIELD=V,V,… --outputs FIELD,FIELD [flags]",
          "a call evaluated over a grid of values, as CSV, JSON or JSON Lines", sweep_flags},
         {"evaluate", "--input FILE", "a formula evaluated as in the labs: {\"formula\": …, \"variables\": …}", {}},
         {"validate", "--data FILES… [--csv FILE] [--assumptions PRESET]",
          "predictions against measurements: errors by kind, software, device and document", validate_flags, false},
         grade_command(),
         {"zoo", "hardware|models [ID]", "the devices and models that come with the engine, with their sources",
          zoo_flags},
         {"schema", "[--lab] [--typescript]", "the JSON Schema of every request and result, or of lab.json",
          schema_flags, false}});
    return all;
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> all = all_commands();
    return all;
}

const Type* request_of(const std::string& command, const std::string& sweep_call) {
    if (command == "route analyze") return &route_analyze_call().request();
    if (command == "bench") return &describe<BenchRequest>();
    if (command == "quantize") return &quantize_call().request();
    const Call* call = find_call(command == "sweep" ? sweep_call : call_of(command));
    return call == nullptr ? nullptr : &call->request();
}

}  // namespace ridgepoint::cli
