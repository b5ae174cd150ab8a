#include "answered.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "answer_words.hpp"
#include "prose/text.hpp"
#include "score.hpp"
#include "submission.hpp"
#include "times.hpp"

namespace ridgepoint::course {
namespace {

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

std::string with_digits(double value, int digits) {
    constexpr double needs_exponent = 1e9;
    return std::fabs(value) >= needs_exponent ? whole(value) : number(value, digits);
}

/// What the rules for figures call a unit that they have a prefix for: of "ms", "GB/s" and "TFLOP/s" the seconds,
/// the bytes a second and the operations a second. "" where they have none.
std::string_view quantity_of(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> known{
        {{"FLOP/s", "flop/s"}, {"B/s", "bytes/s"}, {"bytes", "bytes"}, {"B", "bytes"}, {"s", "s"}}};
    constexpr std::array<std::string_view, 9> prefixes{"", "n", "µ", "m", "k", "M", "G", "T", "P"};
    for (const auto& [symbol, quantity] : known)
        for (const std::string_view prefix : prefixes)
            if (unit == cat({prefix, symbol})) return quantity;
    return "";
}

/// With the digits that a figure in that unit has, since it may stand beside one (`measured` in web/labs/numbers.ts).
std::string as_figure(double value, const std::string& unit) {
    if (unit == "×") {
        const std::string factor = factor_text(value);
        return factor.substr(0, factor.size() - unit.size());
    }
    constexpr double next_prefix = 999;
    constexpr int usual = 3;
    const double size = std::fabs(value);
    const std::string_view known = quantity_of(unit);
    if (known.empty() || size < 1 || size >= next_prefix) return with_digits(value, usual);
    const std::string figure = quantity(value, known);
    return figure.substr(0, figure.find(' '));
}

}  // namespace

bool answers_are_open(const Lab& lab, double now_s) { return !lab.due_s || now_s > *lab.due_s; }

std::string verdict_words(const Row& row) { return row.verdict == "partly" ? "partly right" : row.verdict; }

std::string points_of(const Row& row) {
    if (!row.graded) return "not graded";
    return row.of == 0 ? "no points" : cat({point_words(row.points), " of ", point_words(row.of)});
}

std::string minute_of(const std::string& time) {
    if (!seconds_of(time)) return time;
    constexpr std::size_t day = 10, minute = 16;
    return cat({time.substr(0, day), ", ", time.substr(day + 1, minute - day - 1), " UTC"});
}

std::string text_of_part(const Json& part, const char* key, const std::string& name) {
    const Json parts = part.value(key, Json::object());
    if (!parts.is_object() || !parts.contains(name)) return "";
    return text_member(parts[name], key == std::string_view("cells") ? "label" : "text");
}

std::string answer_in(const Form& form, const Json& exercise, const Json& value, Whose whose,
                      const TextContext& texts) {
    const std::string kind = text_member(exercise, "kind");
    const auto measured = [&](const Json& of, const Json& typed) {
        if (!typed.is_number()) return std::string("—");
        const std::string unit = text_member(of, "unit");
        constexpr int all = 12;
        return form.of_student(with_unit(whose == Whose::lab ? as_figure(typed, unit) : with_digits(typed, all), unit));
    };
    if (kind == "choice" && value.is_string()) return form.of_lab(text_of_part(exercise, "options", value), texts);
    if (kind == "number") return measured(exercise, value);
    std::string text;
    if (kind == "order")
        for (const Json& one : value)
            text += cat({text.empty() ? "" : ", then ", form.of_lab(text_of_part(exercise, "items", one), texts)});
    else if (exercise.contains("cells"))
        for (const auto& [name, one] : value.items())
            text += cat({text.empty() ? "" : "; ", form.of_lab(text_of_part(exercise, "cells", name), texts), ": ",
                         measured(exercise["cells"].value(name, Json::object()), one)});
    else text = form.of_student(answer_words(value, Digits::all));
    return text;
}

Json expected_of(const Json& scoring, const Json& exercise, const Registry& registry) {
    Json request = scoring;
    request["exercise"] = exercise;
    request["answer"] = any_answer(exercise);
    const auto score = score_json(request, registry);
    return score ? (*score)["expected"] : Json();
}

std::string hint_of(const Json& scoring, const Json& exercise, const Row& row, const Registry& registry) {
    Json request = scoring;
    request["exercise"] = exercise;
    request["answer"] = row.value;
    const auto score = score_json(request, registry);
    if (!score) return "";
    const Json hint = score->value("hint", Json());
    if (hint.is_string()) return hint;
    std::string text;
    for (const auto& [cell, _] : hint.items())
        text += cat(
            {text.empty() ? "" : " ", text_of_part(exercise, "cells", cell), ": ", text_member(hint, cell.c_str())});
    return text;
}

}  // namespace ridgepoint::course
