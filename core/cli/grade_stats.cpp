#include "grade_stats.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "csv.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Count, course::Graded, course::ItemStatistics, course::Row;

/// Where there is no value: never a zero.
std::string two_digits(double value) { return std::isnan(value) ? "–" : decimals(value, 2); }

std::string minutes(double time_s) { return std::isnan(time_s) ? "–" : format_si(Seconds<>{std::round(time_s)}); }

std::string share(double part, double whole) { return cat({format_number(part), " of ", format_number(whole)}); }

/// `int4 (Larger: what does not shrink is a smaller share)`.
std::string answer_of(const ItemStatistics& item, const Count& count, const Worded& worded) {
    const std::string words = worded(item, count.answer);
    return one_line(words.empty() ? count.answer : cat({count.answer, " (", shortened(words), ")"}));
}

void print_counts(std::string_view what, const ItemStatistics& item, const std::vector<Count>& counts,
                  const Worded& worded) {
    constexpr std::size_t shown = 5;
    if (counts.empty()) return;
    std::cout << "    " << what << ":\n";
    for (std::size_t i = 0; i < counts.size() && i < shown; ++i)
        std::cout << "      " << format_number(counts[i].students) << " × " << answer_of(item, counts[i], worded)
                  << "\n";
    if (counts.size() > shown) std::cout << "      and " << counts.size() - shown << " others\n";
}

/// A line a tenth, from the lowest that somebody has to the highest.
void print_histogram(const std::vector<Graded>& all, const std::string& lab) {
    constexpr double widest = 40;
    const auto counts = points_by_tenth(all, lab);
    const double most = *std::max_element(counts.begin(), counts.end());
    if (most == 0) return;
    const auto has = [](double count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), has) - counts.begin();
    const auto last = counts.rend() - std::find_if(counts.rbegin(), counts.rend(), has);
    std::vector<std::vector<std::string>> rows{{"points", "submissions", ""}};
    for (auto tenth = first; tenth < last; ++tenth) {
        const double count = counts[static_cast<std::size_t>(tenth)];
        std::string bar;
        for (double left = std::ceil(count * std::min(1.0, widest / most)); left > 0; --left) bar += "█";
        rows.push_back(
            {cat({std::to_string(10 * tenth), "–", std::to_string(10 * tenth + 10), " %"}), format_number(count), bar});
    }
    std::cout << table(rows, 2);
}

void print_lab(const std::vector<Graded>& all, const std::vector<ItemStatistics>& items, const std::string& lab,
               const Worded& worded) {
    std::vector<std::vector<std::string>> rows{
        {"exercise", "answered", "right", "difficulty", "discrimination", "tries", "time"}};
    double students = 0;
    for (const ItemStatistics& item : items) {
        if (item.lab != lab) continue;
        students = item.students;
        rows.push_back({item.exercise, format_number(item.answered), !item.graded ? "–" : format_number(item.right),
                        two_digits(item.difficulty), two_digits(item.discrimination), two_digits(item.tries),
                        minutes(item.time_s)});
    }
    std::cout << "Lab " << lab << ", " << format_number(students) << (students == 1 ? " submission" : " submissions")
              << "\n"
              << table(rows);
    print_histogram(all, lab);
    for (const ItemStatistics& item : items) {
        if (item.lab != lab || (item.predictions.empty() && item.wrong_answers.empty())) continue;
        std::cout << "  " << item.exercise << ", right " << share(item.right, item.answered) << "\n";
        print_counts("predicted", item, item.predictions, worded);
        print_counts("wrong with some try", item, item.wrong_answers, worded);
    }
    std::cout << "\n";
}

std::vector<std::string> labs_of(const std::vector<ItemStatistics>& items) {
    std::vector<std::string> labs;
    for (const ItemStatistics& item : items)
        if (labs.empty() || labs.back() != item.lab) labs.push_back(item.lab);
    return labs;
}

void print_remarks(const std::vector<Graded>& all) {
    bool any = false;
    for (const Graded& g : all)
        for (const std::string& remark : g.remarks) {
            if (!any) std::cout << "Remarks, none of which proves anything; ask the student\n";
            any = true;
            std::cout << "  " << one_line(g.student()) << ", " << g.lab << ": " << one_line(remark) << "\n";
        }
    if (any) std::cout << "\n";
}

/// A text with its lines, each moved in; nothing in it steers a terminal.
std::string moved_in(const std::string& text) {
    std::string lines = "    ";
    std::size_t from = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', from)) {
        lines += one_line(text.substr(from, end - from)) + "\n    ";
        from = end + 1;
    }
    return lines + one_line(text.substr(from)) + "\n";
}

