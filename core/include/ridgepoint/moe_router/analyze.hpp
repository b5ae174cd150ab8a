/// The measured router's one call: runs the layer on a text, and says what skipping the router gained.
#pragma once

#include <functional>

#include "ridgepoint/api.hpp"
#include "ridgepoint/moe_router/analysis.hpp"
#include "ridgepoint/moe_router/clock.hpp"

namespace ridgepoint {

namespace router {
struct Kernels;
}

struct RouteAnalyzeRequest {
    RouteConfig config;
    double samples = 100;
    double repetitions = 7;
    bool quick = false;
    std::vector<double> sequence_lengths{64, 128, 256, 512};
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
};
inline constexpr std::array route_analyze_request_fields{
    field<&RouteAnalyzeRequest::config>("config", "the layer and its adaptive router"),
    field<&RouteAnalyzeRequest::samples>("samples", "sequences of the text that a pass reads")
        .whole(1, 10000)
        .log_slider(1, 1000),
    field<&RouteAnalyzeRequest::repetitions>("repetitions", "measured passes of each kind")
        .whole(1, 1000)
        .slider(1, 20),
    field<&RouteAnalyzeRequest::quick>("quick", "at most 20 samples and 3 repetitions"),
    field<&RouteAnalyzeRequest::sequence_lengths>("sequence_lengths", "tokens in a sequence, for the scaling analysis")
        .whole(1, 4096),
    field<&RouteAnalyzeRequest::model>("model", "the full-size network to project to; absent: Mixtral_8x7B"),
    field<&RouteAnalyzeRequest::hardware>("hardware", "the device to project to; absent: H100"),
};
RIDGEPOINT_DESCRIBE(RouteAnalyzeRequest, route_analyze_request_fields, "an analysis of the measured router")

/// systems_analysis.json and profile_report.json.
struct RouteAnalysis {
    SystemsAnalysis systems_analysis;
    ProfileReport profile_report;
};
inline constexpr std::array route_analysis_fields{
    figure<&RouteAnalysis::systems_analysis>("systems_analysis", "the findings"),
    figure<&RouteAnalysis::profile_report>("profile_report", "the times they rest on"),
};
RIDGEPOINT_DESCRIBE(RouteAnalysis, route_analysis_fields, "the two files of an analysis")

/// What the analysis runs on, so that a test can bring a clock and kernels of its own.
struct RouteHost {
    Clock& clock;
    const router::Kernels& kernels;
    /// Called between passes with the share that is done, 0 to 1, and what comes next.
    std::function<void(double done, std::string_view stage)> progress = [](double, std::string_view) {};
    /// Look-ups between two readings of a coarse clock, at most.
    double most_operations = 1 << 22;
};

/// Runs baseline and adaptive passes in turn, and reports medians. All but the times follows from request and text.
///
/// A prediction of the adaptive run rests on the baseline's scopes and on look-ups timed by themselves. Worked, the
/// default configuration and core/data/texts/moby-dick.txt on one core of an EPYC: about 36 % fast, 39 % cached, 25 %
/// learned; 10.4 us a token learned and 7.6 us adaptive, a speedup of 1.35, predicted to a few percent; and 68 % of the
/// decisions as the gating network would have them.
/// Errors: a field out of range; `text` empty or too large; too many tokens; a model that is no mixture of experts.
Expected<RouteAnalysis> route_analyze(const RouteAnalyzeRequest& request, std::string_view text, const RouteHost& host);

/// The same on JSON text: {"result": {"systems_analysis", "profile_report"}} or {"error"}.
std::string route_analyze_json(std::string_view request, std::string_view text, const RouteHost& host);

/// {"result": {"default": {…}, "mixtral_proportions": {…}}}: the configuration of each preset with its dimensions.
std::string route_presets_json();

/// The call's name and types, for schemas and declarations.
const Call& route_analyze_call();

}  // namespace ridgepoint
