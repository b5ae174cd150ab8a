#include "called.hpp"

#include "model/phrases/explain.hpp"

namespace ridgepoint {
namespace {

constexpr std::string_view makers[] = {"NVIDIA ", "GeForce ", "AMD ",      "Instinct ", "Intel ",    "Google ",
                                       "AWS ",    "Apple ",   "Qualcomm ", "Nordic ",   "Espressif "};
constexpr std::string_view forms[] = {
    " SXM", " SXM2", " SXM4", " SXM5", " Grace Hopper", " Generation", " Blackwell Workstation"};

/// Takes an end off a name that has it.
bool drop_end(std::string_view& name, std::string_view end) {
    const bool has = name.size() > end.size() && name.substr(name.size() - end.size()) == end;
    if (has) name.remove_suffix(end.size());
    return has;
}

}  // namespace

std::string short_name(std::string_view name) {
    std::string after;
    if (const std::size_t open = name.find(" ("); open != name.npos) {
        // Of what stands in brackets only an Apple chip is said: "MacBook Pro (M4 Max, 40-core GPU)".
        const std::string_view inside = name.substr(open + 2);
        if (inside.size() > 2 && inside[0] == 'M' && inside[2] == ' ') after = inside.substr(0, inside.find(','));
        name = name.substr(0, open);
    }
    for (const std::string_view maker : makers)
        if (name.substr(0, maker.size()) == maker) name.remove_prefix(maker.size());
    if (drop_end(name, "GB")) {
        const std::size_t space = name.rfind(' ');
        after = name.substr(space + 1);
        after += "\u00a0GB";
        name = name.substr(0, space);
    }
    for (const std::string_view form : forms) drop_end(name, form);
    std::string said(name);
    // The memory only of those that are sold with two sizes of it.
    if (after.empty() || (after.back() == 'B' && said != "A100" && said != "V100")) return said;
    return said + " " + after;
}

Value called(const Model& m) { return m.name.empty() ? Value(phrases::custom) : Value(m.name); }

Value called(const Hardware& h) {
    if (h.name.empty()) return Value(phrases::custom);
    return h.id.empty() ? Value(h.name) : Value(short_name(h.name));
}

Value called(const std::string& id, const Registry& registry) { return called(**registry.find_hardware(id)); }

}  // namespace ridgepoint
