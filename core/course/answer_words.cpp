#include "answer_words.hpp"

#include <cmath>
#include <cstdlib>

#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

std::string number_words(double value, Digits digits) {
    if (digits == Digits::all) return format_number(value);
    constexpr int two = 2;
    return number(std::strtod(format_number(value, two).c_str(), nullptr), two);
}

}  // namespace

std::string answer_words(const Json& value, Digits digits) {
    if (value.is_string()) return value;
    if (value.is_number()) return number_words(value.get<double>(), digits);
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [key, one] : value.items()) {
        const std::string words = answer_words(one, digits);
        text += cat({text.empty() ? "" : ", ", value.is_array() ? "" : cat({key, " "}),
                     one.is_object() ? cat({"(", words, ")"}) : words});
    }
    return text;
}

std::string with_unit(const std::string& value, const std::string& unit) {
    return cat({value, unit.empty() || unit == "×" ? "" : " ", unit});
}

std::string point_words(double points) {
    constexpr double hundredths = 100;
    return format_number(std::round(points * hundredths) / hundredths);
}

}  // namespace ridgepoint::course
