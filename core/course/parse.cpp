#include <array>

#include "expression.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

/// Parentheses, lists and conditions within one another.
constexpr int nesting_limit = 32;

constexpr std::size_t length_limit = 4000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Token {
    enum class Kind { end, number, string, name, mark };
    Kind kind = Kind::end;
    std::size_t at = 0;
    std::string text;  ///< of strings without the quotes
};

class Parser {
public:
    Parser(std::string_view formula, const std::string& field) : formula_(formula), field_(field) {}

    Expected<Node> whole() {
        if (formula_.size() > length_limit)
            return fail(ErrorCode::too_large, field_,
                        cat({field_, " may be ", format_number(length_limit), " characters long, given ",
                             format_number(static_cast<double>(formula_.size()), 9)}));
        if (auto ok = advance(); !ok) return tl::make_unexpected(ok.error());
        auto node = conditional();
        if (node && token_.kind != Token::Kind::end) return unexpected("the end or an operator");
        return node;
    }

private:
    tl::unexpected<Error> wrong(std::string_view what, std::size_t at) const {
        return fail(ErrorCode::malformed_formula, field_, placed(field_, what, at, formula_));
    }
    tl::unexpected<Error> unexpected(std::string_view wanted) const {
        const std::string found =
            token_.kind == Token::Kind::end ? std::string("the end") : cat({"\"", token_.text, "\""});
        return wrong(cat({"expected ", wanted, ", found ", found}), token_.at);
    }

    // Tokens

    char here(std::size_t ahead = 0) const { return next_ + ahead < formula_.size() ? formula_[next_ + ahead] : '\0'; }

