#include "similar.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

/// How many letters must be put in, left out or replaced to make one text of the other.
std::size_t distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = i;
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t i = 1; i < row.size(); ++i) {
            const std::size_t replaced = diagonal + (letter == to[i - 1] ? 0 : 1);
            diagonal = row[i];
            row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
        }
    }
    return row.back();
}

std::vector<std::string_view> alike(const std::vector<std::string_view>& names, std::string_view given) {
    std::vector<std::string_view> found;
    const std::string wanted = folded(given);
    if (wanted.empty()) return found;
    for (const std::string_view name : names) {
        const std::string known = folded(name);
        if (known == wanted) return {name};
        if (known.find(wanted) != std::string::npos || wanted.find(known) != std::string::npos) found.push_back(name);
    }
    constexpr std::size_t longest = 64;
    if (!found.empty() || wanted.size() > longest) return found;
    std::size_t nearest = wanted.size() / 3;
    for (const std::string_view name : names) {
        const std::size_t away = distance(wanted, folded(name));
        if (away > nearest) continue;
        if (away < nearest) found.clear();
        nearest = away;
        found.push_back(name);
    }
    return found;
}

}  // namespace

std::string folded(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) text += c;
        if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

std::vector<std::string_view> similar(const std::vector<std::string_view>& names, std::string_view given) {
    constexpr std::size_t few = 8;
    auto found = alike(names, given);
    if (found.size() > few) found.clear();
    return found;
}

}  // namespace ridgepoint
