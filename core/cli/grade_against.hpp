/// What a change of the labs changes for a class: `ridgepoint grade --against OLD-LABS`.
#pragma once

#include "course/grading.hpp"

namespace ridgepoint::cli {

struct Regraded {
    const course::Graded* before;
    const course::Graded* now;
};

/// A line for each submission whose points differ, with its exercises that do; as CSV a line for each submission.
void print_difference(const std::vector<Regraded>& all);
void print_difference_csv(const std::vector<Regraded>& all);
Json difference_json(const std::vector<Regraded>& all);

}  // namespace ridgepoint::cli
