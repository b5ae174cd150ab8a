#include "grade.hpp"

#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "print.hpp"
#include "text.hpp"

namespace ridgepoint::cli {
namespace {

constexpr double known_format = 1;

Expected<Json> read_json_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(ErrorCode::unknown_name, "", "the file cannot be read");
    return parse_json(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string text_member(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// A lab as grading needs it.
struct Lab {
    std::string name;
    Json definition;
};

/// Labs read so far; thousands of submissions share a few.
class Labs {
public:
    explicit Labs(std::string folder) : folder_(std::move(folder)) {}

    Expected<const Lab*> find(const std::string& name) {
        const bool plain_name = !name.empty() && name.find_first_of("/\\.") == std::string::npos;
        if (!plain_name)
            return fail(ErrorCode::unknown_name, "lab",
                        cat({"lab must be the name of a lab, given ", quoted(Json(name))}));
        if (const auto known = labs_.find(name); known != labs_.end()) return &known->second;
        auto definition = read_json_file(cat({folder_, "/", name, "/lab.json"}));
        if (!definition || !definition->is_object() || !definition->contains("exercises") ||
            !(*definition)["exercises"].is_array())
            return fail(ErrorCode::unknown_name, "lab", cat({"there is no lab ", quoted(Json(name)), " in ", folder_}));
        for (const Json& exercise : (*definition)["exercises"]) {
            const bool sound = exercise.is_object() && !text_member(exercise, "id").empty() &&
                               (!exercise.contains("points") || exercise["points"].is_number());
            if (!sound)
                return fail(
                    ErrorCode::wrong_type, "lab",
                    cat({"the lab ", name, " has an exercise without an id, or with points that are no number"}));
        }
        if (definition->contains("variables") && !(*definition)["variables"].is_object())
            return fail(ErrorCode::wrong_type, "lab", cat({"the variables of the lab ", name, " must be an object"}));
        return &labs_.emplace(name, Lab{name, std::move(*definition)}).first->second;
    }

private:
    std::string folder_;
    std::map<std::string, Lab> labs_;
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

Expected<void> check_submission(const Json& s) {
    if (!s.is_object() || text_member(s, "format") != "ridgepoint-submission")
        return fail(ErrorCode::wrong_type, "format",
                    "this is not a submission: format must be \"ridgepoint-submission\"");
    if (!s.contains("version") || s["version"] != known_format)
        return fail(ErrorCode::wrong_type, "version",
                    cat({"version must be 1, given ", quoted(s.contains("version") ? s["version"] : Json())}));
    if (!s.contains("answers") || !s["answers"].is_object())
        return fail(ErrorCode::wrong_type, "answers", "answers must be an object");
    return {};
}

Expected<Row> grade_exercise(const Json& exercise, const Json& submitted, const Json& variables) {
    Row row;
    row.exercise = text_member(exercise, "id");
    const auto entry = submitted.find(row.exercise);
    const bool answered =
        entry != submitted.end() && entry->is_object() && entry->contains("value") && !(*entry)["value"].is_null();
    if (!answered) {
        row.of = text_member(exercise, "kind") == "text" ? 0 : exercise.value("points", 1.0);
        row.verdict = "not answered";
        return row;
    }
    const Json& value = (*entry)["value"];
    const Json request{{"exercise", exercise}, {"answer", value}, {"variables", variables}};
    const Json answer = Json::parse(call_json("score", request.dump(-1, ' ', false, Json::error_handler_t::replace)));
    if (answer.contains("error"))
        return fail(ErrorCode::wrong_type, row.exercise,
                    cat({"exercise ", row.exercise, ": ", answer["error"]["message"].get_ref<const std::string&>()}));
    const Json& result = answer["result"];
    row.given = quoted(value);
    row.points = result["points"];
    row.of = result["of"];
    row.verdict = result["correct"].is_null() ? "kept"
                  : result["correct"] == true ? "right"
                  : row.points > 0            ? "partly"
                                              : "wrong";
    return row;
}

Expected<Graded> grade_file(const std::string& file, Labs& labs) {
    auto submission = read_json_file(file);
    if (!submission) return tl::make_unexpected(submission.error());
    if (auto ok = check_submission(*submission); !ok) return tl::make_unexpected(ok.error());
    const auto lab = labs.find(text_member(*submission, "lab"));
    if (!lab) return tl::make_unexpected(lab.error());
    const Json& definition = (*lab)->definition;
    const Json version = definition.value("version", Json(1));
    if (!submission->contains("lab_version") || (*submission)["lab_version"] != version)
        return fail(ErrorCode::not_applicable, "lab_version",
                    cat({"lab_version must be ", version.dump(), " as the lab's, given ",
                         quoted(submission->contains("lab_version") ? (*submission)["lab_version"] : Json())}));

    Graded graded{file, (*lab)->name, "", "", {}, 0, 0, {}};
    if (const auto student = submission->find("student"); student != submission->end() && student->is_object()) {
        graded.name = text_member(*student, "name");
        graded.id = text_member(*student, "id");
    }
    const Json variables = definition.value("variables", Json::object());
    for (const Json& exercise : definition["exercises"]) {
        auto row = grade_exercise(exercise, (*submission)["answers"], variables);
        if (!row) return tl::make_unexpected(row.error());
        graded.points += row->points;
        graded.of += row->of;
        graded.rows.push_back(std::move(*row));
    }
    for (const auto& [id, answer] : (*submission)["answers"].items()) {
        bool known = false;
        for (const Row& row : graded.rows) known = known || row.exercise == id;
        if (!known)
            return fail(ErrorCode::unknown_field, id.substr(0, 40),
                        cat({"the lab has no exercise ", quoted(Json(id))}));
    }
    const auto shown = submission->find("shown");
    if (shown != submission->end() && shown->is_object() && shown->contains("points") &&
        (*shown)["points"].is_number() && std::fabs((*shown)["points"].get<double>() - graded.points) > 1e-6)
        graded.remarks.push_back(cat({"the page showed ", plain((*shown)["points"].get<double>()),
                                      " points; the answers are worth ", plain(graded.points)}));
    return graded;
}

std::string student_of(const Graded& g) {
    std::string text = g.name.empty() && g.id.empty() ? g.file : g.name;
    if (!g.id.empty()) text += cat({text.empty() ? "" : " ", "(", g.id, ")"});
    return text;
}

void print_block(const Graded& g) {
    std::cout << student_of(g) << ", lab " << g.lab << ": " << plain(g.points) << " of " << plain(g.of) << "\n";
    std::vector<std::vector<std::string>> rows{{"exercise", "points", "of", "verdict", "given"}};
    for (const Row& row : g.rows)
        rows.push_back({row.exercise, plain(row.points), plain(row.of), row.verdict, row.given});
    std::cout << table(rows);
    for (const std::string& remark : g.remarks) std::cout << "Note: " << remark << "\n";
    std::cout << "\n";
}

/// A field of a CSV file. A text that a spreadsheet would take for a formula gets a quote in front.
std::string csv(const std::string& text) {
    std::string cell = text;
    if (!cell.empty() && std::string("=+-@\t\r").find(cell[0]) != std::string::npos) cell.insert(0, "'");
    if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
    std::string quoted_cell = "\"";
    for (const char c : cell) quoted_cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted_cell + "\"";
}

/// One line a student; a column for each exercise of any lab graded.
void print_csv(const std::vector<Graded>& all) {
    std::vector<std::string> columns;
    for (const Graded& g : all)
        for (const Row& row : g.rows) {
            const std::string column = cat({g.lab, ".", row.exercise});
            if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
        }
    std::cout << "file,name,id,lab,points,of";
    for (const std::string& column : columns) std::cout << "," << csv(column);
    std::cout << ",remarks\n";
    for (const Graded& g : all) {
        std::cout << csv(g.file) << "," << csv(g.name) << "," << csv(g.id) << "," << g.lab << "," << plain(g.points)
                  << "," << plain(g.of);
        for (const std::string& column : columns) {
            std::cout << ",";
            for (const Row& row : g.rows)
                if (cat({g.lab, ".", row.exercise}) == column) std::cout << plain(row.points);
        }
        std::string remarks;
        for (const std::string& remark : g.remarks) remarks += (remarks.empty() ? "" : "; ") + remark;
        std::cout << "," << csv(remarks) << "\n";
    }
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
    Labs labs(options.labs);
    std::vector<Graded> all;
    bool complete = true;
    for (const std::string& file : files) {
        auto graded = grade_file(file, labs);
        if (graded) {
            all.push_back(std::move(*graded));
            continue;
        }
        complete = false;
        std::cerr << "ridgepoint: " << file << ": " << graded.error().message << "\n";
    }
    if (options.json) {
        Json list = Json::array();
        for (const Graded& g : all) list.push_back(as_json(g));
        std::cout << list.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    } else if (options.csv) {
        print_csv(all);
    } else {
        for (const Graded& g : all) print_block(g);
    }
    return complete ? 0 : 2;
}

}  // namespace ridgepoint::cli
