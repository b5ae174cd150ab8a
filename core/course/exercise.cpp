#include "exercise.hpp"

#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

constexpr Shape id{.kind = Shape::Kind::text, .pattern = name_pattern};
constexpr Member members[]{
    {"id", id, Need::lab},
    {"prompt", markdown, Need::lab},
    {"predict", truth, Need::optional, about("The answer is recorded before the result is shown.")},
    {"points", any_number, Need::optional, about("What a right answer is worth, 1 by default.")},
    {"explanation", markdown},
};

}  // namespace

const std::span<const Member> exercise_members = members;

Expected<Json> Exercise::value(const Json& holder, const char* key, const Json& data) {
    const std::string field = cat({"exercise.", key});
    if (!holder.contains(key)) return fail(ErrorCode::missing_field, field, cat({field, " is missing"}));
    return evaluate(holder[key].get_ref<const std::string&>(), field, {data, variables_, definitions_}, registry_,
                    budget_);
}

Expected<double> Exercise::number(const Json& holder, const char* key) {
    const auto found = value(holder, key);
    if (!found) return tl::make_unexpected(found.error());
    if (!found->is_number())
        return fail(ErrorCode::wrong_type, cat({"exercise.", key}),
                    cat({"exercise.", key, " must give a number, gave ", quoted(*found)}));
    return found->get<double>();
}

Expected<const Kind*> kind_of(const Json& exercise, const std::string& path) {
    const Json given = exercise.is_object() ? exercise.value("kind", Json()) : Json();
    const std::string name = given.is_string() ? given.get<std::string>() : "";
    const auto found = std::find_if(kinds().begin(), kinds().end(), [&](const Kind* one) { return one->name == name; });
    if (found == kinds().end()) {
        std::vector<std::string_view> names;
        for (const Kind* kind : kinds()) names.push_back(kind->name);
        return fail(ErrorCode::wrong_type, joined(path, "kind"),
                    cat({joined(path, "kind"), " must be one of ", listed(names)}));
    }
    for (const auto members : {exercise_members, (*found)->members})
        if (auto ok = check(members, exercise, path); !ok) return tl::make_unexpected(ok.error());
    return *found;
}

bool is_graded(std::string_view kind) {
    return std::any_of(kinds().begin(), kinds().end(),
                       [&](const Kind* one) { return one->name == kind && one->judge; });
}

std::string names_of(const Json& object) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : members_of(object)) names.push_back(name);
    return listed(names);
}

bool within(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance * std::fabs(expected) * (1 + rounding);
}

tl::unexpected<Error> bad_answer(const std::string& field, std::string_view wanted, const Json& given) {
    return fail(ErrorCode::wrong_type, field, cat({field, " must be ", wanted, ", given ", quoted(given)}));
}

}  // namespace ridgepoint::course
