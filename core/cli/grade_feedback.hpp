/// Feedback for each student as a file: `ridgepoint grade --feedback FOLDER`.
#pragma once

#include "course/grading.hpp"
#include "labs_folder.hpp"

namespace ridgepoint::cli {

/// Writes FOLDER/NAME.html for each student, named by id, else by name, else by the file that was handed in; answers
/// the names. Errors: `not_applicable` where the folder or a file cannot be written.
Expected<std::vector<std::string>> write_feedback(const std::string& folder, const std::vector<course::Graded>& all,
                                                  LabsFolder& labs, double now_s, const Registry& registry);

}  // namespace ridgepoint::cli
