#include "ridgepoint/registry.hpp"

#include <algorithm>

#include "describe/columns.hpp"
#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view hardware_json;
extern const std::string_view models_json;
}  // namespace detail

namespace {

/// Letters and digits alone, in lower case: what is left of an id when its spelling does not matter.
std::string folded(std::string_view id) {
    std::string text;
    for (const char c : id) {
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) text += c;
        if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

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

/// The ids that are spelt alike, or contain the given one or are contained in it, or else those a slip or two away.
std::vector<std::string_view> similar(const std::vector<std::string_view>& ids, std::string_view given) {
    std::vector<std::string_view> found;
    const std::string wanted = folded(given);
    if (wanted.empty()) return found;
    for (const std::string_view id : ids) {
        const std::string known = folded(id);
        if (known == wanted) return {id};
        if (known.find(wanted) != std::string::npos || wanted.find(known) != std::string::npos) found.push_back(id);
    }
    constexpr std::size_t longest = 64;
    if (!found.empty() || wanted.size() > longest) return found;
    std::size_t nearest = wanted.size() / 3;
    for (const std::string_view id : ids) {
        const std::size_t away = distance(wanted, folded(id));
        if (away > nearest) continue;
        if (away < nearest) found.clear();
        nearest = away;
        found.push_back(id);
    }
    return found;
}
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

tl::unexpected<Error> no_such(const std::vector<std::string_view>& ids, std::string_view id, std::string_view field,
                              Takes takes) {
    constexpr std::size_t few = 8;
    const auto near = similar(ids, id);
    const bool hint = !near.empty() && near.size() <= few;
    return fail(
        ErrorCode::unknown_name, std::string(field),
        cat({field, hint ? " must be an id of the registry, perhaps " : " must be one of ", listed(hint ? near : ids),
             takes == Takes::object ? ", or an object" : "", ", given ", quoted(Json(id))}));
}

template <class Entry>
Expected<std::shared_ptr<const Entry>> entry_of(const std::vector<std::shared_ptr<const Entry>>& entries,
                                                std::string_view id, std::string_view field, Takes takes) {
    std::vector<std::string_view> ids;
    for (const auto& entry : entries) {
        if (entry->id == id) return entry;
        ids.push_back(entry->id);
    }
    return no_such(ids, id, field, takes);
}

template <class Entry>
Expected<void> read_all(std::string_view text, std::vector<std::shared_ptr<const Entry>>& entries) {
    auto columns = parse_json(text);
    if (!columns) return tl::make_unexpected(columns.error());
    for (const Json& json : rows_of(*columns)) {
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

Expected<std::shared_ptr<const Hardware>> Registry::find_hardware(std::string_view id, std::string_view field,
                                                                  Takes takes) const {
    auto found = entry_of(hardware, id, field, takes);
    if (found) return found;
    const std::string single = folded(one_of_several(id));
    for (const auto& device : hardware)
        if (!single.empty() && folded(device->id) == single)
            return fail(ErrorCode::unknown_name, std::string(field),
                        cat({field, " must be one device: ", device->id,
                             "; how many work together is parallel.tensor, parallel.pipeline and parallel.data, as in "
                             "--parallel-tensor 8, given ",
                             quoted(Json(id))}));
    return found;
}

Expected<std::shared_ptr<const Model>> Registry::find_model(std::string_view id, std::string_view field,
                                                            Takes takes) const {
    return entry_of(models, id, field, takes);
}

Expected<std::shared_ptr<const void>> Registry::find(const Type& type, std::string_view id,
                                                     std::string_view field) const {
    if (&type == &describe<Hardware>()) return find_hardware(id, field, Takes::object);
    return find_model(id, field, Takes::object);
}

const Expected<Registry>& Registry::embedded() {
    static const Expected<Registry> registry = read_embedded();
    return registry;
}

}  // namespace ridgepoint
