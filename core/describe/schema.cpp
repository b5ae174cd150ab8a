#include "schema.hpp"

#include <cmath>

#include "formulas.hpp"
#include "json.hpp"
#include "ridgepoint/language.hpp"

namespace ridgepoint {
namespace {

Json default_of(const Field& f, const void* defaults) {
    if (f.is_brief()) return default_of(f.nested().fields[0], f.at(defaults));
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

Json number_schema(const Field& f) {
    Json schema{{"type", f.integer ? "integer" : "number"}};
    if (f.minimum != -unbounded) schema["minimum"] = f.minimum;
    if (f.maximum != unbounded) schema["maximum"] = f.maximum;
    return schema;
}

Json property(const Field& f, const void* defaults) {
    Json p = Json::object();
    switch (f.kind) {
        case Kind::number:
            p = number_schema(f);
            break;
        case Kind::numbers:
            p["type"] = "array";
            p["items"] = number_schema(f);
            break;
        case Kind::boolean:
            p["type"] = "boolean";
            break;
        case Kind::choice:
            p["enum"] = f.names;
            break;
        case Kind::text:
        case Kind::remark:
            p["type"] = "string";
            break;
        case Kind::texts:
        case Kind::remarks:
            p["type"] = "array";
            p["items"] = {{"type", "string"}};
            break;
        case Kind::object:
            p = f.is_brief() ? Json{{"anyOf", {number_schema(f.nested().fields[0]), reference(f.nested())}}}
                             : reference(f.nested());
            break;
        case Kind::list:
            p["type"] = f.by_first ? "object" : "array";
            p[f.by_first ? "additionalProperties" : "items"] = reference(f.nested());
            break;
        case Kind::reference:
        case Kind::preset: {
            p["anyOf"] = Json::array({{{"type", "string"}}, reference(f.nested())});
            if (f.kind == Kind::preset) p["anyOf"][0] = {{"enum", f.nested().fields[0].names}};
            std::string kind(f.nested().name);
            kind[0] = static_cast<char>(kind[0] - 'A' + 'a');
            p["x-kind"] = kind;
        }
    }
    if (!f.text.empty()) p["description"] = translated(f.text);
    if (const Json value = default_of(f, defaults); !value.is_null()) p["default"] = value;
    if (!f.unit.empty()) p["x-unit"] = f.unit;
    if (f.has_slider()) {
        p["x-scale"] = f.logarithmic ? "log" : "linear";
        p["x-suggested"] = {f.slider_low, f.slider_high};
    }
    return p;
}

/// `result`: what has no value is null there, and absent in a request.
Json definition_of(const Type& type, bool result) {
    Json properties = Json::object(), required = Json::array();
    for (const Field& f : type.fields) {
        Json& p = properties[std::string(f.name)] = property(f, type.defaults());
        if (const auto formulas = formulas_of(type.name, f.name); result && !formulas.empty())
            p["x-formulas"] = std::vector<std::string>(formulas.begin(), formulas.end());
        if (result && f.optional && p.contains("type")) p["type"] = {p["type"], "null"};
        if (result && f.optional && p.contains("enum")) p["enum"].push_back(nullptr);
        if (f.required) required.push_back(f.name);
    }
    Json schema{{"type", "object"},
                {"description", translated(type.text)},
                {"properties", properties},
                {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = required;
    return schema;
}

bool reaches(const Type& from, const Type& type) {
    if (&from == &type) return true;
    return std::any_of(from.fields.begin(), from.fields.end(),
                       [&](const Field& f) { return f.has_parts() && reaches(f.nested(), type); });
}

}  // namespace

bool is_request(Calls calls, const Type& type) {
    return std::any_of(calls.begin(), calls.end(), [&](const Call& call) { return reaches(call.request(), type); });
}

Json schema_of(Calls calls) {
    Json definitions = Json::object(), by_call = Json::object();
    for_each_type(calls, [&](const Type& type) {
        definitions[std::string(type.name)] = definition_of(type, !is_request(calls, type));
    });
    for (const Call& call : calls) {
        Json& one = by_call[std::string(call.name)];
        one = {{"description", translated(call.text)},
               {"request", reference(call.request())},
               {"result", reference(call.result())}};
        for (const Unread& row : call.unread)
            one["x-unread"].push_back({{"field", row.field}, {"beside", row.beside}, {"choice", row.choice}});
    }
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$defs", definitions}, {"calls", by_call}};
}

}  // namespace ridgepoint
