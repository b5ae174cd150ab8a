#include "course/grading.hpp"

#include "ask.hpp"
#include "course/answered.hpp"
#include "course/engine.hpp"
#include "course/feedback.hpp"
#include "course/remarks.hpp"
#include "course/report.hpp"
#include "course/submission.hpp"
#include "graded_sample.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;
using namespace ridgepoint::course;
using namespace sample;

namespace {

using Said = std::vector<std::string>;

Said said_of(const Json& submission, Lab lab = lab_of()) { return graded(submission, std::move(lab)).remarks; }

const Row& row_of(const Graded& g, const std::string& id) {
    return *std::find_if(g.rows.begin(), g.rows.end(), [&](const Row& one) { return one.exercise == id; });
}

}  // namespace

TEST_CASE("what is all right has all points and no remark") {
    const Graded g = graded(all_right());
    CHECK(g.points == 8);
    CHECK(g.of == 8);
    CHECK(g.remarks.empty());
    CHECK(g.student() == "Ada (a1)");
    CHECK(g.rows.size() == 7);
    for (const Row& one : g.rows) CHECK(one.verdict == (one.kind == "text" ? "kept" : "right"));
    CHECK(row_of(g, "guess").predict);
    CHECK(row_of(g, "guess").tries_allowed == 0);
    CHECK(row_of(g, "time").tries_allowed == 3);
    CHECK(row_of(g, "time").at_s == day_after_s - 86400 + 36600);
    CHECK(row_of(g, "time").given == "1.54 ms");
    CHECK(row_of(g, "cells").given == "fp16 16.06, int8 8.03");
    CHECK(row_of(g, "rank").given == "b200, h100, a100");
}

TEST_CASE("a wrong answer costs its points, a near one some, a later try a third, and a missing one all") {
    const auto time = [](const Json& answered) {
        Json submission = all_right();
        submission["answers"]["time"].update(answered);
        return graded(submission);
    };
    const Graded wrong = time({{"value", 5}, {"earlier", {2.518, 3}}, {"tries", 3}});
    CHECK(wrong.points == 6);
    CHECK(row_of(wrong, "time").verdict == "wrong");
    Said said, alike;
    for (const WrongAnswer& one : row_of(wrong, "time").wrong) {
        said.push_back(one.said);
        alike.push_back(one.alike);
    }
    CHECK(said == Said{"2.518 ms", "3 ms", "5 ms"});
    CHECK(alike == Said{"2.5 ms", "3 ms", "5 ms"});
    CHECK(row_of(time({{"value", 1.7}}), "time").verdict == "partly");
    CHECK(row_of(time({{"value", 1.7}}), "time").points == 1);
    CHECK(row_of(time({{"tries", 2}}), "time").points == Approx(2 * 2 / 3.0));
    Json without = all_right();
    without["answers"].erase("time");
    const Graded missing = graded(without);
    CHECK(missing.points == 6);
    CHECK(missing.of == 8);
    CHECK(row_of(missing, "time").verdict == "not answered");
    CHECK_FALSE(row_of(missing, "time").answered());
    // In an exam answers may be changed until they are handed in.
    Json later = all_right();
    later["answers"]["time"]["tries"] = 2;
    CHECK(graded(later, lab_of({{"exam", true}})).points == 8);
}

TEST_CASE("another version, or an exercise that the lab does not have, is refused by name") {
    Lab lab = lab_of();
    const auto field = [&](const Json& submission) {
        return grade(lab, submission, {day_after_s, {}}, registry()).error().field;
    };
    CHECK(field(right_but("lab_version", 2)) == "lab_version");
    CHECK(field(right_but("answers.other", {{"value", 1}})) == "answers.other");
    CHECK(grade(lab, right_but("lab_version", 2), {day_after_s, 2}, registry()).has_value());
}

TEST_CASE("a key that cannot be worked out is told when the lab is read, in a cell or an item too") {
    const auto refused = [](const std::string& id, const char* pointer) {
        Json whole = definition();
        for (Json& exercise : whole["exercises"])
            if (exercise["id"] == id) exercise.at(Json::json_pointer(pointer)) = "nobody";
        const auto lab = read_lab("sample", whole, registry());
        return lab ? "" : lab.error().field + ": " + lab.error().message;
    };
    for (const auto& [id, pointer] : {std::pair{"time", "/answer"}, std::pair{"cells", "/cells/fp16/answer"},
                                      std::pair{"rank", "/items/h100/value"}}) {
        CAPTURE(id);
        CHECK(refused(id, pointer).find("there is nothing called nobody") != std::string::npos);
    }
}

