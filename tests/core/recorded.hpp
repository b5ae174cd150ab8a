/// Answers on file, and the same answers now: tests/golden/README.md says how they are recorded.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ask.hpp"

namespace recorded {

/// As text with nine digits and back, so that files are short.
inline double rounded(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return std::strtod(text, nullptr);
}

inline bool agree(const Json& a, const Json& b) {
    if (!a.is_number() || !b.is_number()) return a == b;
    const double x = a.get<double>(), y = b.get<double>();
    return x == y || std::fabs(x - y) <= 2e-9 * std::fmax(std::fabs(x), std::fabs(y));
}

/// Each place where two answers differ, with both.
inline std::vector<std::string> differences(const Json& recorded, const Json& now) {
    std::vector<std::string> list;
    const Json before = recorded.flatten(), after = now.flatten();
    const auto differs = [&](const std::string& place, const Json& a, const Json& b) {
        list.push_back(place + ": " + a.dump() + " → " + b.dump());
    };
    for (const auto& [place, value] : before.items())
        if (const Json other = after.value(place, Json()); !agree(value, other)) differs(place, value, other);
    for (const auto& [place, value] : after.items())
        if (!before.contains(place)) differs(place, Json(), value);
    return list;
}

/// What to do where they differ.
constexpr auto advice =
    "If that was meant: build/release/core_tests \"[.record]\", and read the difference of the file.";

/// One a line.
inline void write(const char* path, const std::vector<Json>& cases) {
    std::ofstream file(path);
    const char* separator = "[\n";
    for (const Json& one : cases) {
        file << separator << one.dump();
        separator = ",\n";
    }
    file << "\n]\n";
    CHECK(file.good());
}

/// Every case is as it was.
inline void check(const char* path, const std::vector<Json>& now) {
    const Json before = json_file(path);
    REQUIRE(before.size() == now.size());
    for (std::size_t at = 0; at < now.size(); ++at) {
        INFO(now[at].dump().substr(0, 300));
        INFO("If that was meant: build/release/core_tests \"[.record]\", and read the difference of " << path);
        CHECK(differences(before[at], now[at]) == std::vector<std::string>{});
    }
}

}  // namespace recorded
