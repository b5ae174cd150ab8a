#include "gradebook.hpp"

#include <algorithm>
#include <cmath>

#include "course/times.hpp"
#include "csv.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"

// The columns, as the systems document them or, for Canvas, as its importer reads them:
//
// Canvas (lib/gradebook_importer.rb): the header begins with Student, ID; SIS User ID, SIS Login ID and Section follow;
// each
//   further column is an assignment by its title. A first row "Points Possible" has what each is out of. A student is
//   found by ID, Canvas's own number, else by SIS User ID, else by SIS Login ID, else by name; an empty cell changes
//   nothing.
// Moodle (docs.moodle.org, Grade import): any columns; the teacher maps "Email address" or "ID number" to the user, and
// each
//   grade to its item. Points have a decimal point.
// Brightspace (community.d2l.com, Importing grades): OrgDefinedId or Username or both, then the name of each item
// followed
//   by "Points Grade", and a last column End-of-Line Indicator with # in each line. An item that is new is made with
//   the points in <Numeric MaxPoints:…>.
// Gradescope imports no scores from CSV; these are the columns of its own export of a course, for tools that merge such
//   files (tests/examples of eldridgejm/gradelib has two): of each assignment the score, "Max Points", "Submission
//   Time" as 2018-09-13 11:36:43 -0700 and "Lateness (H:M:S)", with hours beyond 24, and last "Total Lateness (H:M:S)".
//   The name is in one column, or in two where the roster has two.

namespace ridgepoint::cli {
namespace {

using course::Graded;

/// 225:07:02.
std::string hours_minutes_seconds(double time_s) {
    const auto two = [](int part) { return (part < 10 ? "0" : "") + std::to_string(part); };
    const auto whole = static_cast<long long>(std::floor(time_s));
    return cat({two(static_cast<int>(whole / 3600)), ":", two(static_cast<int>(whole / 60 % 60)), ":",
                two(static_cast<int>(whole % 60))});
}

/// 2026-03-01T12:00:00.000Z is 2026-03-01 12:00:00 +0000; "" for what is no such time.
std::string submission_time(const std::string& finished_at) {
    constexpr std::size_t day = 10, second = 19;
    if (!course::seconds_of(finished_at)) return "";
    return cat({finished_at.substr(0, day), " ", finished_at.substr(day + 1, second - day - 1), " +0000"});
}

/// 0 of what was not handed in, or has no date to be in time for.
double lateness_s(const Graded* graded, const GradebookLab& lab) {
    const auto finished = graded == nullptr ? std::nullopt : course::seconds_of(graded->finished_at);
    return finished && lab.due_s ? std::max(0.0, *finished - *lab.due_s) : 0;
}

struct Student {
    std::string name, id;
    std::map<std::string, const Graded*> labs;

    bool has_address() const { return id.find('@') != std::string::npos; }
    bool has_number() const { return !id.empty() && id.find_first_not_of("0123456789") == std::string::npos; }
};

struct Book {
    std::vector<Student> students;
    std::vector<std::string> labs;
    std::map<std::string, double> of;
};

Book book_of(const std::vector<Graded>& all) {
    Book book;
    for (const Graded& g : all) {
        if (g.name.empty() && g.id.empty()) continue;
        if (book.of.emplace(g.lab, g.of).second) book.labs.push_back(g.lab);
        auto known = std::find_if(book.students.begin(), book.students.end(), [&](const Student& one) {
            return g.id.empty() ? one.id.empty() && one.name == g.name : one.id == g.id;
        });
        if (known == book.students.end()) known = book.students.insert(known, Student{g.name, g.id, {}});
        const Graded*& last = known->labs[g.lab];
        if (last == nullptr || last->finished_at < g.finished_at) last = &g;
    }
    return book;
}

std::string line_of(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
    return line + "\n";
}

/// Who a student is, and the columns that say so.
struct System {
    std::string_view name;
    std::vector<std::string> heads;
    std::vector<std::string> (*who)(const Student&);
};

const std::vector<System>& systems() {
    static const std::vector<System> all{
        {"canvas",
         {"Student", "ID", "SIS User ID", "SIS Login ID", "Section"},
         [](const Student& s) -> std::vector<std::string> {
             return {s.name, "", s.has_address() ? "" : s.id, s.has_address() ? s.id : "", ""};
         }},
        {"moodle",
         {"Full name", "ID number", "Email address"},
         [](const Student& s) -> std::vector<std::string> {
             return {s.name, s.has_address() ? "" : s.id, s.has_address() ? s.id : ""};
         }},
        {"brightspace",
         {"OrgDefinedId", "Username"},
         [](const Student& s) -> std::vector<std::string> {
             return {s.has_number() ? s.id : "", s.has_number() ? "" : s.id.empty() ? s.name : s.id};
         }},
        {"gradescope", {"Name", "SID", "Email"}, [](const Student& s) -> std::vector<std::string> {
             return {s.name, s.has_address() ? "" : s.id, s.has_address() ? s.id : ""};
         }}};
    return all;
}

}  // namespace

Expected<std::string> gradebook_csv(const std::vector<Graded>& all, const std::string& system,
                                    const std::map<std::string, GradebookLab>& labs) {
    const auto found =
        std::find_if(systems().begin(), systems().end(), [&](const System& one) { return one.name == system; });
    if (found == systems().end()) {
        std::vector<std::string_view> names;
        for (const System& one : systems()) names.push_back(one.name);
        return fail(ErrorCode::unknown_name, "gradebook",
                    cat({"--gradebook must be one of ", listed(names), ", given ", quoted(Json(system))}));
    }
    const auto about = [&](const std::string& lab) {
        const auto known = labs.find(lab);
        return known == labs.end() ? GradebookLab{} : known->second;
    };
    const Book book = book_of(all);
    const bool brightspace = system == "brightspace", gradescope = system == "gradescope";
    std::vector<std::string> heads = found->heads, possible{"Points Possible", "", "", "", ""};
    for (const std::string& lab : book.labs) {
        const std::string title = about(lab).title, called = title.empty() ? lab : title;
        const std::string of = format_number(book.of.at(lab));
        heads.push_back(brightspace ? cat({called, " Points Grade <Numeric MaxPoints:", of, ">"}) : called);
        if (gradescope)
            for (const char* what : {" - Max Points", " - Submission Time", " - Lateness (H:M:S)"})
                heads.push_back(called + what);
        possible.push_back(of);
    }
    if (brightspace) heads.emplace_back("End-of-Line Indicator");
    if (gradescope) heads.emplace_back("Total Lateness (H:M:S)");
    std::string text = line_of(heads);
    if (system == "canvas") text += line_of(possible);
    for (const Student& student : book.students) {
        std::vector<std::string> cells = found->who(student);
        double late_s = 0;
        for (const std::string& lab : book.labs) {
            const auto handed = student.labs.find(lab);
            const Graded* graded = handed == student.labs.end() ? nullptr : handed->second;
            cells.push_back(graded == nullptr ? "" : format_number(graded->points));
            if (!gradescope) continue;
            const double late_here_s = lateness_s(graded, about(lab));
            late_s += late_here_s;
            cells.push_back(format_number(book.of.at(lab)));
            cells.push_back(graded == nullptr ? "" : submission_time(graded->finished_at));
            cells.push_back(hours_minutes_seconds(late_here_s));
        }
        if (brightspace) cells.emplace_back("#");
        if (gradescope) cells.push_back(hours_minutes_seconds(late_s));
        text += line_of(cells);
    }
    return text;
}

}  // namespace ridgepoint::cli
