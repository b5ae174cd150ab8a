#include "course/submission.hpp"

#include "ask.hpp"
#include "course/engine.hpp"
#include "course/remarks.hpp"
#include "course/times.hpp"

using namespace ridgepoint;

namespace {

Json handed_in(const char* answered, const char* finished) {
    return {{"format", "ridgepoint-submission"},
            {"version", 1},
            {"lab", "sample"},
            {"started_at", "2026-03-01T10:00:00.000Z"},
            {"finished_at", finished},
            {"answers", {{"time", {{"value", 1.5}, {"at", answered}, {"tries", 1}}}}}};
}

Json made_with(const std::string& engine, const std::string& data) { return {{"version", engine}, {"data", data}}; }

constexpr double next_day_s = 1772409600;  // 2026-03-02

std::string remarks(const char* answered, const char* finished = "2026-03-01T11:00:00.000Z") {
    const Json submission = handed_in(answered, finished);
    CHECK(course::check_submission(submission).has_value());
    course::Graded graded;
    graded.started_s = course::time_of(submission, "started_at");
    course::Row row;
    row.exercise = "time";
    row.tries = row.tries_allowed = 1;
    row.at_s = course::time_of(submission["answers"]["time"], "at");
    graded.rows = {row};
    std::string all;
    for (const std::string& remark : course::remarks_on(graded, submission, {}, next_day_s)) all += remark + "\n";
    return all;
}

}  // namespace

TEST_CASE("times that a page writes together may be a minute apart, and no more") {
    CHECK(remarks("2026-03-01T10:30:00.000Z").empty());
    CHECK(remarks("2026-03-01T11:01:00.000Z").empty());
    CHECK(remarks("2026-03-01T11:01:01.000Z").find("answered after the lab was finished: time") != std::string::npos);
    CHECK(remarks("2026-03-01T13:00:00.000Z").find("answered after the lab was finished: time") != std::string::npos);
    CHECK(remarks("2026-03-01T09:59:00.000Z").empty());
    CHECK(remarks("2026-03-01T09:58:59.000Z").find("answered before the lab was begun: time") != std::string::npos);
}

TEST_CASE("what is no submission is refused, a member that none has by the first 40 letters of its name") {
    const Json submission = handed_in("2026-03-01T10:30:00.000Z", "2026-03-01T11:00:00.000Z");
    const auto field = [](const Json& json) {
        const auto ok = course::check_submission(json);
        return ok ? std::string() : ok.error().field;
    };
    CHECK(field(submission).empty());
    CHECK(field(with(submission, std::string(50, 'x'), 1)) == std::string(40, 'x'));
    Json nameless = submission;
    nameless.erase("format");
    for (const Json& none : {nameless, Json(3), Json::array(), Json("ridgepoint-submission")})
        CHECK(field(none) == "format");
}

TEST_CASE("the checksum is that of the page, over all but itself") {
    // As tests/web/lab_submission_test.ts has it.
    const Json some = Json::parse(
        R"({"lab": "sample", "answers": {"time": {"value": 1.54, "tries": 2, "predicted": false, "earlier": [3, -0.25, null]},
            "why": {"value": "Bytes · 速い", "at": null}}, "empty": [], "big": 1e300})");
    CHECK(course::checksum(Json{{"a", 1}}) == "f41f8711");
    CHECK(course::checksum(some) == "0c43f15a");
    CHECK(course::checksum(with(some, "checksum", "0c43f15a")) == "0c43f15a");
    CHECK(course::checksum(with(some, "answers.time.value", 1.55)) != "0c43f15a");
}

TEST_CASE("a file that was changed by hand is remarked, and a page's without a checksum") {
    const auto remarks_on = [](const Json& submission) {
        std::string all;
        for (const std::string& remark : course::remarks_on({}, submission, {}, next_day_s)) all += remark + "\n";
        return all;
    };
    const auto here = course::made_with();
    const Json bare = with(handed_in("2026-03-01T10:30:00.000Z", "2026-03-01T11:00:00.000Z"), "engine",
                           made_with(std::string(here.version), std::string(here.data)));
    const Json written = with(bare, "checksum", course::checksum(bare));
    CHECK(remarks_on(written).find("checksum") == std::string::npos);
    CHECK(remarks_on(with(written, "answers.time.value", 3)).find("was changed after the page wrote it") !=
          std::string::npos);
    CHECK(remarks_on(bare).find("has no checksum") != std::string::npos);
    CHECK(remarks_on(with(bare, "engine.version", "0.1.0")).find("checksum") == std::string::npos);
    const auto ok = course::check_submission(with(written, "checksum", "0c43"));
    REQUIRE_FALSE(ok.has_value());
    CHECK(ok.error().field == "checksum");
}

