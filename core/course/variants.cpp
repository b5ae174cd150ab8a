#include "variants.hpp"

#include <algorithm>
#include <cstdint>

#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

/// FNV-1a, whose low bits MurmurHash3's finaliser mixes with the rest.
std::uint64_t hash(std::string_view text) {
    std::uint64_t h = 0xcbf29ce484222325;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccd;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53;
    return h ^ (h >> 33);
}

std::string plain(const std::string& student) {
    const auto first = student.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    std::string text = student.substr(first, student.find_last_not_of(' ') - first + 1);
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

}  // namespace

Variant draw_variant(const Json& variants, const std::string& lab, const std::string& student) {
    const std::string id = plain(student);
    // A number of up to 18 digits fits the 64 bits; of a longer one the end counts.
    constexpr std::size_t digits = 18;
    // Past the last that is no digit; where all are, npos + 1 is 0.
    const std::size_t stem = std::max(id.find_last_not_of("0123456789") + 1, id.size() - std::min(id.size(), digits));
    std::uint64_t number = 0;
    for (std::size_t i = stem; i < id.size(); ++i) number = number * 10 + static_cast<std::uint64_t>(id[i] - '0');
    Variant drawn{"", Json(Json::value_t::object)};
    for (const auto& [name, values] : members_of(variants)) {
        const std::uint64_t size = values.size();
        const std::uint64_t entry = hash(cat({lab, "\n", name, "\n", std::string_view(id).substr(0, stem)})) % size;
        const std::uint64_t index = (entry + number % size) % size;
        drawn.key += cat({drawn.key.empty() ? "" : "-", format_number(static_cast<double>(index))});
        drawn.variables[name] = values[index];
    }
    return drawn;
}

Expected<Json> variant_json(const Json& request, const Registry&) {
    static constexpr std::array<std::string_view, 3> members{"variants", "lab", "student"};
    if (auto ok = check_members(request, members, 3); !ok) return tl::make_unexpected(ok.error());
    for (const char* text : {"lab", "student"})
        if (!request[text].is_string())
            return fail(ErrorCode::wrong_type, text, cat({text, " must be a string, given ", quoted(request[text])}));
    const Json& variants = request["variants"];
    bool sound = variants.is_object();
    if (sound)
        for (const Json& values : variants) sound = sound && values.is_array() && !values.empty();
    if (!sound)
        return fail(ErrorCode::wrong_type, "variants",
                    cat({"variants must be an object of lists of values, given ", quoted(variants)}));
    const Variant drawn = draw_variant(variants, request["lab"], request["student"]);
    Json answer;
    answer["key"] = drawn.key;
    answer["variables"] = drawn.variables;
    return answer;
}

}  // namespace ridgepoint::course
