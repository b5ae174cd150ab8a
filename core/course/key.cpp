#include "key.hpp"

#include <cmath>
#include <limits>

namespace ridgepoint::course {

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
