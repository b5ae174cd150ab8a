// Whatever a request is as a whole, the answer is a result or an error: what is not JSON, too long, too deep, or not to
// be had together.

#include <random>

#include "bad_input.hpp"

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
        // 32 levels are read, and refused for being no object; one more is not.
        CHECK(code(repeated("[", 32) + repeated("]", 32)) == "wrong_type");
        CHECK(code(repeated("[", 33) + repeated("]", 33)) == "too_large");
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

TEST_CASE("the assumptions in force are those of the preset, but for what is changed") {
    const auto in_force = [](const char* chosen) { return sound_answer("assumptions", chosen)["result"]; };
    const Json sheets = in_force("{}");
    CHECK(sheets["efficiency"] == 0.5);
    CHECK(sheets["kv_precision"] == "fp16");
    CHECK(sheets["scheme"].is_null());
    CHECK(sheets["decode_compute"] == true);
    CHECK(in_force("\"textbook\"")["decode_compute"] == false);
    CHECK(in_force("{\"preset\":\"textbook\",\"execution\":\"eager\"}")["layer_overhead_s"] == 1e-4);
    Json changed = sheets;
    changed["efficiency"] = 0.25;
    CHECK(in_force("{\"efficiency\":0.25}") == changed);
    refused("assumptions", "{\"efficiency\":2}", "assumptions.efficiency", "out_of_range");
    refused("assumptions", "{\"software\":\"tinychat\"}", "assumptions.software", "not_applicable");
    refused("assumptions", "\"none\"", "assumptions", "unknown_name");
    CHECK(sentence(sound_answer("assumptions", "[]"), "error.code") == "wrong_type");
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
    refused("roofline", with(base, "model", {{"parameters", 10}, {"layers", 4}, {"linear_layers", 4}}).dump(),
            "model.linear_layers", "out_of_range");
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
                if (p.contains("enum")) put(spoiled, path, p["enum"][dice() % p["enum"].size()]);
                else if (!is_number(p)) put(spoiled, path, dice() % 2 == 0);
                else put(spoiled, path, p[dice() % 2 == 0 ? "minimum" : "maximum"]);
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
