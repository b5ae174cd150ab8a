/// Text as a stream of token numbers.
///
/// A token is a word (letters, digits and marks in a row, an apostrophe between two of them included; lower case), or
/// one other visible character: punctuation, a symbol, an ideograph. White space and control characters only separate.
/// Words are cut after 64 bytes. Each byte that is no part of valid UTF-8 becomes one replacement character U+FFFD.
///
///     tokenize("The whale's tail—the tail!")  ->  the | whale's | tail | — | the | tail | !     ids 1 2 3 4 1 3 5
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ridgepoint/error.hpp"

namespace ridgepoint::router {

inline constexpr std::size_t text_bytes_limit = std::size_t{1} << 24;
inline constexpr std::size_t vocabulary_limit = std::size_t{1} << 16;
inline constexpr std::size_t word_bytes_limit = 64;

struct Tokens {
    std::vector<std::uint32_t> ids;       ///< numbered as they first occur, from 1; 0 is for all beyond the vocabulary
    std::vector<std::string> vocabulary;  ///< the word of each number; the first is "<unknown>"
    std::size_t replaced_bytes = 0;       ///< that were not UTF-8
};

/// Memory is bounded by the limits above: a text of 16 MiB at most, 65 536 different tokens. Errors: too_large, and
/// missing_field for a text without a token, both naming `text`.
Expected<Tokens> tokenize(std::string_view text);

}  // namespace ridgepoint::router
