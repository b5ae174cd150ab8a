#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "model/elementary.hpp"
#include "model/phrases/notes.hpp"
#include "ridgepoint/language.hpp"

namespace ridgepoint {
namespace {

// Written out rather than left to printf, which would bring long-double arithmetic into the WebAssembly download.

/// A whole number in decimal.
std::string digits_of(double whole) {
    std::string text;
    for (std::uint64_t rest = static_cast<std::uint64_t>(whole); rest > 0; rest /= 10)
        text.insert(text.begin(), static_cast<char>('0' + rest % 10));
    return text.empty() ? "0" : text;
}

double power_of_ten(int exponent) { return integer_power(10, exponent); }

/// 10^(far + digits) is still a double.
constexpr int far = 300;

/// value / 10^exponent, exact for the exponents that matter here: both powers are exact doubles up to 22.
double scaled_down(double value, int exponent) {
    if (exponent < -far) return scaled_down(value * power_of_ten(far), exponent + far);
    return exponent >= 0 ? value / power_of_ten(exponent) : value * power_of_ten(-exponent);
}

/// The upper 26 of the 53 digits that a number has in binary, rounded, so that the product of two such is exact.
double upper_half(double x) {
    constexpr std::uint64_t lower = (1U << 27U) - 1, half = 1U << 26U;
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);  // std::bit_cast is not in Debian 12's Emscripten
    bits = (bits + half) & ~lower;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

/// Whether a · b >= c of the exact product, which rounding moves across no double, only onto it (Dekker 1971).
bool product_reaches(double a, double b, double c) {
    const double product = a * b;
    if (product != c) return product > c;
    const double a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
    return ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2 >= 0;
}

/// The whole number nearest to value · 10^places, of two the larger: exact as long as the power is, as JavaScript
/// rounds.
double nearest_whole(double value, int places) {
    const double near = std::nearbyint(scaled_down(value, -places)), power = power_of_ten(std::abs(places));
    if (std::abs(places) > far) return near;
    const auto beyond = [&](double bound) {
        return places >= 0 ? product_reaches(value, power, bound) : product_reaches(-bound, power, -value);
    };
    constexpr double half = 0.5;
    if (beyond(near + half)) return near + 1;
    return beyond(near - half) ? near : near - 1;
}

struct Rounded {
    std::string digits;  ///< the first stands before the point
    int exponent;
};

/// A value above 0 in so many significant digits.
Rounded rounded(double value, int digits) {
    int exponent = decimal_exponent(value);
    double significand = nearest_whole(value, digits - 1 - exponent);
    if (significand >= power_of_ten(digits)) {
        ++exponent;
        significand /= 10;
    }
    return {digits_of(significand), exponent};
}

std::string without_trailing_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

/// Zeros that `rounded` has kept stay.
std::string in_fixed_notation(const Rounded& r) {
    if (r.exponent < 0) return cat({"0.", std::string(static_cast<std::size_t>(-r.exponent - 1), '0'), r.digits});
    const std::size_t whole = static_cast<std::size_t>(r.exponent) + 1;
    if (r.digits.size() <= whole) return r.digits + std::string(whole - r.digits.size(), '0');
    return cat({r.digits.substr(0, whole), ".", r.digits.substr(whole)});
}

std::string scientific(const Rounded& r) {
    return cat({without_trailing_zeros(in_fixed_notation({r.digits, 0})), r.exponent < 0 ? "e-" : "e",
                digits_of(std::abs(r.exponent))});
}

/// How a unit is written: what web/ui/format.ts has in its table of rules.
struct Rule {
    std::string_view unit, symbol;
    int digits = 3;
    bool si = true, trimmed = false;
};
constexpr std::array<Rule, 12> rules{{
    {"s", "s"},
    {"us", "µs", 3, false},
    {"bytes", "B", 4, true, true},
    {"bytes/s", "B/s"},
    {"flop", "FLOP"},
    {"flop/s", "FLOP/s"},
    {"J", "J"},
    {"W", "W"},
    {"flop/byte", "FLOP/byte", 3, false},
    {"1/s", "/s", 3, false},
    {"USD", "USD", 3, false},
    {"tokens", "tokens", 3, false},
}};

/// What is measured, and not counted, ends in zeros where it is long.
double shortened(double value, int digits) {
    constexpr double long_from = 1e4;
    if (!(std::fabs(value) >= long_from && std::fabs(value) < HUGE_VAL)) return value;
    const int zeros = decimal_exponent(std::fabs(value)) + 1 - digits;
    if (zeros <= 0) return value;
    const double short_value = nearest_whole(std::fabs(value), -zeros) * power_of_ten(zeros);
    return value < 0 ? -short_value : short_value;
}

std::string prefixed(double value, const Rule& rule) {
    static constexpr std::array<std::string_view, 17> prefixes{"y", "z", "a", "f", "p", "n", "µ", "m", "",
                                                               "k", "M", "G", "T", "P", "E", "Z", "Y"};
    constexpr int furthest = 8;
    if (value == 0) return cat({"0 ", rule.symbol});
    if (!(value < HUGE_VAL && value > -HUGE_VAL)) return cat({format_number(value), " ", rule.symbol});
    Rounded r = rounded(std::fabs(value), rule.digits);
    const int step = std::min(std::max(static_cast<int>(std::floor(r.exponent / 3.0)), -furthest), furthest);
    r.exponent -= 3 * step;
    const std::string text = in_fixed_notation(r);
    return cat({value < 0 ? "−" : "", rule.trimmed ? without_trailing_zeros(text) : text, " ",
                prefixes[static_cast<unsigned>(step + furthest)], rule.symbol});
}

}  // namespace

std::string cat(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces) text += piece;
    return text;
}

