/// What the kinds of exercises share: an exercise with an answer to it, and the verdict.
#pragma once

#include "description.hpp"
#include "evaluate.hpp"

namespace ridgepoint::course {

/// Values that differ by no more than rounding count as equal.
inline constexpr double rounding = 1e-9;

/// Tries of an exercise, unless its kind says otherwise.
inline constexpr std::size_t default_tries = 3;

struct Verdict {
    double share = 0;  ///< of the points
    Json expected;
    Json hint;  ///< null when there is none; of a table one for each cell that has one
};

/// An exercise of a lab with what a student answered. One budget is for all of its formulas.
class Exercise {
public:
    Exercise(const Json& exercise, const Json& answer, const Json& variables, const Json& definitions,
             const Registry& registry)
        : json(exercise), answer(answer), variables_(variables), definitions_(definitions), registry_(registry) {}

    const Json& json;
    const Json& answer;

    /// What the formula `holder[key]` comes to; `data` holds values to use in it that are never evaluated.
    Expected<Json> value(const Json& holder, const char* key, const Json& data = Json::object());
    Expected<double> number(const Json& holder, const char* key);

private:
    const Json& variables_;
    const Json& definitions_;
    const Registry& registry_;
    Budget budget_;
};

/// A kind of exercise: all of it stands in its file in kinds/, where the build finds it: `NAME_kind` of NAME.cpp.
struct Kind {
    std::string_view name = {};
    std::string_view about = {};
    /// What it has besides what all exercises have.
    std::span<const Member> members = {};
    /// Whether an answer can be one at all; the error calls it `field`.
    Expected<void> (*accepts)(const Json& exercise, const Json& answer, const std::string& field) = nullptr;
    /// Judges an answer that has been accepted, to an exercise that has been checked; null where nothing is graded.
    Expected<Verdict> (*judge)(Exercise& exercise) = nullptr;
    /// After how many wrong tries nothing is left to earn.
    std::size_t (*tries)(const Json& exercise) = [](const Json&) { return default_tries; };
    /// Whether it can be a prediction, which is recorded before its result is shown.
    bool predictable = true;
};

/// All there are, by name.
std::span<const Kind* const> kinds();

/// What every exercise has; `kind` itself is one of theirs.
extern const std::span<const Member> exercise_members;

/// The kind that an exercise names, checked to be one of it. Errors: `wrong_type` for another; those of `check`.
Expected<const Kind*> kind_of(const Json& exercise, const std::string& path);

/// Whether a kind of that name has answers that are right or wrong; others are kept.
bool is_graded(std::string_view kind);

/// The names in an object of an exercise: "a, b or c".
std::string names_of(const Json& object);

bool within(double value, double expected, double tolerance);

tl::unexpected<Error> bad_answer(const std::string& field, std::string_view wanted, const Json& given);

}  // namespace ridgepoint::course
