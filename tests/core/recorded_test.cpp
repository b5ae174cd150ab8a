// What the engine answered when its answers were last recorded (tests/golden/recorded.json), asked again: a number that
// moves is noticed even where no law and no publication speaks of it. What was meant to move is recorded with
//     build/release/core_tests "[.record]"
// and read in the difference of the file before it is committed.

#include "recorded.hpp"

namespace {

constexpr auto answers_file = "tests/golden/recorded.json";
/// Lists up to these lengths are recorded whole.
constexpr std::size_t most_numbers = 6, most_objects = 3;

/// Words are for prose_test: a wording may change with no figure moved.
bool is_sentence(const Json& json) {
    return json.is_string() && json.get_ref<const std::string&>().find(' ') != std::string::npos;
}

Json condensed(const Json& json);

Json condensed_list(const Json& list) {
    const auto all = [&](auto&& holds) { return std::all_of(list.begin(), list.end(), holds); };
    const std::size_t count = list.size();
    if (count > 0 && all([](const Json& one) { return is_sentence(one); })) return {{"sentences", count}};
    if (count > most_numbers && all([](const Json& one) { return one.is_number(); })) {
        double sum = 0, weighted = 0;
        for (std::size_t at = 0; at < count; ++at) {
            sum += list[at].get<double>();
            weighted += list[at].get<double>() * static_cast<double>(at);
        }
        return {{"numbers", count}, {"sum", recorded::rounded(sum)}, {"sum_by_place", recorded::rounded(weighted)}};
    }
    if (count > most_objects && all([](const Json& one) { return one.is_object(); }))
        return {{"objects", count}, {"first", condensed(list.front())}, {"last", condensed(list.back())}};
    Json whole = Json::array();
    for (const Json& one : list) whole.push_back(condensed(one));
    return whole;
}

/// What of an answer is recorded: its figures and names, long lists by their sums.
Json condensed(const Json& json) {
    if (json.is_number_float()) return recorded::rounded(json.get<double>());
    if (json.is_array()) return condensed_list(json);
    if (!json.is_object()) return json;
    Json kept = Json::object();
    for (const auto& [name, value] : json.items())
        if (!is_sentence(value)) kept[name] = condensed(value);
    return kept;
}

std::vector<Json> answered_again() {
    std::vector<Json> cases;
    for (const Json& one : json_file(answers_file)) {
        const Json now = condensed(answer(one["call"], one["request"]));
        cases.push_back({{"call", one["call"]}, {"request", one["request"]}, {"answer", now}});
    }
    return cases;
}

}  // namespace

TEST_CASE("every recorded request has the answer that it had") {
    const auto now = answered_again();
    CHECK(now.size() >= 300);
    recorded::check(answers_file, now);
}

TEST_CASE("record answers", "[.record]") { recorded::write(answers_file, answered_again()); }
