// Whatever is asked, the answer is a result or an error that names the field: for every call and every field of the
// schema, so that a new field is covered by itself.

#include <functional>
#include <random>
#include <set>

#include "ask.hpp"
#include "ridgepoint/api.hpp"

using namespace ridgepoint;

namespace {

const std::set<std::string> codes{"malformed_json", "too_large",    "unknown_call", "unknown_field", "missing_field",
                                  "wrong_type",     "out_of_range", "unknown_name", "not_applicable"};
const std::vector<std::string> solvers{"roofline", "serve",       "compress",        "sensitivity",  "synthesize",
                                       "explain",  "route_model", "route_breakeven", "route_project"};

const Json& schema() {
    static const Json parsed = Json::parse(schema_json(), nullptr, false);
    return parsed;
}

const Json& definition(const Json& property) {
    static const Json none = Json::object();
    Json reference = member(property, "$ref");
    for (const Json& choice : member(property, "anyOf"))
        if (choice.contains("$ref")) reference = choice["$ref"];
    return reference.is_string() ? schema()["$defs"][reference.get<std::string>().substr(8)] : none;
}

const Json& request_of(const std::string& call) { return definition(schema()["calls"][call]["request"]); }

bool is_number(const Json& p) { return p.value("type", "") == "number" || p.value("type", "") == "integer"; }

/// An object of that definition in which every required field has a value that suits the others.
Json sound(const Json& type) {
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
    return request;
}

/// What stands in a request for a nested object, so that a field inside it can be spoiled.
Json spelled_out(const Json& p, const Json& given = nullptr) {
    const std::string kind = p.value("x-kind", "");
    if (kind == "model") return ask("models", {{"id", given.is_string() ? given : Json("Llama3_8B")}});
    if (kind == "hardware") return ask("hardware", {{"id", "H100"}});
    if (kind == "assumptions") return Json::object();
    return p.contains("$ref") ? sound(definition(p)) : Json(nullptr);
}

/// Calls visit(path, property, request) for each field of each request, `request` being sound around it.
using Visit = std::function<void(const std::string&, const Json&, const Json&)>;
void for_each_field(const Json& type, const std::string& prefix, const Json& request, const Visit& visit) {
    for (const auto& [name, p] : type["properties"].items()) {
        const std::string path = prefix + name;
        visit(path, p, request);
        const Json given = member(request, path);
        if (const Json inside = spelled_out(p, given); inside.is_object()) {
            const Json around = given.is_object() ? request : with(request, path, inside);
            for_each_field(definition(p), path + ".", around, visit);
        }
    }
}
void for_each_field(const std::string& call, const Visit& visit) {
    for_each_field(request_of(call), "", sound(request_of(call)), visit);
}

/// The answer parses and is one of the two forms; returns it.
Json sound_answer(const std::string& call, const std::string& text) {
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
void refused(const std::string& call, const std::string& text, const std::string& field, const std::string& code) {
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
void finite(const Type& type, const Json& result, const std::string& what) {
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

void finite_or_refused(const std::string& call, const Json& request) {
    const Json json = sound_answer(call, request.dump());
    if (json.contains("result"))
        finite(find_call(call)->result(), json["result"], call + " " + request.dump().substr(0, 1500));
}

/// The request without one field, by its dotted path.
Json without(Json request, const std::string& path) {
    const auto dot = path.find('.');
    const std::string head = path.substr(0, dot);
    if (dot == std::string::npos) request.erase(path);
    else request[head] = without(request[head], path.substr(dot + 1));
    return request;
}

std::string repeated(const std::string& piece, std::size_t times) {
    std::string text;
    text.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
}

/// The request with raw text, which need not be JSON, in place of one value.
std::string with_raw(const Json& request, const std::string& path, const std::string& raw) {
    const std::string mark = "\"@@\"";
    std::string text = with(request, path, "@@").dump();
    text.replace(text.find(mark), mark.size(), raw);
    return text;
}

const std::string ten_megabytes(10 << 20, 'x');

}  // namespace

TEST_CASE("a sound request is answered by every call") {
    for (const std::string& call : solvers) {
        const Json json = answer(call, sound(request_of(call)));
        INFO(call << json.dump().substr(0, 300));
        CHECK(json.contains("result"));
    }
}

TEST_CASE("every field: values of the wrong type") {
    for (const std::string& call : solvers) {
        for_each_field(call, [&](const std::string& path, const Json& p, const Json& request) {
            std::vector<Json> wrong{Json::array({1}), true, 5, "text", Json{{"nonsense", 1}}};
            const bool by_name = p.contains("x-kind") || p.contains("enum");
            for (const Json& value : wrong) {
                if (is_number(p) && value == 5) continue;
                if (p.value("type", "") == "boolean" && value.is_boolean()) continue;
                if (p.value("type", "") == "string" && value.is_string()) continue;
                if (value.is_object() && !definition(p).empty()) {  // the right type, with an unknown field
                    refused(call, with(request, path, value).dump(), path + ".nonsense", "unknown_field");
                    continue;
                }
                const std::string code = by_name && value.is_string() ? "unknown_name" : "wrong_type";
                refused(call, with(request, path, value).dump(), path, code);
            }
        });
    }
}

TEST_CASE("every number: not one, too small, too large, not whole") {
    for (const std::string& call : solvers) {
        for_each_field(call, [&](const std::string& path, const Json& p, const Json& request) {
            if (!is_number(p)) return;
            for (const char* word : {"NaN", "Infinity", "-Infinity", "1", ""})
                refused(call, with(request, path, word).dump(), path, "wrong_type");
            CHECK(p.contains("minimum"));
            CHECK(p.contains("maximum"));
            const double low = figure(p, "minimum"), high = figure(p, "maximum");
            std::vector<double> outside{high * 1.5, 1e308, -1e308};
            if (low >= 0) outside.push_back(-1);
            if (low > 0) outside.insert(outside.end(), {0, low / 2, 5e-324});
            if (p["type"] == "integer") outside.insert(outside.end(), {low + 0.5, high - 0.5});
            for (const double value : outside) refused(call, with(request, path, value).dump(), path, "out_of_range");
        });
    }
}

TEST_CASE("every number: its least and greatest value give finite figures or a clean error") {
    for (const std::string& call : solvers) {
        for_each_field(call, [&](const std::string& path, const Json& p, const Json& request) {
            if (!is_number(p)) return;
            for (const char* end : {"minimum", "maximum"}) finite_or_refused(call, with(request, path, p[end]));
        });
    }
}

TEST_CASE("every field: null is refused or means that it was left out") {
    for (const std::string& call : solvers) {
        for_each_field(call, [&](const std::string& path, const Json&, const Json& request) {
            const Json nulled = with(request, path, nullptr);
            const Json json = sound_answer(call, nulled.dump());
            if (sentence(json, "error.code") == "wrong_type" && sentence(json, "error.field") == path) return;
            if (json == answer(call, without(nulled, path))) return;
            INFO(call << " " << path << " " << json.dump().substr(0, 300));
            CHECK(json == answer(call, without(nulled, path)));
        });
    }
}

TEST_CASE("every name and reference: unknown, empty, strange or very long") {
    for (const std::string& call : solvers) {
        for_each_field(call, [&](const std::string& path, const Json& p, const Json& request) {
            if (!p.contains("enum") && !p.contains("x-kind")) return;
            const std::string thousand(1000, 'y');
            for (const std::string& name : {std::string(), std::string("nonsense"), std::string("FP16 "), thousand,
                                            std::string("\xC3\xA9"), std::string("H100\0", 5), std::string("'; --")}) {
                const Json json = sound_answer(call, with(request, path, name).dump());
                INFO(call << " " << path << " " << json.dump().substr(0, 200));
                CHECK(sentence(json, "error.code") == "unknown_name");
                CHECK(sentence(json, "error.field") == path);
            }
        });
    }
}

TEST_CASE("every object: a field it does not have") {
    for (const std::string& call : solvers) {
        refused(call, with(sound(request_of(call)), "colour", 1).dump(), "colour", "unknown_field");
        for_each_field(call, [&](const std::string& path, const Json& p, const Json& request) {
            const Json inside = spelled_out(p);
            if (!inside.is_object()) return;
            refused(call, with(with(request, path, inside), path + ".colour", 1).dump(), path + ".colour",
                    "unknown_field");
        });
    }
}

TEST_CASE("every required field: left out") {
    for (const std::string& call : solvers) {
        const Json required = member(request_of(call), "required");
        for (const Json& name : required) {
            Json request = sound(request_of(call));
            request.erase(name.get<std::string>());
            refused(call, request.dump(), name, "missing_field");
        }
        if (!required.empty()) refused(call, "{}", required[0], "missing_field");
    }
    for (const char* field : {"peak_flop_per_s", "memory_capacity_bytes", "memory_bandwidth_bytes_per_s"}) {
        Json device = ask("hardware", {{"id", "H100"}});
        device.erase(field);
        refused("roofline", Json{{"model", "Llama3_8B"}, {"hardware", device}}.dump(), std::string("hardware.") + field,
                "missing_field");
    }
}

TEST_CASE("every field: ten megabytes, ten thousand brackets, a number beyond all, a repeated key") {
    const std::string deep = repeated("[", 10000) + repeated("]", 10000);
    const std::string deep_objects = repeated("{\"model\":", 10000) + "1" + repeated("}", 10000);
    const std::string long_text = "\"" + ten_megabytes + "\"";
    for (const std::string& call : solvers) {
        const Json request = sound(request_of(call));
        for (const auto& [name, p] : request_of(call)["properties"].items()) {
            INFO(call << " " << name);
            const std::string& field = name;
            const auto code = [&](const std::string& raw) {
                return sentence(sound_answer(call, with_raw(request, field, raw)), "error.code");
            };
            CHECK(code(long_text) == "too_large");
            CHECK(code(deep) == "too_large");
            CHECK(code(deep_objects) == "too_large");
            CHECK(code("1e999") == "malformed_json");
            CHECK(code("NaN") == "malformed_json");
            const Json twice = sound_answer(call, with_raw(request, name, "1,\"" + name + "\":1"));
            CHECK(sentence(twice, "error.code") == "malformed_json");
            CHECK(sentence(twice, "error.field") == name);
            CHECK(sentence(twice, "error.message").find("given twice") != std::string::npos);
        }
    }
}

TEST_CASE("what is not JSON says where") {
    const std::string sound_text = Json{{"model", "Llama3_8B"}, {"hardware", "H100"}}.dump();
    const std::vector<std::string> malformed{"",
                                             " ",
                                             "{",
                                             "}",
                                             "{]",
                                             "[1,",
                                             "nul",
                                             "{\"model\"}",
                                             "{\"model\":}",
                                             "{'model':1}",
                                             sound_text + ",",
                                             sound_text + sound_text,
                                             "\xEF\xBB\xBF",
                                             std::string("\0", 1),
                                             "{\"model\":\"\xFF\xFE\"}",
                                             "{\"model\":\"\xC3\"}",
                                             "{\"model\":\"\xED\xA0\x80\"}",
                                             "{\"model\":\"\\ud800\"}",
                                             "{\"model\":\"\n\"}",
                                             "{\"a\\x\":1}",
                                             "01",
                                             "+1",
                                             ".5",
                                             "1e999",
                                             "-1e999",
                                             "// {}",
                                             "NaN",
                                             "Infinity",
                                             repeated("9", 400)};
    for (const std::string& text : malformed) {
        for (const std::string& call : solvers) {
            const Json json = sound_answer(call, text);
            INFO(text.substr(0, 40));
            CHECK(sentence(json, "error.code") == "malformed_json");
            CHECK(sentence(json, "error.message").find("at character") != std::string::npos);
        }
    }
    CHECK(sentence(sound_answer("roofline", "{\"batch\":1e999}"), "error.message").find("1e999") != std::string::npos);
}

TEST_CASE("a NUL byte does not end the request: what follows it is not ignored") {
    const std::string text = sound(request_of("roofline")).dump();
    const std::string nul(1, '\0');
    for (const std::string& tail : {nul, nul + "garbage", nul + text})
        CHECK(sentence(sound_answer("roofline", text + tail), "error.code") == "malformed_json");
}

TEST_CASE("JSON that is no object is of the wrong type") {
    for (const char* text : {"null", "true", "5", "\"H100\"", "[]", "[{}]"}) {
        for (const std::string& call : solvers) {
            INFO(text);
            CHECK(sentence(sound_answer(call, text), "error.code") == "wrong_type");
        }
    }
}

TEST_CASE("whole requests too long or too deep") {
    for (const std::string_view call : call_names()) {
        INFO(call);
        const auto code = [&](const std::string& text) {
            return sentence(sound_answer(std::string(call), text), "error.code");
        };
        CHECK(code(ten_megabytes) == "too_large");
        CHECK(code("\"" + ten_megabytes + "\"") == "too_large");
        CHECK(code(repeated("[", 10000)) == "too_large");
        CHECK(code(repeated("{\"a\":", 10000)) == "too_large");
        CHECK(code(repeated("[", 100) + repeated("]", 100)) == "too_large");
    }
}

TEST_CASE("a call that does not exist") {
    for (const std::string& call : {std::string(), std::string("rooflin"), std::string("sweep"), std::string("\xFF"),
                                    std::string("roofline\0", 9), ten_megabytes}) {
        const Json json = sound_answer(call, "{}");
        CHECK(sentence(json, "error.code") == "unknown_call");
        CHECK(sentence(json, "error.message").find("roofline") != std::string::npos);
    }
}

TEST_CASE("the registry's calls") {
    for (const char* call : {"hardware", "models"}) {
        CHECK(sound_answer(call, "{}")["result"].is_array());
        refused(call, "{\"id\":\"none\"}", "id", "unknown_name");
        refused(call, "{\"id\":\"\"}", "id", "unknown_name");
        refused(call, "{\"id\":5}", "id", "wrong_type");
        refused(call, "{\"id\":null}", "id", "wrong_type");
        refused(call, "{\"name\":\"H100\"}", "name", "unknown_field");
        CHECK(sentence(sound_answer(call, "[]"), "error.code") == "wrong_type");
    }
}

TEST_CASE("fields that are each fine but do not go together") {
    const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    refused("serve", with(base, "cached_prefix", 4096).dump(), "cached_prefix", "out_of_range");
    refused("sensitivity", with(base, "delta", 0).dump(), "delta", "out_of_range");
    refused("roofline", with(base, "model", Json::object()).dump(), "model.parameters", "missing_field");
    refused("roofline", with(base, "model", {{"parameters", 10}, {"active_parameters", 11}}).dump(),
            "model.active_parameters", "out_of_range");
    refused("roofline", with(base, "model", {{"parameters", 10}, {"experts", 2}, {"experts_per_token", 3}}).dump(),
            "model.experts_per_token", "out_of_range");
    Json device = ask("hardware", {{"id", "H100"}});
    device["peak_flop_per_s"] = Json::object();
    refused("roofline", with(base, "hardware", device).dump(), "hardware.peak_flop_per_s", "missing_field");
}

TEST_CASE("numbers at the ends of their ranges, many at once, give finite figures or a clean error") {
    std::mt19937 dice(7);
    for (const std::string& call : solvers) {
        std::vector<std::pair<std::string, Json>> fields;
        Json request = sound(request_of(call));
        for_each_field(call, [&](const std::string& path, const Json& p, const Json&) {
            if (const Json inside = spelled_out(p, member(request, path)); inside.is_object())
                request = with(request, path, inside);
            if (is_number(p) || p.contains("enum") || p.value("type", "") == "boolean") fields.push_back({path, p});
        });
        for (int i = 0; i < 100; ++i) {
            Json spoiled = request;
            for (const auto& [path, p] : fields) {
                if (dice() % 3 == 0) continue;
                if (p.contains("enum")) spoiled = with(spoiled, path, p["enum"][dice() % p["enum"].size()]);
                else if (!is_number(p)) spoiled = with(spoiled, path, dice() % 2 == 0);
                else spoiled = with(spoiled, path, p[dice() % 2 == 0 ? "minimum" : "maximum"]);
            }
            finite_or_refused(call, spoiled);
        }
    }
}

TEST_CASE("requests with characters changed, dropped or added are answered all the same") {
    std::mt19937 dice(11);
    const std::string alphabet = std::string("{}[]\",:.0123456789eE+-xnul\\\xC3\xFF\n ") + '\0';
    for (const std::string& call : solvers) {
        const std::string text = sound(request_of(call)).dump();
        for (int i = 0; i < 400; ++i) {
            std::string mutant = text;
            for (unsigned n = 1 + dice() % 4; n > 0 && !mutant.empty(); --n) {
                const std::size_t at = dice() % mutant.size();
                const char c = alphabet[dice() % alphabet.size()];
                if (const auto how = dice() % 3; how == 0) mutant[at] = c;
                else if (how == 1) mutant.insert(at, 1, c);
                else mutant.erase(at, 1);
            }
            sound_answer(call, mutant);
        }
    }
}
