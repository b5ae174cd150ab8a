// How answers to every exercise of the labs were scored when the scores were last recorded
// (tests/golden/recorded-scores.json), scored again: right ones, near misses and wild ones, at the first try and at a
// later one.

#include <filesystem>

#include "recorded.hpp"

namespace {

constexpr auto scores_file = "tests/golden/recorded-scores.json";

struct Given {
    Json answer;
    int tries = 1;
};

/// Products of a number, or of each number of an object alone.
void add_products(std::vector<Given>& list, const Json& expected, double factor, int tries = 1) {
    if (expected.is_number()) list.push_back({recorded::rounded(expected.get<double>() * factor), tries});
    if (!expected.is_object()) return;
    for (const auto& [name, value] : expected.items()) {
        Json one = expected;
        if (value.is_number()) one[name] = recorded::rounded(value.get<double>() * factor);
        list.push_back({one, tries});
    }
}

std::vector<Given> answers_to(const Json& exercise, const Json& expected) {
    std::vector<Given> list;
    const Json kind = exercise["kind"];
    if (kind == "choice") {
        for (const auto& [option, about] : exercise["options"].items())
            for (int tries : {1, 2}) list.push_back({option, tries});
    } else if (kind == "order") {
        Json given = Json::array(), backwards = Json::array();
        for (const auto& [item, about] : exercise["items"].items()) given.push_back(item);
        for (auto item = given.rbegin(); item != given.rend(); ++item) backwards.push_back(*item);
        for (const Json& order : {given, backwards, expected}) list.push_back({order});
    } else if (kind == "setting") {
        for (const char* device : {"A100", "H100", "B200"})
            for (int batch : {1, 32, 1024})
                list.push_back({{{"model", "Llama3_8B"}, {"hardware", device}, {"batch", batch}, {"context", 4096}}});
    } else if (kind == "text") {
        list.push_back({"Because of the bytes."});
    } else if (kind == "estimates") {
        Json guesses = Json::object();
        for (const auto& [name, cell] : exercise["cells"].items()) guesses[name] = 3.5;
        list.push_back({guesses});
    } else {
        for (double factor : {1.0, 1.02, 0.9, 1.3, 2.0, 1000.0, -1.0}) add_products(list, expected, factor);
        add_products(list, expected, 1, 2);
        add_products(list, expected, 1, 3);
    }
    return list;
}

/// A hint by its first words.
std::string beginning(const std::string& text) { return text.substr(0, text.find(' ', 30)); }

Json verdicts(const Json& lab, const Json& exercise) {
    const auto score = [&](const Json& given, int tries) {
        return answer("score", {{"exercise", exercise},
                                {"answer", given},
                                {"tries", tries},
                                {"variables", lab["variables"]},
                                {"definitions", lab["definitions"]}});
    };
    const auto anything = [&]() -> Json {
        if (exercise["kind"] == "order") return Json(answers_to(exercise, Json::array()).front().answer);
        if (exercise["kind"] == "number") return 0;
        Json zeros = Json::object();
        if (exercise["kind"] == "table")
            for (const auto& [name, cell] : exercise["cells"].items()) zeros[name] = 0;
        return zeros;
    };
    const Json expected = member(score(anything(), 1), "result.expected");
    Json list = Json::array();
    for (const Given& given : answers_to(exercise, expected)) {
        const Json scored = score(given.answer, given.tries);
        Json told{{"answer", given.answer}, {"tries", given.tries}};
        for (const char* name : {"points", "correct", "tries_allowed"})
            told[name] = member(scored, "result." + std::string(name));
        if (scored.contains("error")) told = {{"answer", given.answer}, {"error", member(scored, "error.code")}};
        const Json hint = member(scored, "result.hint"), cells = hint.is_object() ? hint : Json::object();
        if (hint.is_string()) told["hint"] = beginning(hint);
        for (const auto& [cell, words] : cells.items()) told["hint"][cell] = beginning(words);
        list.push_back(told);
    }
    return list;
}

std::vector<Json> scored_exercises() {
    std::vector<std::string> files;
    for (const auto& lab : std::filesystem::directory_iterator("labs"))
        if (lab.is_directory()) files.push_back(lab.path().string() + "/lab.json");
    files.push_back("tests/web/labs/sample/lab.json");
    std::sort(files.begin(), files.end());
    std::vector<Json> list;
    for (const std::string& file : files) {
        const Json lab = json_file(file);
        for (const Json& exercise : lab["exercises"])
            list.push_back({{"lab", file}, {"exercise", exercise["id"]}, {"verdicts", verdicts(lab, exercise)}});
    }
    return list;
}

}  // namespace

TEST_CASE("answers to the exercises of all labs are scored as they were when it was recorded") {
    recorded::check(scores_file, scored_exercises());
}

TEST_CASE("record scores", "[.record]") { recorded::write(scores_file, scored_exercises()); }
