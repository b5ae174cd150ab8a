#include "unicode.hpp"

#include <algorithm>
#include <array>

namespace ridgepoint::router {
namespace {

struct Range {
    char32_t first, last;
    CharacterClass kind;
};

/// From U+0080 on, in order; what is between them is of words. After the blocks of the Unicode standard 15.
constexpr std::array ranges{
    Range{0x0080, 0x00A0, CharacterClass::space},     // control characters, no-break space
    Range{0x00A1, 0x00A9, CharacterClass::single},    // ¡ … ©
    Range{0x00AB, 0x00B4, CharacterClass::single},    // « … ´
    Range{0x00B6, 0x00B9, CharacterClass::single},    // ¶ … ¹
    Range{0x00BB, 0x00BF, CharacterClass::single},    // » … ¿
    Range{0x00D7, 0x00D7, CharacterClass::single},    // ×
    Range{0x00F7, 0x00F7, CharacterClass::single},    // ÷
    Range{0x1680, 0x1680, CharacterClass::space},     //
    Range{0x2000, 0x200F, CharacterClass::space},     // spaces, joiners, direction marks
    Range{0x2010, 0x2027, CharacterClass::single},    // dashes, quotes
    Range{0x2028, 0x202F, CharacterClass::space},     // separators
    Range{0x2030, 0x205E, CharacterClass::single},    // general punctuation
    Range{0x205F, 0x206F, CharacterClass::space},     // invisible operators
    Range{0x2070, 0x2BFF, CharacterClass::single},    // super- and subscripts, currency, arrows, mathematics, symbols
    Range{0x2E00, 0x2E7F, CharacterClass::single},    // supplemental punctuation
    Range{0x2E80, 0x2FFF, CharacterClass::single},    // radicals
    Range{0x3000, 0x3000, CharacterClass::space},     // ideographic space
    Range{0x3001, 0xA4CF, CharacterClass::single},    // kana, ideographs, their punctuation
    Range{0xF900, 0xFAFF, CharacterClass::single},    // compatibility ideographs
    Range{0xFE10, 0xFE6F, CharacterClass::single},    // forms of punctuation
    Range{0xFEFF, 0xFEFF, CharacterClass::space},     // byte-order mark
    Range{0xFF00, 0xFFFF, CharacterClass::single},    // full-width forms, specials, the replacement character
    Range{0x1F000, 0x1FAFF, CharacterClass::single},  // pictographs
    Range{0x20000, 0x3FFFF, CharacterClass::single},  // ideographs
    Range{0xE0000, 0x10FFFF, CharacterClass::space},  // tags, variation selectors, private use
};

bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

CodePoint decode(std::string_view text, std::size_t position) {
    constexpr CodePoint invalid{replacement_character, 1, false};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[position + i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || position + length > text.size()) return invalid;
    char32_t value = lead & (0x7F >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues(byte(i))) return invalid;
        value = value << 6 | (byte(i) & 0x3F);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least[length] || value > 0x10FFFF || surrogate) return invalid;
    return {value, length, true};
}

CharacterClass class_of(char32_t c) {
    if (c < 0x80) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter) return CharacterClass::word;
        return c <= ' ' || c == 0x7F ? CharacterClass::space : CharacterClass::single;
    }
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), c,
                                        [](char32_t value, const Range& range) { return value < range.first; });
    if (after == ranges.begin()) return CharacterClass::word;
    const Range& range = *(after - 1);
    return c <= range.last ? range.kind : CharacterClass::word;
}

char32_t lower_case(char32_t c) {
    const auto within = [&](char32_t first, char32_t last) { return c >= first && c <= last; };
    if (within('A', 'Z')) return c + 0x20;
    if (within(0xC0, 0xDE) && c != 0xD7) return c + 0x20;
    if (within(0x100, 0x12F) || within(0x132, 0x137) || within(0x14A, 0x177))
        return c | 1;  // Latin pairs, the capital first, even
    if (within(0x139, 0x148) || within(0x179, 0x17E)) return c + (c & 1);
    if (within(0x391, 0x3A9) && c != 0x3A2) return c + 0x20;
    if (within(0x400, 0x40F)) return c + 0x50;
    if (within(0x410, 0x42F)) return c + 0x20;
    return c;
}

}  // namespace ridgepoint::router
