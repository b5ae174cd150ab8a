// Every formula that a reader is shown gives the figure it is shown for.

#include <regex>
#include <set>

#include "ask.hpp"
#include "course/evaluate.hpp"

namespace {

const Json schema = Json::parse(ridgepoint::schema_json());

/// A formula with what it names put in: the result's own fields, and what was asked.
double value(std::string formula, const Json& request, const Json& result) {
    Json names = result;
    names["request"] = request;
    if (const auto open = formula.find('{'); open != formula.npos) {
        const auto close = formula.find('}', open);
        formula.replace(open, close - open + 1, sentence(names, formula.substr(open + 1, close - open - 1)));
    }
    const Json& presets = schema["x-presets"];
    const std::string preset = request.value("assumptions", "first-principles");
    names["assumptions"] = preset == "calibrated" ? presets[preset]["unknown"] : presets[preset];
    for (const auto& [name, registry] : {std::pair("model", "models"), std::pair("hardware", "hardware")})
        if (request.contains(name)) names[name] = ask(registry, {{"id", request[name]}});
    const Json none = Json::object();
    ridgepoint::course::Budget budget;
    const auto found = ridgepoint::course::evaluate(formula, "formula", {names, none, none},
                                                    *ridgepoint::Registry::embedded(), budget);
    // Not every device states every figure, nor does every request every setting, and a plan to serve has none of the
    // figures of a plan to train: another formula holds there.
    if (!found && std::regex_search(found.error().message, std::regex("got null|there is no")))
        return std::numeric_limits<double>::quiet_NaN();
    INFO(formula << ": " << (found ? "" : found.error().message));
    REQUIRE(found);
    return found->get<double>();
}

/// The fields of a result whose figure one of their formulas gives, the first as a reader has it; of the others it says
/// which they are.
std::set<std::string> explained_by(const Json& result, const std::string& type, const Json& request,
                                   const std::string& part = "") {
    std::set<std::string> fields;
    const Json& figures = part.empty() ? result : result[part];
    for (const auto& [name, field] : schema["$defs"][type]["properties"].items()) {
        const std::string full = part.empty() ? name : part + "." + name;
        if (!field.contains("x-formulas") || !figures[name].is_number()) continue;
        for (const Json& formula : field["x-formulas"]) {
            const double wanted = figures[name], found = value(formula, request, result);
            if (std::fabs(found - wanted) > 1e-9 * std::fabs(wanted)) continue;
            fields.insert(full);
            break;
        }
        INFO(type << " " << request.dump() << ": " << full << " is " << figures[name]);
        CHECK(fields.count(full) == 1);
    }
    return fields;
}

std::set<std::string> explained(const std::string& call, const std::string& type, Json request) {
    const Json result = ask(call, request);
    if (!request.contains("batch")) request["batch"] = 1;
    return explained_by(result, type, request);
}

/// Of the cheapest option of a plan.
std::set<std::string> explained_option(Json request) {
    const Json result = ask("plan", request);
    const Json option = result["options"][result["cheapest"].get<std::size_t>()];
    request["hardware"] = option["hardware"];
    for (const Json& price : member(request, "prices"))
        if (price["hardware"] == option["hardware"]) request["price_usd_per_hour"] = price["usd_per_hour"];
    return explained_by(option, "PlanOption", request);
}

using Names = std::set<std::string>;

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
    Json step{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", 8}, {"context", 4096}};
    CHECK(explained("serve", "ServeResult", step).size() == 12);
    for (const char* precision : {"int8", "int4"}) {
        step["precision"] = precision;
        step["kv_precision"] = "fp8";
        CHECK(explained("serve", "ServeResult", step).size() == 12);
    }
    // One vector for all heads.
    const Json latent{{"model", "DeepSeek_V3"}, {"hardware", "H200"}, {"batch", 1}, {"context", 4096}};
    const Json cache = ask("serve", latent);
    const Json& formulas = schema["$defs"]["ServeResult"]["properties"]["kv_cache_bytes"]["x-formulas"];
    CHECK(value(formulas.back(), latent, cache) == figure(cache, "kv_cache_bytes"));
    CHECK(explained("compress", "CompressResult", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"bits", 4}}).size() ==
          2);
    CHECK(explained("synthesize", "SynthesizeResult", {{"model", "Llama3_8B"}, {"target_s", 0.05}}).size() == 1);
}

