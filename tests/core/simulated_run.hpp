/// An analysis of a small layer on the simulated computer.
#pragma once

#include "ask.hpp"
#include "ridgepoint/moe_router/analyze.hpp"
#include "simulated_host.hpp"

namespace simulated {

/// A text in which some words are frequent and some rare.
inline std::string text() {
    std::string words;
    for (int i = 0; i < 4000; ++i) words += "w" + std::to_string(i * i % 97 * (i % 7) / 9) + " ";
    return words;
}

/// Small enough for a test; the thresholds let every path be used.
inline Json small() {
    return {{"config",
             {{"width", 16},
              {"router_width", 32},
              {"expert_width", 64},
              {"sequence_length", 16},
              {"warm_up_samples", 4},
              {"frequency_threshold", 6},
              {"cache_size", 16}}},
            {"samples", 10},
            {"repetitions", 2},
            {"sequence_lengths", {8, 16, 32}}};
}

inline void silent(double, std::string_view) {}
inline constexpr double few = 1 << 12;  // operations of a batch

inline Json run(const Json& request, const std::string& given, ridgepoint::Clock& clock,
                const ridgepoint::router::Kernels& kernels = simulated::kernels()) {
    return Json::parse(ridgepoint::route_analyze_json(request.dump(), given, {clock, kernels, silent, few}));
}

inline Json error(const Json& request, const std::string& given = text()) {
    Clock clock;
    return member(run(request, given, clock), "error");
}

}  // namespace simulated
