#include "text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace ridgepoint {
namespace {

std::string printed(const char* format, int precision, double value) {
    std::array<char, 400> buffer;
    const int n = std::snprintf(buffer.data(), buffer.size(), format, precision, value);
    return {buffer.data(), static_cast<std::size_t>(n)};
}

std::string prefixed(double value, std::string_view unit) {
    static constexpr std::array<std::string_view, 11> prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    int step = value > 0 ? static_cast<int>(std::floor(std::log10(value) / 3)) : 0;
    step = std::fmin(std::fmax(step, -4), 6);
    double scaled = value / std::pow(1000.0, step);
    if (std::round(scaled * 10) >= 9999.5 && step < 6) scaled = value / std::pow(1000.0, ++step);
    std::string text = printed("%.*g", 4, scaled);
    text += ' ';
    text += prefixes[static_cast<unsigned>(step + 4)];
    text += unit;
    return text;
}

}  // namespace

std::string plain(double value, int digits) { return printed("%.*g", digits, value); }
std::string decimals(double value, int places) { return printed("%.*f", places, value); }
std::string words(Seconds<> t) { return prefixed(in_si(t), "s"); }
std::string words(Bytes<> b) { return prefixed(in_si(b), "B"); }
std::string words(BytesPerSecond<> r) { return prefixed(in_si(r), "B/s"); }
std::string words(FlopPerSecond<> r) { return prefixed(in_si(r), "FLOP/s"); }
std::string words(Flop<> w) { return prefixed(in_si(w), "FLOP"); }
std::string times(double ratio) { return decimals(ratio, ratio < 0.1 ? 4 : 2) + "×"; }

}  // namespace ridgepoint
