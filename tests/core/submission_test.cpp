#include "course/submission.hpp"

#include "ask.hpp"
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

TEST_CASE("clocks may be a day apart, and no more") {
    CHECK(remarks("2026-03-01T10:30:00.000Z", "2026-03-03T00:00:00.000Z").find("future") == std::string::npos);
    CHECK(remarks("2026-03-01T10:30:00.000Z", "2026-03-03T00:00:01.000Z").find("future") != std::string::npos);
}
