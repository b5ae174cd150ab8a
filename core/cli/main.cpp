// The `ridgepoint` command: the engine from a shell. Exit codes: 0 done, 1 below --fail-below, 2 bad input,
// 3 the output could not be written, 4 a fault of the command itself or of its surroundings.

#include <fstream>
#include <iostream>

#include "accuracy.hpp"
#include "analyze.hpp"
#include "bench.hpp"
#include "commands.hpp"
#include "course/schema.hpp"
#include "csv.hpp"
#include "describe/validate.hpp"
#include "fields.hpp"
#include "flags.hpp"
#include "grade.hpp"
#include "help.hpp"
#include "outcome.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "prose/text.hpp"
#include "quantize.hpp"
#include "ridgepoint/language.hpp"
#include "ridgepoint/language_model/quantize.hpp"
#include "ridgepoint/moe_router/analyze.hpp"
#include "ridgepoint/plan.hpp"
#include "shard.hpp"
#include "sweep_table.hpp"
#include "validation.hpp"
#include "words.hpp"

namespace ridgepoint::cli {
namespace {

int run_zoo(const Options& options) {
    static constexpr std::array<std::string_view, 2> kinds{"hardware", "models"};
    const std::string kind = options.words.empty() ? "" : options.words[0];
    if (kind != "hardware" && kind != "models")
        return complain({ErrorCode::unknown_name, "zoo",
                         "zoo needs " + listed(kinds) + (kind.empty() ? "" : ", given " + quoted(Json(kind)))},
                        options.json);
    if (options.words.size() > 2)
        return complain(
            {ErrorCode::unknown_field, "", "zoo takes one id at a time, given also " + quoted(Json(options.words[2]))},
            options.json);
    Json request = Json::object();
    if (options.words.size() > 1) request["id"] = options.words[1];
    const Json answer = Json::parse(call_json(kind, text_of(request)));
    if (answer.contains("error")) return complain_of(answer, options.json);
    const Json& result = answer["result"];
    const Type& type = kind == "hardware" ? describe<Hardware>() : describe<Model>();
    if (options.json) {
        std::cout << text_of(result, 2) << "\n";
    } else if (result.is_object()) {
        std::cout << report(type, result);
    } else {
        const auto columns = kind == "hardware" ? std::vector<std::string>{"id", "class", "memory_capacity_bytes",
                                                                           "memory_bandwidth_bytes_per_s", "name"}
                                                : std::vector<std::string>{
                                                      "id", "family", "parameters", "forward_flops", "unit", "name"};
        std::vector<std::vector<std::string>> rows{columns};
        for (const Json& entry : result) {
            auto& row = rows.emplace_back();
            for (const std::string& column : columns)
                row.push_back(entry.contains(column) ? value_text(*type.find(column), entry[column]) : "–");
        }
        std::cout << table(rows);
    }
    return done;
}

int run_schema(const Options& options) {
    if (options.lab) {
        std::cout << (options.typescript ? course::lab_typescript() : course::lab_schema());
        return done;
    }
    const std::array apart{route_analyze_call(), quantize_call()};
    if (!options.typescript) {
        std::cout << text_of(Json::parse(schema_json(apart)), 2) << "\n";
        return done;
    }
    if (options.call.empty()) {
        std::cout << typescript_declarations();
        return done;
    }
    for (const Call& call : apart)
        if (call.name == options.call) {
            std::cout << typescript_declarations({&call, 1});
            return done;
        }
    return complain(
        {ErrorCode::unknown_name, "call",
         cat({"--call must be one of ", apart[0].name, " or ", apart[1].name, ", given ", quoted(Json(options.call))})},
        options.json);
}

Expected<Language> language_of(const Options& options) {
    for (std::size_t i = 0; i < language_names.size(); ++i)
        if (options.language == language_names[i]) return static_cast<Language>(i);
    return fail(ErrorCode::unknown_name, "language",
                "--language must be one of " + listed(language_names) + ", given " + quoted(Json(options.language)));
}

Expected<double> threshold(const Options& options) {
    if (options.fail_below.empty()) return 0.0;
    const auto number = parse_json(options.fail_below);
    if (number && number->is_number() && number->get<double>() > 0) return number->get<double>();
    return fail(ErrorCode::out_of_range, "fail_below",
                "--fail-below must be a speedup above 0, given " + options.fail_below);
}

int print_explanation(const std::string& command, const Json& request, const Json& result, const Options& options) {
    const std::string format = options.json ? "json" : options.format.empty() ? "text" : options.format;
    const auto limit = threshold(options);
    if (!limit) return complain(limit.error(), options.json);
    if (format == "json") std::cout << text_of(result, 2) << "\n";
    else if (format == "markdown") std::cout << result["markdown"].get<std::string>();
    else if (format == "text") {
        std::cout << result["text"].get<std::string>();
        for (const Json& note : result["notes"]) std::cout << said("Note: ") << note.get<std::string>() << "\n";
        std::cout << accuracy_line(command, request, result);
    } else {
        static constexpr std::array<std::string_view, 3> formats{"text", "markdown", "json"};
        return complain(
            {ErrorCode::unknown_name, "format", "--format must be one of " + listed(formats) + ", given " + format},
            options.json);
    }
    const double speedup = result.value("speedup", 1.0);
    if (options.fail_below.empty() || speedup >= *limit) return done;
    int places = 2;
    constexpr int most = 15;
    while (places < most && times(speedup, places) == times(*limit, places)) ++places;
    std::cerr << "ridgepoint: "
              << said("the speedup of {0} is below {1}",
                      {localized(times(speedup, places)), localized(times(*limit, places))})
              << "\n";
    return below_threshold;
}

int run_bench(const CommandLine& line) {
    const Options& options = line.options;
    // A file that cannot be written is found out before the run, not after it; what is there stays until then.
    std::ofstream file;
    const auto not_opened = [&] {
        std::cerr << "ridgepoint: " << one_line(options.output) << ": the file cannot be written\n";
        return not_written;
    };
    if (!options.output.empty() && !std::ofstream(options.output, std::ios::app)) return not_opened();
    const Json answer = bench(text_of(line.request));
    if (answer.contains("error")) return complain_of(answer, options.json);
    const Json& result = answer["result"];
    if (!options.output.empty()) {
        file.open(options.output, std::ios::trunc);
        file << text_of(result["device"], 2) << "\n";
        if (!file.flush()) return not_opened();
    }
    std::cout << (options.json ? text_of(result, 2) + "\n" : bench_summary(result));
    return done;
}

int run(const std::string& command, const std::vector<std::string>& arguments) {
    if (command == "grade") return grade(arguments);
    const bool json = asks_json(arguments);
    const auto line = parse_command_line(command, arguments);
    if (!line) return complain(line.error(), json);
    if (line->options.help) {
        std::cout << help_for(*find_command(command), line->options.call);
        return done;
    }
    const auto language = language_of(line->options);
    if (!language) return complain(language.error(), json);
    speak(*language);
    if (command == "zoo") return run_zoo(line->options);
    if (command == "validate") {
        const auto written = validate(line->options);
        if (!written) return complain(written.error(), json);
        return *written ? done : not_written;
    }
    if (!line->options.words.empty())
        return complain({ErrorCode::unknown_field, "",
                         command + " takes flags only, given " + quoted(Json(line->options.words[0]))},
                        json);
    if (command == "schema") return run_schema(line->options);
    if (command == "sweep") {
        const auto swept = print_sweep(*line);
        return swept ? done : complain(swept.error(), json);
    }

    if (command == "bench") return run_bench(*line);
    if (command == "route analyze") {
        const AnalyzeOutcome outcome = analyze(text_of(line->request), line->options);
        if (!outcome.written) return not_written;
        if (outcome.answer.contains("error")) return complain_of(outcome.answer, json);
        std::cout << (json ? text_of(outcome.answer["result"]["systems_analysis"], 2) + "\n" : summary_of(outcome));
        return done;
    }

    if (command == "quantize") {
        const Json answer = [&] {
            const StillWorking telling;
            return quantize(line->request, line->options);
        }();
        if (answer.contains("error")) return complain_of(answer, json);
        std::cout << (json ? text_of(answer["result"], 2) + "\n" : quantized_text(answer["result"], line->options));
        return done;
    }

    Json request = line->request;
    if (!line->options.shard.empty()) {
        const auto part = read_shard(line->options.shard).and_then([&](Shard shard) {
            return with_shard_of_candidates(request, shard);
        });
        if (!part) return complain(part.error(), json);
        request = *part;
    }
    const Json answer = [&] {
        const StillWorking telling;
        return Json::parse(call_json(call_of(command), text_of(request)));
    }();
    if (answer.contains("error")) return complain_of(answer, json);
    const Json& result = answer["result"];
    const Call* call = find_call(call_of(command));
    if (call != nullptr && is_pair(call->request()))
        return print_explanation(command, line->request, result, line->options);
    if (line->options.csv) {
        std::cout << result_csv(call->result(), result);
        return done;
    }
    if (json || call == nullptr) std::cout << text_of(result, 2) << "\n";
    else std::cout << report(call->result(), result) << accuracy_line(command, line->request, result);
    return done;
}

int dispatch(const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
        std::cout << help_for_all();
        return arguments.empty() ? bad_input : done;
    }
    if (arguments[0] == "--version") {
        std::cout << version << "\n";
        return done;
    }
    std::string command = arguments[0];
    if (command == "lab")
        return complain({ErrorCode::unknown_call, "",
                         "labs are made, checked, built and packed by Node: npx ridgepoint lab "
                         "new|check|build|preview|scorm; see labs/README.md"},
                        false);
    auto rest = arguments.begin() + 1;
    const bool asks_help = rest != arguments.end() && (*rest == "--help" || *rest == "-h");
    if (command == "route" && asks_help) {
        std::cout << help_for_all("route ");
        return done;
    }
    const bool has_kinds = command == "route" || command == "explain" || command == "sensitivity";
    if (has_kinds && rest != arguments.end() && rest->rfind("-", 0) != 0) command += " " + *rest++;
    return run(command, {rest, arguments.end()});
}

/// What no code expected ends as one line and a code too.
int run_all(const std::vector<std::string>& arguments) {
    try {
        return dispatch(arguments);
    } catch (const std::bad_alloc&) {
        std::cerr << "ridgepoint: this needs more memory than there is\n";
    } catch (const std::exception& error) {
        std::cerr << "ridgepoint: a fault of the command, not of what it was given: " << error.what() << "\n";
    }
    return failed;
}

}  // namespace
}  // namespace ridgepoint::cli

int main(int argc, char** argv) {
    using namespace ridgepoint::cli;
    return finished(run_all({argv + 1, argv + argc}));
}
