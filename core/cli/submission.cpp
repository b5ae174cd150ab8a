#include "submission.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include "score.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint::cli {
namespace {

constexpr double known_version = 1;
constexpr std::size_t name_limit = 800;  // 200 characters, as the page allows, of up to four bytes
/// Clocks of students' and instructors' machines may differ by this much.
constexpr double clock_slack_s = 86400;
/// A clock that is set while a student works moves times by less.
constexpr double set_clock_s = 60;

tl::unexpected<Error> impossible(const std::string& field, std::string_view wanted, const Json& given) {
    return fail(ErrorCode::wrong_type, field, cat({field, " must be ", wanted, ", given ", quoted(given)}));
}

std::string names_of(const Json& object) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    return listed(names);
}

Expected<void> check_names(const Json& object, const std::string& path, std::span<const std::string_view> names) {
    for (const auto& [key, value] : object.items())
        if (std::find(names.begin(), names.end(), key) == names.end())
            return fail(ErrorCode::unknown_field, joined(path, key.substr(0, 40)),
                        cat({path.empty() ? "a submission" : path, " has no member ", quoted(Json(key)), "; it has ",
                             listed(names)}));
    return {};
}

/// Seconds since 1970 of a time as a page writes it: 2026-03-01T10:20:30.000Z.
std::optional<double> seconds_of(const std::string& text) {
    const std::string_view shape = text.size() == 20 ? "0000-00-00T00:00:00Z" : "0000-00-00T00:00:00.000Z";
    if (text.size() != shape.size()) return std::nullopt;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (shape[i] == '0' ? !digit : text[i] != shape[i]) return std::nullopt;
    }
    const auto part = [&](std::size_t from, std::size_t length) { return std::stoi(text.substr(from, length)); };
    const std::chrono::year_month_day date{std::chrono::year(part(0, 4)),
                                           std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                           std::chrono::day(static_cast<unsigned>(part(8, 2)))};
    const int hour = part(11, 2), minute = part(14, 2), second = part(17, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    const double whole = static_cast<double>(days) * 86400 + hour * 3600 + minute * 60 + second;
    return text.size() == 20 ? whole : whole + part(20, 3) / 1000.0;
}

Expected<std::optional<double>> time_member(const Json& object, const char* key, const std::string& path) {
    if (!object.contains(key)) return std::optional<double>();
    const auto seconds = object[key].is_string() ? seconds_of(object[key].get<std::string>()) : std::nullopt;
    if (!seconds) return impossible(joined(path, key), "a time such as \"2026-03-01T10:20:30.000Z\"", object[key]);
    return seconds;
}

Expected<void> check_student(const Json& student) {
    static constexpr std::array<std::string_view, 2> names{"name", "id"};
    if (!student.is_object()) return impossible("student", "an object with name and id", student);
    if (auto ok = check_names(student, "student", names); !ok) return ok;
    for (const auto& [key, value] : student.items())
        if (!value.is_string() || value.get_ref<const std::string&>().size() > name_limit)
            return impossible(joined("student", key), "a text of at most 200 characters", value);
    return {};
}

Expected<void> check_shown(const Json& shown) {
    static constexpr std::array<std::string_view, 2> names{"points", "of"};
    if (!shown.is_object()) return impossible("shown", "an object with points and of", shown);
    if (auto ok = check_names(shown, "shown", names); !ok) return ok;
    for (const std::string_view name : names)
        if (!shown.contains(name) || !shown[name].is_number() || shown[name].get<double>() < 0)
            return impossible(joined("shown", name), "a number of at least 0",
                              shown.contains(name) ? shown[name] : Json());
    if (shown["points"].get<double>() > shown["of"].get<double>())
        return impossible("shown.points", cat({"at most shown.of, ", plain(shown["of"].get<double>())}),
                          shown["points"]);
    return {};
}

