#include "course/statistics.hpp"

#include <cmath>

#include "catch.hpp"
#include "course/remarks.hpp"

namespace {

using namespace ridgepoint;
using namespace ridgepoint::course;

Row row(const char* exercise, double points, double of, double at_s) {
    Row one;
    one.exercise = exercise;
    one.kind = "number";
    one.points = points;
    one.of = of;
    one.tries = 1;
    one.tries_allowed = 3;
    one.at_s = at_s;
    one.verdict = points == of ? "right" : "wrong";
    if (points < of) one.wrong = {{"7", "7"}};
    return one;
}

/// With 1 or 0 points for `a` and `rest` of 6 for `b`, answered 60 s and 100 s after the start.
Graded student(const char* id, double points, double rest) {
    Graded g;
    g.file = std::string(id) + ".json";
    g.lab = "lab";
    g.id = id;
    g.started_s = 2e9;
    g.rows = {row("a", points, 1, 2e9 + 60), row("b", rest, 6, 2e9 + 100)};
    g.points = points + rest;
    g.of = 7;
    return g;
}

std::vector<Graded> four() { return {student("1", 0, 1), student("2", 0, 3), student("3", 1, 4), student("4", 1, 6)}; }

}  // namespace

TEST_CASE("the time of an item is the median of its students") {
    auto group = four();
    const std::array<double, 4> spent_s{5, 90, 20, 40};
    for (std::size_t i = 0; i < group.size(); ++i) group[i].rows[0].at_s = 2e9 + spent_s[i];
    CHECK(item_statistics(group)[0].time_s == 30);
    group.pop_back();
    CHECK(item_statistics(group)[0].time_s == 20);
}

TEST_CASE("answers that are alike count as one, and are called what most students said") {
    auto group = four();
    const std::array<const char*, 4> said{"1.05×", "1.06×", "1.05×", "2×"};
    for (std::size_t i = 0; i < group.size(); ++i) group[i].rows[0].wrong = {{said[i], i < 3 ? "1.1×" : "2×"}};
    const auto counted = item_statistics(group)[0].wrong_answers;
    REQUIRE(counted.size() == 2);
    CHECK(counted[0].answer == "1.05×");
    CHECK(counted[0].students == 3);
    CHECK(counted[1].answer == "2×");
}

TEST_CASE("an item's difficulty is its share of points, its discrimination the correlation with the rest") {
    auto group = four();
    group[1].rows[0].tries = 3;
    group[1].rows[0].wrong = {{"9", "9"}, {"7", "7"}, {"7", "7"}};
    const auto items = item_statistics(group);
    REQUIRE(items.size() == 2);
    const ItemStatistics& a = items[0];
    CHECK(a.students == 4);
    CHECK(a.right == 2);
    CHECK(a.difficulty == 0.5);
    // Of x = 0, 0, 1, 1 and y = 1, 3, 4, 6, whose mean is 3.5: 3 / sqrt(1 × 13).
    CHECK(a.discrimination == Approx(3 / std::sqrt(13.0)));
    CHECK(a.tries == 1.5);
    CHECK(a.time_s == 60);
    CHECK(items[1].time_s == 40);
    CHECK(items[1].difficulty == Approx((1 + 3 + 4 + 6) / 24.0));
    // Each student's wrong answers count once.
    REQUIRE(a.wrong_answers.size() == 2);
    CHECK(a.wrong_answers[0].answer == "7");
    CHECK(a.wrong_answers[0].students == 2);
    CHECK(a.wrong_answers[1].students == 1);
}

TEST_CASE("who did not answer has no points, no tries and no time") {
    auto group = four();
    Row& open = group[3].rows[0];
    open.tries = open.points = 0;
    open.at_s.reset();
    open.verdict = "not answered";
    const ItemStatistics a = item_statistics(group)[0];
    CHECK(a.answered == 3);
    CHECK(a.difficulty == 0.25);
    CHECK(a.tries == 1);
}

TEST_CASE("points are counted by tenths of the lab's, the whole with the last") {
    auto group = four();  // 1, 3, 5 and 7 of 7
    group.push_back(student("5", 0, 0));
    group.push_back(student("6", 0, 0));
    group.back().lab = "other";
    CHECK(points_by_tenth(group, "lab") == std::array<double, 10>{1, 1, 0, 0, 1, 0, 0, 1, 0, 1});
    // A sum of thirds that is not quite three tenths.
    group[0].points = 0.1 + 0.1 + 0.1 - 1e-16;
    group[0].of = 1;
    CHECK(points_by_tenth({group[0]}, "lab")[3] == 1);
    group[0].of = group[0].points = 0;
    CHECK(points_by_tenth({group[0]}, "lab") == std::array<double, 10>{});
}

TEST_CASE("of an item without points the difficulty is the share of right answers") {
    auto group = four();
    for (std::size_t at = 0; at < group.size(); ++at) {
        Row& row = group[at].rows[0];
        row.of = row.points = 0;
        row.verdict = at == 0 ? "right" : "wrong";
    }
    CHECK(item_statistics(group)[0].difficulty == 0.25);
}

TEST_CASE("what does not vary has no correlation") {
    CHECK(std::isnan(correlation({1, 1, 1}, {1, 2, 3})));
    CHECK(std::isnan(correlation({1}, {2})));
    CHECK(correlation({1, 2}, {2, 4}) == Approx(1));
    CHECK(correlation({1, 2, 3}, {6, 4, 2}) == Approx(-1));
}

TEST_CASE("the same text and the same times are remarked under two names only") {
    const std::string text = "Every weight is read once for a token, so that bytes are what it waits for.";
    auto group = four();
    for (Graded& g : group) {
        Row why;
        why.exercise = "why";
        why.kind = "text";
        why.given = text;
        why.tries = 1;
        // Times of their own, but for the first two.
        why.at_s = 2e9 + 200 + (g.id < "3" ? 0 : g.rows[1].points);
        g.rows.push_back(why);
    }
    group[1].rows[2].given = "every  weight is read ONCE for a token,\nso that bytes are what it waits for.";
    group[2].rows[2].given = "Bytes.";
    group[3].id = "1";  // the first student once more
    remark_class(group);
    const std::vector<std::string> first{"another submission of this student: 4.json",
                                         "the same text in why as (2) and more",
                                         "the same times of all answers as (2)"};
    CHECK(group[0].remarks == first);
    CHECK(group[1].remarks.size() == 2);
    CHECK(group[2].remarks.empty());
    CHECK(group[3].remarks[1] == "the same text in why as (2) and more");
}
