/// A class's points as the gradebook of a learning-management system imports them.
#pragma once

#include "course/grading.hpp"

namespace ridgepoint::cli {

/// `system` is canvas, moodle, brightspace or gradescope. One line a student, one grade a lab, called by its title; of
/// several submissions of one student to a lab the one that was finished last counts. `titles` has the labs' by name.
/// Errors: another system.
Expected<std::string> gradebook_csv(const std::vector<course::Graded>& all, const std::string& system,
                                    const std::map<std::string, std::string>& titles);

}  // namespace ridgepoint::cli
