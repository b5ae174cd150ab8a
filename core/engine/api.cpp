#include "ridgepoint/api.hpp"

#include <algorithm>

#include "below.hpp"
#include "calls.hpp"
#include "describe/json.hpp"
#include "describe/schema.hpp"
#include "describe/validate.hpp"
#include "origins.hpp"
#include "prose/text.hpp"
#include "solvers.hpp"
#include "sweep.hpp"

namespace ridgepoint {
namespace {

std::vector<Call> solver_calls() {
    std::vector<Call> calls;
    for (const Solver& solver : solvers()) calls.push_back(solver.call);
    return calls;
}

Expected<Json> dispatch(std::string_view call, const Json& json, const Registry& registry) {
    for (const JsonCall& other : other_calls())
        if (other.name == call) return other.run(json, registry);
    const std::vector<std::string_view> names = call_names();
    if (std::find(names.begin(), names.end(), call) == names.end())
        return fail(ErrorCode::unknown_call, "",
                    cat({"there is no call ", quoted(Json(call)), "; there are ", listed(names)}));
    return solve_json(call, json, registry);
}

}  // namespace

std::vector<std::string_view> call_names() {
    std::vector<std::string_view> names;
    for (const Solver& solver : solvers()) names.push_back(solver.call.name);
    for (const std::string_view name : lookups) names.push_back(name);
    for (const JsonCall& other : other_calls()) names.push_back(other.name);
    return names;
}

const Call* find_call(std::string_view name) {
    for (const Solver& solver : solvers())
        if (solver.call.name == name) return &solver.call;
    return nullptr;
}

std::string call_json(std::string_view call, std::string_view request) {
    const auto& registry = Registry::embedded();
    if (!registry) return text_of(write_error(registry.error()));
    auto result = parse_json(request).and_then([&](const Json& json) { return dispatch(call, json, *registry); });
    if (!result) return text_of(write_error(result.error()));
    Json answer;
    answer["result"] = std::move(*result);
    return text_of(answer);
}

SweepColumns sweep_columns(std::string_view request) {
    const auto& registry = Registry::embedded();
    if (!registry) return {text_of(write_error(registry.error())), {}};
    auto result = parse_json(request).and_then([&](Json json) { return sweep_and_below(std::move(json), *registry); });
    if (!result) return {text_of(write_error(result.error())), {}};
    Sweep& swept = result->sweep;
    Json header;
    header["rows"] = swept.rows;
    if (!result->below.is_null()) header["below"] = std::move(result->below);
    for (const Column& column : swept.columns) {
        Json entry;
        entry["name"] = column.name;
        if (column.has_labels()) entry["labels"] = column.labels;
        header["columns"].push_back(std::move(entry));
    }
    return {text_of(header), std::move(swept.values)};
}

std::string schema_json(std::span<const Call> more) {
    std::vector<Call> calls = solver_calls();
    calls.insert(calls.end(), more.begin(), more.end());
    Json schema = schema_of(calls);
    schema.update(origins());
    return schema.dump();
}

std::string typescript_declarations(std::span<const Call> calls) {
    return typescript_of(calls.empty() ? std::span<const Call>(solver_calls()) : calls);
}

}  // namespace ridgepoint
