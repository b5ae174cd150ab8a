#include "grade.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "print.hpp"
#include "query.hpp"
#include "ridgepoint/registry.hpp"
#include "score.hpp"
#include "submission.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint::cli {
namespace {

/// A lab as grading needs it.
struct Lab {
    std::string name;
    Json version, variables;
    std::vector<Json> scorings;  ///< a request to `score` for each exercise, all but the answer in it
    bool identified = false;     ///< asks who the student is
};

/// Replaces a query by its value. A text that would read as a variable stays as it was.
Expected<void> work_out(Json& holder, const char* key, const Json& variables, const Registry& registry) {
    if (!holder.is_object() || !holder.contains(key)) return {};
    auto value = answer_query(holder[key], variables, registry);
    if (!value) return tl::make_unexpected(value.error());
    const bool reads_as_query =
        value->is_structured() || (value->is_string() && value->get<std::string>().rfind('$', 0) == 0);
    if (!reads_as_query) holder[key] = std::move(*value);
    return {};
}

/// The exercise with a key that depends on no student worked out once for all of them, and without its texts.
Expected<Json> prepared(Json exercise, const Json& variables, const Registry& registry) {
    for (const char* text : {"prompt", "explanation", "hints"}) exercise.erase(text);
    if (text_member(exercise, "kind") != "setting")
        if (auto ok = work_out(exercise, "answer", variables, registry); !ok) return tl::make_unexpected(ok.error());
    for (const auto& [parts, key] : {std::pair{"cells", "answer"}, std::pair{"items", "value"}})
        if (exercise.contains(parts) && exercise[parts].is_object())
            for (Json& part : exercise[parts])
                if (auto ok = work_out(part, key, variables, registry); !ok) return tl::make_unexpected(ok.error());
    return exercise;
}

/// Labs read so far; thousands of submissions share a few.
class Labs {
public:
    Labs(std::string folder, const Registry& registry) : folder_(std::move(folder)), registry_(registry) {}

