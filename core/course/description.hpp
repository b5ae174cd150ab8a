/// What the parts of a lab hold, described once: from it come the lab's JSON Schema and TypeScript types (schema.hpp),
/// and the check that an exercise passes before it is scored.
#pragma once

#include <limits>

#include "describe/json.hpp"

namespace ridgepoint::course {

struct Shape;

/// How much a member is needed: not at all, in a lab, or in whatever is scored too.
enum class Need : char { optional, lab, score };

struct Member {
    std::string_view name = {};
    const Shape& shape;
    Need need = Need::optional;
    std::string_view about = {};
};

/// What a value of a lab may be. A shape with a name is one that several parts share.
struct Shape {
    enum class Kind : char { anything, plain, text, number, truth, list, map, object, either };
    Kind kind = Kind::anything;
    std::string_view name = {};
    std::string_view about = {};
    bool formula = false;                          ///< a text that the engine works out
    bool of_answer = false;                        ///< a formula whose value depends on the answer
    bool whole = false;                            ///< a number without a fraction
    bool above = false;                            ///< a number above `least`, not at it
    double least = 0, most = unbounded;            ///< of a number; of a text's length; of how many parts there are
    std::string_view pattern = {};                 ///< of a text, or of the names in a map
    std::span<const std::string_view> words = {};  ///< the only texts that it may be
    const Shape* part = nullptr;                   ///< of a list or a map; the one of two
    const Shape* other = nullptr;                  ///< the other of two
    std::span<const Member> members = {};          ///< of an object

    static constexpr double unbounded = std::numeric_limits<double>::infinity();
};

/// What the schema says of a part. No page needs the words, so its engine has none.
constexpr std::string_view about([[maybe_unused]] std::string_view words) {
#ifdef RIDGEPOINT_COMPACT
    return {};
#else
    return words;
#endif
}

// Shapes that kinds of exercises share.

inline constexpr Shape truth{.kind = Shape::Kind::truth};
inline constexpr Shape any_number{.kind = Shape::Kind::number};
inline constexpr Shape any_text{.kind = Shape::Kind::text};
inline constexpr Shape markdown{.kind = Shape::Kind::text,
                                .name = "Markdown",
                                .about = about("Markdown with {{figures}} and $formulas$."),
                                .least = 1};
inline constexpr std::string_view formula_about =
    about("What the engine works out, such as serve(decode, precision='int4').itl_s");
inline constexpr Shape formula{
    .kind = Shape::Kind::text, .name = "Formula", .about = formula_about, .formula = true, .least = 1};
/// One in which `state` is the answer.
inline constexpr Shape formula_of_state{.kind = Shape::Kind::text,
                                        .name = "Formula",
                                        .about = formula_about,
                                        .formula = true,
                                        .of_answer = true,
                                        .least = 1};
/// What the parts of a lab are called, and what formulas call its values.
inline constexpr std::string_view name_pattern = "^[A-Za-z_][\\w-]*$", word_pattern = "^[A-Za-z_]\\w*$";

/// Whether a part has what scoring needs of it, and nothing of another kind than described. Members that are not
/// described, and bounds, are the lab's own affair. `path` names it in errors: `missing_field` and `wrong_type`.
Expected<void> check(const Shape& shape, const Json& value, const std::string& path);
Expected<void> check(std::span<const Member> members, const Json& object, const std::string& path);

}  // namespace ridgepoint::course