Expected<void> check_entry(const std::string& id, const Json& entry) {
    static constexpr std::array<std::string_view, 4> names{"value", "at", "tries", "predicted"};
    const std::string path = joined("answers", id.substr(0, 40));
    if (!entry.is_object()) return impossible(path, "an object with value, at, tries and predicted", entry);
    if (auto ok = check_names(entry, path, names); !ok) return ok;
    if (entry.contains("tries")) {
        const Json& tries = entry["tries"];
        const double count = tries.is_number() ? tries.get<double>() : 0;
        if (count < 1 || count != std::floor(count))
            return impossible(joined(path, "tries"), "a whole number of at least 1", tries);
    }
    if (entry.contains("predicted") && !entry["predicted"].is_boolean())
        return impossible(joined(path, "predicted"), "true or false", entry["predicted"]);
    return {};
}

/// Begun before it was finished, finished before now, and each answer given between.
Expected<void> check_times(const Json& submission) {
    const auto started = time_member(submission, "started_at", "");
    if (!started) return tl::make_unexpected(started.error());
    const auto finished = time_member(submission, "finished_at", "");
    if (!finished) return tl::make_unexpected(finished.error());
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    if (*finished && **finished > now.count() + clock_slack_s)
        return impossible("finished_at", "a time that has been", submission["finished_at"]);
    if (*started && *finished && **finished < **started)
        return impossible("finished_at", cat({"no earlier than started_at, ", quoted(submission["started_at"])}),
                          submission["finished_at"]);
    for (const auto& [id, entry] : submission["answers"].items()) {
        const std::string path = joined("answers", id.substr(0, 40));
        const auto at = time_member(entry, "at", path);
        if (!at) return tl::make_unexpected(at.error());
        if (*at && *started && **at < **started - set_clock_s)
            return impossible(joined(path, "at"),
                              cat({"no earlier than started_at, ", quoted(submission["started_at"])}), entry["at"]);
        if (*at && *finished && **at > **finished + set_clock_s)
            return impossible(joined(path, "at"),
                              cat({"no later than finished_at, ", quoted(submission["finished_at"])}), entry["at"]);
    }
    return {};
}

Expected<void> check_submission(const Json& s) {
    static constexpr std::array<std::string_view, 10> names{"format",  "version",    "lab",         "lab_version",
                                                            "student", "started_at", "finished_at", "answers",
                                                            "widgets", "shown"};
    const Json format = s.is_object() && s.contains("format") ? s["format"] : Json();
    if (format != "ridgepoint-submission")
        return fail(ErrorCode::wrong_type, "format",
                    cat({"this is not a submission: format must be \"ridgepoint-submission\", given ",
                         s.is_object() ? quoted(format) : cat({"no object but ", quoted(s)})}));
    if (!s.contains("version") || s["version"] != known_version)
        return fail(ErrorCode::wrong_type, "version",
                    cat({"version must be 1, the only form of submission there is, given ",
                         quoted(s.contains("version") ? s["version"] : Json())}));
    if (auto ok = check_names(s, "", names); !ok) return ok;
    if (text_member(s, "lab").empty())
        return impossible("lab", "the name of a lab", s.contains("lab") ? s["lab"] : Json());
    if (s.contains("student"))
        if (auto ok = check_student(s["student"]); !ok) return ok;
    if (s.contains("shown"))
        if (auto ok = check_shown(s["shown"]); !ok) return ok;
    if (s.contains("widgets") && !s["widgets"].is_object())
        return impossible("widgets", "an object of the widgets' requests", s["widgets"]);
    if (!s.contains("answers") || !s["answers"].is_object())
        return impossible("answers", "an object of the exercises' answers",
                          s.contains("answers") ? s["answers"] : Json());
    for (const auto& [id, entry] : s["answers"].items())
        if (auto ok = check_entry(id, entry); !ok) return ok;
    return check_times(s);
}

}  // namespace

