/// The file a student hands in, checked to be one that a lab's page can have written (web/labs/submission.ts).
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"

namespace ridgepoint::course {

/// The submissions in a file: the one that it is, or those of several labs that the page of a course puts together.
/// Errors: a list that is none.
Expected<std::vector<Json>> submissions_of(Json file);

/// Errors, each naming what was found and what is allowed: another format or version; members, types, texts and times
/// that no page writes. What a lab has to say of the answers is not looked at.
Expected<void> check_submission(const Json& submission);

/// Whether an entry of `answers` can be an answer to the exercise of a lab: as its kind has it, what was answered
/// before it too, and for a prediction that it was recorded once.
Expected<void> check_answer(const Json& exercise, const Json& entry);

/// What the page of a lab writes of all other members (web/labs/checksum.ts), as 8 hexadecimal digits. It shows that a
/// file was edited by hand, and no more: anyone can work it out anew. Worked: {"a": 1}: "f41f8711".
std::string checksum(const Json& submission);

/// A member that is a text, or "".
std::string text_member(const Json& object, const char* key);

}  // namespace ridgepoint::course
