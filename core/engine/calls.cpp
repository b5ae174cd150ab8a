#include "calls.hpp"

#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "ridgepoint/roofline.hpp"
#include "solvers.hpp"

namespace ridgepoint {
namespace {

template <class Entry, class Find>
Expected<Json> zoo(const Json& json, const std::vector<std::shared_ptr<const Entry>>& entries, Find find) {
    static constexpr std::array<std::string_view, 1> names{"id"};
    if (auto ok = check_members(json, names, 0); !ok) return tl::make_unexpected(ok.error());
    if (json.contains("id")) {
        if (!json["id"].is_string())
            return fail(ErrorCode::wrong_type, "id", cat({"id must be a string, given ", quoted(json["id"])}));
        return find(json["id"].get<std::string>()).map([](const auto& entry) {
            return write_json(*entry, Unset::omit);
        });
    }
    Json list(Json::value_t::array);
    for (const auto& entry : entries) list.push_back(write_json(*entry, Unset::omit));
    return list;
}

/// Every assumption in force where a request says this of them: the preset's own, and what it changes.
Expected<Json> assumptions_in_force(const Json& json, const Registry& registry) {
    RooflineRequest request;
    const Field& field = *describe<RooflineRequest>().find("assumptions");
    if (auto ok = read_field(field, json, &request, registry, "assumptions"); !ok)
        return tl::make_unexpected(ok.error());
    return write_json(request.assumptions, Unset::null);
}

}  // namespace

Expected<Json> solve_json(std::string_view call, const Json& request, const Registry& registry) {
    std::vector<std::string_view> names{lookups.begin(), lookups.end()};
    for (const Solver& solver : solvers()) {
        names.push_back(solver.call.name);
        if (solver.call.name != call) continue;
        const std::unique_ptr<Job> job = solver.make();
        if (auto ok = read_json(solver.call.request(), request, job->request(), registry); !ok)
            return tl::make_unexpected(ok.error());
        if (auto ok = job->solve(registry); !ok) return tl::make_unexpected(ok.error());
        return write_json(solver.call.result(), job->result(), Unset::null);
    }
    if (call == "hardware")
        return zoo(request, registry.hardware, [&](const std::string& id) { return registry.find_hardware(id, "id"); });
    if (call == "models")
        return zoo(request, registry.models, [&](const std::string& id) { return registry.find_model(id, "id"); });
    if (call == "assumptions") return assumptions_in_force(request, registry);
    return fail(ErrorCode::unknown_call, "call",
                cat({"call must be one of ", listed(names), ", given ", quoted(Json(call))}));
}

}  // namespace ridgepoint
