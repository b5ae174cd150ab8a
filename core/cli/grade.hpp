/// `ridgepoint grade`: submissions scored against the labs, every answer key worked out anew.
#pragma once

#include <string>
#include <vector>

namespace ridgepoint::cli {

struct GradeOptions {
    std::string labs = "labs";  ///< folder of the labs, as in the repository
    bool csv = false;
    bool json = false;
};

/// Prints a table per submission (or a CSV of the class, or JSON) and, on standard error, one line for each file that
/// cannot be graded; goes on with the rest. What is odd and can be graded is a remark beside the points: a score other
/// than the page showed, times that no clock kept, two submissions of one student. Returns 0 when every file was
/// graded, 2 otherwise.
int grade(const std::vector<std::string>& files, const GradeOptions& options);

}  // namespace ridgepoint::cli
