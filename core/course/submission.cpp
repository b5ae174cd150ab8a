#include "submission.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "describe/validate.hpp"
#include "exercise.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

constexpr double known_version = 1;
constexpr std::size_t name_limit = 800;  // 200 characters, as the page allows, of up to four bytes
/// Clocks of students' and instructors' machines may differ by this much.
constexpr double clock_slack_s = 86400;
/// Times that a page writes together may differ by this much.
constexpr double rounding_s = 60;

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

std::optional<double> time_of(const Json& object, const char* key) { return seconds_of(text_member(object, key)); }

Expected<void> check_time(const Json& object, const char* key, const std::string& path) {
    if (!object.contains(key) || time_of(object, key)) return {};
    return bad_answer(joined(path, key), "a time such as \"2026-03-01T10:20:30.000Z\"", object[key]);
}

Expected<void> check_student(const Json& student) {
    static constexpr std::array<std::string_view, 2> names{"name", "id"};
    if (!student.is_object()) return bad_answer("student", "an object with name and id", student);
    if (auto ok = check_names(student, "student", names); !ok) return ok;
    for (const auto& [key, value] : student.items())
        if (!value.is_string() || value.get_ref<const std::string&>().size() > name_limit)
            return bad_answer(joined("student", key), "a text of at most 200 characters", value);
    return {};
}

Expected<void> check_shown(const Json& shown) {
    static constexpr std::array<std::string_view, 2> names{"points", "of"};
    if (!shown.is_object()) return bad_answer("shown", "an object with points and of", shown);
    if (auto ok = check_names(shown, "shown", names); !ok) return ok;
    for (const std::string_view name : names)
        if (!shown.contains(name) || !shown[name].is_number() || shown[name].get<double>() < 0)
            return bad_answer(joined("shown", name), "a number of at least 0",
                              shown.contains(name) ? shown[name] : Json());
    if (shown["points"].get<double>() > shown["of"].get<double>())
        return bad_answer("shown.points", cat({"at most shown.of, ", format_number(shown["of"].get<double>())}),
                          shown["points"]);
    return {};
}

Expected<void> check_entry(const std::string& id, const Json& entry) {
    static constexpr std::array<std::string_view, 4> names{"value", "at", "tries", "predicted"};
    const std::string path = joined("answers", id.substr(0, 40));
    if (!entry.is_object()) return bad_answer(path, "an object with value, at, tries and predicted", entry);
    if (auto ok = check_names(entry, path, names); !ok) return ok;
    if (entry.contains("tries")) {
        const Json& tries = entry["tries"];
        const double count = tries.is_number() ? tries.get<double>() : 0;
        if (count < 1 || count != std::floor(count))
            return bad_answer(joined(path, "tries"), "a whole number of at least 1", tries);
    }
    if (entry.contains("predicted") && !entry["predicted"].is_boolean())
        return bad_answer(joined(path, "predicted"), "true or false", entry["predicted"]);
    return check_time(entry, "at", path);
}

}  // namespace

Expected<void> check_submission(const Json& s) {
    static constexpr std::array<std::string_view, 11> names{"format",  "version",    "lab",         "lab_version",
                                                            "student", "started_at", "finished_at", "restarts",
                                                            "answers", "widgets",    "shown"};
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
        return bad_answer("lab", "the name of a lab", s.contains("lab") ? s["lab"] : Json());
    if (s.contains("student"))
        if (auto ok = check_student(s["student"]); !ok) return ok;
    if (s.contains("shown"))
        if (auto ok = check_shown(s["shown"]); !ok) return ok;
    if (s.contains("restarts")) {
        const double restarts = s["restarts"].is_number() ? s["restarts"].get<double>() : -1;
        if (restarts < 0 || restarts != std::floor(restarts))
            return bad_answer("restarts", "a whole number of at least 0", s["restarts"]);
    }
    if (s.contains("widgets") && !s["widgets"].is_object())
        return bad_answer("widgets", "an object of the widgets' requests", s["widgets"]);
    if (!s.contains("answers") || !s["answers"].is_object())
        return bad_answer("answers", "an object of the exercises' answers",
                          s.contains("answers") ? s["answers"] : Json());
    for (const auto& [id, entry] : s["answers"].items())
        if (auto ok = check_entry(id, entry); !ok) return ok;
    for (const char* key : {"started_at", "finished_at"})
        if (auto ok = check_time(s, key, ""); !ok) return ok;
    return {};
}

std::string text_member(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::string> remarks_on_times(const Json& submission, double now_s) {
    std::vector<std::string> remarks;
    const auto started = time_of(submission, "started_at"), finished = time_of(submission, "finished_at");
    const auto said = [&](const char* key) { return text_member(submission, key); };
    if (finished && *finished > now_s + clock_slack_s)
        remarks.push_back(cat({"finished in the future, at ", said("finished_at"), ": some clock was wrong"}));
    if (started && finished && *finished < *started)
        remarks.push_back(cat({"finished before it was begun, at ", said("finished_at"), " and ", said("started_at"),
                               ": the clock was set back"}));
    std::string early, late;
    for (const auto& [id, entry] : submission["answers"].items()) {
        const auto at = time_of(entry, "at");
        if (at && started && *at < *started - rounding_s) early += cat({early.empty() ? "" : ", ", id});
        if (at && finished && *at > *finished + rounding_s) late += cat({late.empty() ? "" : ", ", id});
    }
    if (!early.empty()) remarks.push_back(cat({"answered before the lab was begun: ", early}));
    if (!late.empty()) remarks.push_back(cat({"answered after the lab was finished: ", late}));
    return remarks;
}

Expected<void> check_answer(const Json& exercise, const Json& entry) {
    const std::string path = joined("answers", text_member(exercise, "id"));
    const bool predict = exercise.contains("predict") && exercise["predict"] == true;
    if (entry.contains("predicted") && entry["predicted"] != predict)
        return bad_answer(joined(path, "predicted"),
                          predict ? "true: it is a prediction" : "false: it is no prediction", entry["predicted"]);
    if (predict && entry.contains("tries") && entry["tries"] != 1)
        return bad_answer(joined(path, "tries"), "1: a prediction is recorded once", entry["tries"]);
    if (!entry.contains("value") || entry["value"].is_null()) return {};
    return kind_of(exercise, "exercise").and_then([&](const Kind* kind) {
        return kind->accepts(exercise, entry["value"], joined(path, "value"));
    });
}

}  // namespace ridgepoint::course
