#include "analyze.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

/// A figure with its unit, or a dash where it was not measured.
std::string number(const Json& value, std::string_view unit = "", int places = 2) {
    if (value.is_null()) return "–";
    return decimals(value.get<double>(), places) + std::string(unit);
}

std::string factor(const Json& value) { return value.is_null() ? "–" : times(value.get<double>()); }

std::string rate(const Json& value) { return value.is_null() ? "–" : format_number(value.get<double>(), 4); }

std::string runs(const Json& a) {
    std::vector<std::vector<std::string>> rows{
        {"", "tokens/s", "us a token", "of it routing", "lower quartile", "upper quartile", "memory in MB"}};
    for (const char* name : {"baseline", "var"}) {
        const Json& run = a[name];
        rows.push_back({name == std::string("var") ? "adaptive" : name, rate(run["throughput_tps"]),
                        number(run["time_per_token_us"]), number(run["route_per_token_us"]), number(run["low_us"]),
                        number(run["high_us"]), number(run["memory"]["allocated_mb"])});
    }
    return table(rows);
}

std::string paths(const Json& a) {
    const Json& stats = a["var"]["var_stats"];
    std::vector<std::vector<std::string>> rows{{"path", "tokens", "share in %", "us a look-up", "as the gate decides"}};
    for (const char* path : {"fast", "cached", "learned"}) {
        const Json& agreement = stats["agreement_by_path"][path];
        rows.push_back({path, format_number(stats[path].get<double>(), 9),
                        number(stats["distribution_pct"][path], "", 1),
                        number(a["calibration"][std::string(path) + "_us"], "", 3),
                        agreement.is_null() ? "–" : number(100 * agreement.get<double>(), " %", 1)});
    }
    return table(rows);
}

std::string loads(const Json& a) {
    std::vector<std::vector<std::string>> rows{{"expert", "baseline", "adaptive"}};
    const Json &baseline = a["baseline"]["expert_load"], &adaptive = a["var"]["expert_load"];
    for (std::size_t i = 0; i < baseline["tokens"].size(); ++i)
        rows.push_back({format_number(static_cast<double>(i)), format_number(baseline["tokens"][i].get<double>(), 9),
                        format_number(adaptive["tokens"][i].get<double>(), 9)});
    rows.push_back(
        {"busiest over the mean", factor(baseline["busiest_over_mean"]), factor(adaptive["busiest_over_mean"])});
    return cat({"Tokens given to each expert:\n", table(rows)});
}

std::string scaling(const Json& a) {
    std::vector<std::vector<std::string>> rows{
        {"tokens in a sequence", "us a token", "lower quartile", "upper quartile"}};
    const auto micro = [](const Json& ms) { return ms.is_null() ? "–" : decimals(1000 * ms.get<double>(), 2); };
    for (const auto& [length, point] : a["scaling"].items())
        rows.push_back({length, micro(point["time_per_token_ms"]), micro(point["low_ms"]), micro(point["high_ms"])});
    return table(rows);
}

std::string bottlenecks(const Json& a) {
    if (a["bottlenecks"].empty()) return "Bottlenecks: none.\n";
    std::string text = "Bottlenecks:\n";
    for (const Json& b : a["bottlenecks"])
        text += cat({"  ", b["name"].get<std::string>(), " (", b["severity"].get<std::string>(),
                     "): ", format_number(b["figure"].get<double>(), 4), ", limit ",
                     format_number(b["limit"].get<double>()), ". ", b["recommendation"].get<std::string>(), "\n"});
    return text;
}

std::string criteria(const Json& a) {
    std::string text = "Criteria:\n";
    for (const Json& c : a["criteria"]) {
        const char* verdict = c["met"].is_null() ? "not measured" : c["met"] == true ? "met" : "not met";
        text += cat({"  ", c["name"].get<std::string>(), ": ", verdict, c["met"].is_null() ? "" : ". ",
                     c["met"].is_null() ? "" : c["text"].get<std::string>(), "\n"});
    }
    return text;
}

}  // namespace

std::string summary_of(const AnalyzeOutcome& outcome) {
    const Json& a = outcome.answer["result"]["systems_analysis"];
    const Json &c = a["comparison"], &projected = a["projection"];
    std::string text = cat({runs(a),
                            "\nSpeedup ",
                            factor(c["actual_speedup"]),
                            " (quartiles ",
                            factor(c["low_speedup"]),
                            " to ",
                            factor(c["high_speedup"]),
                            "), predicted ",
                            factor(c["predicted_speedup"]),
                            ", off by ",
                            number(c["prediction_error_pct"], " %", 1),
                            "; no distribution passes ",
                            factor(c["max_speedup"]),
                            ".\n\n",
                            paths(a),
                            "\n",
                            loads(a),
                            "\n",
                            scaling(a),
                            "\n",
                            bottlenecks(a),
                            criteria(a),
                            "On ",
                            projected["model"].get<std::string>(),
                            " and ",
                            projected["hardware"].get<std::string>(),
                            " the same routing gains ",
                            times(projected["result"]["speedup"].get<double>(), 4),
                            " and could at most gain ",
                            times(projected["result"]["max_speedup"].get<double>(), 4),
                            ".\n"});
    for (const Json& note : a["notes"]) text += cat({"Note: ", note.get<std::string>(), "\n"});
    for (const std::string& file : outcome.files) text += cat({"Written: ", file, "\n"});
    return text;
}

}  // namespace ridgepoint::cli
