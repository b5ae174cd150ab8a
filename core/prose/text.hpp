/// Numbers as words for the sentences of results: notes, traces, explanations, error messages.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "ridgepoint/quantity.hpp"

namespace ridgepoint {

/// The pieces one after the other. Shorter in the download than a chain of `+`, each of which makes a string.
std::string cat(std::initializer_list<std::string_view> pieces);

/// `digits` significant digits, no trailing zeros: 0.5, 1e9, 153.
std::string format_number(double value, int digits = 6);

/// A fixed number of decimals: decimals(1.386, 2) is "1.39".
std::string decimals(double value, int places);

/// A whole number with its thousands apart: "8,030,261,248".
std::string whole(double value);

/// A count or a ratio in so many significant digits: "1,024", "0.0312", "8.03e9".
std::string number(double value, int digits = 3);

/// A value with its unit by the rules of web/ui/format.ts, which tests/golden/quantities.json holds both to: "5.19 ms",
/// "16.06 GB", "3.35 TB/s", "195/s". `digits` significant ones, or 0 for as many as the rules say.
std::string quantity(double value, std::string_view unit, int digits = 0);

/// The same; but long times as a person says them: "1772 s", "12.5 hours", "10 days".
std::string format_si(Seconds<> t);
std::string format_si(Bytes<> b);
std::string format_si(BytesPerSecond<> r);
std::string format_si(FlopPerSecond<> r);
std::string format_si(Flop<> w);

/// "1.39×"; below 0.1 as many digits, wherever they begin: "0.0087×".
std::string times(double ratio, int places = 2);

}  // namespace ridgepoint