    Expected<void> advance() {
        while (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r') ++next_;
        token_ = {Token::Kind::end, next_, ""};
        if (next_ >= formula_.size()) return {};
        const char c = here();
        if (is_digit(c)) return number();
        if (c == '\'' || c == '"') return string(c);
        if (begins_name(c)) {
            token_.kind = Token::Kind::name;
            while (begins_name(here()) || is_digit(here())) token_.text += formula_[next_++];
            return {};
        }
        static constexpr std::array<std::string_view, 23> marks{"...", "..", "<=", ">=", "==", "!=", "+", "-",
                                                                "*",   "/",  "<",  ">",  "=",  "?",  ":", ",",
                                                                ".",   "(",  ")",  "[",  "]",  "{",  "}"};
        for (const std::string_view mark : marks) {
            if (formula_.substr(next_, mark.size()) != mark) continue;
            token_.kind = Token::Kind::mark;
            token_.text = mark;
            next_ += mark.size();
            return {};
        }
        return wrong("there is a character that means nothing here", next_);
    }

    Expected<void> number() {
        token_.kind = Token::Kind::number;
        const auto digits = [&] {
            while (is_digit(here())) token_.text += formula_[next_++];
        };
        digits();
        // "1..256" is a range, not 1. and .256.
        if (here() == '.' && is_digit(here(1))) {
            token_.text += formula_[next_++];
            digits();
        }
        if (here() == 'e' || here() == 'E') {
            const std::size_t sign = here(1) == '-' || here(1) == '+' ? 1 : 0;
            if (!is_digit(here(1 + sign))) return wrong("an exponent has no digits", next_);
            for (std::size_t i = 0; i <= sign; ++i) token_.text += formula_[next_++];
            digits();
        }
        if (begins_name(here())) return wrong("a number runs into a name", next_);
        return {};
    }

    Expected<void> string(char quote) {
        token_.kind = Token::Kind::string;
        for (++next_; here() != quote; ++next_) {
            if (next_ >= formula_.size()) return wrong("a string has no end", token_.at);
            if (here() == '\\') ++next_;
            if (next_ < formula_.size()) token_.text += formula_[next_];
        }
        ++next_;
        return {};
    }

    bool is(std::string_view text) const {
        return (token_.kind == Token::Kind::mark || token_.kind == Token::Kind::name) && token_.text == text;
    }
    Expected<void> take(std::string_view text) {
        if (!is(text)) return unexpected(cat({"\"", text, "\""}));
        return advance();
    }
    Expected<std::string> take_name() {
        if (token_.kind != Token::Kind::name) return unexpected("a name");
        std::string name = std::move(token_.text);
        return advance().map([&] { return std::move(name); });
    }

    // Grammar, from what binds least to what binds most

    Expected<Node> conditional() {
        if (++depth_ > nesting_limit) return wrong("the formula is nested too deeply", token_.at);
        auto node = chain(0);
        if (node && is("?")) {
            Node choice = made(Node::Kind::conditional, node->at);
            choice.parts.push_back(std::move(*node));
            for (const std::string_view mark : {"?", ":"}) {
                if (auto ok = take(mark); !ok) return tl::make_unexpected(ok.error());
                if (auto ok = into(choice, conditional()); !ok) return tl::make_unexpected(ok.error());
            }
            node = std::move(choice);
        }
        --depth_;
        return node;
    }

    static constexpr int levels = 6;
    static bool binds(int level, const std::string& text) {
        static constexpr std::array<std::string_view, levels> operators{
            " or ", " and ", " < <= > >= == != ", " .. ", " + - ", " * / "};
        return operators[static_cast<std::size_t>(level)].find(cat({" ", text, " "})) != std::string_view::npos;
    }

    /// Operands of one level of precedence, joined from the left.
    Expected<Node> chain(int level) {
        if (level == levels) return prefixed();
        if (level == 2 && is("not")) return prefixed("not", Node::Kind::inversion, [&] { return chain(2); });
        auto left = chain(level + 1);
        while (left && token_.kind != Token::Kind::string && binds(level, token_.text) &&
               (token_.kind == Token::Kind::mark || token_.kind == Token::Kind::name)) {
            Node node = made(Node::Kind::operation, left->at);
            node.text = token_.text;
            node.parts.push_back(std::move(*left));
            if (auto ok = advance(); !ok) return tl::make_unexpected(ok.error());
            if (auto ok = into(node, chain(level + 1)); !ok) return tl::make_unexpected(ok.error());
            left = std::move(node);
        }
        return left;
    }

    template <class Operand>
    Expected<Node> prefixed(std::string_view mark, Node::Kind kind, Operand operand) {
        Node node = made(kind, token_.at);
        if (++depth_ > nesting_limit) return wrong("the formula is nested too deeply", token_.at);
        if (auto ok = take(mark); !ok) return tl::make_unexpected(ok.error());
        if (auto ok = into(node, operand()); !ok) return tl::make_unexpected(ok.error());
        --depth_;
        return node;
    }

    Expected<Node> prefixed() {
        if (is("-")) return prefixed("-", Node::Kind::negation, [&] { return prefixed(); });
        auto node = primary();
        while (node && (is(".") || is("["))) {
            const bool index = is("[");
            Node outer = made(index ? Node::Kind::element : Node::Kind::member, node->at);
            outer.parts.push_back(std::move(*node));
            if (auto ok = advance(); !ok) return tl::make_unexpected(ok.error());
            if (index) {
                if (auto ok = into(outer, conditional()).and_then([&] { return take("]"); }); !ok)
                    return tl::make_unexpected(ok.error());
            } else {
                auto name = take_name();
                if (!name) return tl::make_unexpected(name.error());
                outer.text = std::move(*name);
            }
            node = std::move(outer);
        }
        return node;
    }

    Expected<Node> primary() {
        const std::size_t at = token_.at;
        if (token_.kind == Token::Kind::number) {
            // Read as the numbers of a request are, to the last bit.
            const auto read = parse_json(token_.text);
            if (!read) return wrong("a number is written without leading zeros", at);
            Node node = literal(write_number(read->get<double>()), at);
            if (auto ok = advance(); !ok) return tl::make_unexpected(ok.error());
            return node;
        }
        if (token_.kind == Token::Kind::string) {
            Node node = literal(token_.text, at);
            return advance().map([&] { return std::move(node); });
        }
        if (token_.kind == Token::Kind::name) return named();
        if (is("(")) {
            if (auto ok = advance(); !ok) return tl::make_unexpected(ok.error());
            auto inner = conditional();
            if (!inner) return inner;
            if (auto ok = take(")"); !ok) return tl::make_unexpected(ok.error());
            return inner;
        }
        if (is("[")) return sequence(Node::Kind::list, "]", [&](Node& node) { return into(node, conditional()); });
        if (is("{")) return sequence(Node::Kind::object, "}", [&](Node& node) { return entry(node); });
        return unexpected("a value");
    }

    /// Parts between brackets, with commas between them.
    template <class Part>
    Expected<Node> sequence(Node::Kind kind, std::string_view close, Part part) {
        Node node = made(kind, token_.at);
        if (auto ok = fill(node, close, part); !ok) return tl::make_unexpected(ok.error());
        return node;
    }
    template <class Part>
    Expected<void> fill(Node& node, std::string_view close, Part part) {
        if (auto ok = advance(); !ok) return ok;
        while (!is(close)) {
            if (auto ok = part(node); !ok) return ok;
            if (is(close)) break;
            if (!is(",")) return unexpected(cat({"\",\" or \"", close, "\""}));
            if (auto ok = advance(); !ok) return ok;
        }
        return advance();
    }

    /// `name: value`, `'name': value`, `name` alone for `name: name`, or `...object`.
    Expected<void> entry(Node& node) {
        if (is("...")) {
            node.names.emplace_back();
            return advance().and_then([&] { return into(node, conditional()); });
        }
        if (token_.kind != Token::Kind::name && token_.kind != Token::Kind::string) return unexpected("a name");
        Node same = made(Node::Kind::name, token_.at);
        same.text = token_.text;
        const bool quoted_name = token_.kind == Token::Kind::string;
        node.names.push_back(token_.text);
        if (auto ok = advance(); !ok) return ok;
        if (is(":")) return advance().and_then([&] { return into(node, conditional()); });
        if (quoted_name) return unexpected("\":\"");
        node.parts.push_back(std::move(same));
        return {};
    }

    /// What begins with a name: a word of the language, a variable, or a call.
    Expected<Node> named() {
        const std::size_t at = token_.at;
        if (is("true") || is("false")) {
            Node node = literal(is("true"), at);
            return advance().map([&] { return std::move(node); });
        }
        if (is("null")) return advance().map([&] { return literal(nullptr, at); });
        for (const std::string_view word : {"and", "or", "not", "in", "where", "by"})
            if (is(word)) return unexpected("a value");
        auto name = take_name();
        if (!name) return tl::make_unexpected(name.error());
        const bool search = *name == "first" || *name == "lowest" || *name == "highest";
        if (search && token_.kind == Token::Kind::name) return searched(*name, at);
        if (*name == "let" && token_.kind == Token::Kind::name) return bound(at);
        Node node = made(is("(") ? Node::Kind::call : Node::Kind::name, at);
        node.text = std::move(*name);
        if (node.kind == Node::Kind::name) return node;
        if (auto ok = fill(node, ")", [&](Node& call) { return argument(call); }); !ok)
            return tl::make_unexpected(ok.error());
        return node;
    }

    /// `name=value`, or a value by its position.
    Expected<void> argument(Node& call) {
        const Token before = token_;
        const std::size_t back = next_;
        if (token_.kind == Token::Kind::name) {
            if (auto ok = advance(); !ok) return ok;
            if (is("=")) {
                call.names.push_back(before.text);
                return advance().and_then([&] { return into(call, conditional()); });
            }
            token_ = before;
            next_ = back;
        }
        call.names.emplace_back();
        return into(call, conditional());
    }

    /// The rest of `let x = VALUE, y = VALUE in RESULT`.
    Expected<Node> bound(std::size_t at) {
        Node node = made(Node::Kind::binding, at);
        for (bool more = true; more;) {
            auto name = take_name();
            if (!name) return tl::make_unexpected(name.error());
            node.names.push_back(std::move(*name));
            if (auto ok = take("=").and_then([&] { return into(node, conditional()); }); !ok)
                return tl::make_unexpected(ok.error());
            more = is(",");
            if (auto ok = take(more ? "," : "in"); !ok) return tl::make_unexpected(ok.error());
        }
        if (auto ok = into(node, conditional()); !ok) return tl::make_unexpected(ok.error());
        return node;
    }

    /// The rest of `first x in LIST where CONDITION` and of `lowest x in LIST by VALUE`.
    Expected<Node> searched(const std::string& word, std::size_t at) {
        Node node = made(word == "first" ? Node::Kind::first : Node::Kind::extreme, at);
        node.names.push_back(word);
        auto variable = take_name();
        if (!variable) return tl::make_unexpected(variable.error());
        node.text = std::move(*variable);
        for (const std::string_view mark : {std::string_view("in"), std::string_view(word == "first" ? "where" : "by")})
            if (auto ok = take(mark).and_then([&] { return into(node, conditional()); }); !ok)
                return tl::make_unexpected(ok.error());
        return node;
    }

    static Node made(Node::Kind kind, std::size_t at) {
        Node node;
        node.kind = kind;
        node.at = at;
        return node;
    }
    static Node literal(Json value, std::size_t at) {
        Node node = made(Node::Kind::literal, at);
        node.value = std::move(value);
        return node;
    }
    static Expected<void> into(Node& node, Expected<Node> part) {
        if (!part) return tl::make_unexpected(part.error());
        node.parts.push_back(std::move(*part));
        return {};
    }

    std::string_view formula_;
    const std::string& field_;
    std::size_t next_ = 0;
    Token token_;
    int depth_ = 0;
};

}  // namespace

Expected<Node> parse(std::string_view formula, const std::string& field) { return Parser(formula, field).whole(); }

std::string placed(const std::string& field, std::string_view what, std::size_t at, std::string_view formula) {
    constexpr std::size_t shown = 80;
    const std::string_view cut = formula.substr(0, shown);
    return cat({field, ": ", what, ", at column ", format_number(static_cast<double>(at + 1), 9), " of \"", cut,
                cut.size() < formula.size() ? "…\"" : "\""});
}

}  // namespace ridgepoint::course
