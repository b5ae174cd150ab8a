#include "ridgepoint/moe_router/analyze.hpp"

#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "report.hpp"

namespace ridgepoint {
namespace {

Expected<Projection> project(const RouteAnalyzeRequest& request, const RouteDistribution& distribution,
                             const Registry& registry) {
    RouteProjectRequest r;
    r.model = request.model;
    r.hardware = request.hardware;
    r.distribution = distribution;
    if (!r.model) {
        auto found = registry.find_model("Mixtral_8x7B", "model");
        if (!found) return tl::make_unexpected(found.error());
        r.model = *found;
    }
    if (!r.hardware) {
        auto found = registry.find_hardware("H100", "hardware");
        if (!found) return tl::make_unexpected(found.error());
        r.hardware = *found;
    }
    return route_project(r).map([&](RouteProjectResult result) {
        const auto name = [](const auto& entry) { return entry.id.empty() ? entry.name : entry.id; };
        return Projection{name(*r.model), name(*r.hardware), std::move(result)};
    });
}

}  // namespace

Expected<RouteAnalysis> route_analyze(const RouteAnalyzeRequest& request, std::string_view text,
                                      const RouteHost& host) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    // A model that cannot be projected to is found out before anything runs.
    if (auto ok = project(request, {}, *registry); !ok) return tl::make_unexpected(ok.error());
    const auto tokens = router::tokenize(text);
    if (!tokens) return tl::make_unexpected(tokens.error());
    auto measurement = router::measure(request, *tokens, host);
    if (!measurement) return tl::make_unexpected(measurement.error());
    auto analysis = router::report_on(*measurement, *tokens, text.size(), host.kernels.name);
    if (!analysis) return tl::make_unexpected(analysis.error());
    auto projection = project(request, analysis->adaptive.stats.distribution, *registry);
    if (!projection) return tl::make_unexpected(projection.error());
    analysis->projection = std::move(*projection);
    host.progress(1, "done");
    return RouteAnalysis{std::move(*analysis), std::move(measurement->profile)};
}

std::string route_analyze_json(std::string_view request, std::string_view text, const RouteHost& host) {
    const auto& registry = Registry::embedded();
    if (!registry) return text_of(write_error(registry.error()));
    const auto result = parse_json(request)
                            .and_then([&](const Json& json) { return read_json<RouteAnalyzeRequest>(json, *registry); })
                            .and_then([&](const RouteAnalyzeRequest& r) { return route_analyze(r, text, host); });
    if (!result) return text_of(write_error(result.error()));
    return text_of({{"result", write_json(*result, Unset::null)}});
}

std::string route_presets_json() {
    Json presets = Json::object();
    for (std::size_t i = 0; i < route_preset_names.size(); ++i) {
        RouteConfig config;
        config.preset = static_cast<RoutePreset>(i);
        presets[std::string(route_preset_names[i])] = write_json(resolved(config), Unset::null);
    }
    return Json{{"result", presets}}.dump();
}

const Call& route_analyze_call() {
    static constexpr Call call{"route_analyze", "what skipping a router gains, measured on a text",
                               &describe<RouteAnalyzeRequest>, &describe<RouteAnalysis>};
    return call;
}

}  // namespace ridgepoint
