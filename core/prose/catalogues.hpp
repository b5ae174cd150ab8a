/// The catalogues beside the English one, where a program has several.
#pragma once

#include <span>

#include "ridgepoint/remark.hpp"

namespace ridgepoint {

/// A phrase, or an array of them, and what another language says in its place.
struct TranslatedPhrase {
    const Phrase* phrase;
    const Phrase* translation;
    std::size_t count = 1;
};

/// Those that core/prose/spanish has. Its names are the same as the English ones, so it is compiled in a namespace of
/// its own, and core/prose/pair.mjs puts the two side by side.
std::span<const TranslatedPhrase> spanish_catalogue();

namespace spanish_phrases {
/// As in numbers.hpp.
void mark(std::string& number);
}  // namespace spanish_phrases

}  // namespace ridgepoint
