// Every formula that a reader is shown gives the figure it is shown for.

#include <set>

#include "ask.hpp"
#include "course/evaluate.hpp"

namespace {

const Json schema = Json::parse(ridgepoint::schema_json());

/// A formula with what it names put in: the result's own fields, and what was asked.
double value(std::string formula, const Json& request, const Json& result) {
    if (const auto open = formula.find('{'); open != formula.npos) {
        const auto close = formula.find('}', open);
        formula.replace(open, close - open + 1, result[formula.substr(open + 1, close - open - 1)].get<std::string>());
    }
    Json names = result;
    names["request"] = request;
    const Json& presets = schema["x-presets"];
    const std::string preset = request.value("assumptions", "first-principles");
    names["assumptions"] = preset == "calibrated" ? presets[preset]["unknown"] : presets[preset];
    for (const auto& [name, registry] : {std::pair("model", "models"), std::pair("hardware", "hardware")})
        if (request.contains(name)) names[name] = ask(registry, {{"id", request[name]}});
    const Json none = Json::object();
    ridgepoint::course::Budget budget;
    const auto found = ridgepoint::course::evaluate(formula, "formula", {names, none, none},
                                                    *ridgepoint::Registry::embedded(), budget);
    // Not every device states every figure.
    if (!found && formula.find("hardware.") != formula.npos) return std::numeric_limits<double>::quiet_NaN();
    INFO(formula << ": " << (found ? "" : found.error().message));
    REQUIRE(found);
    return found->get<double>();
}

/// The fields whose figure one of their formulas gives; of the others it says which they are.
std::set<std::string> explained(const std::string& call, const std::string& type, Json request) {
    const Json result = ask(call, request);
    if (!request.contains("batch")) request["batch"] = 1;
    std::set<std::string> fields;
    for (const auto& [name, field] : schema["$defs"][type]["properties"].items()) {
        if (!field.contains("x-formulas") || !result[name].is_number()) continue;
        for (const Json& formula : field["x-formulas"]) {
            const double wanted = result[name], found = value(formula, request, result);
            if (std::fabs(found - wanted) <= 1e-9 * std::fabs(wanted)) fields.insert(name);
        }
        INFO(call << " " << request.dump() << ": " << name << " is " << result[name]);
        CHECK(fields.count(name) == 1);
    }
    return fields;
}

}  // namespace

TEST_CASE("the formulas of a step give its figures, whatever is assumed") {
    for (const char* assumptions : {"first-principles", "textbook"})
        for (const char* hardware : {"H100", "A100", "RTX4090"})
            for (const double batch : {1, 64})
                CHECK(explained("roofline", "RooflineResult",
                                {{"model", "Llama3_8B"},
                                 {"hardware", hardware},
                                 {"batch", batch},
                                 {"assumptions", assumptions}})
                          .size() == 17);
}

TEST_CASE("the formulas of serving and compression give their figures") {
    CHECK(explained("serve", "ServeResult", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", 8}}).size() == 9);
    CHECK(explained("compress", "CompressResult", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"bits", 4}}).size() ==
          2);
    CHECK(explained("synthesize", "SynthesizeResult", {{"model", "Llama3_8B"}, {"target_s", 0.05}}).size() == 1);
}
