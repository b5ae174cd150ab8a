#include "schema.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "formulas.hpp"
#include "json.hpp"
#include "ridgepoint/assumptions.hpp"
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

/// What every preset assumes, value by value; of the calibrated one by the software.
Json presets() {
    Json all = Json::object();
    for (const Preset preset : {Preset::first_principles, Preset::textbook})
        all[std::string(preset_names[static_cast<std::size_t>(preset)])] =
            write_json(assumptions_of(preset), Unset::omit);
    for (std::size_t i = 0; i < software_names.size(); ++i)
        all["calibrated"][std::string(software_names[i])] =
            write_json(assumptions_of(Preset::calibrated, static_cast<Software>(i)), Unset::omit);
    return all;
}

/// A value that first-principles assumes: where it comes from, the day it was set, and within what it may as well lie.
/// Of those that were fitted, each software's file says so itself.
struct Assumed {
    std::string_view field, why, url, date;
    double low, high;
};
constexpr std::string_view textbook_url = "https://github.com/harvard-edge/cs249r_book";
constexpr std::array assumed{
    // What the fits of core/data/software reach, and the textbook's half.
    Assumed{"efficiency", "the textbook's value, a round half", textbook_url, "2026-11-21", 0.3, 0.9},
    Assumed{"bandwidth_efficiency", "the data sheet's rate in full, which no kernel reaches", "", "2026-11-21", 0.6, 1},
    Assumed{"overlap", "as good as can be, so that times are the shortest possible", "", "2026-11-21", 0, 1},
    // A CUDA graph launches a kernel in 1 us or so; the fits of software go up to 117 us.
    Assumed{"layer_overhead_s", "the textbook's value", textbook_url, "2026-11-21", 1e-6, 1.2e-4},
    Assumed{"reserve_bytes",
            "PyTorch's context and kernels take 0.5 to 1 GB (pytorch#12873), and llama.cpp leaves 1 GiB free",
            "https://github.com/pytorch/pytorch/issues/12873", "2026-11-22", 5e8, 1.1e9},
    // A GPU alone draws a tenth at rest, and servers of 2007 half.
    Assumed{"idle_power_share", "servers at no load draw three tenths of full power (Barroso and H\u00f6lzle, 2007)",
            "https://doi.org/10.1109/MC.2007.443", "2026-11-22", 0.1, 0.5},
};

Json origins_of_assumptions() {
    Json all = Json::object();
    for (const Assumed& one : assumed) {
        Json& row = all[std::string(one.field)] = {
            {"why", translated(one.why)}, {"date", one.date}, {"low", one.low}, {"high", one.high}};
        if (!one.url.empty()) row["url"] = one.url;
    }
    return all;
}

/// How far a figure of a device or model may be off. As a source states it: in words, and by the digits that it is
/// rounded to where `rounded`. An estimate: the shares of it between which it plausibly lies.
struct Certainty {
    std::string_view type, field, stated;
    bool rounded;
    double low, high;
};
constexpr std::string_view read_off = "exact, as the configuration has it";
constexpr std::array certainties{
    Certainty{"Hardware", "peak_flop_per_s", "exact by definition, units \u00d7 clock", true, 0.5, 1.5},
    Certainty{"Hardware", "memory_bandwidth_bytes_per_s", "exact by definition, bus width \u00d7 data rate", true, 0.5,
              1.5},
    Certainty{"Hardware", "memory_capacity_bytes", "up to 7 % more, where the maker counts in GiB", false, 0.5, 2},
    // Half in a slot with half of the lanes.
    Certainty{"Hardware", "host_link_bytes_per_s", "exact by definition, lanes \u00d7 data rate; transfers reach less",
              true, 0.5, 1},
    Certainty{"Hardware", "tdp_w", "a limit that the maker sets; a device may draw less", false, 0.25, 1.5},
    Certainty{"Hardware", "price_usd_per_hour", "exact for that offer on that day; other offers differ", false, 0.5, 2},
    Certainty{"Hardware", "dispatch_overhead_s", "", false, 0.3, 3},
    Certainty{"Model", "parameters", "exact, counted from the configuration", true, 0.5, 2},
    Certainty{"Model", "layers", read_off, false, 1, 1},
    Certainty{"Model", "kv_heads", read_off, false, 1, 1},
    Certainty{"Model", "head_dim", read_off, false, 1, 1},
    Certainty{"Model", "kv_lora_rank", read_off, false, 1, 1},
    Certainty{"Model", "qk_rope_head_dim", read_off, false, 1, 1},
};

Json certainties_of_entries() {
    Json all{{"Hardware", Json::object()}, {"Model", Json::object()}};
    for (const Certainty& one : certainties) {
        Json& row = all[std::string(one.type)][std::string(one.field)] = Json::object();
        if (!one.stated.empty()) row["stated"] = translated(one.stated);
        if (one.rounded) row["rounded"] = true;
        if (one.low < one.high) row["low"] = one.low, row["high"] = one.high;
    }
    return all;
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

std::string schema_of(Calls calls) {
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
    return Json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$defs", definitions},
                {"calls", by_call},
                {"x-presets", presets()},
                {"x-assumed", origins_of_assumptions()},
                {"x-certainty", certainties_of_entries()}}
        .dump();
}

}  // namespace ridgepoint
