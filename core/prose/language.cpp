#include "ridgepoint/language.hpp"

#ifndef RIDGEPOINT_COMPACT

#include <unordered_map>

#include "catalogues.hpp"
#include "describe/json.hpp"
#include "numbers.hpp"

namespace ridgepoint {

namespace detail {
// The files of core/prose/spanish.
extern const std::string_view spanish_descriptions, spanish_command;
}  // namespace detail

namespace {

Language spoken = Language::english;

using Phrases = std::unordered_map<const Phrase*, std::string_view>;

const Phrases& spanish_phrases_by_name() {
    static const Phrases found = [] {
        Phrases all;
        for (const TranslatedPhrase& each : spanish_catalogue())
            for (std::size_t i = 0; i < each.count; ++i) all.emplace(each.phrase + i, each.translation[i].text);
        return all;
    }();
    return found;
}

/// By the English words.
const Json& spanish_words() {
    static const Json found = [] {
        Json all = Json::parse(detail::spanish_descriptions);
        all.update(Json::parse(detail::spanish_command));
        return all;
    }();
    return found;
}

}  // namespace

void speak(Language language) { spoken = language; }

std::string_view words_of(const Phrase& phrase) {
    if (spoken == Language::english) return phrase.text;
    const auto found = spanish_phrases_by_name().find(&phrase);
    return found == spanish_phrases_by_name().end() ? phrase.text : found->second;
}

void localize(std::string& number) {
    if (spoken == Language::english) phrases::mark(number);
    else spanish_phrases::mark(number);
}

std::string_view translated(std::string_view english) {
    if (spoken == Language::english) return english;
    const auto found = spanish_words().find(english);
    return found == spanish_words().end() ? english : std::string_view(found->get_ref<const std::string&>());
}

}  // namespace ridgepoint

#endif
