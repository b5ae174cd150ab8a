/// The language that people are answered in. Names of fields, models and devices are the same in all, and so is JSON
/// but for the sentences in it.
#pragma once

#include <array>

#include "ridgepoint/remark.hpp"

namespace ridgepoint {

enum class Language : unsigned char { english, spanish };

/// As `--language` takes them: ISO 639-1.
inline constexpr std::array<std::string_view, 2> language_names{"en", "es"};

#ifdef RIDGEPOINT_COMPACT

/// A module for a page has the catalogue of one language, the one it is linked with.
inline std::string_view words_of(const Phrase& phrase) { return phrase.text; }
inline std::string_view translated(std::string_view english) { return english; }
namespace phrases {
void mark(std::string& number);
}
inline void localize(std::string& number) { phrases::mark(number); }

#else

/// Chooses the language of the whole program, once, before anything is asked. English until then.
void speak(Language language);

/// What a phrase reads in the language spoken, with its places for values; in English where that language lacks it.
std::string_view words_of(const Phrase& phrase);

/// The description of a field or type, or words of the command, in the language spoken: `translated("time of one
/// step")` is "tiempo de un paso" in Spanish; as given where that language lacks it.
std::string_view translated(std::string_view english);

/// Gives an English number the marks of the language spoken: of "12,345.6 tokens" Spanish makes "12 345,6 tokens", with
/// a narrow space that does not break, and of "1,024" it makes "1024".
void localize(std::string& number);

#endif

inline std::string localized(std::string number) {
    localize(number);
    return number;
}

}  // namespace ridgepoint
