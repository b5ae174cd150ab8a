#include "submission.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "describe/validate.hpp"
#include "exercise.hpp"
#include "prose/text.hpp"
#include "times.hpp"

namespace ridgepoint::course {
namespace {

constexpr double known_version = 1;
constexpr std::size_t name_limit = 800;  // 200 characters, as the page allows, of up to four bytes
constexpr std::size_t earlier_limit = 100;
constexpr std::size_t engine_limit = 40;

Expected<void> check_names(const Json& object, const std::string& path, std::span<const std::string_view> names) {
    for (const auto& [key, value] : object.items())
        if (std::find(names.begin(), names.end(), key) == names.end())
            return fail(ErrorCode::unknown_field, joined(path, key.substr(0, 40)),
                        cat({path.empty() ? "a submission" : path, " has no member ", quoted(Json(key)), "; it has ",
                             listed(names)}));
    return {};
}

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
            return bad_answer(joined("student", key), "a string of at most 200 characters", value);
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

Expected<void> check_engine(const Json& engine) {
    static constexpr std::array<std::string_view, 2> names{"version", "data"};
    if (!engine.is_object()) return bad_answer("engine", "an object with version and data", engine);
    if (auto ok = check_names(engine, "engine", names); !ok) return ok;
    for (const std::string_view name : names) {
        const std::string text = text_member(engine, name.data());
        if (text.empty() || text.size() > engine_limit)
            return bad_answer(joined("engine", name), "a string of 1 to 40 characters",
                              engine.contains(name) ? engine[name] : Json());
    }
    return {};
}

Expected<void> check_entry(const std::string& id, const Json& entry) {
    static constexpr std::array<std::string_view, 5> names{"value", "at", "tries", "predicted", "earlier"};
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
    if (entry.contains("earlier") && (!entry["earlier"].is_array() || entry["earlier"].size() > earlier_limit))
        return bad_answer(joined(path, "earlier"), "an array of at most 100 answers", entry["earlier"]);
    return check_time(entry, "at", path);
}

/// FNV-1a of 32 bits over values in their order: each under its name, numbers by their eight bytes.
class Checksum {
public:
    void add(const Json& value) {
        if (value.is_number()) return eat(value.get<double>());
        if (value.is_string()) return eat(value.get_ref<const std::string&>());
        if (!value.is_structured()) return eat(value.dump());
        for (const auto& [name, part] : value.items()) add(name, part);
    }
    void add(std::string_view name, const Json& value) {
        eat(name);
        add(value);
    }

    std::string hexadecimal() const {
        std::string text(8, '0');
        for (std::size_t digit = 0; digit < text.size(); ++digit)
            text[digit] = "0123456789abcdef"[hash_ >> (4 * (text.size() - 1 - digit)) & 15];
        return text;
    }

private:
    void eat(std::string_view bytes) {
        for (const char byte : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x01000193;
    }
    void eat(double number) {
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        eat(std::string_view(bytes, sizeof bytes));
    }

    std::uint32_t hash_ = 0x811c9dc5;
};

}  // namespace

std::string checksum(const Json& submission) {
    Checksum sum;
    for (const auto& [name, value] : submission.items())
        if (name != "checksum") sum.add(name, value);
    return sum.hexadecimal();
}

Expected<void> check_submission(const Json& s) {
    static constexpr std::array<std::string_view, 15> names{
        "format", "version", "lab",     "lab_version", "student", "started_at", "finished_at", "restarts",
        "linked", "variant", "answers", "widgets",     "shown",   "engine",     "checksum"};
    const Json format = s.is_object() ? s.value("format", Json()) : Json();
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
    if (s.contains("engine"))
        if (auto ok = check_engine(s["engine"]); !ok) return ok;
    for (const char* key : {"restarts", "linked"}) {
        if (!s.contains(key)) continue;
        const double count = s[key].is_number() ? s[key].get<double>() : -1;
        if (count < 0 || count != std::floor(count)) return bad_answer(key, "a whole number of at least 0", s[key]);
    }
    if (s.contains("checksum") && text_member(s, "checksum").size() != 8)
        return bad_answer("checksum", "8 hexadecimal digits", s["checksum"]);
    if (s.contains("variant") && text_member(s, "variant").empty())
        return bad_answer("variant", "the name of a variant", s["variant"]);
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

Expected<std::vector<Json>> submissions_of(Json file) {
    static constexpr std::array<std::string_view, 3> names{"format", "version", "submissions"};
    if (!file.is_object() || text_member(file, "format") != "ridgepoint-submissions") {
        std::vector<Json> one;
        one.push_back(std::move(file));
        return one;
    }
    if (auto ok = check_names(file, "", names); !ok) return tl::make_unexpected(ok.error());
    if (file.value("version", Json()) != known_version)
        return bad_answer("version", "1, the only form of several submissions there is", file.value("version", Json()));
    const Json list = file.value("submissions", Json());
    if (!list.is_array() || list.empty()) return bad_answer("submissions", "an array of submissions", list);
    return std::vector<Json>(list.begin(), list.end());
}

std::string text_member(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Expected<void> check_answer(const Json& exercise, const Json& entry) {
    const std::string path = joined("answers", text_member(exercise, "id"));
    const bool predict = exercise.contains("predict") && exercise["predict"] == true;
    if (entry.contains("predicted") && entry["predicted"] != predict)
        return bad_answer(joined(path, "predicted"),
                          predict ? "true: it is a prediction" : "false: it is no prediction", entry["predicted"]);
    if (predict && entry.contains("tries") && entry["tries"] != 1)
        return bad_answer(joined(path, "tries"), "1: a prediction is recorded once", entry["tries"]);
    return kind_of(exercise, "exercise").and_then([&](const Kind* kind) -> Expected<void> {
        for (const Json& value : entry.value("earlier", Json::array()))
            if (auto ok = kind->accepts(exercise, value, joined(path, "earlier")); !ok) return ok;
        if (!entry.contains("value") || entry["value"].is_null()) return {};
        return kind->accepts(exercise, entry["value"], joined(path, "value"));
    });
}

}  // namespace ridgepoint::course
