#include "feedback.hpp"

#include "answer_words.hpp"
#include "prose/text.hpp"
#include "score.hpp"
#include "submission.hpp"
#include "texts.hpp"
#include "times.hpp"

namespace ridgepoint::course {
namespace {

constexpr std::string_view style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } section { border-top: 1px solid #c8c8c8; padding: .5rem 0; }
.points { float: right; margin-left: 1rem; font-variant-numeric: tabular-nums; } .given, .expected { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
b.right { color: #00664b; } b.wrong, b.partly { color: #a33c00; } code { font-size: .9em; } .aside { color: #555; }
@media (prefers-color-scheme: dark) { body { color: #eaeaea; background: #161616; } section { border-color: #444; }
b.right { color: #5fd0a8; } b.wrong, b.partly { color: #ffb380; } .aside { color: #b0b0b0; } })";

/// 2026-03-01T11:00:00.000Z is "2026-03-01, 11:00 UTC"; another text stays as it is.
std::string minute_of(const std::string& time) {
    if (!seconds_of(time)) return time;
    constexpr std::size_t day = 10, minute = 16;
    return cat({time.substr(0, day), ", ", time.substr(day + 1, minute - day - 1), " UTC"});
}

/// A text of a part, "" where it has none.
std::string text_in(const Json& part, const char* key, const std::string& name) {
    const Json parts = part.value(key, Json::object());
    if (!parts.is_object() || !parts.contains(name)) return "";
    return text_member(parts[name], key == std::string_view("cells") ? "label" : "text");
}

/// Given or expected, in the words of the lab.
std::string answer_html(const Json& exercise, const Json& value, const TextContext& texts) {
    const std::string kind = text_member(exercise, "kind");
    const auto measured = [&](const Json& of, const Json& typed) {
        if (!typed.is_number()) return std::string("—");
        return escape_html(with_unit(number(typed.get<double>(), 4), text_member(of, "unit")));
    };
    if (kind == "choice" && value.is_string()) return inline_html(text_in(exercise, "options", value), texts);
    if (kind == "number") return measured(exercise, value);
    std::string html;
    if (kind == "order")
        for (const Json& one : value)
            html += cat({html.empty() ? "" : ", then ", inline_html(text_in(exercise, "items", one), texts)});
    else if (kind == "table")
        for (const auto& [name, one] : value.items())
            html += cat({html.empty() ? "" : "; ", inline_html(text_in(exercise, "cells", name), texts), ": ",
                         measured(exercise["cells"].value(name, Json::object()), one)});
    else html = escape_html(answer_words(value, Digits::all));
    return html;
}

/// An answer of the right kind, whatever it says; null where nothing is graded or a widget has to be set.
Json any_answer(const Json& exercise) {
    if (const auto options = exercise.find("options"); options != exercise.end()) return options->begin().key();
    const Json items = exercise.value("items", Json::object()), cells = exercise.value("cells", Json::object());
    Json answer;
    for (const auto& [name, item] : items.items()) answer.push_back(name);
    for (const auto& [name, cell] : cells.items()) answer[name] = 0;
    if (exercise["kind"] == "number") answer = 0;
    return answer;
}

/// The right answer, where nobody has given one.
Json expected_of(const Json& scoring, const Json& exercise, const Registry& registry) {
    Json request = scoring;
    request["exercise"] = exercise;
    request["answer"] = any_answer(exercise);
    const auto score = score_json(request, registry);
    return score ? (*score)["expected"] : Json();
}

/// What the lab says to that very answer; a state that its hints cannot be asked about has none.
std::string hint_of(const Json& scoring, const Json& exercise, const Row& row, const Registry& registry) {
    Json request = scoring;
    request["exercise"] = exercise;
    request["answer"] = row.value;
    const auto score = score_json(request, registry);
    return score ? text_member(*score, "hint") : "";
}

std::string exercise_html(const Json& exercise, const Json& scoring, const Row& row, bool open,
                          const TextContext& texts) {
    std::string html = cat({"<section>\n<p class=\"points\">",
                            row.kind == "text" ? "not graded"
                            : row.of == 0      ? "no points"
                                               : cat({point_words(row.points), " of ", point_words(row.of)}),
                            "</p>\n", html_of(text_member(exercise, "prompt"), texts)});
    if (!row.answered()) html += "<p class=\"aside\">Not answered.</p>\n";
    else
        html +=
            cat({"<p class=\"given\">",
                 row.predict ? "You predicted: " : "Your answer: ", answer_html(exercise, row.value, texts),
                 row.kind == "text" ? ""
                                    : cat({" <b class=\"", row.verdict, "\">",
                                           row.verdict == "partly" ? "partly right" : row.verdict, "</b>"}),
                 row.tries_allowed > 0 && row.tries > 1 ? cat({", try ", format_number(row.tries)}) : "", "</p>\n"});
    if (open) {
        if (row.verdict == "wrong" || row.verdict == "partly")
            if (const auto hint = hint_of(scoring, exercise, row, texts.registry); !hint.empty())
                html += cat({"<p>", inline_html(hint, texts), "</p>\n"});
        const Json expected = row.answered() ? row.expected : expected_of(scoring, exercise, texts.registry);
        if (row.kind != "setting" && row.verdict != "right" && !expected.is_null())
            html += cat({"<p class=\"expected\">Right answer: ", answer_html(exercise, expected, texts), "</p>\n"});
        html += html_of(text_member(exercise, "explanation"), texts);
    }
    return html + "</section>\n";
}

std::string lab_html(const Graded& graded, const Lab& lab, double now_s, const Registry& registry) {
    const bool open = !lab.due_s || now_s > *lab.due_s;
    const auto& scorings = lab.scorings.at(graded.variant);
    std::string html =
        cat({"<h2>", escape_html(lab.title.empty() ? lab.name : lab.title), "</h2>\n<p><b>", point_words(graded.points),
             " of ", point_words(graded.of), " points</b>", graded.finished_at.empty() ? "" : ", finished ",
             escape_html(minute_of(graded.finished_at)), "</p>\n"});
    if (!open) html += "<p class=\"aside\">Right answers and reasons follow when the lab is due.</p>\n";
    const Json nothing = Json::object();
    for (std::size_t i = 0; i < graded.rows.size(); ++i) {
        const Names names{nothing, scorings[i]["variables"], lab.definitions};
        html += exercise_html(lab.exercises[i], scorings[i], graded.rows[i], open, {lab.figures, names, registry});
    }
    return html;
}

}  // namespace

std::string option_words(const Lab& lab, const std::string& exercise, const std::string& key,
                         const Registry& registry) {
    const Json nothing = Json::object();
    const Names names{nothing, lab.variables, lab.definitions};
    for (const Json& one : lab.exercises)
        if (text_member(one, "id") == exercise)
            return plain_text(text_in(one, "options", key), {lab.figures, names, registry});
    return "";
}

std::string feedback_page(const std::vector<Marked>& submissions, double now_s, const Registry& registry) {
    const std::string who = escape_html(submissions[0].graded->student());
    std::string body;
    for (const auto& [graded, lab] : submissions) body += lab_html(*graded, *lab, now_s, registry);
    return cat(
        {"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>Feedback for ",
         who, "</title>\n<style>", style, "\n</style>\n</head>\n<body>\n<h1>Feedback for ", who, "</h1>\n", body,
         "</body>\n</html>\n"});
}

}  // namespace ridgepoint::course