TEST_CASE("the formulas of a server and of training give their figures") {
    CHECK(explained("load", "LoadResult",
                    {{"model", "Llama3_8B"},
                     {"hardware", "H100"},
                     {"parallel", {{"tensor", 2}, {"pipeline", 1}, {"data", 1}}},
                     {"rate_per_s", 4},
                     {"output_tokens", {{"mean", 64}}},
                     {"requests", 100},
                     {"price_usd_per_hour", 1.25}}) ==
          Names{"devices", "goodput_per_s", "tokens_per_s", "usd_per_million_tokens"});
    Json run{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 2}, {"pipeline", 2}, {"data", 2}}},
             {"global_batch", 16},   {"sequence", 2048},   {"precision", "bf16"},
             {"tokens", 1e12}};
    Names known{"cost_usd", "device_tokens_per_s", "devices",     "energy_j", "headroom_bytes", "hfu", "mfu",
                "step_s",   "time_to_train_s",     "tokens_per_s"};
    CHECK(explained("train", "TrainResult", run) == known);
    CHECK(explained_by(ask("train", run), "TrainMemory", run, "memory") == Names{"memory.total_bytes"});
    run["price_usd_per_hour"] = 1.25;
    CHECK(explained("train", "TrainResult", run) == known);
    run["device_mtbf_s"] = 1e8;
    known.insert("failures");
    CHECK(explained("train", "TrainResult", run) == known);
}

TEST_CASE("the formulas of a planned layout give its price, its cost and its times") {
    const Json lengths{{"mean", 256}};
    const Names served{"cost_usd", "latency_s", "ttft_s", "usd_per_hour"};
    for (const char* assumptions : {"first-principles", "calibrated"})
        for (const double rate : {0.01, 10.0, 200.0}) {
            Json request{{"model", "Llama3_70B"},
                         {"demand", {{"rate_per_s", rate}, {"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}},
                         {"output_tokens", lengths},
                         {"assumptions", assumptions}};
            CHECK(explained_option(request) == served);
            request["prices"] = {{{"hardware", "H100"}, {"usd_per_hour", 0.5}}};
            CHECK(explained_option(request) == served);
        }
    Json run{{"model", "Llama3_8B"},
             {"demand", {{"rate_per_s", 1}, {"tokens", 1e10}, {"days", 30}}},
             {"output_tokens", lengths},
             {"sequence", 4096}};
    const Names trained{"cost_usd", "latency_s", "steps", "usd_per_hour"};
    CHECK(explained_option(run) == trained);
    run["global_batch"] = 512;
    CHECK(explained_option(run) == trained);
}

TEST_CASE("the formulas of routing give its times and speedups, whether later paths pay for earlier look-ups or not") {
    const Json tokens{{"fast", 30}, {"cached", 55}, {"learned", 15}};
    for (const bool cascade : {false, true}) {
        CHECK(explained("route_model", "RouteModelResult",
                        {{"costs_us", {{"fast", 0.7}, {"cached", 0.5}, {"learned", 50}, {"expert", 100}}},
                         {"distribution_pct", tokens},
                         {"cascade", cascade}}) ==
              Names{"max_speedup", "router_share", "speedup", "time_per_token_us", "tokens_per_s"});
        CHECK(explained("route_project", "RouteProjectResult",
                        {{"model", "Mixtral_8x7B"},
                         {"hardware", "H100"},
                         {"precision", "int8"},
                         {"distribution_pct", tokens},
                         {"cascade", cascade}}) ==
              Names{"max_speedup", "router_share", "speedup", "time_per_token_us"});
    }
}
