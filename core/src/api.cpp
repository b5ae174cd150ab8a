#include "ridgepoint/api.hpp"

#include "json.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"
#include "sweep.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

constexpr std::array call_table{
    Call{"roofline", "time, regime and memory of one forward pass or training step", &describe<RooflineRequest>, &describe<RooflineResult>},
    Call{"serve", "time to first token, time per token and memory of a served language model", &describe<ServeRequest>, &describe<ServeResult>},
    Call{"compress", "size, estimated accuracy and speedup of a quantized or pruned model", &describe<CompressRequest>, &describe<CompressResult>},
    Call{"sensitivity", "which property of the device moves the latency, and what binds", &describe<SensitivityRequest>, &describe<SensitivityResult>},
    Call{"synthesize", "the least device that meets a latency target, and the registry against it", &describe<SynthesizeRequest>, &describe<SynthesizeResult>},
    Call{"explain", "why one configuration is faster than another", &describe<ExplainRequest>, &describe<ExplainResult>},
};

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class Request, class Solve>
Expected<Json> solve_json(const Json& json, const Registry& registry, Solve solve) {
    auto request = read_json<Request>(json, registry);
    if (!request) return tl::make_unexpected(request.error());
    return solve(*request).map([](const auto& result) { return write_json(result, Unset::null); });
}

template <class Entry, class Find>
Expected<Json> zoo(const Json& json, const std::vector<std::shared_ptr<const Entry>>& entries, Find find) {
    if (!json.is_object()) return fail(ErrorCode::wrong_type, "", "the request must be an object, given " + quoted(json));
    for (const auto& [key, value] : json.items())
        if (key != "id") return fail(ErrorCode::unknown_field, key.substr(0, 40), "the request has no field " + quoted(Json(key)) + "; it has id");
    if (json.contains("id")) {
        if (!json["id"].is_string()) return fail(ErrorCode::wrong_type, "id", "id must be a text, given " + quoted(json["id"]));
        return find(json["id"].get<std::string>()).map([](const auto& entry) { return write_json(*entry, Unset::omit); });
    }
    Json list = Json::array();
    for (const auto& entry : entries) list.push_back(write_json(*entry, Unset::omit));
    return list;
}

Expected<Json> dispatch(std::string_view call, const Json& json, const Registry& registry) {
    if (call == "roofline") return solve_json<RooflineRequest>(json, registry, roofline);
    if (call == "serve") return solve_json<ServeRequest>(json, registry, serve);
    if (call == "compress") return solve_json<CompressRequest>(json, registry, compress);
    if (call == "sensitivity") return solve_json<SensitivityRequest>(json, registry, sensitivity);
    if (call == "synthesize")
        return solve_json<SynthesizeRequest>(json, registry, [&](const SynthesizeRequest& r) { return synthesize(r, registry); });
    if (call == "explain") return solve_json<ExplainRequest>(json, registry, explain);
    if (call == "hardware")
        return zoo(json, registry.hardware, [&](const std::string& id) { return registry.find_hardware(id, "id"); });
    if (call == "models")
        return zoo(json, registry.models, [&](const std::string& id) { return registry.find_model(id, "id"); });
    return fail(ErrorCode::unknown_call, "", "there is no call " + quoted(Json(call)) + "; there are " + listed(call_names()));
}

}  // namespace

std::span<const std::string_view> call_names() {
    static constexpr std::array<std::string_view, 9> names{"roofline", "serve",    "compress", "sensitivity", "synthesize",
                                                           "explain",  "hardware", "models",   "schema"};
    return names;
}

std::span<const Call> calls() { return call_table; }

const Call* find_call(std::string_view name) {
    for (const Call& call : call_table)
        if (call.name == name) return &call;
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
