// What stands behind each number that a formula opens to: where it comes from, since when it stands here, and how far
// it may be off.

#include <algorithm>
#include <regex>
#include <set>

#include "ask.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/software_fit.hpp"

#ifndef RIDGEPOINT_COMPACT  // the engine of a page leaves all of this to the tools, which load with the first question

namespace {

using Names = std::set<std::string>;

const Json schema = Json::parse(ridgepoint::schema_json());

/// The members of `group` that formulas name: of "hardware", all rates by precision as peak_flop_per_s.
Names opened(const std::string& group) {
    Names names;
    const std::regex named("\\b" + group + R"(\.(\w+))");
    for (const Json& type : schema["$defs"])
        for (const Json& field : type["properties"])
            for (const std::string formula : member(field, "x-formulas"))
                for (std::sregex_iterator at(formula.begin(), formula.end(), named), end; at != end; ++at)
                    names.insert((*at)[1]);
    return names;
}

bool is_day(const std::string& text) { return std::regex_match(text, std::regex(R"(20\d\d-[01]\d-[0-3]\d)")); }

/// Whether a source or an estimate speaks of a figure, alone or with others of its group.
bool speaks_of(const std::string& named, const std::string& field) {
    return named == field || field.rfind(named + ".", 0) == 0;
}

/// A figure as a source states it: linked, dated, and with words on how far it may be off.
void check_stated(const Json& source, const Json& certainty) {
    CHECK(sentence(source, "title") != "");
    CHECK(sentence(source, "url").rfind("http", 0) == 0);
    CHECK(is_day(source.value("date", source.value("recorded", ""))));
    CHECK(sentence(certainty, "stated") != "");
}

/// An estimate: why it is what it is, and between what it may as well lie.
void check_estimated(const Json& estimate, const Json& certainty) {
    CHECK(sentence(estimate, "why") != "");
    CHECK(figure(certainty, "low") <= 1);
    CHECK(figure(certainty, "high") >= 1);
    CHECK(figure(certainty, "low") < figure(certainty, "high"));
}

/// Of an entry's figure its source or estimate, its day, and how far it may be off.
void check_figure(const Json& entry, const std::string& field, const Json& certainty) {
    INFO(entry["id"] << "." << field);
    const Json &sources = entry["sources"], &estimates = entry["estimated"];
    const auto source = std::find_if(sources.begin(), sources.end(), [&](const Json& one) {
        return std::any_of(one["fields"].begin(), one["fields"].end(),
                           [&](const Json& named) { return speaks_of(named, field); });
    });
    const auto estimate = std::find_if(estimates.begin(), estimates.end(),
                                       [&](const Json& one) { return speaks_of(one["field"], field); });
    REQUIRE((source != sources.end() || estimate != estimates.end()));
    if (estimate != estimates.end()) check_estimated(*estimate, certainty);
    else check_stated(*source, certainty);
    // Where no source names an estimate, it was made on the day on which the entry was.
    CHECK(
        std::any_of(sources.begin(), sources.end(), [](const Json& one) { return is_day(one.value("recorded", "")); }));
}

int check_entry(const std::string& folder, const std::string& id, const Json& certainties, const Names& names) {
    const Json entry = json_file("core/data/" + folder + "/" + id + ".json");
    int figures = 0;
    for (const std::string& name : names) {
        if (!entry.contains(name)) continue;
        const Json of_field = certainties.value(name, Json::object());
        if (!entry[name].is_object()) check_figure(entry, name, of_field), ++figures;
        else
            for (const auto& [precision, rate] : entry[name].items())
                check_figure(entry, name + "." + precision, of_field), ++figures;
    }
    return figures;
}

}  // namespace

TEST_CASE("each figure of a device or model that opens has a source or a reason, a day, and how far it may be off") {
    const Json& certainties = schema["x-certainty"];
    const Names hardware = opened("hardware"), model = opened("model");
    for (const std::string& name : hardware) CHECK(certainties["Hardware"].contains(name));
    for (const std::string& name : model) CHECK(certainties["Model"].contains(name));
    int figures = 0;
    for (const auto& h : ridgepoint::registry().hardware)
        figures += check_entry("hardware", h->id, certainties["Hardware"], hardware);
    for (const auto& m : ridgepoint::registry().models)
        figures += check_entry("models", m->id, certainties["Model"], model);
    CHECK(figures > 900);
}

TEST_CASE("each assumption that opens says why it is what it is, since when, and what it may as well be") {
    const Json& assumed = schema["x-assumed"];
    const Json& values = schema["x-presets"]["first-principles"];
    const Names names = opened("assumptions");
    CHECK(names.size() >= 6);
    for (const std::string& name : names) {
        INFO(name);
        const Json one = assumed.value(name, Json::object());
        CHECK(sentence(one, "why") != "");
        CHECK(is_day(one.value("date", "")));
        CHECK(figure(one, "low") < figure(one, "high"));
        CHECK(figure(one, "low") <= figure(values, name));
        CHECK(figure(values, name) <= figure(one, "high"));
    }
}

TEST_CASE("each fitted assumption that opens says what it was fitted to, when, and how firm it is") {
    const Json all = json_file("core/data/software/unknown.json");
    int fitted = 0;
    for (std::size_t i = 0; i < ridgepoint::software_names.size(); ++i) {
        const std::string name(ridgepoint::software_names[i]);
        const bool as_all = ridgepoint::has_fit_of_all(static_cast<ridgepoint::Software>(i));
        const Json file = as_all ? all : json_file("core/data/software/" + name + ".json");
        INFO(name);
        CHECK(is_day(file.value("date", "")));
        for (const std::string& field : opened("assumptions")) {
            const Json& estimates = file["estimated"];
            const auto of_field = std::find_if(estimates.begin(), estimates.end(),
                                               [&](const Json& one) { return one["field"] == field; });
            if (of_field == estimates.end()) continue;
            INFO(field);
            ++fitted;
            if (of_field->contains("why")) {  // as for all software, whose file then says it
                CHECK(sentence(*of_field, "why") != "");
                continue;
            }
            CHECK(figure(*of_field, "points") >= 1);
            CHECK(figure(*of_field, "documents") >= 1);
            CHECK(figure(*of_field, "low") <= figure(*of_field, "high"));
        }
    }
    CHECK(fitted > 40);
}

#endif
