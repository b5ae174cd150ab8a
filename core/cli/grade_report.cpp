#include "grade_report.hpp"

#include <iostream>

#include "course/answer_words.hpp"
#include "csv.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Graded, course::Row;

/// Empty where tries are not counted, as of a prediction and a free text.
std::string tries_cell(const Row& row) {
    return row.answered() && row.tries_allowed > 0 ? format_number(row.tries) : std::string();
}

}  // namespace

std::string result_cell(const Row& row) {
    if (!row.answered()) return "";
    if (!row.graded) return csv_cell(row.given);
    return row.of == 0 ? row.verdict : format_number(row.points);
}

void print_block(const Graded& g) {
    std::cout << one_line(g.student()) << ", lab " << g.lab << ": " << course::point_words(g.points) << " of "
              << course::point_words(g.of);
    if (!g.finished_at.empty()) std::cout << ", finished " << g.finished_at;
    std::cout << "\n";
    std::vector<std::vector<std::string>> rows{{"exercise", "points", "of", "tries", "verdict", "given"}};
    for (const Row& row : g.rows)
        rows.push_back({row.exercise, course::point_words(row.points), course::point_words(row.of), tries_cell(row),
                        row.verdict, shortened(one_line(row.given))});
    rows.push_back({"total", course::point_words(g.points), course::point_words(g.of), "", "", ""});
    constexpr std::size_t first_text = 4;
    std::cout << table(rows, first_text);
    for (const std::string& remark : g.remarks) std::cout << "Note: " << one_line(remark) << "\n";
    std::cout << "\n";
}

void print_class_csv(const std::vector<Graded>& all) {
    std::vector<std::string> columns;
    std::map<std::string, std::size_t> first_column;  // by lab, whose exercises are always the same
    for (const Graded& g : all) {
        if (!first_column.emplace(g.lab, columns.size()).second) continue;
        for (const Row& row : g.rows)
            for (const char* what : {"", ".tries"}) columns.push_back(cat({g.lab, ".", row.exercise, what}));
    }
    std::string text = "file,name,id,lab,points,of,finished_at";
    for (const std::string& column : columns) text += "," + csv_cell(column);
    text += ",remarks\n";
    for (const Graded& g : all) {
        text += cat({csv_cell(g.file), ",", csv_cell(g.name), ",", csv_cell(g.id), ",", csv_cell(g.lab), ",",
                     format_number(g.points), ",", format_number(g.of), ",", csv_cell(g.finished_at)});
        std::vector<std::string> cells(columns.size());
        std::size_t next = first_column[g.lab];
        for (const Row& row : g.rows) {
            cells[next++] = result_cell(row);
            cells[next++] = tries_cell(row);
        }
        for (const std::string& cell : cells) text += "," + cell;
        std::string remarks;
        for (const std::string& remark : g.remarks) remarks += (remarks.empty() ? "" : "; ") + remark;
        text += "," + csv_cell(remarks) + "\n";
    }
    std::cout << text;
}

Json as_json(const Graded& g) {
    Json exercises = Json::object();
    for (const Row& row : g.rows)
        exercises[row.exercise] = {{"points", row.points},
                                   {"of", row.of},
                                   {"verdict", row.verdict},
                                   {"tries", row.tries},
                                   {"given", row.given}};
    Json whole{{"file", g.file},
               {"name", g.name},
               {"id", g.id},
               {"lab", g.lab},
               {"finished_at", g.finished_at},
               {"points", g.points},
               {"of", g.of},
               {"exercises", exercises},
               {"remarks", g.remarks}};
    if (!g.variant.empty()) whole["variant"] = g.variant;
    return whole;
}

}  // namespace ridgepoint::cli
