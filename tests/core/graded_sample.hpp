/// The lab of tests/web/labs/sample, its answers, and how they are graded.
#pragma once

#include "ask.hpp"
#include "course/grading.hpp"
#include "grid.hpp"

namespace sample {

using namespace ridgepoint;
using namespace ridgepoint::course;

inline constexpr double day_after_s = 1772409600;  // 2026-03-02

inline Json definition() { return json_file("tests/web/labs/sample/lab.json"); }

inline Lab lab_of(const Json& fields = Json::object()) {
    Json whole = definition();
    whole.update(fields);
    auto lab = read_lab("sample", whole, registry());
    REQUIRE(lab.has_value());
    return *std::move(lab);
}

/// All of it right, one answer every five minutes.
inline Json all_right() {
    const Json reached{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", 512}, {"context", 128}};
    const std::vector<std::pair<const char*, Json>> values{{"guess", "memory"},
                                                           {"time", 1.54},
                                                           {"reach", reached},
                                                           {"cells", {{"fp16", 16.06}, {"int8", 8.03}}},
                                                           {"rank", {"b200", "h100", "a100"}},
                                                           {"sort", {"fp16", "int8", "int4"}},
                                                           {"why", "Bytes, bytes, and nothing but bytes, to the end."}};
    Json answers = Json::object();
    int minute = 5;
    for (const auto& [id, value] : values) {
        const bool predict = std::string(id) == "guess" || std::string(id) == "rank";
        const std::string at = "2026-03-01T10:" + std::string(minute < 10 ? "0" : "") + std::to_string(minute) + ":00Z";
        answers[id] = {{"value", value}, {"at", at}, {"tries", 1}, {"predicted", predict}};
        minute += 5;
    }
    return {{"lab", "sample"},
            {"lab_version", 1},
            {"student", {{"name", "Ada"}, {"id", "a1"}}},
            {"started_at", "2026-03-01T10:00:00Z"},
            {"finished_at", "2026-03-01T11:00:00Z"},
            {"answers", answers},
            {"shown", {{"points", 8}, {"of", 8}}}};
}

inline Json right_but(const std::string& path, const Json& value) {
    Json submission = all_right();
    put(submission, path, value);
    return submission;
}

inline Graded graded(const Json& submission, Lab lab = lab_of()) {
    auto result = grade(lab, submission, {day_after_s, {}}, registry());
    INFO((result ? "" : result.error().message));
    REQUIRE(result.has_value());
    return *std::move(result);
}

}  // namespace sample
