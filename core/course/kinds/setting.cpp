/// A state that a widget is to reach. The answer is the widget's request; formulas have it as `state`, and it is never
/// evaluated.
#include "course/exercise.hpp"

namespace ridgepoint::course {
namespace of_setting {

constexpr Member hint_members[]{{"when", formula_of_state, Need::lab}, {"text", markdown, Need::lab}};
constexpr Shape hint{.kind = Shape::Kind::object, .members = hint_members};
constexpr Shape hints{.kind = Shape::Kind::list, .part = &hint};
constexpr Member members[]{
    {"widget", any_text, Need::lab},
    {"goal", formula_of_state, Need::lab, about("True where it is reached; `state` is the request of the widget.")},
    {"hints", hints}};

Expected<void> accepts(const Json&, const Json& answer, const std::string& field) {
    if (answer.is_object()) return {};
    return bad_answer(field, "the request of a widget", answer);
}

Expected<Verdict> judge(Exercise& exercise) {
    const Json given{{"state", exercise.answer}};
    const auto reached = exercise.value(exercise.json, "goal", given);
    if (!reached) return tl::make_unexpected(reached.error());
    Verdict verdict{*reached == true ? 1.0 : 0.0, true, {}};
    if (verdict.share == 1) return verdict;
    for (const Json& hint : exercise.json.value("hints", Json::array())) {
        const auto applies = exercise.value(hint, "when", given);
        if (!applies) return tl::make_unexpected(applies.error());
        if (*applies != true) continue;
        verdict.hint = hint.value("text", Json());
        break;
    }
    return verdict;
}

}  // namespace of_setting

extern const Kind setting_kind{.name = "setting",
                               .about = about("A state of a widget that is to be reached."),
                               .members = of_setting::members,
                               .accepts = of_setting::accepts,
                               .judge = of_setting::judge,
                               .predictable = false};

}  // namespace ridgepoint::course
