#include "ridgepoint/registry.hpp"

#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "similar.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view hardware_json;
extern const std::string_view models_json;
}  // namespace detail

namespace {

/// The device that "8xH100", "2 × A100" or "H100x8" names several of; empty: the text is not of that form.
std::string_view one_of_several(std::string_view text) {
    const auto trimmed = [](std::string_view part) {
        const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
        return first == std::string_view::npos ? std::string_view() : part.substr(first, last - first + 1);
    };
    const auto is_count = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    for (const std::string_view sign : {"x", "X", "*", "×"}) {
        for (const auto at : {text.find(sign), text.rfind(sign)}) {
            if (at == std::string_view::npos) continue;
            const auto before = trimmed(text.substr(0, at)), after = trimmed(text.substr(at + sign.size()));
            if (is_count(before)) return after;
            if (is_count(after)) return before;
        }
    }
    return {};
}

/// What may name an entry: its id alone, or an object too.
enum class Takes { id, object };

template <class Entry>
Expected<std::shared_ptr<const Entry>> entry_of(const std::vector<std::shared_ptr<const Entry>>& entries,
                                                std::string_view id, std::string_view field, Takes takes) {
    std::vector<std::string_view> ids;
    for (const auto& entry : entries) {
        if (entry->id == id) return entry;
        ids.push_back(entry->id);
    }
    const auto near = similar(ids, id);
    return fail(ErrorCode::unknown_name, std::string(field),
                cat({field, near.empty() ? " must be one of " : " must be an id of the registry, perhaps ",
                     listed(near.empty() ? ids : near), takes == Takes::object ? ", or an object" : "", ", given ",
                     quoted(Json(id))}));
}

Expected<std::shared_ptr<const Hardware>> device_of(const std::vector<std::shared_ptr<const Hardware>>& devices,
                                                    std::string_view id, std::string_view field, Takes takes) {
    auto found = entry_of(devices, id, field, takes);
    if (found) return found;
    const std::string single = folded(one_of_several(id));
    for (const auto& device : devices)
        if (!single.empty() && folded(device->id) == single)
            return fail(
                ErrorCode::unknown_name, std::string(field),
                cat({field, " must be one device: ", device->id,
                     "; how many work together is parallel (tensor, pipeline, data), which roofline, serve, load and "
                     "train take, given ",
                     quoted(Json(id))}));
    return found;
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
    return device_of(hardware, id, field, Takes::id);
}

Expected<std::shared_ptr<const Model>> Registry::find_model(std::string_view id, std::string_view field) const {
    return entry_of(models, id, field, Takes::id);
}

Expected<std::shared_ptr<const void>> Registry::find(const Type& type, std::string_view id,
                                                     std::string_view field) const {
    if (&type == &describe<Hardware>()) return device_of(hardware, id, field, Takes::object);
    return entry_of(models, id, field, Takes::object);
}

const Expected<Registry>& Registry::embedded() {
    static const Expected<Registry> registry = read_embedded();
    return registry;
}

}  // namespace ridgepoint
