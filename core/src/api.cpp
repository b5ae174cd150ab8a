#include "ridgepoint/api.hpp"

#include <algorithm>

#include "calls.hpp"
#include "json.hpp"
#include "query.hpp"
#include "score.hpp"
#include "solvers.hpp"
#include "sweep.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Expected<Json> dispatch(std::string_view call, const Json& json, const Registry& registry) {
    if (call == "query") return query_json(json, registry);
    if (call == "score") return score_json(json, registry);
    const auto names = call_names();
    if (std::find(names.begin(), names.end(), call) == names.end())
        return fail(ErrorCode::unknown_call, "",
                    cat({"there is no call ", quoted(Json(call)), "; there are ", listed(names)}));
    return solve_json(call, json, registry);
}

}  // namespace

std::span<const std::string_view> call_names() {
    static constexpr std::array<std::string_view, 14> names{
        "roofline",        "serve",         "compress", "sensitivity", "synthesize", "explain", "route_model",
        "route_breakeven", "route_project", "hardware", "models",      "schema",     "query",   "score"};
    return names;
}

const Call* find_call(std::string_view name) {
    for (const Solver& solver : solvers())
        if (solver.call.name == name) return &solver.call;
    return nullptr;
}

std::string call_json(std::string_view call, std::string_view request) {
    if (call == "schema") return "{\"result\":" + schema_json() + "}";
    const auto& registry = Registry::embedded();
    if (!registry) return text_of(write_error(registry.error()));
    const auto result = parse_json(request).and_then([&](const Json& json) { return dispatch(call, json, *registry); });
    if (!result) return text_of(write_error(result.error()));
    return text_of({{"result", *result}});
}

SweepColumns sweep_columns(std::string_view request) {
    const auto& registry = Registry::embedded();
    if (!registry) return {text_of(write_error(registry.error())), {}};
    auto result = parse_json(request).and_then([&](const Json& json) { return sweep(json, *registry); });
    if (!result) return {text_of(write_error(result.error())), {}};
    Json header{{"rows", result->rows}, {"columns", Json::array()}};
    for (const Column& column : result->columns) {
        Json entry{{"name", column.name}};
        if (!column.labels.empty()) entry["labels"] = column.labels;
        header["columns"].push_back(std::move(entry));
    }
    return {text_of(header), std::move(result->values)};
}

}  // namespace ridgepoint
