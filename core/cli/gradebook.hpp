/// A class's points as the gradebook of a learning-management system imports them.
#pragma once

#include "course/grading.hpp"

namespace ridgepoint::cli {

/// What a gradebook says of a lab.
struct GradebookLab {
    std::string title;
    std::optional<double> due_s;  ///< since 1970
};

/// `system` is canvas, moodle, brightspace or gradescope. One line a student, one grade a lab, called by its title; of
/// several submissions of one student to a lab the one that was finished last counts. `labs` are
/// known by name. Errors: another system.
Expected<std::string> gradebook_csv(const std::vector<course::Graded>& all, const std::string& system,
                                    const std::map<std::string, GradebookLab>& labs);

}  // namespace ridgepoint::cli
