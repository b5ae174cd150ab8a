#include "score.hpp"

#include <cmath>

#include "exercise.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

/// With which try the answer was given.
Expected<double> tries_member(const Json& request) {
    const Json tries = request.value("tries", Json(1));
    const double count = tries.is_number() ? tries.get<double>() : 0;
    if (count >= 1 && count == std::floor(count)) return count;
    return fail(ErrorCode::wrong_type, "tries",
                cat({"tries must be a whole number of at least 1, given ", quoted(tries)}));
}

/// What is left of the points at this try.
double left_at(double tries, double allowed) { return std::fmax(0, 1 - (tries - 1) / allowed); }

/// Not copied: a lab has a hundred definitions, and a class thousands of answers.
Expected<const Json*> object_member(const Json& request, const char* name) {
    static const Json nothing(Json::value_t::object);
    const auto found = request.find(name);
    if (found == request.end()) return &nothing;
    if (found->is_object()) return &*found;
    return fail(ErrorCode::wrong_type, name, cat({name, " must be an object, given ", quoted(*found)}));
}

}  // namespace

Expected<Json> score_json(const Json& request, const Registry& registry) {
    static constexpr std::array<std::string_view, 5> members{"exercise", "answer", "variables", "definitions", "tries"};
    if (auto ok = check_members(request, members, 2); !ok) return tl::make_unexpected(ok.error());
    const Json& json = request["exercise"];
    const auto kind = kind_of(json, "exercise");
    if (!kind) return tl::make_unexpected(kind.error());
    const auto variables = object_member(request, "variables"), definitions = object_member(request, "definitions");
    if (!variables) return tl::make_unexpected(variables.error());
    if (!definitions) return tl::make_unexpected(definitions.error());
    const auto tries = tries_member(request);
    if (!tries) return tl::make_unexpected(tries.error());
    if (auto ok = (*kind)->accepts(json, request["answer"], "answer"); !ok) return tl::make_unexpected(ok.error());
    Json result;
    if (!(*kind)->judge) {
        for (const char* points : {"points", "of"}) result[points] = 0;
        for (const char* none : {"correct", "expected"}) result[none] = nullptr;
        return result;
    }
    Exercise exercise(json, request["answer"], **variables, **definitions, registry);
    const auto verdict = (*kind)->judge(exercise);
    if (!verdict) return tl::make_unexpected(verdict.error());
    const std::size_t allowed = (*kind)->tries(json);
    const double of = json.value("points", 1.0), left = of * left_at(*tries, static_cast<double>(allowed));
    constexpr double whole = 1 - 1e-9;
    const bool correct = verdict->share >= whole;
    result["points"] = write_number(correct ? left : left * verdict->share);
    result["of"] = write_number(of);
    result["correct"] = correct;
    result["expected"] = verdict->expected;
    result["tries_allowed"] = allowed;
    if (!verdict->hint.is_null()) result["hint"] = verdict->hint;
    return result;
}

}  // namespace ridgepoint::course
