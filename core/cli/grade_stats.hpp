/// What a class did with each exercise: `ridgepoint grade --stats`.
#pragma once

#include <functional>

#include "course/statistics.hpp"

namespace ridgepoint::cli {

/// What an answer says beyond its key: the words of a choice's option; "" for any other answer.
using Worded = std::function<std::string(const course::ItemStatistics& item, const std::string& answer)>;

/// A table of the exercises, what was predicted and what was wrong most often, all remarks, and every free text whole.
void print_statistics(const std::vector<course::Graded>& all, const Worded& worded);

/// A line an exercise.
void print_statistics_csv(const std::vector<course::Graded>& all, const Worded& worded);

Json statistics_json(const std::vector<course::Graded>& all, const Worded& worded);

}  // namespace ridgepoint::cli
