/// What several files of tests have explained.
#pragma once

#include "ask.hpp"

inline Json side(const char* model, const char* hardware, const Json& fields = Json::object()) {
    Json request{{"model", model}, {"hardware", hardware}};
    request.update(fields);
    return request;
}

inline Json ask_explain(const Json& baseline, const Json& proposal) {
    return ask("explain", {{"baseline", baseline}, {"proposal", proposal}});
}

/// What the textbook's page compares: eager launches that add to the step, and no activations.
inline const Json published_assumptions{{"preset", "textbook"}, {"execution", "eager"}, {"activation_fraction", 0}};
inline const Json published{{"assumptions", published_assumptions}};
