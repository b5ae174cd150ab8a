#include "text.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "elementary.hpp"

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

/// value / 10^exponent, exact for the exponents that matter here: both powers are exact doubles up to 22.
double scaled_down(double value, int exponent) {
    constexpr int far = 300;  // 10^(far + digits) is still a double
    if (exponent < -far) return scaled_down(value * power_of_ten(far), exponent + far);
    return exponent >= 0 ? value / power_of_ten(exponent) : value * power_of_ten(-exponent);
}

/// Fixed notation of a rounded significand of `digits` digits at a decimal exponent, trailing zeros dropped.
std::string fixed(std::string significand, int exponent) {
    while (significand.size() > 1 && significand.back() == '0') significand.pop_back();
    if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + significand;
    const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
    if (significand.size() <= whole) return significand + std::string(whole - significand.size(), '0');
    return significand.substr(0, whole) + "." + significand.substr(whole);
}

std::string scientific(std::string significand, int exponent) {
    while (significand.size() > 1 && significand.back() == '0') significand.pop_back();
    if (significand.size() > 1) significand.insert(1, ".");
    const std::string power = digits_of(std::abs(exponent));
    return significand + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
}

std::string prefixed(double value, std::string_view unit) {
    static constexpr std::array<std::string_view, 11> prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    constexpr int lowest = -4, highest = 6, shown = 4;
    int step = value > 0 ? static_cast<int>(std::floor(decimal_exponent(value) / 3.0)) : 0;
    step = std::min(std::max(step, lowest), highest);
    double significand = scaled_down(value, 3 * step);
    constexpr double rounds_up = 999.95;
    if (significand >= rounds_up && step < highest) significand = scaled_down(value, 3 * ++step);
    std::string text = plain(significand, shown);
    text += ' ';
    text += prefixes[static_cast<unsigned>(step - lowest)];
    text += unit;
    return text;
}

}  // namespace

std::string cat(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces) text += piece;
    return text;
}

std::string plain(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (value < 0) return "-" + plain(-value, digits);
    if (std::isinf(value)) return "Infinity";
    if (value == 0) return "0";
    int exponent = decimal_exponent(value);
    double significand = std::nearbyint(scaled_down(value, exponent - digits + 1));
    if (significand >= power_of_ten(digits)) {
        ++exponent;
        significand /= 10;
    }
    const bool readable = exponent >= -5 && exponent < digits;
    return readable ? fixed(digits_of(significand), exponent) : scientific(digits_of(significand), exponent);
}

std::string decimals(double value, int places) {
    if (!std::isfinite(value)) return plain(value);
    if (value < 0) {
        const std::string magnitude = decimals(-value, places);
        const bool zero = magnitude.find_first_not_of("0.") == std::string::npos;
        return zero ? magnitude : "−" + magnitude;
    }
    constexpr double exact = 9e15;
    if (value * power_of_ten(places) > exact) return plain(value);
    std::string text = digits_of(std::nearbyint(value * power_of_ten(places)));
    const std::size_t width = static_cast<std::size_t>(places) + 1;
    if (text.size() < width) text.insert(0, width - text.size(), '0');
    if (places > 0) text.insert(text.size() - static_cast<std::size_t>(places), ".");
    return text;
}

std::string words(Seconds<> t) {
    constexpr double long_time = 999.95, hour = 3600, day = 24 * hour;
    constexpr int shown = 4;
    const double s = in_si(t);
    if (!(s >= long_time)) return prefixed(s, "s");
    if (s < hour) return cat({plain(std::nearbyint(s), shown), " s"});
    return s < 2 * day ? cat({plain(s / hour, shown), " hours"}) : cat({plain(s / day, shown), " days"});
}
std::string words(Bytes<> b) { return prefixed(in_si(b), "B"); }
std::string words(BytesPerSecond<> r) { return prefixed(in_si(r), "B/s"); }
std::string words(FlopPerSecond<> r) { return prefixed(in_si(r), "FLOP/s"); }
std::string words(Flop<> w) { return prefixed(in_si(w), "FLOP"); }
std::string times(double ratio, int places) {
    return cat({ratio < 0.1 ? plain(ratio, places + 1) : decimals(ratio, places), "×"});
}
double rounded_times(double ratio, int places) {
    const double scale = power_of_ten(places - (ratio > 0 && ratio < 0.1 ? decimal_exponent(ratio) : 0));
    return std::nearbyint(ratio * scale) / scale;
}

}  // namespace ridgepoint
