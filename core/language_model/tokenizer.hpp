/// Text as numbers of pieces, by merging the most frequent pair of neighbours again and again (byte-pair encoding;
/// Sennrich et al. 2016, arXiv 1508.07909). Both sizes of the model share one.
///
/// A text is normalised first: white space within a paragraph becomes one space, blank lines one line end, and
/// typographic quotes and dashes their ASCII forms; what is no ASCII beyond them becomes `?`. No piece reaches over the
/// start of a word, so the same word is the same pieces wherever it stands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forward.hpp"

namespace ridgepoint::lm {

class Tokenizer {
public:
    Tokenizer() = default;

    /// `pieces`: the text of each token, by its number. To encode, the first 96 must be line end and the printable
    /// ASCII.
    explicit Tokenizer(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}

    /// Learns `vocabulary` pieces from a text; of pairs as frequent the lowest numbers win.
    static Tokenizer learned(std::string_view text, std::size_t vocabulary);

    bool has_every_character() const;
    std::vector<Token> encode(std::string_view text) const;
    std::string decode(std::span<const Token> tokens) const;
    const std::vector<std::string>& pieces() const { return pieces_; }

private:
    std::vector<std::string> pieces_;
};

/// Worked: "“Yes”—he\nsaid.\n\nNo" becomes "\"Yes\"--he said.\nNo".
std::string normalised(std::string_view text);

}  // namespace ridgepoint::lm
