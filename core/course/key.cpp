#include "key.hpp"

#include <cmath>
#include <limits>

#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {

Expected<void> accepts_cells(const Json& exercise, const Json& answer, const std::string& field) {
    if (!answer.is_object()) return bad_answer(field, "an object of numbers", answer);
    const Json& cells = exercise["cells"];
    for (const auto& [cell, number] : members_of(answer)) {
        if (!cells.contains(cell))
            return fail(ErrorCode::unknown_field, joined(field, cell.substr(0, 40)),
                        cat({field, " has no cell ", quoted(Json(cell)), "; it has ", names_of(cells)}));
        if (!number.is_number() && !number.is_null()) return bad_answer(joined(field, cell), "a number", number);
    }
    return {};
}

Expected<Compared> compare(Exercise& exercise, const Json& key, const Json& typed) {
    const double scale = key.value("scale", 1.0);
    return exercise.number(key, "answer").map([&](double expected) {
        const double given = typed.is_number() ? typed.get<double>() * scale : 0;
        const bool right = typed.is_number() && within(given, expected, key.value("tolerance", default_tolerance));
        return Compared{given, expected, expected / scale, right};
    });
}

Expected<Json> near_hint(Exercise& exercise, const Json& key, double given) {
    /// A wrong number this close to a known misconception's gets that misconception's hint.
    constexpr double close = 0.05;
    Json text;
    double least = std::numeric_limits<double>::infinity();
    for (const Json& hint : key.value("hints", Json::array())) {
        const auto near = exercise.number(hint, "near");
        if (!near) return tl::make_unexpected(near.error());
        const double off = std::fabs(given - *near);
        if (off < least && within(given, *near, close)) {
            least = off;
            text = hint.value("text", Json());
        }
    }
    return text;
}

}  // namespace ridgepoint::course
