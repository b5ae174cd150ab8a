#include "prose/numbers.hpp"

#include <algorithm>

namespace ridgepoint::phrases {

/// A decimal comma, and a narrow space that does not break between thousands; four digits stay together, as the Royal
/// Academy and ISO 80000-1 have it.
void mark(std::string& number) {
    constexpr std::ptrdiff_t together = 4;
    const std::string_view all(number);
    const std::string_view from_first_digit = all.substr(std::min(all.find_first_of("0123456789"), all.size()));
    const std::string_view whole = from_first_digit.substr(0, from_first_digit.find_first_not_of("0123456789,"));
    const auto digits = std::count_if(whole.begin(), whole.end(), [](char c) { return c != ','; });
    std::string text;
    for (const char c : number) {
        if (c == '.') text += ',';
        else if (c != ',') text += c;
        else if (digits > together) text += "\u202f";
    }
    number = text;
}

}  // namespace ridgepoint::phrases