std::string format_number(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (value < 0) return "-" + format_number(-value, digits);
    if (std::isinf(value)) return "Infinity";
    if (value == 0) return "0";
    constexpr int smallest_exponent = -6, scientific_from = 9;
    const Rounded r = rounded(value, digits);
    return r.exponent < smallest_exponent || r.exponent >= std::max(digits, scientific_from)
               ? scientific(r)
               : without_trailing_zeros(in_fixed_notation(r));
}

std::string decimals(double value, int places) {
    if (!std::isfinite(value)) return format_number(value);
    if (value < 0) {
        const std::string magnitude = decimals(-value, places);
        const bool zero = magnitude.find_first_not_of("0.") == std::string::npos;
        return zero ? magnitude : "−" + magnitude;
    }
    constexpr double exact = 9e15;
    if (value * power_of_ten(places) > exact) return format_number(value);
    std::string text = digits_of(std::nearbyint(value * power_of_ten(places)));
    const std::size_t width = static_cast<std::size_t>(places) + 1;
    if (text.size() < width) text.insert(0, width - text.size(), '0');
    if (places > 0) text.insert(text.size() - static_cast<std::size_t>(places), ".");
    return text;
}

std::string whole(double value) {
    std::string text = digits_of(std::fabs(value));
    constexpr std::size_t apart = 3;
    for (std::size_t at = text.size(); at > apart;) text.insert(at -= apart, ",");
    return value < 0 ? "−" + text : text;
}

std::string number(double value, int digits) {
    if (!std::isfinite(value)) return format_number(value);
    if (value == 0) return "0";
    if (value < 0) return "−" + number(-value, digits);
    constexpr double readable_from = 1e-4, readable_to = 1e9;
    if (value < readable_to && value == std::floor(value)) return whole(value);
    if (value < readable_to && value >= power_of_ten(digits)) return whole(nearest_whole(value, 0));
    const Rounded r = rounded(value, digits);
    constexpr int smallest_exponent = -6;
    if (value >= readable_from || r.exponent >= smallest_exponent) {
        if (value < readable_to) return without_trailing_zeros(in_fixed_notation(r));
    }
    return scientific(r);
}

std::string quantity(double value, std::string_view unit, int digits) {
    for (Rule rule : rules) {
        if (rule.unit != unit) continue;
        if (digits > 0) {
            rule.digits = digits;
            rule.trimmed = false;
        }
        if (rule.si) return prefixed(value, rule);
        return cat({number(unit == "tokens" ? value : shortened(value, rule.digits + 1), rule.digits),
                    rule.symbol[0] == '/' ? "" : " ", rule.symbol});
    }
    return unit.empty() ? number(value) : cat({number(value), " ", unit});
}

std::string format_si(Seconds<> t) {
    constexpr double long_time = 999.5, hour = 3600, day = 24 * hour;
    constexpr int shown = 3;
    const double s = in_si(t);
    if (!(s >= long_time)) return quantity(s, "s");
    if (s < hour) return cat({format_number(std::nearbyint(s)), " s"});
    return s < 2 * day ? cat({number(s / hour, shown), words_of(phrases::hours)})
                       : cat({number(s / day, shown), words_of(phrases::days)});
}
std::string format_si(Bytes<> b) { return quantity(in_si(b), "bytes"); }
std::string format_si(BytesPerSecond<> r) { return quantity(in_si(r), "bytes/s"); }
std::string format_si(FlopPerSecond<> r) { return quantity(in_si(r), "flop/s"); }
std::string format_si(Flop<> w) { return quantity(in_si(w), "flop"); }
std::string times(double ratio, int places) {
    return cat({ratio < 0.1 ? number(ratio, places) : decimals(ratio, places), "×"});
}

}  // namespace ridgepoint
