/// `ridgepoint grade`: submissions scored against the labs, every answer key worked out anew.
#pragma once

#include <string>
#include <vector>

namespace ridgepoint::cli {

/// From the arguments after `grade`. Prints a table per submission, or what the flags ask for instead, and, on standard
/// error, one line for each file that cannot be graded; goes on with the rest. What is odd and can be graded is a
/// remark beside the points. Returns 0 when every file was graded, 2 on bad input, 3 when something could not be
/// written.
int grade(const std::vector<std::string>& arguments);

}  // namespace ridgepoint::cli
