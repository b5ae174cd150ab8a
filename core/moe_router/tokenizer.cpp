#include "tokenizer.hpp"

#include <unordered_map>

#include "prose/text.hpp"
#include "unicode.hpp"

namespace ridgepoint::router {
namespace {

constexpr char32_t apostrophe = U'\'', curly_apostrophe = U'’';

void append(std::string& text, char32_t c) {
    const auto put = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (c < 0x80) {
        put(c);
        return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    constexpr char32_t leads[]{0, 0xC0, 0xE0, 0xF0};
    put(leads[more] | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) put(0x80 | (c >> (6 * i) & 0x3F));
}

class Numbering {
public:
    explicit Numbering(Tokens& tokens) : tokens_(tokens) { tokens_.vocabulary.emplace_back("<unknown>"); }

    void add(const std::string& word) {
        const auto found = ids_.find(word);
        if (found != ids_.end()) {
            tokens_.ids.push_back(found->second);
        } else if (tokens_.vocabulary.size() < vocabulary_limit) {
            const auto id = static_cast<std::uint32_t>(tokens_.vocabulary.size());
            tokens_.vocabulary.push_back(word);
            ids_.emplace(word, id);
            tokens_.ids.push_back(id);
        } else {
            tokens_.ids.push_back(0);
        }
    }

private:
    Tokens& tokens_;
    std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace

Expected<Tokens> tokenize(std::string_view text) {
    if (text.size() > text_bytes_limit)
        return fail(ErrorCode::too_large, "text",
                    cat({"text must be at most ", format_number(text_bytes_limit, 9), " bytes, given ",
                         format_number(static_cast<double>(text.size()), 12)}));
    Tokens tokens;
    Numbering numbering(tokens);
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) numbering.add(word);
        word.clear();
    };
    const auto put = [&](char32_t c) {
        const std::size_t before = word.size();
        append(word, c);
        if (word.size() <= word_bytes_limit) return;
        const std::string last = word.substr(before);
        word.resize(before);
        finish();
        word = last;
    };
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode(text, at);
        at += c.bytes;
        if (!c.valid) ++tokens.replaced_bytes;
        const bool joins = (c.value == apostrophe || c.value == curly_apostrophe) && !word.empty() &&
                           at < text.size() && class_of(decode(text, at).value) == CharacterClass::word;
        const CharacterClass kind = joins ? CharacterClass::word : class_of(c.value);
        if (kind == CharacterClass::word) {
            put(joins ? apostrophe : lower_case(c.value));
            continue;
        }
        finish();
        if (kind == CharacterClass::single) {
            append(word, c.value);
            finish();
        }
    }
    finish();
    if (tokens.ids.empty())
        return fail(ErrorCode::missing_field, "text",
                    cat({"text must have at least one word or sign, given ",
                         text.empty() ? "an empty text" : "white space alone"}));
    return tokens;
}

}  // namespace ridgepoint::router
