/// JSON Schema and TypeScript, both read from the descriptions.
#include <algorithm>

#include "json.hpp"
#include "ridgepoint/api.hpp"
#include "ridgepoint/assumptions.hpp"
#include "solvers.hpp"

namespace ridgepoint {
namespace {

using Calls = std::vector<Call>;

Calls solver_calls() {
    Calls calls;
    for (const Solver& solver : solvers()) calls.push_back(solver.call);
    return calls;
}

Json default_of(const Field& f, const void* defaults) {
    if (f.kind == Kind::numbers) return *static_cast<const std::vector<double>*>(f.at(defaults));
    if (!f.is_scalar()) return nullptr;
    const double value = f.get(defaults);
    if (std::isnan(value)) return nullptr;
    if (f.kind == Kind::boolean) return value != 0;
    if (f.kind == Kind::choice) return f.names[static_cast<std::size_t>(value)];
    if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
    return value;
}

Json reference(const Type& type) { return {{"$ref", "#/$defs/" + std::string(type.name)}}; }

Json number(const Field& f) {
    Json schema{{"type", f.integer ? "integer" : "number"}};
    if (f.minimum != -unbounded) schema["minimum"] = f.minimum;
    if (f.maximum != unbounded) schema["maximum"] = f.maximum;
    return schema;
}

Json property(const Field& f, const void* defaults) {
    Json p = Json::object();
    switch (f.kind) {
        case Kind::number:
            p = number(f);
            break;
        case Kind::numbers:
            p["type"] = "array";
            p["items"] = number(f);
            break;
        case Kind::boolean:
            p["type"] = "boolean";
            break;
        case Kind::choice:
            p["enum"] = f.names;
            break;
        case Kind::text:
            p["type"] = "string";
            break;
        case Kind::texts:
            p["type"] = "array";
            p["items"] = {{"type", "string"}};
            break;
        case Kind::object:
            p = reference(f.nested());
            break;
        case Kind::list:
            p["type"] = f.keyed ? "object" : "array";
            p[f.keyed ? "additionalProperties" : "items"] = reference(f.nested());
            break;
        case Kind::model:
        case Kind::hardware:
        case Kind::assumptions:
            p["anyOf"] = Json::array({{{"type", "string"}}, reference(f.nested())});
            p["x-kind"] = f.kind == Kind::model ? "model" : f.kind == Kind::hardware ? "hardware" : "assumptions";
            if (f.kind == Kind::assumptions) p["anyOf"][0] = {{"enum", preset_names}};
    }
    if (!f.text.empty()) p["description"] = f.text;
    if (const Json value = default_of(f, defaults); !value.is_null()) p["default"] = value;
    if (!f.unit.empty()) p["x-unit"] = f.unit;
    if (f.has_slider()) {
        p["x-scale"] = f.logarithmic ? "log" : "linear";
        p["x-suggested"] = {f.slider_low, f.slider_high};
    }
    return p;
}

/// `result`: what has no value is null there, and absent in a request.
Json schema_of(const Type& type, bool result) {
    Json properties = Json::object(), required = Json::array();
    for (const Field& f : type.fields) {
        Json& p = properties[std::string(f.name)] = property(f, type.defaults());
        if (result && f.optional && p.contains("type")) p["type"] = {p["type"], "null"};
        if (result && f.optional && p.contains("enum")) p["enum"].push_back(nullptr);
        if (f.required) required.push_back(f.name);
    }
    Json schema{
        {"type", "object"}, {"description", type.text}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = required;
    return schema;
}

/// Calls `visit(type)` for each type reachable from the calls, nested types first, each once.
template <class Visit>
void for_each_type(const Calls& calls, Visit visit) {
    std::vector<const Type*> seen;
    const auto walk = [&](auto&& self, const Type& type) -> void {
        if (std::find(seen.begin(), seen.end(), &type) != seen.end()) return;
        seen.push_back(&type);
        for (const Field& f : type.fields)
            if (f.has_parts()) self(self, f.nested());
        visit(type);
    };
    for (const Call& call : calls) {
        walk(walk, call.request());
        walk(walk, call.result());
    }
}

bool reaches(const Type& from, const Type& type) {
    if (&from == &type) return true;
    return std::any_of(from.fields.begin(), from.fields.end(),
                       [&](const Field& f) { return f.has_parts() && reaches(f.nested(), type); });
}

/// Whether a caller writes it: a request, or an object inside one.
bool is_request(const Calls& calls, const Type& type) {
    return std::any_of(calls.begin(), calls.end(), [&](const Call& call) { return reaches(call.request(), type); });
}

/// "a" | "b"
std::string literals(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "\"" : " | \"") + std::string(name) + "\"";
    return text;
}

/// `in_request`: where members may be absent, those of objects inside too.
std::string typescript_type(const Calls& calls, const Field& f, bool in_request) {
    switch (f.kind) {
        case Kind::number:
            return "number";
        case Kind::numbers:
            return "number[]";
        case Kind::boolean:
            return "boolean";
        case Kind::choice:
            return literals(f.names);
        case Kind::text:
            return "string";
        case Kind::texts:
            return "string[]";
        case Kind::object: {
            const std::string name(f.nested().name);
            return !in_request && is_request(calls, f.nested()) ? "Required<" + name + ">" : name;
        }
        case Kind::list:
            return f.keyed ? "Record<string, " + std::string(f.nested().name) + ">"
                           : std::string(f.nested().name) + "[]";
        case Kind::model:
        case Kind::hardware:
            return "string | " + std::string(f.nested().name);
        case Kind::assumptions:
            return literals(preset_names) + " | Assumptions";
    }
    return "unknown";
}

std::string comment_of(const Field& f) {
    std::string text(f.text);
    if (!f.unit.empty()) text += " [" + std::string(f.unit) + "]";
    return text;
}

std::string declaration_of(const Calls& calls, const Type& type) {
    const bool request = is_request(calls, type);
    std::string text = "/** " + std::string(type.text) + " */\nexport interface " + std::string(type.name) + " {\n";
    for (const Field& f : type.fields) {
        const bool may_be_absent = request && !f.required;
        const bool may_be_null = f.optional && !f.required;
        text += "  /** " + comment_of(f) + " */\n  " + std::string(f.name) + (may_be_absent ? "?: " : ": ") +
                typescript_type(calls, f, request) + (may_be_null ? " | null" : "") + ";\n";
    }
    return text + "}\n\n";
}

}  // namespace

std::string schema_json(std::span<const Call> more) {
    Calls calls = solver_calls();
    calls.insert(calls.end(), more.begin(), more.end());
    Json definitions = Json::object(), by_call = Json::object();
    for_each_type(calls, [&](const Type& type) {
        definitions[std::string(type.name)] = schema_of(type, !is_request(calls, type));
    });
    for (const Call& call : calls)
        by_call[std::string(call.name)] = {
            {"description", call.text}, {"request", reference(call.request())}, {"result", reference(call.result())}};
    return Json{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$defs", definitions}, {"calls", by_call}}
        .dump();
}

std::string typescript_declarations(std::span<const Call> given) {
    const Calls calls = given.empty() ? solver_calls() : Calls(given.begin(), given.end());
    std::string text = "// Generated from the descriptions in core/: `ridgepoint schema --typescript`.\n\n";
    for_each_type(calls, [&](const Type& type) { text += declaration_of(calls, type); });
    text += "/** Each solver's request and result. */\nexport interface Calls {\n";
    for (const Call& call : calls)
        text += "  /** " + std::string(call.text) + " */\n  " + std::string(call.name) +
                ": { request: " + std::string(call.request().name) + "; result: " + std::string(call.result().name) +
                " };\n";
    return text + "}\n";
}

}  // namespace ridgepoint
