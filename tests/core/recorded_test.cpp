// What the engine answered when its answers were last recorded (tests/golden/recorded.json), asked again: a number that
// moves is noticed even where no law and no publication speaks of it. What was meant to move is recorded with
//     build/release/core_tests "[.record]"
// and read in the difference of the file before it is committed.

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "ask.hpp"

namespace {

constexpr const char* path = "tests/golden/recorded.json";
/// Figures agree to the last digit that is recorded.
constexpr int digits = 9;
constexpr double tolerance = 2e-9;

/// Lists up to these lengths are recorded whole.
constexpr std::size_t most_numbers = 6, most_objects = 3;

/// As text with so many digits and back, so that the file is short.
double rounded(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return std::strtod(text, nullptr);
}

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
        return {{"numbers", count}, {"sum", rounded(sum)}, {"sum_by_place", rounded(weighted)}};
    }
    if (count > most_objects && all([](const Json& one) { return one.is_object(); }))
        return {{"objects", count}, {"first", condensed(list.front())}, {"last", condensed(list.back())}};
    Json whole = Json::array();
    for (const Json& one : list) whole.push_back(condensed(one));
    return whole;
}

/// What of an answer is recorded: its figures and names, long lists by their sums.
Json condensed(const Json& json) {
    if (json.is_number_float()) return rounded(json.get<double>());
    if (json.is_array()) return condensed_list(json);
    if (!json.is_object()) return json;
    Json kept = Json::object();
    for (const auto& [name, value] : json.items())
        if (!is_sentence(value)) kept[name] = condensed(value);
    return kept;
}

bool agree(const Json& a, const Json& b) {
    if (!a.is_number() || !b.is_number()) return a == b;
    const double x = a.get<double>(), y = b.get<double>();
    return x == y || std::fabs(x - y) <= tolerance * std::fmax(std::fabs(x), std::fabs(y));
}

/// Each place where two answers differ, with both.
std::vector<std::string> differences(const Json& recorded, const Json& now) {
    std::vector<std::string> list;
    const Json before = recorded.flatten(), after = now.flatten();
    const auto differs = [&](const std::string& place, const Json& a, const Json& b) {
        list.push_back(place + ": " + a.dump() + " → " + b.dump());
    };
    for (const auto& [place, value] : before.items())
        if (const Json other = after.value(place, Json()); !agree(value, other)) differs(place, value, other);
    for (const auto& [place, value] : after.items())
        if (!before.contains(place)) differs(place, Json(), value);
    return list;
}

Json answered(const Json& one) { return condensed(answer(one["call"], one["request"])); }

}  // namespace

TEST_CASE("every recorded request has the answer that it had") {
    const Json cases = json_file(path);
    CHECK(cases.size() >= 300);
    for (const Json& one : cases) {
        INFO(one["call"] << " " << one["request"]);
        CHECK(differences(one["answer"], answered(one)) == std::vector<std::string>{});
    }
}

TEST_CASE("record", "[.record]") {
    const Json cases = json_file(path);
    std::ofstream file(path);
    const char* separator = "[\n";
    for (const Json& one : cases) {
        file << separator << Json{{"call", one["call"]}, {"request", one["request"]}, {"answer", answered(one)}}.dump();
        separator = ",\n";
    }
    file << "\n]\n";
    CHECK(file.good());
}
