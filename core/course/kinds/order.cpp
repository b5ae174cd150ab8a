/// Items to put in order: the answer is the list of their keys; all or nothing. Items of equal value may stand either
/// way.
#include <algorithm>

#include "course/exercise.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace of_order {

constexpr Member item_members[]{{"text", markdown, Need::lab}, {"value", formula, Need::lab}};
constexpr Shape item{.kind = Shape::Kind::object, .members = item_members};
constexpr Shape items{.kind = Shape::Kind::map, .least = 3, .most = 10, .pattern = name_pattern, .part = &item};
constexpr std::string_view ways[]{"ascending", "descending"};
constexpr Shape by{.kind = Shape::Kind::text, .words = ways};
constexpr Shape pair{.kind = Shape::Kind::list, .least = 2, .most = 2, .part = &any_text};
constexpr Member hint_members[]{
    {"before", pair, Need::lab,
     about("Two items; the hint is for an order in which the first stands before the second.")},
    {"text", markdown, Need::lab}};
constexpr Shape hint{.kind = Shape::Kind::object, .members = hint_members};
constexpr Shape hints{.kind = Shape::Kind::list, .part = &hint};
constexpr Member members[]{{"items", items, Need::score,
                            about("In the order in which they are first shown, which must not be the right one.")},
                           {"by", by, Need::score, about("How the values of the right order go.")},
                           {"hints", hints}};

/// The keys in the right order, and the value of each; negated where the order descends.
struct Sorted {
    Json keys = Json(Json::value_t::array);
    std::vector<double> heights;
};

Expected<Sorted> sorted(Exercise& exercise, const Json& items, bool descending) {
    Sorted all;
    for (const auto& [key, item] : members_of(items)) {
        const auto value = exercise.number(item, "value");
        if (!value) return tl::make_unexpected(value.error());
        all.heights.push_back(descending ? -*value : *value);
        all.keys.push_back(key);
        for (std::size_t i = all.heights.size() - 1; i > 0 && all.heights[i] < all.heights[i - 1]; --i) {
            std::swap(all.heights[i], all.heights[i - 1]);
            all.keys[i].swap(all.keys[i - 1]);
        }
    }
    return all;
}

bool is_in_order(const Json& answer, const Sorted& right) {
    for (std::size_t i = 0; i < answer.size(); ++i) {
        std::size_t place = 0;
        while (right.keys[place] != answer[i]) ++place;
        if (!within(right.heights[place], right.heights[i], rounding)) return false;
    }
    return true;
}

/// The text of the first hint whose two items stand the way it speaks of; null when none does.
Expected<Json> hint_for(const Json& exercise, const Json& answer) {
    const auto place = [&](const Json& key) { return std::find(answer.begin(), answer.end(), key); };
    for (const Json& hint : exercise.value("hints", Json(Json::value_t::array))) {
        const Json pair = hint.value("before", Json(Json::value_t::array));
        if (pair.size() != 2)
            return fail(ErrorCode::wrong_type, "exercise.hints",
                        cat({"exercise.hints.before must be an array of two items, given ", quoted(pair)}));
        if (place(pair[0]) < place(pair[1])) return hint.value("text", Json());
    }
    return Json();
}

/// Every key, once.
Expected<void> accepts(const Json& exercise, const Json& answer, const std::string& field) {
    const Json& items = exercise["items"];
    const auto refused = [&](std::string_view reason, const Json& given) {
        std::string keys;
        for (const auto& [key, item] : members_of(items)) keys += key + ", ";
        return fail(ErrorCode::wrong_type, field,
                    cat({field, " must be an array of ", keys, "each once; ", reason, quoted(given)}));
    };
    if (!answer.is_array()) return refused("given ", answer);
    for (std::size_t i = 0; i < answer.size(); ++i) {
        if (!answer[i].is_string() || !items.contains(answer[i].get_ref<const std::string&>()))
            return refused("there is no item ", answer[i]);
        for (std::size_t before = 0; before < i; ++before)
            if (answer[before] == answer[i]) return refused("given twice: ", answer[i]);
    }
    for (const auto& [key, item] : members_of(items))
        if (std::find(answer.begin(), answer.end(), key) == answer.end()) return refused("missing: ", key);
    return {};
}

Expected<Verdict> judge(Exercise& exercise) {
    const Json& json = exercise.json;
    const Json& items = json["items"];
    if (items.size() < 2)
        return fail(ErrorCode::missing_field, "exercise.items", "exercise.items must name at least two items");
    const auto right = sorted(exercise, items, json["by"] == "descending");
    if (!right) return tl::make_unexpected(right.error());
    if (is_in_order(exercise.answer, *right)) return Verdict{1, right->keys, {}};
    return hint_for(json, exercise.answer).map([&](Json&& hint) { return Verdict{0, right->keys, std::move(hint)}; });
}

}  // namespace of_order

extern const Kind order_kind{"order", about("Items to put in order."), of_order::members, of_order::accepts,
                             of_order::judge};

}  // namespace ridgepoint::course
