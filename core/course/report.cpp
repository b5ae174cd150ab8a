#include "report.hpp"

#include "answer_words.hpp"
#include "answered.hpp"
#include "engine.hpp"
#include "prose/text.hpp"
#include "submission.hpp"

namespace ridgepoint::course {
namespace {

/// Letters that mean something in Markdown stand for themselves; a line break is a space.
std::string escape_markdown(std::string_view text) {
    constexpr std::string_view special = "\\`*_{}[]<>#|~$&!";
    std::string escaped;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c == '\n' || c == '\r' ? ' ' : c;
    }
    return escaped;
}

std::string words_of_lab(const std::string& markdown, const TextContext& context) {
    return escape_markdown(plain_text(markdown, context));
}

constexpr Form markdown{words_of_lab, escape_markdown};

std::string program(std::string_view version, std::string_view data) {
    return cat({"Ridgepoint ", escape_markdown(version), ", data ", escape_markdown(data)});
}

std::string facts(const Graded& g, const Lab& lab) {
    std::string text = "| | |\n|:--|:--|\n";
    const auto add = [&](std::string_view what, const std::string& fact) {
        if (!fact.empty()) text += cat({"| ", what, " | ", fact, " |\n"});
    };
    add("student", escape_markdown(g.student()));
    add("lab", cat({escape_markdown(lab.name), ", version ", lab.version.dump(),
                    g.variant.empty() ? "" : cat({", variant ", escape_markdown(g.variant)})}));
    add("begun", escape_markdown(minute_of(g.started_at)));
    add("finished", escape_markdown(minute_of(g.finished_at)));
    if (g.made_with.is_object())
        add("made with", program(text_member(g.made_with, "version"), text_member(g.made_with, "data")));
    add("graded with", program(made_with().version, made_with().data));
    add("points", cat({point_words(g.points), " of ", point_words(g.of)}));
    return text;
}

std::string given(const Row& row, const Json& exercise, const TextContext& texts) {
    if (!row.answered()) return "Not answered.";
    return cat(
        {row.predict ? "Predicted: " : "Answered: ", answer_in(markdown, exercise, row.value, Whose::student, texts),
         !row.graded ? "" : cat({" (", verdict_words(row), ")"}),
         row.tries_allowed > 0 && row.tries > 1 ? cat({", try ", format_number(row.tries)}) : ""});
}

std::string section(const Row& row, const Json& exercise, const Json& scoring, bool open, const TextContext& texts) {
    std::string text =
        cat({"\n## ", escape_markdown(row.exercise), ": ", points_of(row), row.of > 0 ? " points" : "", "\n\n",
             words_of_lab(text_member(exercise, "prompt"), texts), "\n\n- ", given(row, exercise, texts), "\n"});
    const Json expected = row.answered() ? row.expected : expected_of(scoring, exercise, texts.registry);
    if (open && row.kind != "setting" && row.verdict != "right" && !expected.is_null())
        text += cat({"- Right: ", answer_in(markdown, exercise, expected, Whose::lab, texts), "\n"});
    return text;
}

}  // namespace

std::string report_markdown(const Marked& submission, double now_s, const Registry& registry) {
    const auto& [graded, lab] = submission;
    const bool open = answers_are_open(*lab, now_s);
    std::string text =
        cat({"# ", escape_markdown(lab->title.empty() ? lab->name : lab->title), "\n\n", facts(*graded, *lab)});
    std::string missing;
    for (const Row& row : graded->rows)
        if (!row.answered()) missing += cat({missing.empty() ? "" : ", ", escape_markdown(row.exercise)});
    if (!missing.empty()) text += cat({"\nNot answered: ", missing, ".\n"});
    if (!open) text += "\nRight answers follow when the lab is due.\n";
    for (const std::string& remark : graded->remarks) text += cat({"\nRemark: ", escape_markdown(remark), ".\n"});
    const auto& scorings = lab->scorings.at(graded->variant);
    const Json nothing = Json::object();
    for (std::size_t i = 0; i < graded->rows.size(); ++i) {
        const Names names{nothing, scorings[i]["variables"], lab->definitions};
        text += section(graded->rows[i], lab->exercises[i], scorings[i], open, {lab->figures, names, registry});
    }
    return text;
}

}  // namespace ridgepoint::course