    Expected<Lab*> find(const std::string& name) {
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

    Expected<Lab> read(const std::string& name) const {
        // Also keeps a path, and a NUL byte that would end one, away from the file system.
        const bool plain_name = std::all_of(name.begin(), name.end(), [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
        });
        const std::string path = cat({folder_, "/", name, "/lab.json"});
        std::error_code ignored;
        if (!plain_name || !std::filesystem::exists(path, ignored))
            return fail(ErrorCode::unknown_name, "lab", cat({"there is no lab ", quoted(Json(name)), "; ", names()}));
        const auto definition = read_json_file(path);
        if (!definition) return broken(name, definition.error().message);
        if (!definition->is_object() || !definition->contains("exercises") || !(*definition)["exercises"].is_array())
            return broken(name, "it has no list of exercises");
        Lab lab{name, definition->value("version", Json(1)), definition->value("variables", Json::object()), {}, false};
        if (!lab.variables.is_object()) return broken(name, "its variables must be an object");
        lab.identified = text_member(*definition, "identify") == "required";
        for (const Json& exercise : (*definition)["exercises"]) {
            const std::string id = exercise.is_object() ? text_member(exercise, "id") : "";
            if (id.empty() || (exercise.contains("points") && !exercise["points"].is_number()))
                return broken(name, "an exercise has no id, or points that are no number");
            auto ready = prepared(exercise, lab.variables, registry_);
            if (!ready) return broken(name, cat({"exercise ", id, ": ", ready.error().message}));
            lab.scorings.push_back(
                {{"exercise", std::move(*ready)}, {"answer", nullptr}, {"variables", lab.variables}});
        }
        return lab;
    }

    std::string folder_;
    const Registry& registry_;
    std::map<std::string, Expected<Lab>> labs_;
};

struct Row {
    std::string exercise, given;
    double points = 0, of = 0;
    std::string verdict;
};

struct Graded {
    std::string file, lab, name, id;
    std::vector<Row> rows;
    double points = 0, of = 0;
    std::vector<std::string> remarks;
};

/// An answer as a person reads it: `15.4 ms`, `fp16 16.06, int8 8.03`, `int4, int8, fp16`.
std::string words_of(const Json& value, const Json& exercise) {
    if (value.is_string()) return value;
    if (value.is_number()) return cat({plain(value.get<double>()), " ", text_member(exercise, "unit")});
    std::string text;
    for (const auto& [key, one] : value.items())
        text += cat({text.empty() ? "" : ", ", value.is_array() ? "" : cat({key, " "}),
                     one.is_number()   ? plain(one.get<double>())
                     : one.is_string() ? one.get<std::string>()
                                       : quoted(one)});
    return text;
}

std::string shortened(const std::string& text) {
    constexpr std::size_t width = 60;
    std::size_t end = 0;
    for (std::size_t columns = 0; end < text.size() && columns < width; ++columns) {
        ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    }
    return end == text.size() ? text : text.substr(0, end) + "…";
}

/// `scoring` is a request of the lab, in which the answer is put.
Expected<Row> grade_exercise(Json& scoring, const Json& submitted, const Registry& registry) {
    const Json& exercise = scoring["exercise"];
    Row row;
    row.exercise = text_member(exercise, "id");
    const auto entry = submitted.find(row.exercise);
    if (entry != submitted.end())
        if (auto ok = check_answer(exercise, *entry); !ok) return tl::make_unexpected(ok.error());
    if (entry == submitted.end() || !entry->contains("value") || (*entry)["value"].is_null()) {
        row.of = text_member(exercise, "kind") == "text" ? 0 : exercise.value("points", 1.0);
        row.verdict = "not answered";
        return row;
    }
    const Json& value = scoring["answer"] = (*entry)["value"];
    const auto score = score_json(scoring, registry);
    if (!score)
        return fail(score.error().code, joined("answers", row.exercise),
                    cat({"answers.", row.exercise, ": ", score.error().message}));
    row.given = words_of(value, exercise);
    row.points = (*score)["points"];
    row.of = (*score)["of"];
    row.verdict = (*score)["correct"].is_null() || row.of == 0 ? "kept"
                  : (*score)["correct"] == true                ? "right"
                  : row.points > 0                             ? "partly"
                                                               : "wrong";
    return row;
}

Expected<void> check_exercises(const Json& answers, const Lab& lab) {
    std::vector<std::string_view> ids;
    for (const Json& scoring : lab.scorings) ids.push_back(scoring["exercise"]["id"].get_ref<const std::string&>());
    for (const auto& [id, answer] : answers.items())
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            return fail(ErrorCode::unknown_field, joined("answers", id.substr(0, 40)),
                        cat({"the lab ", lab.name, " has no exercise ", quoted(Json(id)), "; it has ", listed(ids)}));
    return {};
}

Expected<Graded> grade_file(const std::string& file, Labs& labs, const Registry& registry) {
    const auto submission = read_submission(file);
    if (!submission) return tl::make_unexpected(submission.error());
    const auto found = labs.find(text_member(*submission, "lab"));
    if (!found) return tl::make_unexpected(found.error());
    Lab& lab = **found;
    const Json version = submission->value("lab_version", Json());
    if (version != lab.version)
        return fail(ErrorCode::not_applicable, "lab_version",
                    cat({"lab_version must be ", lab.version.dump(), ", as that of the lab ", lab.name, ", given ",
                         quoted(version)}));
    const Json& answers = (*submission)["answers"];
    if (auto ok = check_exercises(answers, lab); !ok) return tl::make_unexpected(ok.error());

    Graded graded{file, lab.name, "", "", {}, 0, 0, {}};
    if (submission->contains("student")) {
        graded.name = text_member((*submission)["student"], "name");
        graded.id = text_member((*submission)["student"], "id");
    }
    for (Json& scoring : lab.scorings) {
        auto row = grade_exercise(scoring, answers, registry);
        if (!row) return tl::make_unexpected(row.error());
        graded.points += row->points;
        graded.of += row->of;
        graded.rows.push_back(std::move(*row));
    }
    constexpr double rounding = 1e-6;
    if (submission->contains("shown")) {
        const double shown = (*submission)["shown"]["points"], of = (*submission)["shown"]["of"];
        if (std::fabs(shown - graded.points) > rounding || std::fabs(of - graded.of) > rounding)
            graded.remarks.push_back(
                cat({"the page showed ", plain(shown), " of ", plain(of), " points; the answers are worth ",
                     plain(graded.points), " of ", plain(graded.of)}));
    }
    if (lab.identified && graded.name.empty() && graded.id.empty())
        graded.remarks.push_back("the lab asks for a name or an id, and the file has none");
    return graded;
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

void print_block(const Graded& g) {
    std::cout << student_of(g) << ", lab " << g.lab << ": " << plain(g.points) << " of " << plain(g.of) << "\n";
    std::vector<std::vector<std::string>> rows{{"exercise", "points", "of", "verdict", "given"}};
    for (const Row& row : g.rows)
        rows.push_back({row.exercise, plain(row.points), plain(row.of), row.verdict, shortened(one_line(row.given))});
    rows.push_back({"total", plain(g.points), plain(g.of), "", ""});
    constexpr std::size_t first_text = 3;
    std::cout << table(rows, first_text);
    for (const std::string& remark : g.remarks) std::cout << "Note: " << remark << "\n";
    std::cout << "\n";
}

/// A field of a CSV file, on one line. A text that a spreadsheet would take for a formula gets an apostrophe in front.
std::string csv(const std::string& text) {
    std::string cell = one_line(text);
    const auto start = cell.find_first_not_of(' ');
    if (start != std::string::npos && std::string_view("=+-@").find(cell[start]) != std::string::npos)
        cell.insert(0, "'");
    return csv_field(cell);
}

/// One line a student: the total, and a column for each exercise of any lab graded.
void print_csv(const std::vector<Graded>& all) {
    std::vector<std::string> columns;
    std::map<std::string, std::size_t> first_column;  // by lab, whose exercises are always the same
    for (const Graded& g : all) {
        if (!first_column.emplace(g.lab, columns.size()).second) continue;
        for (const Row& row : g.rows) columns.push_back(cat({g.lab, ".", row.exercise}));
    }
    std::string text = "file,name,id,lab,points,of";
    for (const std::string& column : columns) text += "," + csv(column);
    text += ",remarks\n";
    for (const Graded& g : all) {
        text += cat(
            {csv(g.file), ",", csv(g.name), ",", csv(g.id), ",", csv(g.lab), ",", plain(g.points), ",", plain(g.of)});
        const std::size_t first = first_column[g.lab];
        for (std::size_t c = 0; c < columns.size(); ++c)
            text += "," + (c >= first && c - first < g.rows.size() ? plain(g.rows[c - first].points) : std::string());
        std::string remarks;
        for (const std::string& remark : g.remarks) remarks += (remarks.empty() ? "" : "; ") + remark;
        text += "," + csv(remarks) + "\n";
    }
    std::cout << text;
}

Json as_json(const Graded& g) {
    Json exercises = Json::object();
    for (const Row& row : g.rows)
        exercises[row.exercise] = {{"points", row.points}, {"of", row.of}, {"verdict", row.verdict}};
    return {{"file", g.file}, {"name", g.name},         {"id", g.id},          {"lab", g.lab}, {"points", g.points},
            {"of", g.of},     {"exercises", exercises}, {"remarks", g.remarks}};
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