TEST_CASE("a known mistake within the wide tolerance earns nothing when graded, as on the page") {
    const auto points = [](const Json& hints) {
        Json whole = definition();
        for (Json& exercise : whole["exercises"])
            if (exercise["id"] == "time") exercise["hints"] = hints;
        return row_of(graded(right_but("answers.time.value", 1.7), lab_of({{"exercises", whole["exercises"]}})), "time")
            .points;
    };
    CHECK(points(Json::array()) == 1);
    CHECK(points(Json::array({{{"near", "2 * token.itl_s"}, {"text", "Twice."}}})) == 1);
    CHECK(points(Json::array({{{"near", "1.06 * token(p='int4').itl_s"}, {"text", "Launches count once."}}})) == 0);
}

// Each may be a search over hundreds of calls, and would be one for each wrong answer of a class.
TEST_CASE("hints that decide no points are not worked out when a class is graded") {
    Json whole = definition();
    for (Json& exercise : whole["exercises"]) {
        const Json hints{{{"near", "nobody"}, {"text", "…"}}};
        if (exercise["id"] == "time") {
            exercise.erase("partial");
            exercise["hints"] = hints;
        }
        if (exercise["id"] == "cells") exercise["cells"]["fp16"]["hints"] = hints;
    }
    Json submission = right_but("answers.time.value", 5);
    submission["answers"]["cells"]["value"]["fp16"] = 5;
    const Graded g = graded(submission, lab_of({{"exercises", whole["exercises"]}}));
    CHECK(row_of(g, "time").verdict == "wrong");
    CHECK(row_of(g, "cells").verdict == "partly");
}

TEST_CASE("what no page writes is remarked") {
    Json timeless = all_right(), at_once = all_right(), old = all_right();
    timeless.erase("started_at");
    timeless.erase("finished_at");
    for (auto& [id, one] : timeless["answers"].items()) one.erase("at");
    CHECK(said_of(timeless) == Said{"no answer says when it was given, as each does that a page writes",
                                    "does not say when the lab was begun and finished, as every page does"});
    for (auto& [id, one] : at_once["answers"].items()) one["at"] = "2026-03-01T10:30:00Z";
    CHECK(said_of(at_once) == Said{"all 7 answers were given within a second"});
    for (auto& [id, one] : old["answers"].items()) one["at"].get_ref<std::string&>().replace(0, 4, "1970");
    old["started_at"] = "1970-03-01T10:00:00Z";
    old["finished_at"] = "1970-03-01T11:00:00Z";
    CHECK(said_of(old) == Said{"dated before 2025, when there was no such lab"});
    Json one_timeless = all_right();
    one_timeless["answers"]["time"].erase("at");
    CHECK(said_of(one_timeless) == Said{"does not say when it was answered: time"});
    CHECK(said_of(right_but("answers.why.tries", 1e15)) == Said{"more tries than the page allows: why 1e15"});
    CHECK(said_of(right_but("restarts", 2)) == Said{"started over 2 times"});
    CHECK(said_of(right_but("linked", 1)) == Said{"took answers from a link once"});
    CHECK(said_of(right_but("shown.points", 7)) == Said{"the page showed 7 of 8 points; the answers are worth 8 of 8"});
    const Json nobody = right_but("student", Json::object());
    CHECK(said_of(nobody) == Said{"the lab asks for a name or an id, and the file has none"});
    CHECK(said_of(nobody, lab_of({{"identify", "optional"}})).empty());
    CHECK(said_of(right_but("student", {{"name", "Ada"}})).empty());
}

TEST_CASE("numbers that are drawn by the id are graded by it, and what was worked with others is remarked") {
    const Lab drawn = lab_of({{"variants", {{"hardware", {"H100", "H100"}}}}});
    const Json submission = all_right();
    const std::string own = graded(submission, drawn).variant;
    CHECK(said_of(submission, drawn).empty());
    CHECK(said_of(with(submission, "variant", own), drawn).empty());
    CHECK(said_of(with(submission, "variant", "7"), drawn) ==
          Said{"was worked with the numbers of variant 7, and the id has those of variant " + own +
               ", by which it is graded"});
    CHECK(said_of(right_but("student", {{"name", "Ada"}}), drawn) ==
          Said{"the lab draws its numbers by the id, and the file has none"});
}

TEST_CASE("a setting that is reached with a device of one's own is remarked, one that the lab has written out is not") {
    const Json wonder{{"name", "Wonder"},
                      {"memory_capacity_bytes", 1e12},
                      {"memory_bandwidth_bytes_per_s", 1e15},
                      {"peak_flop_per_s", {{"fp16", 1e12}}}};
    const Json submission = right_but("answers.reach.value.hardware", wonder);
    CHECK(said_of(submission) == Said{"reach was reached with a device of the student’s own, Wonder"});
    Json variables = definition()["variables"];
    variables["wonder"] = wonder;
    CHECK(said_of(submission, lab_of({{"variables", variables}})).empty());
}

