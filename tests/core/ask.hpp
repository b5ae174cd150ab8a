/// The engine as a caller meets it: JSON in, JSON out.
#pragma once

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include "catch.hpp"
#include "describe/json_instances.hpp"
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

/// The same of a simulation that several cases look at, run once.
inline const Json& ask_once(const std::string& call, const Json& request) {
    static std::map<std::string, Json> results;
    const auto [found, is_new] = results.try_emplace(call + request.dump());
    if (is_new) found->second = ask(call, request);
    return found->second;
}

/// The error's code, or "" when the call succeeds.
inline std::string error_of(const std::string& call, const Json& request) {
    const Json json = answer(call, request);
    return json.contains("error") ? json["error"]["code"].get<std::string>() : "";
}

/// A member by its dotted path, null where there is none: a failed call then fails checks instead of the program.
inline const Json& member(const Json& json, const std::string& path) {
    static const Json none;
    const auto dot = path.find('.');
    const auto found = json.find(path.substr(0, dot));
    if (found == json.end()) return none;
    return dot == std::string::npos ? *found : member(*found, path.substr(dot + 1));
}
/// Of an answer that is gone when the statement ends, a copy.
inline Json member(Json&& json, const std::string& path) { return member(std::as_const(json), path); }

/// A number by its dotted path; NaN where there is none.
inline double figure(const Json& json, const std::string& path) {
    const Json& found = member(json, path);
    return found.is_number() ? found.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

/// How much a result says that a property of the devices matters.
inline double elasticity_of(const Json& result, const char* knob) {
    return figure(result, std::string("elasticities.") + knob);
}

/// The error of an answer; null where the call succeeds.
inline Json error_at(const std::string& call, const Json& request) { return member(answer(call, request), "error"); }

/// A text by its dotted path; "" where there is none.
inline std::string sentence(const Json& json, const std::string& path) {
    const Json& found = member(json, path);
    return found.is_string() ? found.get<std::string>() : "";
}

/// Gives a request one more field, by its dotted path.
inline void put(Json& request, const std::string& path, const Json& value) {
    const auto dot = path.find('.');
    if (!request.is_object()) request = Json::object();
    Json& place = request[path.substr(0, dot)];
    if (dot == std::string::npos) place = value;
    else put(place, path.substr(dot + 1), value);
}

/// The request with one more field, by its dotted path.
inline Json with(Json request, const std::string& path, const Json& value) {
    put(request, path, value);
    return request;
}

/// Whether one of a list of sentences contains the words.
inline bool says(const Json& sentences, const std::string& words) {
    for (const Json& sentence : sentences)
        if (sentence.is_string() && sentence.get<std::string>().find(words) != std::string::npos) return true;
    return false;
}

/// A JSON file of the project, by its path from the root.
inline Json json_file(const std::string& path) {
    std::ifstream file(path);
    INFO(path);
    CHECK(file.good());
    return Json::parse(file, nullptr, false);
}
