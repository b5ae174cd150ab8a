/// Every call and every field of the schema, spoiled in some way, and what the answer then must be.
#pragma once

#include <algorithm>
#include <functional>
#include <set>

#include "ask.hpp"
#include "ridgepoint/api.hpp"

using namespace ridgepoint;

inline const std::set<std::string> codes{"malformed_json", "too_large",     "unknown_call",
                                         "unknown_field",  "missing_field", "wrong_type",
                                         "out_of_range",   "unknown_name",  "not_applicable"};
inline const std::vector<std::string> solvers{"roofline",
                                              "serve",
                                              "compress",
                                              "sensitivity",
                                              "synthesize",
                                              "explain",
                                              "route_model",
                                              "route_breakeven",
                                              "route_project",
                                              "train",
                                              "load",
                                              "plan",
                                              "explain_serve",
                                              "explain_load",
                                              "explain_train",
                                              "layouts",
                                              "sensitivity_load",
                                              "sensitivity_train",
                                              "sensitivity_plan",
                                              "explain_plan"};

inline const Json& schema() {
    static const Json parsed = Json::parse(schema_json(), nullptr, false);
    return parsed;
}

inline const Json& definition(const Json& property) {
    static const Json none = Json::object();
    Json reference = member(property, "$ref");
    for (const Json& choice : member(property, "anyOf"))
        if (choice.contains("$ref")) reference = choice["$ref"];
    return reference.is_string() ? schema()["$defs"][reference.get<std::string>().substr(8)] : none;
}

inline const Json& request_of(const std::string& call) { return definition(schema()["calls"][call]["request"]); }

inline bool is_number(const Json& p) { return p.value("type", "") == "number" || p.value("type", "") == "integer"; }

/// Whether a number may stand there, alone or for an object.
inline bool takes_number(const Json& p) {
    const Json& choices = member(p, "anyOf");
    return is_number(p) || std::any_of(choices.begin(), choices.end(), is_number);
}

/// An object of that definition in which every required field has a value that suits the others, answered soon.
inline Json sound(const Json& type) {
    Json request = Json::object();
    const bool routed = type["properties"].contains("distribution_pct");
    for (const std::string name : member(type, "required")) {
        const Json& p = type["properties"][name];
        const std::string kind = p.value("x-kind", "");
        if (kind == "model") request[name] = routed ? "Mixtral_8x7B" : "Llama3_8B";
        else if (kind == "hardware") request[name] = "H100";
        else if (is_number(p)) request[name] = p["x-suggested"][1];
        else request[name] = sound(definition(p));
    }
    // A server's seconds tell as much here as its hour, and a choice of two devices as one of all: each is asked
    // thousands of times.
    if (type["properties"].contains("requests")) request.update({{"requests", 8}, {"output_tokens", 4}});
    if (type["properties"].contains("candidates")) request["candidates"] = {"H100", "A10"};
    // A comparison runs both sides and all their mixtures.
    for (const char* side : {"baseline", "proposal"})
        if (request.contains(side) && request[side].contains("requests"))
            request[side].update({{"requests", 4}, {"max_batch", 4}});
    return request;
}

/// What stands in a request for a nested object, so that a field inside it can be spoiled.
inline Json spelled_out(const Json& p, const Json& given = nullptr) {
    const std::string kind = p.value("x-kind", "");
    if (kind == "model") return ask("models", {{"id", given.is_string() ? given : Json("Llama3_8B")}});
    if (kind == "hardware") return ask("hardware", {{"id", "H100"}});
    if (kind == "assumptions") return Json::object();
    return definition(p).empty() ? Json(nullptr) : sound(definition(p));
}

/// Calls visit(path, property, request) for each field of each request, `request` being sound around it.
using Visit = std::function<void(const std::string&, const Json&, const Json&)>;
inline void for_each_field(const Json& type, const std::string& prefix, const Json& request, const Visit& visit) {
    for (const auto& [name, p] : type["properties"].items()) {
        const std::string path = prefix + name;
        visit(path, p, request);
        const Json& given = member(request, path);
        if (const Json inside = spelled_out(p, given); inside.is_object()) {
            const Json around = given.is_object() ? request : with(request, path, inside);
            for_each_field(definition(p), path + ".", around, visit);
        }
    }
}
inline void for_each_field(const std::string& call, const Visit& visit) {
    for_each_field(request_of(call), "", sound(request_of(call)), visit);
}

/// The answer parses and is one of the two forms; returns it.
inline Json sound_answer(const std::string& call, const std::string& text) {
    const Json json = Json::parse(call_json(call, text), nullptr, false);
    const bool result = json.is_object() && json.size() == 1 && json.contains("result");
    const bool error = json.is_object() && json.size() == 1 && json.contains("error");
    const bool known =
        !error || (codes.count(sentence(json, "error.code")) == 1 && !sentence(json, "error.message").empty() &&
                   sentence(json, "error.message").size() < 8000 && json["error"].size() == 3);
    if ((result || error) && known) return json;
    INFO(call << " " << text.substr(0, 300) << " -> " << json.dump(-1, ' ', true, Json::error_handler_t::replace));
    CHECK((result || error));
    CHECK(known);
    return json;
}

/// Refused, with that code, for this field, which the message names: by its path, or by its name beside its owner's.
inline void refused(const std::string& call, const std::string& text, const std::string& field,
                    const std::string& code) {
    const Json json = sound_answer(call, text);
    const std::string message = sentence(json, "error.message"), name = field.substr(field.rfind('.') + 1);
    const bool named = message.find(name) != std::string::npos;
    if (sentence(json, "error.code") == code && sentence(json, "error.field") == field && named) return;
    INFO(call << " " << text.substr(0, 300) << " -> " << json.dump().substr(0, 300));
    CHECK(sentence(json, "error.code") == code);
    CHECK(sentence(json, "error.field") == field);
    CHECK(named);
}

/// Every figure that is not optional is a number: neither infinity nor NaN, which JSON cannot hold.
inline void finite(const Type& type, const Json& result, const std::string& what) {
    for (const Field& f : type.fields) {
        const std::string name(f.name);
        if (f.kind == Kind::number && !f.optional && !member(result, name).is_number()) {
            INFO(what << ": " << name);
            CHECK(member(result, name).is_number());
        }
        if (f.kind == Kind::object) finite(f.nested(), member(result, name), what + " " + name);
        if (f.kind == Kind::list)
            for (const Json& item : member(result, name)) finite(f.nested(), item, what + " " + name);
    }
}

inline void finite_or_refused(const std::string& call, const Json& request) {
    const Json json = sound_answer(call, request.dump());
    if (json.contains("result"))
        finite(find_call(call)->result(), json["result"], call + " " + request.dump().substr(0, 1500));
}

/// The request without one field, by its dotted path.
inline Json without(Json request, const std::string& path) {
    const auto dot = path.find('.');
    const std::string head = path.substr(0, dot);
    if (dot == std::string::npos) request.erase(path);
    else request[head] = without(request[head], path.substr(dot + 1));
    return request;
}

inline std::string repeated(const std::string& piece, std::size_t times) {
    std::string text;
    text.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
}

/// The request with raw text, which need not be JSON, in place of one value.
inline std::string with_raw(const Json& request, const std::string& path, const std::string& raw) {
    const std::string mark = "\"@@\"";
    std::string text = with(request, path, "@@").dump();
    text.replace(text.find(mark), mark.size(), raw);
    return text;
}

inline const std::string ten_megabytes(10 << 20, 'x');
