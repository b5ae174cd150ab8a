/// Requests under the calibrated preset, and the fits behind it.
#pragma once

#include "ask.hpp"
#include "ridgepoint/fits.hpp"

inline const ridgepoint::Fits& embedded_fits() {
    static const ridgepoint::Fits none;
    const auto& embedded = ridgepoint::Fits::embedded();
    CHECK(embedded.has_value());
    return embedded ? *embedded : none;
}

inline Json calibrated_with(const Json& fields = Json::object()) {
    Json assumptions{{"preset", "calibrated"}};
    assumptions.update(fields);
    return assumptions;
}

/// Round parameters, so that the time can be worked out by hand.
inline const Json round_parameters = calibrated_with({{"bandwidth_efficiency", 0.9},
                                                      {"layer_overhead_s", 5e-5},
                                                      {"vector_flop_per_weight", 5},
                                                      {"vector_flop_per_cache_byte", 50},
                                                      {"efficiency", 0.5},
                                                      {"overlap", 1}});

/// Llama3_8B on an H100, 2048 tokens of context.
inline Json served_under(const Json& assumptions, const Json& fields = Json::object()) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", 2048}, {"assumptions", assumptions}};
    request.update(fields);
    return ask("serve", request);
}
