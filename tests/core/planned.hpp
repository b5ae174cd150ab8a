/// Plans that several files of tests ask for.
#pragma once

#include "ask.hpp"

/// A request with some of its demand, by the paths within it, and some of its other fields set.
inline Json wanted(const Json& demand, const Json& fields = Json::object()) {
    Json request{{"model", "Llama3_70B"}, {"demand", {{"rate_per_s", 5}, {"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}}};
    for (const auto& [path, value] : demand.items()) put(request, "demand." + path, value);
    request.update(fields);
    return request;
}
inline Json planned(const Json& demand, const Json& fields = Json::object()) {
    return ask("plan", wanted(demand, fields));
}

inline const Json training{{"model", "Llama3_8B"}, {"demand", {{"tokens", 1e11}, {"days", 12}}}, {"max_devices", 256}};

inline Json best_of(const Json& r) {
    return r["cheapest"].is_number() ? r["options"][r["cheapest"].get<std::size_t>()] : Json::object();
}