void print_texts(const std::vector<Graded>& all, const ItemStatistics& item) {
    std::cout << item.lab << ", " << item.exercise << ", all " << format_number(item.answered) << " texts\n";
    for (const Graded& g : all)
        for (const Row& row : g.rows)
            if (g.lab == item.lab && row.exercise == item.exercise && row.answered())
                std::cout << "  " << one_line(g.student()) << ":\n" << moved_in(row.given);
    std::cout << "\n";
}

Json counts_json(const ItemStatistics& item, const std::vector<Count>& counts, const Worded& worded) {
    Json list = Json::array();
    for (const Count& one : counts) {
        Json entry{{"answer", one.answer}, {"students", one.students}};
        if (const std::string words = worded(item, one.answer); !words.empty()) entry["text"] = words;
        list.push_back(std::move(entry));
    }
    return list;
}

std::string joined_counts(const ItemStatistics& item, const std::vector<Count>& counts, const Worded& worded) {
    std::string text;
    for (const Count& one : counts)
        text += cat({text.empty() ? "" : "; ", format_number(one.students), " × ", answer_of(item, one, worded)});
    return csv_cell(text);
}

}  // namespace

void print_statistics(const std::vector<Graded>& all, const Worded& worded) {
    const auto items = item_statistics(all);
    for (const std::string& lab : labs_of(items)) print_lab(all, items, lab, worded);
    std::cout
        << "Difficulty is the mean share of the points, so that 1 is easy; who did not answer got none.\n"
           "Discrimination is the correlation of an exercise's points with the points of all others: for one that\n"
           "is right or wrong the point-biserial coefficient. Below 0.2 it says little; below 0 look at its key.\n"
           "Time is the median since the answer before; pauses are in it.\n\n";
    print_remarks(all);
    for (const ItemStatistics& item : items)
        if (!item.graded && item.answered > 0) print_texts(all, item);
}

void print_statistics_csv(const std::vector<Graded>& all, const Worded& worded) {
    std::cout << "lab,exercise,kind,submissions,answered,right,difficulty,discrimination,mean_tries,median_time_s,"
                 "predictions,wrong_answers\n";
    const auto cell = [](double value) { return std::isnan(value) ? std::string() : format_number(value); };
    for (const ItemStatistics& item : item_statistics(all))
        std::cout << csv_cell(item.lab) << "," << csv_cell(item.exercise) << "," << item.kind << ","
                  << cell(item.students) << "," << cell(item.answered) << "," << cell(item.right) << ","
                  << cell(item.difficulty) << "," << cell(item.discrimination) << "," << cell(item.tries) << ","
                  << cell(item.time_s) << "," << joined_counts(item, item.predictions, worded) << ","
                  << joined_counts(item, item.wrong_answers, worded) << "\n";
}

Json statistics_json(const std::vector<Graded>& all, const Worded& worded) {
    const auto graded = item_statistics(all);
    Json items = Json::array(), remarks = Json::array();
    for (const ItemStatistics& item : graded) {
        Json entry{{"lab", item.lab},
                   {"exercise", item.exercise},
                   {"kind", item.kind},
                   {"submissions", item.students},
                   {"answered", item.answered},
                   {"right", item.right},
                   {"difficulty", write_number(item.difficulty)},
                   {"discrimination", write_number(item.discrimination)},
                   {"mean_tries", write_number(item.tries)},
                   {"median_time_s", write_number(item.time_s)},
                   {"predictions", counts_json(item, item.predictions, worded)},
                   {"wrong_answers", counts_json(item, item.wrong_answers, worded)}};
        if (!item.graded) {
            Json texts = Json::array();
            for (const Graded& g : all)
                for (const Row& row : g.rows)
                    if (g.lab == item.lab && row.exercise == item.exercise && row.answered())
                        texts.push_back({{"name", g.name}, {"id", g.id}, {"file", g.file}, {"text", row.given}});
            entry["texts"] = std::move(texts);
        }
        items.push_back(std::move(entry));
    }
    Json labs = Json::array();
    for (const std::string& lab : labs_of(graded))
        labs.push_back({{"lab", lab}, {"points_by_tenth", points_by_tenth(all, lab)}});
    for (const Graded& g : all)
        if (!g.remarks.empty())
            remarks.push_back(
                {{"file", g.file}, {"name", g.name}, {"id", g.id}, {"lab", g.lab}, {"remarks", g.remarks}});
    return {{"exercises", items}, {"labs", labs}, {"remarks", remarks}};
}

}  // namespace ridgepoint::cli
