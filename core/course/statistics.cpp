#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint::course {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double mean(const std::vector<double>& x) {
    double sum = 0;
    for (const double one : x) sum += one;
    return x.empty() ? unknown : sum / static_cast<double>(x.size());
}

double median(std::vector<double> x) {
    if (x.empty()) return unknown;
    std::sort(x.begin(), x.end());
    const std::size_t half = x.size() / 2;
    return x.size() % 2 == 1 ? x[half] : (x[half - 1] + x[half]) / 2;
}

/// From the last thing that happened before an answer to the answer.
double time_spent(const Graded& g, const Row& row) {
    if (!row.at_s) return unknown;
    std::optional<double> before = g.started_s;  // a time that is not known is before all others
    for (const Row& other : g.rows)
        if (other.at_s < row.at_s) before = std::max(before, other.at_s);
    return before && *before <= *row.at_s ? *row.at_s - *before : unknown;
}

/// The share of the points; where there are none, 1 for a right answer.
double item_score(const Row& row) { return row.of > 0 ? row.points / row.of : row.verdict == "right" ? 1 : 0; }

/// Answers that count as one, and how many students said each of them.
struct Alike {
    double students = 0;
    std::map<std::string, double> said;

    void add(const std::string& answer) {
        ++students;
        ++said[answer];
    }
    const std::string& most_frequent() const {
        return std::max_element(said.begin(), said.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; })
            ->first;
    }
};

std::vector<Count> most_frequent_first(const std::map<std::string, Alike>& counted) {
    std::vector<Count> counts;
    for (const auto& [_, alike] : counted) counts.push_back({alike.most_frequent(), alike.students});
    std::stable_sort(counts.begin(), counts.end(),
                     [](const Count& a, const Count& b) { return a.students > b.students; });
    return counts;
}

ItemStatistics statistics_of(const std::vector<const Graded*>& group, std::size_t index) {
    const Row& model = group[0]->rows[index];
    ItemStatistics item;
    item.lab = group[0]->lab;
    item.exercise = model.exercise;
    item.kind = model.kind;
    item.predict = model.predict;
    item.graded = model.graded;
    item.students = static_cast<double>(group.size());
    std::vector<double> scores, rests, tries, times;
    std::map<std::string, Alike> predictions, wrong;
    for (const Graded* g : group) {
        const Row& row = g->rows[index];
        scores.push_back(item_score(row));
        rests.push_back(g->points - row.points);
        if (!row.answered()) continue;
        ++item.answered;
        if (row.verdict == "right") ++item.right;
        if (row.tries_allowed > 0) tries.push_back(row.tries);
        if (const double spent = time_spent(*g, row); !std::isnan(spent)) times.push_back(spent);
        if (item.predict) {
            const WrongAnswer right{row.given, row.given}, &one = row.wrong.empty() ? right : row.wrong.back();
            predictions[one.alike].add(one.said);
            continue;
        }
        std::map<std::string, std::string> once;
        for (const WrongAnswer& one : row.wrong) once.emplace(one.alike, one.said);
        for (const auto& [alike, said] : once) wrong[alike].add(said);
    }
    item.difficulty = item.graded ? mean(scores) : unknown;
    item.discrimination = item.graded ? correlation(scores, rests) : unknown;
    item.tries = mean(tries);
    item.time_s = median(times);
    if (item.graded) item.predictions = most_frequent_first(predictions);
    item.wrong_answers = most_frequent_first(wrong);
    return item;
}

}  // namespace

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.size() < 2) return unknown;
    const double mean_x = mean(x), mean_y = mean(y);
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - mean_x, dy = y[i] - mean_y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    // Sums of shares differ from one another by rounding.
    constexpr double nothing = 1e-12;
    return xx < nothing || yy < nothing ? unknown : xy / std::sqrt(xx * yy);
}

std::vector<ItemStatistics> item_statistics(const std::vector<Graded>& all) {
    std::vector<std::string> labs;
    std::map<std::string, std::vector<const Graded*>> by_lab;
    for (const Graded& g : all) {
        auto& group = by_lab[g.lab];
        if (group.empty()) labs.push_back(g.lab);
        group.push_back(&g);
    }
    std::vector<ItemStatistics> items;
    for (const std::string& lab : labs) {
        const auto& group = by_lab[lab];
        for (std::size_t i = 0; i < group[0]->rows.size(); ++i) items.push_back(statistics_of(group, i));
    }
    return items;
}

std::array<double, 10> points_by_tenth(const std::vector<Graded>& all, const std::string& lab) {
    std::array<double, 10> counts{};
    for (const Graded& g : all) {
        if (g.lab != lab || g.of <= 0) continue;
        // Points are sums of thirds: 2.3999… of 8 is three tenths.
        const double tenth = std::floor(10 * g.points / g.of + 1e-9);
        counts[static_cast<std::size_t>(std::clamp(tenth, 0.0, 9.0))] += 1;
    }
    return counts;
}

}  // namespace ridgepoint::course