std::string text_member(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Error about(Error error, std::string_view subject) {
    constexpr std::string_view request = "the request";
    if (error.message.rfind(request, 0) == 0) error.message.replace(0, request.size(), subject);
    // What follows quotes the text as it stands, which need not be UTF-8.
    if (const auto quote = error.message.find("; last read: "); quote != std::string::npos) error.message.erase(quote);
    return error;
}

std::string one_line(const std::string& text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
        const bool late_control = byte(i) == 0xC2 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xA0;  // U+0080 to U+009F
        if (late_control) ++i;
        line += late_control || byte(i) < 0x20 || byte(i) == 0x7F ? ' ' : text[i];
    }
    return line;
}

Expected<Json> read_json_file(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (!std::filesystem::exists(status)) return fail(ErrorCode::unknown_name, "", "there is no such file");
    if (std::filesystem::is_directory(status))
        return fail(ErrorCode::unknown_name, "", "this is a folder; name the files in it");
    std::ifstream file(path, std::ios::binary);
    const auto size = std::filesystem::file_size(path, ignored);  // a pipe has none, and is read up to the limit
    const std::size_t room = ignored || size > request_bytes_limit ? request_bytes_limit : size;
    std::string text(room + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.is_open() || file.bad()) return fail(ErrorCode::unknown_name, "", "the file cannot be read");
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > request_bytes_limit)
        return fail(ErrorCode::too_large, "",
                    cat({"the file must be at most ", plain(request_bytes_limit, 9), " bytes, and is larger"}));
    if (text.empty()) return fail(ErrorCode::malformed_json, "", "the file is empty");
    auto json = parse_json(text);
    if (!json) return tl::make_unexpected(about(json.error(), "the file"));
    return json;
}

Expected<Json> read_submission(const std::string& path) {
    auto submission = read_json_file(path);
    if (!submission) return submission;
    if (auto ok = check_submission(*submission); !ok) return tl::make_unexpected(ok.error());
    return submission;
}

Expected<void> check_answer(const Json& exercise, const Json& entry) {
    const std::string kind = text_member(exercise, "kind"), path = joined("answers", text_member(exercise, "id"));
    const bool predict = exercise.contains("predict") && exercise["predict"] == true;
    if (entry.contains("predicted") && entry["predicted"] != predict)
        return impossible(joined(path, "predicted"),
                          predict ? "true: it is a prediction" : "false: it is no prediction", entry["predicted"]);
    if (predict && entry.contains("tries") && entry["tries"] != 1)
        return impossible(joined(path, "tries"), "1: a prediction is recorded once", entry["tries"]);
    if (!entry.contains("value") || entry["value"].is_null()) return {};
    const Json& value = entry["value"];
    const std::string here = joined(path, "value");
    if (kind == "choice" && exercise.contains("options") && exercise["options"].is_object()) {
        if (!value.is_string() || !exercise["options"].contains(value.get_ref<const std::string&>()))
            return impossible(here, cat({"one of ", names_of(exercise["options"])}), value);
    } else if (kind == "number") {
        if (!value.is_number()) return impossible(here, "a number", value);
    } else if (kind == "table" && exercise.contains("cells") && exercise["cells"].is_object()) {
        if (!value.is_object()) return impossible(here, "an object of numbers", value);
        for (const auto& [cell, number] : value.items()) {
            if (!exercise["cells"].contains(cell))
                return fail(ErrorCode::unknown_field, joined(here, cell.substr(0, 40)),
                            cat({here, " has no cell ", quoted(Json(cell)), "; it has ", names_of(exercise["cells"])}));
            if (!number.is_number()) return impossible(joined(here, cell), "a number", number);
        }
    } else if (kind == "order" && exercise.contains("items") && exercise["items"].is_object()) {
        return check_order(exercise["items"], value, here);
    } else if (kind == "setting") {
        if (!value.is_object()) return impossible(here, "the request of a widget", value);
    } else if (kind == "text") {
        if (!value.is_string()) return impossible(here, "a text", value);
    }
    return {};
}

}  // namespace ridgepoint::cli