TEST_CASE("a submission that lacks either end of its time is said to") {
    for (const char* missing : {"started_at", "finished_at"}) {
        Json submission = handed_in("2026-03-01T10:30:00.000Z", "2026-03-01T11:00:00.000Z");
        submission.erase(missing);
        course::Graded graded;
        graded.started_s = course::time_of(submission, "started_at");
        const auto all = course::remarks_on(graded, submission, {}, next_day_s);
        CHECK(std::count(all.begin(), all.end(),
                         "does not say when the lab was begun and finished, as every page does") == 1);
    }
}

TEST_CASE("clocks may be a day apart, and no more") {
    CHECK(remarks("2026-03-01T10:30:00.000Z", "2026-03-03T00:00:00.000Z").find("future") == std::string::npos);
    CHECK(remarks("2026-03-01T10:30:00.000Z", "2026-03-03T00:00:01.000Z").find("future") != std::string::npos);
}

TEST_CASE("a submission in which something is no such thing is refused by its member") {
    const Json whole = with(
        with(handed_in("2026-03-01T10:30:00.000Z", "2026-03-01T11:00:00.000Z"), "engine", made_with("0.1.0", "ab12")),
        "shown", {{"points", 7.5}, {"of", 8}});
    const auto refused = [&](const std::string& path, const Json& value) {
        const auto checked = course::check_submission(with(whole, path, value));
        return checked ? "" : checked.error().field;
    };
    Json nameless = whole;
    nameless[""] = 1;
    CHECK_FALSE(course::check_submission(nameless));
    for (const auto& [path, good] : std::vector<std::pair<std::string, Json>>{{"shown.points", 0},
                                                                              {"shown.points", 8},
                                                                              {"restarts", 0},
                                                                              {"linked", 3},
                                                                              {"variant", "a"},
                                                                              {"engine", made_with("0.1.0", "ab12")},
                                                                              {"widgets", Json::object()},
                                                                              {"student.name", std::string(800, 'a')},
                                                                              {"answers.time.tries", 2},
                                                                              {"answers.time.predicted", true},
                                                                              {"answers.time.earlier", Json(100, 1)}}) {
        CAPTURE(path, good);
        CHECK(refused(path, good) == "");
    }
    for (const auto& [path, bad] : std::vector<std::pair<std::string, Json>>{{"format", "a lab"},
                                                                             {"version", 2},
                                                                             {"mark", 1},
                                                                             {"lab", ""},
                                                                             {"student", "Ada"},
                                                                             {"student.name", 5},
                                                                             {"student.name", std::string(801, 'a')},
                                                                             {"student.mark", "A"},
                                                                             {"shown", 8},
                                                                             {"shown.points", "8"},
                                                                             {"shown.points", -1},
                                                                             {"shown.points", 8.5},
                                                                             {"shown.of", nullptr},
                                                                             {"shown.mark", 1},
                                                                             {"restarts", -1},
                                                                             {"linked", 0.5},
                                                                             {"variant", ""},
                                                                             {"engine", "0.1.0"},
                                                                             {"engine.version", nullptr},
                                                                             {"engine.data", std::string(41, 'a')},
                                                                             {"engine.mark", 1},
                                                                             {"widgets", Json::array()},
                                                                             {"answers", Json::array()},
                                                                             {"answers.time", 1.5},
                                                                             {"answers.time.mark", 1},
                                                                             {"answers.time.tries", 0},
                                                                             {"answers.time.tries", 1.5},
                                                                             {"answers.time.predicted", 1},
                                                                             {"answers.time.earlier", 1},
                                                                             {"answers.time.earlier", Json(101, 1)},
                                                                             {"answers.time.at", "noon"},
                                                                             {"started_at", 0},
                                                                             {"finished_at", "2026-03-01"}}) {
        CAPTURE(path, bad);
        CHECK(refused(path, bad) == path);
    }
    for (const char* missing : {"points", "of"}) {
        Json without = whole;
        without["shown"].erase(missing);
        CHECK(course::check_submission(without).error().field == std::string("shown.") + missing);
    }
}

TEST_CASE("a refusal names an exercise by the first 40 characters of what the file calls it") {
    Json submission = handed_in("2026-03-01T10:30:00.000Z", "2026-03-01T11:00:00.000Z");
    submission["answers"][std::string(60, 'x')] = 1;
    const auto checked = course::check_submission(submission);
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().field == "answers." + std::string(40, 'x'));
}

TEST_CASE("a time is read to its millisecond, and nothing that is no time is read as one") {
    using course::seconds_of;
    CHECK(seconds_of("2026-03-02T00:00:00Z") == next_day_s);
    CHECK(*seconds_of("2026-03-02T01:02:03.250Z") == next_day_s + 3723.25);
    CHECK(seconds_of("2028-02-29T00:00:00Z").has_value());
    for (const char* wrong : {"2026-02-29T00:00:00Z", "2026-03-02T24:00:00Z", "2026-03-02T00:60:00Z",
                              "2026-03-02T00:00:60Z", "2026-03-02 00:00:00Z", "2026-03-02T00:00:00", "2026-03-02"})
        CHECK_FALSE(seconds_of(wrong).has_value());
}
