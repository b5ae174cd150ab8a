/// The file a student hands in, checked to be one that a lab's page can have written (web/labs/submission.ts).
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"

namespace ridgepoint::course {

/// Errors, each naming what was found and what is allowed: another format or version; members, types, texts and times
/// that no page writes. What a lab has to say of the answers is not looked at.
Expected<void> check_submission(const Json& submission);

/// What is odd about the times of a submission that was checked: clocks are set, and run ahead, and labs are done
/// again, so none of it is a reason to refuse. `now_s` counts from 1970.
std::vector<std::string> remarks_on_times(const Json& submission, double now_s);

/// Whether an entry of `answers` can be an answer to the exercise of a lab: as its kind has it, and for a prediction
/// that it was recorded once.
Expected<void> check_answer(const Json& exercise, const Json& entry);

/// A member that is a text, or "".
std::string text_member(const Json& object, const char* key);

}  // namespace ridgepoint::course
