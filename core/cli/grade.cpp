#include "grade.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "course/grading.hpp"
#include "course/submission.hpp"
#include "csv.hpp"
#include "describe/validate.hpp"
#include "files.hpp"
#include "print.hpp"
#include "prose/text.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::cli {
namespace {

using course::Row, course::text_member;

struct Graded : course::Graded {
    std::string file;
};

/// Labs read so far; thousands of submissions share a few.
class Labs {
public:
    Labs(std::string folder, const Registry& registry) : folder_(std::move(folder)), registry_(registry) {}

    Expected<course::Lab*> find(const std::string& name) {
        auto known = labs_.find(name);
        if (known == labs_.end()) known = labs_.emplace(name, read(name)).first;
        if (!known->second) return tl::make_unexpected(known->second.error());
        return &*known->second;
    }

private:
    static tl::unexpected<Error> broken(const std::string& name, const std::string& reason) {
        return fail(ErrorCode::not_applicable, "lab", cat({"the lab ", name, " itself is wrong: ", reason}));
    }

    std::string names() const {
        std::set<std::string> found;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
            if (std::filesystem::exists(entry.path() / "lab.json", ignored)) found.insert(entry.path().filename());
        const std::vector<std::string_view> all(found.begin(), found.end());
        return all.empty() ? cat({"there is no lab in the folder ", folder_, "; --labs names another"})
                           : cat({"the folder ", folder_, " has ", listed(all)});
    }

    Expected<course::Lab> read(const std::string& name) const {
        // Also keeps a path, and a NUL byte that would end one, away from the file system.
        const bool plain_name = std::all_of(name.begin(), name.end(), [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
        });
        const std::string path = cat({folder_, "/", name, "/lab.json"});
        std::error_code ignored;
        if (!plain_name || !std::filesystem::exists(path, ignored))
            return fail(ErrorCode::unknown_name, "lab", cat({"there is no lab ", quoted(Json(name)), "; ", names()}));
        const auto definition = read_json_file(path, Files::regular);
        if (!definition) return broken(name, definition.error().message);
        auto lab = course::read_lab(name, *definition, registry_);
        if (!lab) return broken(name, lab.error().message);
        return lab;
    }

    std::string folder_;
    const Registry& registry_;
    std::map<std::string, Expected<course::Lab>> labs_;
};

std::string shortened(const std::string& text) {
    constexpr std::size_t width = 60;
    std::size_t end = 0;
    for (std::size_t columns = 0; end < text.size() && columns < width; ++columns) {
        ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    }
    return end == text.size() ? text : text.substr(0, end) + "…";
}

Expected<Graded> grade_file(const std::string& file, Labs& labs, const Registry& registry) {
    const auto submission = read_json_file(file, Files::regular);
    if (!submission) return tl::make_unexpected(submission.error());
    if (auto ok = course::check_submission(*submission); !ok) return tl::make_unexpected(ok.error());
    const auto lab = labs.find(text_member(*submission, "lab"));
    if (!lab) return tl::make_unexpected(lab.error());
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    return course::grade(**lab, *submission, now.count(), registry).map([&](course::Graded&& graded) {
        return Graded{std::move(graded), file};
    });
}

/// Two files of one student in one lab: which counts is for the instructor to say.
void remark_twins(std::vector<Graded>& all) {
    std::map<std::string, std::vector<Graded*>> students;
    for (Graded& g : all)
        if (!g.name.empty() || !g.id.empty())
            students[Json{g.lab, g.id.empty() ? "name" : "id", g.id.empty() ? g.name : g.id}.dump()].push_back(&g);
    for (const auto& [key, files] : students) {
        if (files.size() < 2) continue;
        for (Graded* g : files) {
            const Graded* other = files[0] == g ? files[1] : files[0];
            g->remarks.push_back(cat(
                {"another submission of this student: ", one_line(other->file), files.size() > 2 ? ", and more" : ""}));
        }
    }
}

std::string student_of(const Graded& g) {
    std::string text = g.name.empty() && g.id.empty() ? g.file : g.name;
    if (!g.id.empty()) text += cat({text.empty() ? "" : " ", "(", g.id, ")"});
    return one_line(text);
}

/// Empty where tries are not counted, as of a prediction and a free text.
std::string tries_cell(const Row& row) {
    return row.answered() && row.tries_allowed > 0 ? format_number(row.tries) : std::string();
}

/// What of an exercise goes into a class's table: its points, of a free text the whole of it, of a prediction without
/// points whether it was right; nothing where nothing was answered.
std::string result_cell(const Row& row) {
    if (!row.answered()) return "";
    if (row.kind == "text") return csv_cell(row.given);
    return row.of == 0 ? row.verdict : format_number(row.points);
}

void print_block(const Graded& g) {
    std::cout << student_of(g) << ", lab " << g.lab << ": " << format_number(g.points) << " of " << format_number(g.of);
    if (!g.finished_at.empty()) std::cout << ", finished " << g.finished_at;
    std::cout << "\n";
    std::vector<std::vector<std::string>> rows{{"exercise", "points", "of", "tries", "verdict", "given"}};
    for (const Row& row : g.rows)
        rows.push_back({row.exercise, format_number(row.points), format_number(row.of), tries_cell(row), row.verdict,
                        shortened(one_line(row.given))});
    rows.push_back({"total", format_number(g.points), format_number(g.of), "", "", ""});
    constexpr std::size_t first_text = 4;
    std::cout << table(rows, first_text);
    for (const std::string& remark : g.remarks) std::cout << "Note: " << remark << "\n";
    std::cout << "\n";
}

/// One line a student: the total, and two columns for each exercise of any lab graded, its result and its tries.
void print_csv(const std::vector<Graded>& all) {
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
    return {{"file", g.file},
            {"name", g.name},
            {"id", g.id},
            {"lab", g.lab},
            {"finished_at", g.finished_at},
            {"points", g.points},
            {"of", g.of},
            {"exercises", exercises},
            {"remarks", g.remarks}};
}

}  // namespace

int grade(const std::vector<std::string>& files, const GradeOptions& options) {
    constexpr int done = 0, incomplete = 2;
    const auto& registry = Registry::embedded();
    if (!registry) {
        std::cerr << "ridgepoint: " << registry.error().message << "\n";
        return incomplete;
    }
    Labs labs(options.labs, *registry);
    std::vector<Graded> all;
    Json refused = Json::array();
    for (const std::string& file : files) {
        auto graded = grade_file(file, labs, *registry);
        if (graded) {
            all.push_back(std::move(*graded));
            continue;
        }
        Json entry{{"file", file}};
        entry.update(write_error(graded.error()));
        refused.push_back(std::move(entry));
        std::cerr << "ridgepoint: " << one_line(cat({file, ": ", graded.error().message})) << "\n";
    }
    remark_twins(all);
    if (options.json) {
        Json list = Json::array();
        for (const Graded& g : all) list.push_back(as_json(g));
        for (const Json& entry : refused) list.push_back(entry);
        std::cout << list.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    } else if (options.csv) {
        print_csv(all);
    } else {
        for (const Graded& g : all) print_block(g);
    }
    if (refused.empty()) return done;
    if (files.size() > 1)
        std::cerr << "ridgepoint: " << refused.size() << " of " << files.size() << " files could not be graded\n";
    return incomplete;
}

}  // namespace ridgepoint::cli
