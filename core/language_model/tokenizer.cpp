#include "tokenizer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ridgepoint::lm {
namespace {

constexpr char first_printable = ' ', last_printable = '~';

/// The pieces that every text can be written with.
std::vector<std::string> characters() {
    std::vector<std::string> all{"\n"};
    for (char c = first_printable; c <= last_printable; ++c) all.emplace_back(1, c);
    return all;
}

Token number_of(char c) { return c == '\n' ? 0 : static_cast<Token>(c - first_printable + 1); }

/// Words with the space before them; a line end and what is no letter stand alone.
std::vector<std::string_view> words_of(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (text[i] == ' ' && end < text.size() && is_letter(text[end])) ++end;
        if (is_letter(text[end - 1]))
            while (end < text.size() && is_letter(text[end])) ++end;
        words.push_back(text.substr(i, end - i));
        i = end;
    }
    return words;
}

std::vector<Token> spelled(std::string_view word) {
    std::vector<Token> tokens;
    for (const char c : word) tokens.push_back(number_of(c));
    return tokens;
}

void merge(std::vector<Token>& tokens, Token first, Token second, Token merged) {
    std::size_t to = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i, ++to) {
        const bool pair = i + 1 < tokens.size() && tokens[i] == first && tokens[i + 1] == second;
        tokens[to] = pair ? merged : tokens[i];
        if (pair) ++i;
    }
    tokens.resize(to);
}

constexpr Token none = 0xFFFF;

/// The number of the piece that two pieces make, at first · count + second; `none` where they make none.
std::vector<Token> merged_pairs(const std::vector<std::string>& pieces) {
    const std::size_t count = pieces.size();
    std::vector<Token> merged(count * count, none);
    const auto number = [&](std::string_view piece) {
        return static_cast<std::size_t>(std::find(pieces.begin(), pieces.end(), piece) - pieces.begin());
    };
    for (std::size_t whole = 0; whole < count; ++whole)
        for (std::size_t cut = 1; cut < pieces[whole].size(); ++cut) {
            const std::string_view piece = pieces[whole];
            const std::size_t first = number(piece.substr(0, cut)), second = number(piece.substr(cut));
            if (first < count && second < count) merged[first * count + second] = static_cast<Token>(whole);
        }
    return merged;
}

}  // namespace

std::string normalised(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> forms{{{"\u2018", "'"},
                                                                                         {"\u2019", "'"},
                                                                                         {"\u201C", "\""},
                                                                                         {"\u201D", "\""},
                                                                                         {"\u2014", "--"},
                                                                                         {"\u2013", "-"},
                                                                                         {"\u2026", "..."},
                                                                                         {"\u00A0", " "}}};
    std::string plain;
    int line_ends = 0;
    bool space = false;
    for (std::size_t i = 0; i < text.size();) {
        std::string_view piece = text.substr(i, 1);
        const auto form = std::find_if(forms.begin(), forms.end(),
                                       [&](const auto& known) { return text.substr(i).starts_with(known.first); });
        if (form != forms.end()) {
            piece = form->second;
            i += form->first.size();
        } else {
            ++i;
            if (static_cast<unsigned char>(piece[0]) > last_printable) {
                piece = "?";
                while (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) ++i;
            }
        }
        if (piece[0] == '\n') ++line_ends;
        if (piece[0] >= 0 && piece[0] <= first_printable) {
            space = true;
            continue;
        }
        if (space && !plain.empty()) plain += line_ends > 1 ? '\n' : ' ';
        space = false;
        line_ends = 0;
        plain += piece;
    }
    return plain;
}

Tokenizer Tokenizer::learned(std::string_view text, std::size_t vocabulary) {
    const std::string plain = normalised(text);
    std::map<std::string_view, std::size_t> counts;
    for (const std::string_view word : words_of(plain)) ++counts[word];
    std::vector<std::pair<std::vector<Token>, std::size_t>> words;
    for (const auto& [word, count] : counts) words.emplace_back(spelled(word), count);
    std::vector<std::string> pieces = characters();
    while (pieces.size() < vocabulary) {
        std::map<std::pair<Token, Token>, std::size_t> pairs;
        for (const auto& [tokens, count] : words)
            for (std::size_t i = 0; i + 1 < tokens.size(); ++i) pairs[{tokens[i], tokens[i + 1]}] += count;
        if (pairs.empty()) break;
        const auto [first, second] = std::max_element(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
                                         return a.second < b.second;
                                     })->first;
        for (auto& [tokens, count] : words) merge(tokens, first, second, static_cast<Token>(pieces.size()));
        pieces.push_back(pieces[first] + pieces[second]);
    }
    return Tokenizer(std::move(pieces));
}

bool Tokenizer::has_every_character() const {
    const std::vector<std::string> all = characters();
    return pieces_.size() >= all.size() && std::equal(all.begin(), all.end(), pieces_.begin());
}

std::vector<Token> Tokenizer::encode(std::string_view text) const {
    const std::string plain = normalised(text);
    const std::vector<Token> merged = merged_pairs(pieces_);
    std::vector<Token> all;
    for (const std::string_view word : words_of(plain)) {
        std::vector<Token> tokens = spelled(word);
        for (;;) {
            // The pair that was learned first is merged first.
            Token best = none, first = 0, second = 0;
            for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
                const Token found = merged[tokens[i] * pieces_.size() + tokens[i + 1]];
                if (found >= best) continue;
                best = found;
                first = tokens[i];
                second = tokens[i + 1];
            }
            if (best == none) break;
            merge(tokens, first, second, best);
        }
        all.insert(all.end(), tokens.begin(), tokens.end());
    }
    return all;
}

std::string Tokenizer::decode(std::span<const Token> tokens) const {
    std::string text;
    for (const Token token : tokens) text += pieces_[token];
    return text;
}

}  // namespace ridgepoint::lm