TEST_CASE("what was made with another engine or other data is remarked and graded, and an old file names neither") {
    const auto said_with = [](const std::string& engine, std::string_view data) {
        Json submission = right_but("engine", {{"version", engine}, {"data", data}});
        submission["checksum"] = checksum(submission);
        return said_of(submission);
    };
    const MadeWith here = made_with();
    const std::string version(here.version);
    CHECK(said_with(version, here.data).empty());
    CHECK(said_with("0.0.9", here.data) == Said{"was made with Ridgepoint 0.0.9, and is graded with " + version});
    CHECK(said_with(version, "0123456789abcdef") ==
          Said{"was made with other data on devices and models than it is graded with"});
    CHECK(graded(right_but("engine", {{"version", "0.0.9"}, {"data", "ab"}})).points == 8);
}

TEST_CASE("what is handed in late is remarked, by how much") {
    CHECK(said_of(all_right(), lab_of({{"due", "2026-03-01T11:00:00Z"}})).empty());
    CHECK(said_of(all_right(), lab_of({{"due", "2026-03-01T10:59:00Z"}})) == Said{"handed in 60.0 s after it was due"});
}

TEST_CASE("in a class the same text and the same times under two names are remarked, and two files of one student") {
    std::vector<Graded> all{graded(all_right()), graded(right_but("student", {{"name", "Bob"}, {"id", "b2"}})),
                            graded(right_but("student", {{"name", "Ada"}, {"id", "a1"}}))};
    for (std::size_t i = 0; i < all.size(); ++i) all[i].file = std::to_string(i) + ".json";
    Json own = right_but("answers.why.value", "Bytes.");
    own["student"] = {{"name", "Cy"}, {"id", "c3"}};
    own["answers"]["time"]["at"] = "2026-03-01T10:11:00Z";
    all.push_back(graded(own));
    remark_class(all);
    CHECK(all[0].remarks == Said{"another submission of this student: 2.json",
                                 "the same text in why as Bob (b2) and more",
                                 "the same times of all answers as Bob (b2) and more"});
    CHECK(all[1].remarks ==
          Said{"the same text in why as Ada (a1) and more", "the same times of all answers as Ada (a1) and more"});
    CHECK(all[2].remarks[0] == "another submission of this student: 0.json");
    CHECK(all[3].remarks.empty());
}

TEST_CASE(
    "a report says which engine and data an answer was made with, where the file does, and which it is graded with") {
    const Lab lab = lab_of();
    const auto report_of = [&](const Json& submission) {
        const Graded one = graded(submission);
        return report_markdown({&one, &lab}, day_after_s, registry());
    };
    const auto contains = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const auto [version, data] = made_with();
    const std::string here =
        "| graded with | Ridgepoint " + std::string(version) + ", data " + std::string(data) + " |\n";
    const std::string old = report_of(right_but("engine", {{"version", "0.0.9"}, {"data", "ab"}}));
    CHECK(contains(old, "| made with | Ridgepoint 0.0.9, data ab |\n" + here));
    CHECK(contains(old, "\nRemark: was made with Ridgepoint 0.0.9, and is graded with"));
    const std::string silent = report_of(all_right());
    CHECK_FALSE(contains(silent, "made with"));
    CHECK(contains(silent, "| finished | 2026-03-01, 11:00 UTC |"));
    CHECK(contains(silent, here + "| points | 8 of 8 |\n"));
}

TEST_CASE("guesses are kept: no points, no right answer, and each named in feedback and reports") {
    Json whole = definition();
    whole["exercises"].push_back({{"id", "own"},
                                  {"kind", "estimates"},
                                  {"predict", true},
                                  {"prompt", "How fast is yours?"},
                                  {"cells", {{"rate", {{"label", "It reads"}, {"unit", "GB/s"}}}}}});
    Lab lab = *read_lab("sample", whole, registry());
    Json submission = all_right();
    submission["answers"]["own"] = {{"value", {{"rate", 51.23}}}, {"tries", 1}, {"predicted", true}};
    const Graded result = graded(submission, lab);
    const Row& row = row_of(result, "own");
    CHECK((row.verdict == "kept" && row.of == 0 && !row.graded));
    const std::string page = feedback_page({{&result, &lab}}, day_after_s, registry());
    const std::size_t from = page.find("How fast is yours?");
    REQUIRE(from != std::string::npos);
    CHECK(page.find("You predicted: It reads: 51.23 GB/s</p>", from) != std::string::npos);
    CHECK(page.find("Right answer", from) == std::string::npos);
    CHECK(page.find("<p class=\"points\">not graded</p>\n<p>How fast") != std::string::npos);
    CHECK(row_of(graded(all_right(), lab), "own").of == 0);
}
