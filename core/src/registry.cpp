#include "ridgepoint/registry.hpp"

#include "json.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view hardware_json;
extern const std::string_view models_json;
}  // namespace detail

namespace {

#ifndef RIDGEPOINT_COMPACT
/// Letters and digits alone, in lower case: what is left of an id when its spelling does not matter.
std::string folded(std::string_view id) {
    std::string text;
    for (const char c : id) {
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) text += c;
        if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

/// The ids that are spelt alike, or contain the given one or are contained in it.
std::vector<std::string_view> similar(const std::vector<std::string_view>& ids, std::string_view given) {
    std::vector<std::string_view> found;
    const std::string wanted = folded(given);
    if (wanted.empty()) return found;
    for (const std::string_view id : ids) {
        const std::string known = folded(id);
        if (known == wanted) return {id};
        if (known.find(wanted) != std::string::npos || wanted.find(known) != std::string::npos) found.push_back(id);
    }
    return found;
}
#else
/// A page offers its ids to choose from, and its engine spares the search.
std::vector<std::string_view> similar(const std::vector<std::string_view>&, std::string_view) { return {}; }
#endif

tl::unexpected<Error> no_such(const std::vector<std::string_view>& ids, std::string_view id, std::string_view field) {
    constexpr std::size_t few = 8;
    const auto near = similar(ids, id);
    const bool hint = !near.empty() && near.size() <= few;
    return fail(ErrorCode::unknown_name, std::string(field),
                cat({field, hint ? " must be an id of the registry, perhaps " : " must be one of ",
                     listed(hint ? near : ids), ", or an object, given ", quoted(Json(id))}));
}

template <class Entry>
Expected<std::shared_ptr<const Entry>> find(const std::vector<std::shared_ptr<const Entry>>& entries,
                                            std::string_view id, std::string_view field) {
    std::vector<std::string_view> ids;
    for (const auto& entry : entries) {
        if (entry->id == id) return entry;
        ids.push_back(entry->id);
    }
    return no_such(ids, id, field);
}

template <class Entry>
Expected<void> read_all(std::string_view text, std::vector<std::shared_ptr<const Entry>>& entries) {
    auto list = parse_json(text);
    if (!list) return tl::make_unexpected(list.error());
    for (const Json& json : *list) {
        auto entry = read_json<Entry>(json, Registry{});
        if (!entry) return tl::make_unexpected(entry.error());
        entries.push_back(std::make_shared<const Entry>(std::move(*entry)));
    }
    return {};
}

Expected<Registry> read_embedded() {
    Registry registry;
    if (auto ok = read_all(detail::hardware_json, registry.hardware); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = read_all(detail::models_json, registry.models); !ok) return tl::make_unexpected(ok.error());
    return registry;
}

}  // namespace

Expected<std::shared_ptr<const Hardware>> Registry::find_hardware(std::string_view id, std::string_view field) const {
    return find(hardware, id, field);
}

Expected<std::shared_ptr<const Model>> Registry::find_model(std::string_view id, std::string_view field) const {
    return find(models, id, field);
}

const Expected<Registry>& Registry::embedded() {
    static const Expected<Registry> registry = read_embedded();
    return registry;
}

}  // namespace ridgepoint
