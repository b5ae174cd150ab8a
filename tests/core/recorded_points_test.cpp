// What was predicted of every published measurement when it was last recorded (tests/golden/recorded-points.json),
// predicted again: a point that is read, compared or fitted in another way than before is noticed.

#include <map>

#include "published.hpp"
#include "recorded.hpp"

using namespace ridgepoint;

namespace {

constexpr auto points_file = "tests/golden/recorded-points.json";

Json told(const MeasuredComparison& one) {
    Json answer{{"kind", one.kind}};
    if (!one.missing.empty()) return answer;
    answer["measured"] = recorded::rounded(one.measured);
    answer["predicted"] = recorded::rounded(one.predicted);
    if (one.banded) answer["band"] = {recorded::rounded(one.low), recorded::rounded(one.high)};
    if (!one.fitted) answer["fitted"] = false;
    if (!one.link.empty()) answer["link"] = one.link;
    return answer;
}

/// By the point's name, since the order of files is nobody's.
std::vector<Json> predicted_points() {
    const Measurements all = published_points();  // recorded answers of `load` stand for runs of servers
    const auto compared = compare(all, std::nullopt);
    REQUIRE(compared.has_value());
    std::map<std::string, Json> by_name;
    for (const MeasuredComparison& one : *compared) by_name[one.point->id + " " + one.point->kind_name] = told(one);
    std::vector<Json> list;
    for (const auto& [name, answer] : by_name) list.push_back({{"point", name}, {"answer", answer}});
    return list;
}

}  // namespace

TEST_CASE("of every published measurement the same is predicted as when it was recorded") {
    recorded::check(points_file, predicted_points());
}

TEST_CASE("record predictions", "[.record]") { recorded::write(points_file, predicted_points()); }
