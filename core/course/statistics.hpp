/// What a class did with each exercise of a lab.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "grading.hpp"

namespace ridgepoint::course {

struct Count {
    std::string answer;
    double students = 0;
};

/// An exercise over all submissions of its lab. Shares are NaN where nothing is graded or there are too few students.
struct ItemStatistics {
    std::string lab, exercise, kind;
    bool predict = false;
    bool graded = true;
    double students = 0;  ///< who handed in this lab
    double answered = 0;
    double right = 0;  ///< with whatever try

    /// The share of its points that the class got, nothing for who did not answer: 1 is an easy item. Of an item
    /// without points the share who are right.
    double difficulty = 0;
    /// How an item's points go with those of all others: their correlation (Pearson's r). For an item that is right or
    /// wrong this is the point-biserial coefficient, and as the item itself is left out, the corrected one. NaN where
    /// all have the same points.
    double discrimination = 0;

    double tries = 0;   ///< mean of who answered; NaN where tries are not counted
    double time_s = 0;  ///< median since the answer before, or since the lab was begun; NaN where times are missing
    std::vector<Count> predictions;    ///< every answer to a prediction, the most frequent first
    std::vector<Count> wrong_answers;  ///< of other exercises, by how many students gave them with any try
};

/// One for each exercise of each lab, in their order.
std::vector<ItemStatistics> item_statistics(const std::vector<Graded>& all);

/// How many submissions of a lab got which share of its points: a count for each tenth of them, the whole in the last.
/// Nobody stands in it where the lab has no points.
///
/// Worked: of a lab with 8 points, 6 are 75 % and count in the eighth.
std::array<double, 10> points_by_tenth(const std::vector<Graded>& all, const std::string& lab);

/// Pearson's correlation; NaN for fewer than two pairs, or where one side does not vary.
///
/// Worked: of (0, 1), (0, 3), (1, 4), (1, 6) it is 0.8321.
double correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace ridgepoint::course
