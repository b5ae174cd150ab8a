#include "grading.hpp"

#include <algorithm>

#include "answer_words.hpp"
#include "describe/validate.hpp"
#include "exercise.hpp"
#include "prose/text.hpp"
#include "remarks.hpp"
#include "score.hpp"
#include "submission.hpp"
#include "times.hpp"
#include "variants.hpp"

namespace ridgepoint::course {
namespace {

/// Replaces the formulas of a part that depend on no answer by formulas of their values, which are quicker to evaluate
/// for each student. Hints are kept only where they decide points: a known mistake has no share of `partial`.
Expected<void> work_out(std::span<const Member> members, Json& part, const Names& names, const Registry& registry) {
    if (!part.contains("partial")) part.erase("hints");
    for (const Member& member : members) {
        const std::string key(member.name);
        if (!part.contains(key)) continue;
        const Shape& shape = member.shape;
        const bool has_parts = shape.kind == Shape::Kind::map || shape.kind == Shape::Kind::list;
        if (has_parts && shape.part->kind == Shape::Kind::object)
            for (Json& each : part[key])
                if (auto ok = work_out(shape.part->members, each, names, registry); !ok) return ok;
        if (!shape.formula || shape.of_answer) continue;
        Budget budget;
        const auto value = evaluate(part[key].get<std::string>(), key, names, registry, budget);
        if (!value) return tl::make_unexpected(value.error());
        if (!value->is_structured()) part[key] = formula_of(*value);
    }
    return {};
}

/// The exercise with its key worked out, and without its texts.
Expected<Json> prepared(Json exercise, const Names& names, const Registry& registry) {
    const auto kind = kind_of(exercise, "");
    if (!kind) return tl::make_unexpected(kind.error());
    for (const char* text : {"prompt", "explanation"}) exercise.erase(text);
    return work_out((*kind)->members, exercise, names, registry).map([&] { return exercise; });
}

/// What a student's answers are scored with, worked out when the first with that variant comes.
Expected<std::vector<Json>*> scorings_of(Lab& lab, const Variant& variant, const Registry& registry) {
    if (const auto known = lab.scorings.find(variant.key); known != lab.scorings.end()) return &known->second;
    Json variables = lab.variables;
    variables.update(variant.variables);
    const Json nothing = Json::object();
    const Names names{nothing, variables, lab.definitions};
    std::vector<Json> scorings;
    for (const Json& exercise : lab.exercises) {
        const std::string id = exercise.is_object() ? text_member(exercise, "id") : "";
        if (id.empty()) return fail(ErrorCode::not_applicable, "lab", "an exercise has no id");
        auto ready = prepared(exercise, names, registry);
        if (!ready) return fail(ErrorCode::not_applicable, "lab", cat({"exercise ", id, ": ", ready.error().message}));
        scorings.push_back({{"exercise", std::move(*ready)},
                            {"answer", nullptr},
                            {"tries", 1},
                            {"variables", variables},
                            {"definitions", lab.definitions}});
    }
    return &lab.scorings.emplace(variant.key, std::move(scorings)).first->second;
}

std::string measured(const Json& value, const Json& exercise, Digits digits) {
    return with_unit(answer_words(value, digits), value.is_number() ? text_member(exercise, "unit") : "");
}

/// `scoring` is a request of the lab, in which the answer and its tries are put.
Expected<Row> grade_exercise(Json& scoring, const Json& submitted, bool exam, const Registry& registry) {
    const Json& exercise = scoring["exercise"];
    Row row;
    row.exercise = text_member(exercise, "id");
    row.kind = text_member(exercise, "kind");
    row.predict = exercise.contains("predict") && exercise["predict"] == true;
    row.graded = is_graded(row.kind);
    const auto entry = submitted.find(row.exercise);
    if (entry != submitted.end())
        if (auto ok = check_answer(exercise, *entry); !ok) return tl::make_unexpected(ok.error());
    if (entry == submitted.end() || !entry->contains("value") || (*entry)["value"].is_null()) {
        row.of = !row.graded ? 0 : exercise.value("points", 1.0);
        row.verdict = "not answered";
        return row;
    }
    row.value = scoring["answer"] = (*entry)["value"];
    row.at_s = time_of(*entry, "at");
    row.tries = entry->value("tries", 1.0);
    scoring["tries"] = exam ? 1.0 : row.tries;
    const auto score = score_json(scoring, registry);
    if (!score)
        return fail(score.error().code, joined("answers", row.exercise),
                    cat({"answers.", row.exercise, ": ", score.error().message}));
    row.given = measured(row.value, exercise, Digits::all);
    row.points = (*score)["points"];
    row.of = (*score)["of"];
    row.expected = (*score)["expected"];
    if (!row.predict && !exam) row.tries_allowed = score->value("tries_allowed", 0.0);
    const Json& correct = (*score)["correct"];
    row.verdict = correct.is_null() ? "kept" : correct == true ? "right" : row.points > 0 ? "partly" : "wrong";
    if (correct.is_null()) return row;
    // What a control of a widget was set to is one of few values, and a student's number may be any.
    const Digits brief = row.kind == "setting" ? Digits::all : Digits::two;
    const auto add_wrong = [&](const Json& value) {
        row.wrong.push_back({measured(value, exercise, Digits::all), measured(value, exercise, brief)});
    };
    for (const Json& earlier : entry->value("earlier", Json::array())) add_wrong(earlier);
    if (correct == false) add_wrong(row.value);
    return row;
}

Expected<void> check_exercises(const Json& answers, const Lab& lab, const std::vector<Json>& scorings) {
    std::vector<std::string_view> ids;
    for (const Json& scoring : scorings) ids.push_back(scoring["exercise"]["id"].get_ref<const std::string&>());
    for (const auto& [id, answer] : answers.items())
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            return fail(ErrorCode::unknown_field, joined("answers", id.substr(0, 40)),
                        cat({"the lab ", lab.name, " has no exercise ", quoted(Json(id)), "; it has ", listed(ids)}));
    return {};
}

Expected<void> check_version(const Json& version, const Lab& lab, const Json& also) {
    if (version == lab.version || (!also.is_null() && version == also)) return {};
    return fail(ErrorCode::not_applicable, "lab_version",
                cat({"lab_version must be ", lab.version.dump(), ", as that of the lab ", lab.name, ", given ",
                     quoted(version)}));
}

}  // namespace

std::string Graded::student() const {
    std::string text = name.empty() && id.empty() ? file : name;
    if (!id.empty()) text += cat({text.empty() ? "" : " ", "(", id, ")"});
    return text;
}

namespace {

/// Lists that a lab has ready are of no effect while nobody has to give the id by which they are drawn.
Json drawn_variants(const Json& definition) {
    const std::string identify = text_member(definition, "identify");
    const bool ready_only = identify == "optional" || identify == "none";
    return ready_only ? Json::object() : definition.value("variants", Json::object());
}

}  // namespace

Expected<Lab> read_lab(const std::string& name, const Json& definition, const Registry& registry) {
    const auto wrong = [](std::string_view reason) {
        return fail(ErrorCode::not_applicable, "lab", std::string(reason));
    };
    if (!definition.is_object() || !definition.contains("exercises") || !definition["exercises"].is_array())
        return wrong("it has no list of exercises");
    Lab lab{name,
            text_member(definition, "title"),
            definition.value("version", Json(1)),
            definition.value("variables", Json::object()),
            definition.value("definitions", Json::object()),
            drawn_variants(definition),
            definition["exercises"],
            definition.value("figures", Json::object()),
            text_member(definition, "identify") == "required",
            definition.value("exam", Json()) == true,
            time_of(definition, "due"),
            {}};
    if (!lab.variables.is_object()) return wrong("its variables must be an object");
    if (!lab.definitions.is_object()) return wrong("its definitions must be an object");
    if (definition.contains("due") && !lab.due_s) return wrong("due must be a time such as 2026-03-01T23:59:00Z");
    auto first = variant_json({{"variants", lab.variants}, {"lab", name}, {"student", ""}}, registry)
                     .and_then([&](const Json& drawn) {
                         return scorings_of(lab, {drawn["key"], drawn["variables"]}, registry);
                     });
    if (!first) return wrong(first.error().message);
    return lab;
}

Expected<Graded> grade(Lab& lab, const Json& submission, const GradeContext& context, const Registry& registry) {
    if (auto ok = check_version(submission.value("lab_version", Json()), lab, context.also_version); !ok)
        return tl::make_unexpected(ok.error());
    Graded graded;
    graded.lab = lab.name;
    graded.started_at = text_member(submission, "started_at");
    graded.finished_at = text_member(submission, "finished_at");
    graded.made_with = submission.value("engine", Json());
    graded.started_s = time_of(submission, "started_at");
    if (submission.contains("student")) {
        graded.name = text_member(submission["student"], "name");
        graded.id = text_member(submission["student"], "id");
    }
    const Variant variant = draw_variant(lab.variants, lab.name, graded.id);
    graded.variant = variant.key;
    const auto scorings = scorings_of(lab, variant, registry);
    if (!scorings) return tl::make_unexpected(scorings.error());
    const Json& answers = submission["answers"];
    if (auto ok = check_exercises(answers, lab, **scorings); !ok) return tl::make_unexpected(ok.error());

    for (Json& scoring : **scorings) {
        auto row = grade_exercise(scoring, answers, lab.exam, registry);
        if (!row) return tl::make_unexpected(row.error());
        graded.points += row->points;
        graded.of += row->of;
        graded.rows.push_back(std::move(*row));
    }
    graded.remarks = remarks_on(graded, submission, lab, context.now_s);
    return graded;
}

}  // namespace ridgepoint::course
