/// The engine as a caller meets it: JSON in, JSON out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "ridgepoint/api.hpp"

using Json = nlohmann::ordered_json;

/// The whole answer: {"result": …} or {"error": …}.
inline Json answer(const std::string& call, const Json& request) {
    return Json::parse(ridgepoint::call_json(call, request.dump()));
}

/// The result; the test fails if there is an error.
inline Json ask(const std::string& call, const Json& request) {
    Json json = answer(call, request);
    INFO(call << " " << request.dump().substr(0, 400) << " -> " << json.dump().substr(0, 400));
    CHECK(json.contains("result"));
    return json.contains("result") ? json["result"] : Json::object();
}

/// The error's code, or "" when the call succeeds.
inline std::string error_of(const std::string& call, const Json& request) {
    const Json json = answer(call, request);
    return json.contains("error") ? json["error"]["code"].get<std::string>() : "";
}
