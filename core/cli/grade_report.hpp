/// Graded submissions, student by student: as tables, as CSV for a class, as JSON.
#pragma once

#include "course/grading.hpp"

namespace ridgepoint::cli {

void print_block(const course::Graded& graded);

/// One line a student: the total, and two columns for each exercise of any lab graded, its result and its tries.
void print_class_csv(const std::vector<course::Graded>& all);

Json as_json(const course::Graded& graded);

/// The points of an exercise, of a free text the whole of it, of a prediction without points whether it was right;
/// nothing where nothing was answered.
std::string result_cell(const course::Row& row);

}  // namespace ridgepoint::cli
