/// What a student answered and what is right, in the words of the lab: for pages and reports.
#pragma once

#include <string>

#include "grading.hpp"
#include "texts.hpp"

namespace ridgepoint::course {

/// How a document writes a text of the lab, and how what the student typed.
struct Form {
    std::string (*of_lab)(const std::string& markdown, const TextContext& context);
    std::string (*of_student)(std::string_view typed);
};

/// Whose number is said: of the student's all digits, of the lab's as many as its figures have.
enum class Whose { student, lab };

/// Given or expected: "3.25×", "fp16: 16.06 GB; int8: 8.03 GB".
std::string answer_in(const Form& form, const Json& exercise, const Json& value, Whose whose, const TextContext& texts);

/// A text of an option, item or cell (`key`: options, items, cells), "" where it has none.
std::string text_of_part(const Json& exercise, const char* key, const std::string& name);

/// The right answer, where nobody has given one; null of a free text.
Json expected_of(const Json& scoring, const Json& exercise, const Registry& registry);

/// What the lab says to that very answer; a state that its hints cannot be asked about has none.
std::string hint_of(const Json& scoring, const Json& exercise, const Row& row, const Registry& registry);

/// Whether right answers may be told: the lab is due, or has no date. `now_s` counts from 1970.
bool answers_are_open(const Lab& lab, double now_s);

/// "right", "partly right", "wrong", "kept"
std::string verdict_words(const Row& row);

/// "1 of 2", "no points", "not graded"
std::string points_of(const Row& row);

/// 2026-03-01T11:00:00.000Z is "2026-03-01, 11:00 UTC"; another text stays as it is.
std::string minute_of(const std::string& time);

}  // namespace ridgepoint::course
