// Whatever a field is given, the answer is a result or an error that names it: for every call and every field of the
// schema, so that a new field is covered by itself.

#include "bad_input.hpp"

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
                if (takes_number(p) && value == 5) continue;
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
        // Most fields are not in the request: left out of it, they leave the same one.
        Json asked, answered;
        for_each_field(call, [&](const std::string& path, const Json&, const Json& request) {
            const Json nulled = with(request, path, nullptr);
            const Json json = sound_answer(call, nulled.dump());
            if (sentence(json, "error.code") == "wrong_type" && sentence(json, "error.field") == path) return;
            const Json left = without(nulled, path);
            if (left != asked) {
                asked = left;
                answered = answer(call, left);
            }
            if (json == answered) return;
            INFO(call << " " << path << " " << json.dump().substr(0, 300));
            CHECK(json == answered);
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
