/// What a class did with each exercise: `ridgepoint grade --stats`.
#pragma once

#include "course/statistics.hpp"

namespace ridgepoint::cli {

/// A table of the exercises, what was predicted and what was wrong most often, all remarks, and every free text whole.
void print_statistics(const std::vector<course::Graded>& all);

/// A line an exercise.
void print_statistics_csv(const std::vector<course::Graded>& all);

Json statistics_json(const std::vector<course::Graded>& all);

}  // namespace ridgepoint::cli
