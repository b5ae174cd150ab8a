/// Runs everything that is measured, in an order that spreads a computer's moods evenly.
#pragma once

#include "host.hpp"
#include "passes.hpp"
#include "ridgepoint/moe_router/analyze.hpp"
#include "tokenizer.hpp"

namespace ridgepoint::router {

struct ScalingTimes {
    Extent extent;
    std::vector<PassTimes> passes{};
};

/// One pass a repetition.
struct Measurement {
    Extent extent;
    LayerShape shape;
    RouteConfig config;
    std::vector<PassTimes> baseline, adaptive;
    Quality quality;
    CacheReport cache;
    Passes::LookUps look_ups;
    HostPeaks host;
    std::vector<ScalingTimes> scaling;
    std::size_t baseline_bytes = 0, adaptive_bytes = 0, peak_bytes = 0;
    double readings = 0;
    double resolution_s = 0;
    ProfileReport profile;
};

/// Errors: as route_analyze.
Expected<Measurement> measure(const RouteAnalyzeRequest& request, const Tokens& tokens, const RouteHost& host);

}  // namespace ridgepoint::router
