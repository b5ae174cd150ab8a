/// A number: within its tolerance it is right, within the wider one of `partial` it has a share of the points, unless
/// it is the number of a known mistake.
#include <cmath>

#include "course/key.hpp"

namespace ridgepoint::course {
namespace of_number {

constexpr Shape wide{.kind = Shape::Kind::number};
constexpr Shape share{.kind = Shape::Kind::number, .most = 1};
constexpr Member partial_members[]{{"tolerance", wide, Need::score},
                                   {"share", share, Need::optional, about("Of the points, a half by default.")}};
constexpr Shape partial{.kind = Shape::Kind::object, .members = partial_members};
constexpr Member members[]{key_answer,
                           key_unit,
                           key_signed,
                           key_scale,
                           key_tolerance,
                           {"partial", partial, Need::optional,
                            about("A wider tolerance, and what is left of the points within it, unless a hint fits.")},
                           key_from,
                           key_hints};

Expected<void> accepts(const Json&, const Json& answer, const std::string& field) {
    if (answer.is_number()) return {};
    return bad_answer(field, "a number", answer);
}

Expected<Verdict> judge(Exercise& exercise) {
    const Json& json = exercise.json;
    const auto compared = compare(exercise, json, exercise.answer);
    if (!compared) return tl::make_unexpected(compared.error());
    Verdict verdict{0, write_number(compared->typed), {}};
    if (compared->right) {
        verdict.share = 1;
        return verdict;
    }
    auto hint = near_hint(exercise, json, compared->given);
    if (!hint) return tl::make_unexpected(hint.error());
    verdict.hint = *std::move(hint);
    const auto partial = json.find("partial");
    if (verdict.hint.is_null() && partial != json.end() &&
        within(compared->given, compared->expected, (*partial)["tolerance"].get<double>()))
        verdict.share = std::fmin(std::fmax(partial->value("share", 0.5), 0), 1);
    return verdict;
}

}  // namespace of_number

extern const Kind number_kind{"number", about("A number in the unit that is printed."), of_number::members,
                              of_number::accepts, of_number::judge};

}  // namespace ridgepoint::course
