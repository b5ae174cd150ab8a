#include "feedback.hpp"

#include "answer_words.hpp"
#include "answered.hpp"
#include "prose/text.hpp"
#include "submission.hpp"

namespace ridgepoint::course {
namespace {

constexpr Form html{inline_html, escape_html};

constexpr std::string_view style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } section { border-top: 1px solid #c8c8c8; padding: .5rem 0; }
.points { float: right; margin-left: 1rem; font-variant-numeric: tabular-nums; } .given, .expected { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
b.right { color: #00664b; } b.wrong, b.partly { color: #a33c00; } code { font-size: .9em; } .aside { color: #555; }
@media (prefers-color-scheme: dark) { body { color: #eaeaea; background: #161616; } section { border-color: #444; }
b.right { color: #5fd0a8; } b.wrong, b.partly { color: #ffb380; } .aside { color: #b0b0b0; } })";

std::string exercise_html(const Json& exercise, const Json& scoring, const Row& row, bool open,
                          const TextContext& texts) {
    std::string page = cat(
        {"<section>\n<p class=\"points\">", points_of(row), "</p>\n", html_of(text_member(exercise, "prompt"), texts)});
    if (!row.answered()) page += "<p class=\"aside\">Not answered.</p>\n";
    else
        page +=
            cat({"<p class=\"given\">", row.predict ? "You predicted: " : "Your answer: ",
                 answer_in(html, exercise, row.value, Whose::student, texts),
                 !row.graded ? "" : cat({" <b class=\"", row.verdict, "\">", verdict_words(row), "</b>"}),
                 row.tries_allowed > 0 && row.tries > 1 ? cat({", try ", format_number(row.tries)}) : "", "</p>\n"});
    if (open) {
        if (row.verdict == "wrong" || row.verdict == "partly")
            if (const auto hint = hint_of(scoring, exercise, row, texts.registry); !hint.empty())
                page += cat({"<p>", inline_html(hint, texts), "</p>\n"});
        const Json expected = row.answered() ? row.expected : expected_of(scoring, exercise, texts.registry);
        if (row.kind != "setting" && row.verdict != "right" && !expected.is_null())
            page += cat({"<p class=\"expected\">Right answer: ", answer_in(html, exercise, expected, Whose::lab, texts),
                         "</p>\n"});
        page += html_of(text_member(exercise, "explanation"), texts);
    }
    return page + "</section>\n";
}

std::string lab_html(const Graded& graded, const Lab& lab, double now_s, const Registry& registry) {
    const bool open = answers_are_open(lab, now_s);
    const auto& scorings = lab.scorings.at(graded.variant);
    std::string page =
        cat({"<h2>", escape_html(lab.title.empty() ? lab.name : lab.title), "</h2>\n<p><b>", point_words(graded.points),
             " of ", point_words(graded.of), " points</b>", graded.finished_at.empty() ? "" : ", finished ",
             escape_html(minute_of(graded.finished_at)), "</p>\n"});
    if (!open) page += "<p class=\"aside\">Right answers and reasons follow when the lab is due.</p>\n";
    const Json nothing = Json::object();
    for (std::size_t i = 0; i < graded.rows.size(); ++i) {
        const Names names{nothing, scorings[i]["variables"], lab.definitions};
        page += exercise_html(lab.exercises[i], scorings[i], graded.rows[i], open, {lab.figures, names, registry});
    }
    return page;
}

}  // namespace

std::string option_words(const Lab& lab, const std::string& exercise, const std::string& key,
                         const Registry& registry) {
    const Json nothing = Json::object();
    const Names names{nothing, lab.variables, lab.definitions};
    for (const Json& one : lab.exercises)
        if (text_member(one, "id") == exercise)
            return plain_text(text_of_part(one, "options", key), {lab.figures, names, registry});
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
