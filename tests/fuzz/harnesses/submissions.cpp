// Files that students hand in: any text, and submissions with answers of the right and of every other type, graded
// against a lab with an exercise of each kind.

#include "../harness.hpp"
#include "course/grading.hpp"
#include "course/submission.hpp"

using namespace ridgepoint;

namespace {

const char* const definition = R"lab({
  "title": "Fuzzed", "question": "?", "time": "1 minute", "goals": ["g"], "version": 1,
  "variables": {"m": "Llama3_8B"},
  "definitions": {"token": "serve({model: m, hardware: 'H100'}, precision=p)"},
  "exercises": [
    {"id": "choice", "kind": "choice", "prompt": "?", "options": {"a": {"text": "A"}, "b": {"text": "B"}}, "answer": "'a'"},
    {"id": "number", "kind": "number", "prompt": "?", "unit": "ms", "scale": 0.001, "tolerance": 0.02, "answer": "token(p='int4').itl_s"},
    {"id": "order", "kind": "order", "prompt": "?", "by": "ascending", "items": {"x": {"text": "X", "value": "2"}, "y": {"text": "Y", "value": "1"}}},
    {"id": "text", "kind": "text", "prompt": "?"}
  ]
})lab";

course::Lab& lab() {
    static course::Lab read = [] {
        auto made = course::read_lab("fuzzed", *parse_json(definition), fuzz::registry());
        if (!made) fuzz::require(false, made.error().message, definition);
        return std::move(*made);
    }();
    return read;
}

Json some_value(fuzz::Draw& draw, int depth = 0) {
    static const std::array plain{
        Json(),    Json(true),    Json(1.5),        Json(-1),         Json(1e308),
        Json("a"), Json("token"), Json({"x", "y"}), Json({"y", "x"}), Json({{"multiply", {"$secret", 2}}})};
    if (depth > 2 || draw.one_in(2)) return draw.one_of(plain);
    Json many = draw.one_in(2) ? Json::array() : Json::object();
    for (std::size_t count = draw.below(4); count > 0; --count) {
        if (many.is_array()) many.push_back(some_value(draw, depth + 1));
        else many[draw.one_of(std::array{"x", "y", "value", "__proto__"})] = some_value(draw, depth + 1);
    }
    return many;
}

Json some_time(fuzz::Draw& draw) {
    static const std::array times{Json("2026-03-01T10:30:00.000Z"),
                                  Json("1970-01-01T00:00:00.000Z"),
                                  Json("9999-12-31T23:59:59.999Z"),
                                  Json("2026-02-30T10:00:00.000Z"),
                                  Json("now"),
                                  Json(5)};
    return draw.one_of(times);
}

Json some_submission(fuzz::Draw& draw) {
    Json answers = Json::object();
    for (const char* id : {"choice", "number", "order", "text", "unknown"}) {
        if (draw.one_in(3)) continue;
        Json entry{{"value", some_value(draw)}, {"at", some_time(draw)}, {"tries", 1}};
        if (draw.one_in(3)) entry["tries"] = some_value(draw);
        if (draw.one_in(3)) entry["earlier"] = some_value(draw);
        answers[id] = std::move(entry);
    }
    Json submission{{"format", "ridgepoint-submission"},
                    {"version", 1},
                    {"lab", "fuzzed"},
                    {"lab_version", 1},
                    {"started_at", some_time(draw)},
                    {"finished_at", some_time(draw)},
                    {"answers", std::move(answers)}};
    if (draw.one_in(4)) submission["student"] = some_value(draw);
    if (draw.one_in(4))
        submission[draw.one_of(std::array{"lab", "version", "answers", "variant", "more"})] = some_value(draw);
    return submission;
}

void require_graded(const Json& submission, const std::string& given) {
    if (auto ok = course::check_submission(submission); !ok) return fuzz::require_told(ok.error(), given);
    const auto graded = course::grade(lab(), submission, {.now_s = 1772409600}, fuzz::registry());
    if (!graded) return fuzz::require_told(graded.error(), given);
    fuzz::require(graded->points >= 0 && graded->points <= graded->of, "more points than there are, or fewer than none",
                  given);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    fuzz::Draw draw({bytes, size});
    if (draw.one_in(2)) {
        const Json submission = some_submission(draw);
        require_graded(submission, submission.dump(-1, ' ', false, Json::error_handler_t::replace));
        return 0;
    }
    const std::string text = draw.rest();
    auto file = parse_json(text);
    if (!file) {
        fuzz::require_told(file.error(), text);
        return 0;
    }
    const auto submissions = course::submissions_of(std::move(*file));
    if (!submissions) fuzz::require_told(submissions.error(), text);
    else
        for (const Json& submission : *submissions) require_graded(submission, text);
    return 0;
}
