/// One of several options; all or nothing.
#include <algorithm>

#include "course/exercise.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace of_choice {

constexpr Member option_members[]{{"text", markdown, Need::lab},
                                  {"hint", markdown, Need::optional, about("Shown when it is chosen and wrong.")}};
constexpr Shape option{.kind = Shape::Kind::object, .members = option_members};
constexpr Shape options{.kind = Shape::Kind::map, .least = 2, .pattern = "^[\\w.-]+$", .part = &option};
constexpr Member members[]{{"options", options, Need::score},
                           {"answer", formula, Need::lab, about("Gives the key of the right option.")}};

Expected<void> accepts(const Json& exercise, const Json& answer, const std::string& field) {
    const Json& options = exercise["options"];
    if (answer.is_string() && options.contains(answer.get_ref<const std::string&>())) return {};
    return bad_answer(field, cat({"one of ", names_of(options)}), answer);
}

Expected<Verdict> judge(Exercise& exercise) {
    const auto expected = exercise.value(exercise.json, "answer");
    if (!expected) return tl::make_unexpected(expected.error());
    const bool right = *expected == exercise.answer;
    const Json& chosen = exercise.json["options"][exercise.answer.get_ref<const std::string&>()];
    return Verdict{right ? 1.0 : 0.0, *expected, right ? Json() : chosen.value("hint", Json())};
}

/// A try less than there are options: whoever has tried all others knows the last.
std::size_t tries(const Json& exercise) { return std::max<std::size_t>(exercise["options"].size(), 2) - 1; }

}  // namespace of_choice

extern const Kind choice_kind{.name = "choice",
                              .about = about("One of several options; a wrong one shows its hint."),
                              .members = of_choice::members,
                              .accepts = of_choice::accepts,
                              .judge = of_choice::judge,
                              .tries = of_choice::tries};

}  // namespace ridgepoint::course
