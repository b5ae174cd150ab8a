#include "grading.hpp"

#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "exercise.hpp"
#include "prose/text.hpp"
#include "score.hpp"
#include "submission.hpp"

namespace ridgepoint::course {
namespace {

/// Replaces the formulas of a part that depend on no answer by formulas of their values, which are quicker to evaluate
/// for each student.
Expected<void> work_out(std::span<const Member> members, Json& part, const Lab& lab, const Registry& registry) {
    for (const Member& member : members) {
        const std::string key(member.name);
        if (!part.contains(key)) continue;
        const Shape& shape = member.shape;
        if (shape.kind == Shape::Kind::map && shape.part->kind == Shape::Kind::object)
            for (Json& each : part[key])
                if (auto ok = work_out(shape.part->members, each, lab, registry); !ok) return ok;
        if (!shape.formula || shape.of_answer) continue;
        const Json nothing = Json::object();
        Budget budget;
        const auto value =
            evaluate(part[key].get<std::string>(), key, {nothing, lab.variables, lab.definitions}, registry, budget);
        if (!value) return tl::make_unexpected(value.error());
        if (!value->is_structured()) part[key] = formula_of(*value);
    }
    return {};
}

/// The exercise with its key worked out, and without its texts.
Expected<Json> prepared(Json exercise, const Lab& lab, const Registry& registry) {
    const auto kind = kind_of(exercise, "");
    if (!kind) return tl::make_unexpected(kind.error());
    for (const char* text : {"prompt", "explanation", "hints"}) exercise.erase(text);
    return work_out((*kind)->members, exercise, lab, registry).map([&] { return exercise; });
}

/// An answer as a person reads it: `15.4 ms`, `fp16 16.06, int8 8.03`, `int4, int8, fp16`.
std::string words_of(const Json& value, const Json& exercise) {
    if (value.is_string()) return value;
    if (value.is_number()) return cat({format_number(value.get<double>()), " ", text_member(exercise, "unit")});
    std::string text;
    for (const auto& [key, one] : value.items())
        text += cat({text.empty() ? "" : ", ", value.is_array() ? "" : cat({key, " "}),
                     one.is_number()   ? format_number(one.get<double>())
                     : one.is_string() ? one.get<std::string>()
                                       : quoted(one)});
    return text;
}

/// `scoring` is a request of the lab, in which the answer and its tries are put.
Expected<Row> grade_exercise(Json& scoring, const Json& submitted, const Registry& registry) {
    const Json& exercise = scoring["exercise"];
    Row row;
    row.exercise = text_member(exercise, "id");
    row.kind = text_member(exercise, "kind");
    const auto entry = submitted.find(row.exercise);
    if (entry != submitted.end())
        if (auto ok = check_answer(exercise, *entry); !ok) return tl::make_unexpected(ok.error());
    if (entry == submitted.end() || !entry->contains("value") || (*entry)["value"].is_null()) {
        row.of = row.kind == "text" ? 0 : exercise.value("points", 1.0);
        row.verdict = "not answered";
        return row;
    }
    const Json& value = scoring["answer"] = (*entry)["value"];
    scoring["tries"] = entry->value("tries", Json(1));
    row.tries = scoring["tries"];
    const auto score = score_json(scoring, registry);
    if (!score)
        return fail(score.error().code, joined("answers", row.exercise),
                    cat({"answers.", row.exercise, ": ", score.error().message}));
    row.given = words_of(value, exercise);
    row.points = (*score)["points"];
    row.of = (*score)["of"];
    if (!exercise.contains("predict") || exercise["predict"] != true)
        row.tries_allowed = score->value("tries_allowed", 0.0);
    row.verdict = (*score)["correct"].is_null() ? "kept"
                  : (*score)["correct"] == true ? "right"
                  : row.points > 0              ? "partly"
                                                : "wrong";
    return row;
}

Expected<void> check_exercises(const Json& answers, const Lab& lab) {
    std::vector<std::string_view> ids;
    for (const Json& scoring : lab.scorings) ids.push_back(scoring["exercise"]["id"].get_ref<const std::string&>());
    for (const auto& [id, answer] : answers.items())
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            return fail(ErrorCode::unknown_field, joined("answers", id.substr(0, 40)),
                        cat({"the lab ", lab.name, " has no exercise ", quoted(Json(id)), "; it has ", listed(ids)}));
    return {};
}

}  // namespace

Expected<Lab> read_lab(const std::string& name, const Json& definition, const Registry& registry) {
    const auto wrong = [](std::string_view reason) {
        return fail(ErrorCode::not_applicable, "lab", std::string(reason));
    };
    if (!definition.is_object() || !definition.contains("exercises") || !definition["exercises"].is_array())
        return wrong("it has no list of exercises");
    Lab lab{name,
            definition.value("version", Json(1)),
            definition.value("variables", Json::object()),
            definition.value("definitions", Json::object()),
            {},
            text_member(definition, "identify") == "required"};
    if (!lab.variables.is_object()) return wrong("its variables must be an object");
    if (!lab.definitions.is_object()) return wrong("its definitions must be an object");
    for (const Json& exercise : definition["exercises"]) {
        const std::string id = exercise.is_object() ? text_member(exercise, "id") : "";
        if (id.empty()) return wrong("an exercise has no id");
        auto ready = prepared(exercise, lab, registry);
        if (!ready) return wrong(cat({"exercise ", id, ": ", ready.error().message}));
        lab.scorings.push_back({{"exercise", std::move(*ready)},
                                {"answer", nullptr},
                                {"tries", 1},
                                {"variables", lab.variables},
                                {"definitions", lab.definitions}});
    }
    return lab;
}

Expected<Graded> grade(Lab& lab, const Json& submission, double now_s, const Registry& registry) {
    const Json version = submission.value("lab_version", Json());
    if (version != lab.version)
        return fail(ErrorCode::not_applicable, "lab_version",
                    cat({"lab_version must be ", lab.version.dump(), ", as that of the lab ", lab.name, ", given ",
                         quoted(version)}));
    const Json& answers = submission["answers"];
    if (auto ok = check_exercises(answers, lab); !ok) return tl::make_unexpected(ok.error());

    Graded graded{lab.name, "", "", text_member(submission, "finished_at"),
                  {},       0,  0,  remarks_on_times(submission, now_s)};
    const double restarts = submission.value("restarts", 0.0);
    if (restarts > 0)
        graded.remarks.push_back(restarts == 1 ? "started over once"
                                               : cat({"started over ", format_number(restarts), " times"}));
    std::string beyond;
    if (submission.contains("student")) {
        graded.name = text_member(submission["student"], "name");
        graded.id = text_member(submission["student"], "id");
    }
    for (Json& scoring : lab.scorings) {
        auto row = grade_exercise(scoring, answers, registry);
        if (!row) return tl::make_unexpected(row.error());
        if (row->tries_allowed > 0 && row->tries > row->tries_allowed)
            beyond += cat({beyond.empty() ? "" : ", ", row->exercise, " ", format_number(row->tries), " of ",
                           format_number(row->tries_allowed)});
        graded.points += row->points;
        graded.of += row->of;
        graded.rows.push_back(std::move(*row));
    }
    if (!beyond.empty()) graded.remarks.push_back(cat({"more tries than the page allows: ", beyond}));
    constexpr double rounding = 1e-6;
    if (submission.contains("shown")) {
        const double shown = submission["shown"]["points"], of = submission["shown"]["of"];
        if (std::fabs(shown - graded.points) > rounding || std::fabs(of - graded.of) > rounding)
            graded.remarks.push_back(cat({"the page showed ", format_number(shown), " of ", format_number(of),
                                          " points; the answers are worth ", format_number(graded.points), " of ",
                                          format_number(graded.of)}));
    }
    if (lab.identified && graded.name.empty() && graded.id.empty())
        graded.remarks.push_back("the lab asks for a name or an id, and the file has none");
    return graded;
}

}  // namespace ridgepoint::course
