/// As much of Unicode as the tokenizer needs.
#pragma once

#include <cstddef>
#include <string_view>

namespace ridgepoint::router {

inline constexpr char32_t replacement_character = 0xFFFD;

struct CodePoint {
    char32_t value;
    std::size_t bytes;  ///< that it takes
    bool valid;         ///< false: one byte that is no part of UTF-8, given as the replacement character
};

/// The code point that starts at `position`: no overlong forms, no surrogates, nothing beyond U+10FFFF.
CodePoint decode(std::string_view text, std::size_t position);

/// `word` takes part in longer tokens, `single` is a token by itself, `space` is none.
enum class CharacterClass { space, word, single };
CharacterClass class_of(char32_t c);

/// Lower case of the Latin, Greek and Cyrillic letters up to U+042F; others stay.
char32_t lower_case(char32_t c);

}  // namespace ridgepoint::router
