/// The formulas of a lab, as its author writes them:
///
///     serve(decode, precision='fp16').itl_s / serve(decode, precision='int4').itl_s
///     first batch in 1..256 where gain(cache='fp16') < 1.5
///     highest device in ['A100', 'H100', 'B200'] by tokens_for_money
///     gain > 3.9 ? 'all' : gain > 2 ? 'most' : 'little'
///
/// A value is what JSON has: a number, a string, true, false, null, a list or an object.
///
///     3   1e-6   'text'   "text"   true   null   [a, b]   {model: m, batch: 8}   {...base, batch: 8}
///     + - * /   < <= > >= == !=   not, and, or   condition ? this : that
///     result.field   result.devices[0].id
///     serve(request, field=value, …)         a call of the engine: a request, and what is different in it
///     hardware('H100').unit_cost_usd         an entry of the registry
///     min(a, b)   max(a, b)   abs(a)   round(a, digits)
///     name                                   a variable, or what a definition of that name comes to
///     name(other=value, …)                   the same where `other` has that value
///     let x = VALUE, y = VALUE in RESULT     the result where those names have these values
///     first x in LIST where CONDITION        null where no value of the list satisfies it
///     lowest x in LIST by VALUE              the x of the lowest value; `highest` likewise
///     highest(this=VALUE, that=VALUE)        the name of the highest
///     1..256                                 a list of whole numbers, both ends included
///
/// Names in a definition are looked up where it is used, so `itl(p='int4')` sets the `p` of
/// itl = serve(decode, precision=p).itl_s.
#pragma once

#include "describe/json.hpp"

namespace ridgepoint::course {

/// One node of a parsed formula. What `parts` and `names` hold depends on the kind.
struct Node {
    enum class Kind {
        literal,      ///< `value`
        name,         ///< `text`
        list,         ///< parts
        object,       ///< parts by names; an empty name is `...part`
        member,       ///< part 0 . `text`
        element,      ///< part 0 [part 1]
        call,         ///< `text`(parts by names; an empty name is given by position)
        negation,     ///< - part 0
        inversion,    ///< not part 0
        operation,    ///< part 0 `text` part 1
        conditional,  ///< part 0 ? part 1 : part 2
        binding,      ///< let names = parts in the last part
        first,        ///< first `text` in part 0 where part 1
        extreme,      ///< lowest or highest (names[0]) `text` in part 0 by part 1
    };
    Kind kind = Kind::literal;
    std::size_t at = 0;  ///< where it begins in the formula, in characters from 0
    std::string text;
    Json value;
    std::vector<Node> parts;
    std::vector<std::string> names;
};

/// Errors: `malformed_formula` with `field` as given; the message quotes the formula and names the column.
Expected<Node> parse(std::string_view formula, const std::string& field);

/// The message of an error at a place of a formula: `field: what, at column 7 of "a + b c"`.
std::string placed(const std::string& field, std::string_view what, std::size_t at, std::string_view formula);

}  // namespace ridgepoint::course
