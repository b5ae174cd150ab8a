#include "grade_against.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "course/answer_words.hpp"
#include "csv.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Graded, course::Row;

struct Change {
    std::string exercise;
    double before, now;
};

bool differs(double before, double now) {
    constexpr double rounding = 1e-9;
    return std::fabs(before - now) > rounding;
}

/// An exercise that one of the two labs has not is worth nothing there.
std::vector<Change> changes(const Regraded& pair) {
    std::vector<Change> found;
    const auto points = [](const Graded& g, const std::string& exercise) {
        const auto row =
            std::find_if(g.rows.begin(), g.rows.end(), [&](const Row& one) { return one.exercise == exercise; });
        return row == g.rows.end() ? 0 : row->points;
    };
    for (const Row& row : pair.before->rows)
        if (const double now = points(*pair.now, row.exercise); differs(row.points, now))
            found.push_back({row.exercise, row.points, now});
    for (const Row& row : pair.now->rows)
        if (differs(row.points, 0) && std::none_of(pair.before->rows.begin(), pair.before->rows.end(),
                                                   [&](const Row& one) { return one.exercise == row.exercise; }))
            found.push_back({row.exercise, 0, row.points});
    return found;
}

std::string in_words(const std::vector<Change>& changes) {
    std::string text;
    for (const Change& one : changes)
        text += cat({text.empty() ? "" : ", ", one.exercise, " ", course::point_words(one.before), " → ",
                     course::point_words(one.now)});
    return text;
}

}  // namespace

void print_difference(const std::vector<Regraded>& all) {
    std::vector<std::vector<std::string>> rows{{"before", "now", "of", "student", "lab", "exercises"}};
    for (const Regraded& pair : all)
        if (const auto found = changes(pair); !found.empty())
            rows.push_back({course::point_words(pair.before->points), course::point_words(pair.now->points),
                            course::point_words(pair.now->of), one_line(pair.now->student()), pair.now->lab,
                            in_words(found)});
    constexpr std::size_t first_text = 3;
    if (rows.size() > 1) std::cout << table(rows, first_text);
    std::cout << rows.size() - 1 << " of " << all.size() << " submissions have other points than before\n";
}

void print_difference_csv(const std::vector<Regraded>& all) {
    std::cout << "file,name,id,lab,before,now,of,exercises\n";
    for (const Regraded& pair : all)
        std::cout << csv_cell(pair.now->file) << "," << csv_cell(pair.now->name) << "," << csv_cell(pair.now->id) << ","
                  << csv_cell(pair.now->lab) << "," << format_number(pair.before->points) << ","
                  << format_number(pair.now->points) << "," << format_number(pair.now->of) << ","
                  << csv_cell(in_words(changes(pair))) << "\n";
}

Json difference_json(const std::vector<Regraded>& all) {
    Json list = Json::array();
    for (const Regraded& pair : all) {
        Json exercises = Json::object();
        for (const Change& one : changes(pair)) exercises[one.exercise] = {{"before", one.before}, {"now", one.now}};
        list.push_back({{"file", pair.now->file},
                        {"name", pair.now->name},
                        {"id", pair.now->id},
                        {"lab", pair.now->lab},
                        {"before", pair.before->points},
                        {"now", pair.now->points},
                        {"of", pair.now->of},
                        {"exercises", exercises}});
    }
    return list;
}

}  // namespace ridgepoint::cli
