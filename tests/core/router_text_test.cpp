#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "moe_router/tokenizer.hpp"
#include "moe_router/unicode.hpp"

using namespace ridgepoint;
using namespace ridgepoint::router;

namespace {

std::vector<std::string> format_si(const std::string& text) {
    const auto tokens = tokenize(text);
    std::vector<std::string> list;
    if (!tokens) return list;
    for (const std::uint32_t id : tokens->ids) list.push_back(tokens->vocabulary[id]);
    return list;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("words and signs become tokens, numbered as they first occur") {
    const auto tokens = tokenize("The whale's tail—the tail!");
    REQUIRE(tokens.has_value());
    CHECK(tokens->ids == std::vector<std::uint32_t>{1, 2, 3, 4, 1, 3, 5});
    CHECK(tokens->vocabulary == Strings{"<unknown>", "the", "whale's", "tail", "—", "!"});
    CHECK(tokens->replaced_bytes == 0);
}

TEST_CASE("an apostrophe joins letters alone, and both kinds are one") {
    CHECK(format_si("don't don’t 'tis rock 'n' roll' '") ==
          Strings{"don't", "don't", "'", "tis", "rock", "'", "n", "'", "roll", "'", "'"});
}

TEST_CASE("letters of other scripts are words, ideographs stand alone, marks and spaces are told apart") {
    CHECK(format_si("ÉTÉ Ωmega ПРИВЕТ") == Strings{"été", "ωmega", "привет"});
    CHECK(format_si("漢字 and かな") == Strings{"漢", "字", "and", "か", "な"});
    CHECK(format_si("3×4÷2 «oui» 5€") == Strings{"3", "×", "4", "÷", "2", "«", "oui", "»", "5", "€"});
    CHECK(format_si("a\xC2\xA0"
                    "b\xE2\x80\x89"
                    "c\td\r\ne\xEF\xBB\xBF") == Strings{"a", "b", "c", "d", "e"});
    CHECK(format_si("na\xC3\xAFve caf\xC3\xA9") == Strings{"naïve", "café"});
    CHECK(format_si("\xF0\x9F\x90\x8B\xF0\x9F\x90\x8B") == Strings{"🐋", "🐋"});
}

TEST_CASE("bytes that are not UTF-8 are replaced, one by one, and counted") {
    const struct {
        std::string text;
        Strings expected;
        std::size_t replaced;
    } cases[]{
        {"a\xFF"
         "b",
         {"a", "\xEF\xBF\xBD", "b"},
         1},
        {"\xC3", {"\xEF\xBF\xBD"}, 1},                                          // cut short
        {"\x80x", {"\xEF\xBF\xBD", "x"}, 1},                                    // a continuation alone
        {"\xC0\xAF", {"\xEF\xBF\xBD", "\xEF\xBF\xBD"}, 2},                      // overlong
        {"\xED\xA0\x80", {"\xEF\xBF\xBD", "\xEF\xBF\xBD", "\xEF\xBF\xBD"}, 3},  // a surrogate
        {"\xF4\x90\x80\x80", {"\xEF\xBF\xBD", "\xEF\xBF\xBD", "\xEF\xBF\xBD", "\xEF\xBF\xBD"}, 4},
        {"\xEF\xBF\xBD", {"\xEF\xBF\xBD"}, 0},  // given as such
    };
    for (const auto& c : cases) {
        const auto tokens = tokenize(c.text);
        REQUIRE(tokens.has_value());
        CHECK(format_si(c.text) == c.expected);
        CHECK(tokens->replaced_bytes == c.replaced);
    }
}

TEST_CASE("any bytes make tokens or an error, never more tokens than bytes") {
    std::string text;
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; second += 5) text += {static_cast<char>(first), static_cast<char>(second)};
    const auto tokens = tokenize(text);
    REQUIRE(tokens.has_value());
    CHECK(tokens->ids.size() <= text.size());
    for (const std::uint32_t id : tokens->ids) REQUIRE(id < tokens->vocabulary.size());
}

TEST_CASE("a long word is cut between code points") {
    std::string text;
    for (int i = 0; i < 50; ++i) text += "ü";
    const Strings cut = format_si(text);
    REQUIRE(cut.size() == 2);
    CHECK(cut[0].size() == 64);
    CHECK(cut[0] + cut[1] == text);
    for (const std::string& word : format_si(std::string(1000, 'x'))) CHECK(word.size() <= word_bytes_limit);
}

TEST_CASE("texts without a token, and too long ones, are refused by name") {
    for (const char* text : {"", " \n\t", "\xEF\xBB\xBF"}) {
        const auto tokens = tokenize(text);
        REQUIRE_FALSE(tokens.has_value());
        CHECK(tokens.error().code == ErrorCode::missing_field);
        CHECK(tokens.error().field == "text");
    }
    CHECK(tokenize("").error().message == "text must have at least one word or sign, given an empty text");
    const auto tokens = tokenize(std::string(text_bytes_limit + 1, 'x'));
    REQUIRE_FALSE(tokens.has_value());
    CHECK(tokens.error().code == ErrorCode::too_large);
    CHECK(tokens.error().message == "text must be at most 16777216 bytes, given 16777217");
}

TEST_CASE("words beyond the vocabulary share the unknown token") {
    std::string text;
    const std::size_t more = vocabulary_limit + 10;
    for (std::size_t i = 0; i < more; ++i) text += std::to_string(i) + " ";
    const auto tokens = tokenize(text + "0");
    REQUIRE(tokens.has_value());
    CHECK(tokens->vocabulary.size() == vocabulary_limit);
    CHECK(tokens->ids[more - 1] == 0);
    CHECK(tokens->ids.back() == 1);
}

TEST_CASE("the shipped text has many words, a few of them frequent") {
    std::ifstream file("core/data/texts/moby-dick.txt", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto tokens = tokenize(text);
    REQUIRE(tokens.has_value());
    CHECK(tokens->replaced_bytes == 0);
    CHECK(tokens->ids.size() == 17292);
    CHECK(tokens->vocabulary.size() == 3424);
    CHECK(format_si(text.substr(22, 16)) == Strings{"call", "me", "ishmael", "."});
}
