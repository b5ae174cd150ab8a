#include "times.hpp"

#include <chrono>

#include "submission.hpp"

namespace ridgepoint::course {

std::optional<double> seconds_of(const std::string& text) {
    const std::string_view shape = text.size() == 20 ? "0000-00-00T00:00:00Z" : "0000-00-00T00:00:00.000Z";
    if (text.size() != shape.size()) return std::nullopt;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (shape[i] == '0' ? !digit : text[i] != shape[i]) return std::nullopt;
    }
    const auto part = [&](std::size_t from, std::size_t length) { return std::stoi(text.substr(from, length)); };
    const std::chrono::year_month_day date{std::chrono::year(part(0, 4)),
                                           std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                           std::chrono::day(static_cast<unsigned>(part(8, 2)))};
    const int hour = part(11, 2), minute = part(14, 2), second = part(17, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    const double whole = static_cast<double>(days) * 86400 + hour * 3600 + minute * 60 + second;
    return text.size() == 20 ? whole : whole + part(20, 3) / 1000.0;
}

std::optional<double> time_of(const Json& object, const char* key) { return seconds_of(text_member(object, key)); }

}  // namespace ridgepoint::course
