#include "score.hpp"

#include <algorithm>
#include <cmath>

#include "query.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

constexpr double default_tolerance = 0.05;
/// A wrong number this close to a known misconception's gets that misconception's hint.
constexpr double hint_tolerance = 0.05;
/// Values that differ by no more than rounding count as equal.
constexpr double rounding = 1e-9;

tl::unexpected<Error> bad_answer(std::string_view wanted, const Json& given) {
    return fail(ErrorCode::wrong_type, "answer", cat({"answer must be ", wanted, ", given ", quoted(given)}));
}

bool within(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance * std::fabs(expected) * (1 + rounding);
}

struct Verdict {
    double share = 0;  ///< of the points
    Json expected;
    Json hint;
};

class Examiner {
public:
    Examiner(const Json& exercise, const Json& answer, const Json& variables, const Registry& registry)
        : exercise_(exercise), answer_(answer), variables_(variables), registry_(registry) {}

    Expected<Verdict> judge(std::string_view kind) {
        if (kind == "choice") return choice();
        if (kind == "number") return number();
        if (kind == "setting") return setting();
        if (kind == "order") return order();
        return table();
    }

private:
    Expected<double> number_of(const Json& holder, const char* key) const {
        if (!holder.contains(key))
            return fail(ErrorCode::missing_field, cat({"exercise.", key}), cat({"exercise.", key, " is missing"}));
        auto value = answer_query(holder[key], variables_, registry_);
        if (!value) return tl::make_unexpected(value.error());
        if (!value->is_number())
            return fail(ErrorCode::wrong_type, cat({"exercise.", key}),
                        cat({"exercise.", key, " must give a number, gave ", quoted(*value)}));
        return value->get<double>();
    }

    Expected<Verdict> choice() {
        const auto options = exercise_.find("options");
        if (options == exercise_.end() || !options->is_object() || !exercise_.contains("answer"))
            return fail(ErrorCode::missing_field, "exercise.options",
                        "exercise.options and exercise.answer must be given for a choice");
        if (!answer_.is_string() || !options->contains(answer_.get<std::string>()))
            return bad_answer("the key of an option", answer_);
        auto expected = answer_query(exercise_["answer"], variables_, registry_);
        if (!expected) return tl::make_unexpected(expected.error());
        const Json& chosen = (*options)[answer_.get<std::string>()];
        const bool right = *expected == answer_;
        return Verdict{right ? 1.0 : 0.0, *expected, right ? Json() : chosen.value("hint", Json())};
    }

    Expected<Verdict> number() {
        if (!answer_.is_number()) return bad_answer("a number", answer_);
        const auto expected = number_of(exercise_, "answer");
        if (!expected) return tl::make_unexpected(expected.error());
        const double scale = exercise_.value("scale", 1.0), given = answer_.get<double>() * scale;
        Verdict verdict{0, write_number(*expected / scale), {}};
        if (within(given, *expected, exercise_.value("tolerance", default_tolerance))) {
            verdict.share = 1;
            return verdict;
        }
        if (const auto partial = exercise_.find("partial"); partial != exercise_.end() && partial->is_object() &&
                                                            within(given, *expected, partial->value("tolerance", 0.0)))
            verdict.share = std::fmin(std::fmax(partial->value("share", 0.5), 0), 1);
        for (const Json& hint : exercise_.value("hints", Json::array())) {
            const auto near = number_of(hint, "near");
            if (!near) return tl::make_unexpected(near.error());
            if (!within(given, *near, hint_tolerance)) continue;
            verdict.hint = hint.value("text", Json());
            break;
        }
        return verdict;
    }

    Expected<Verdict> setting() {
        if (!answer_.is_object()) return bad_answer("the request of the widget", answer_);
        Json variables = variables_;
        variables["state"] = answer_;
        const auto reached = answer_query(exercise_.value("goal", Json()), variables, registry_);
        if (!reached) return tl::make_unexpected(reached.error());
        Verdict verdict{*reached == true ? 1.0 : 0.0, true, {}};
        if (verdict.share == 1) return verdict;
        for (const Json& hint : exercise_.value("hints", Json::array())) {
            const auto applies = answer_query(hint.value("when", Json()), variables, registry_);
            if (!applies) return tl::make_unexpected(applies.error());
            if (*applies != true) continue;
            verdict.hint = hint.value("text", Json());
            break;
        }
        return verdict;
    }

    Expected<Verdict> table() {
        const auto cells = exercise_.find("cells");
        if (cells == exercise_.end() || !cells->is_object() || cells->empty())
            return fail(ErrorCode::missing_field, "exercise.cells", "exercise.cells must name at least one cell");
        if (!answer_.is_object()) return bad_answer("an object of numbers, one a cell", answer_);
        Verdict verdict{0, Json::object(), {}};
        for (const auto& [name, cell] : cells->items()) {
            const auto expected = number_of(cell, "answer");
            if (!expected) return tl::make_unexpected(expected.error());
            const double scale = cell.value("scale", 1.0);
            verdict.expected[name] = write_number(*expected / scale);
            const auto given = answer_.find(name);
            if (given == answer_.end() || given->is_null()) continue;
            if (!given->is_number()) return bad_answer("an object of numbers, one a cell", answer_);
            if (within(given->get<double>() * scale, *expected, cell.value("tolerance", default_tolerance)))
                verdict.share += 1.0 / static_cast<double>(cells->size());
        }
        return verdict;
    }

    Expected<Verdict> order() {
        const auto items = exercise_.find("items");
        if (items == exercise_.end() || items->size() < 2)
            return fail(ErrorCode::missing_field, "exercise.items", "exercise.items must name at least two items");
        const Json by = exercise_.value("by", Json());
        if (by != "ascending" && by != "descending")
            return fail(ErrorCode::wrong_type, "exercise.by",
                        cat({"exercise.by must be \"ascending\" or \"descending\", given ", quoted(by)}));
        if (auto ok = check_order(*items, answer_, "answer"); !ok) return tl::make_unexpected(ok.error());
        Verdict verdict{1, Json::array(), {}};
        std::vector<double> heights;  // of the items of the right order; negated where it descends
        for (const auto& [key, item] : items->items()) {
            const auto value = number_of(item, "value");
            if (!value) return tl::make_unexpected(value.error());
            heights.push_back(by == "ascending" ? *value : -*value);
            verdict.expected.push_back(key);
            for (std::size_t i = heights.size() - 1; i > 0 && heights[i] < heights[i - 1]; --i) {
                std::swap(heights[i], heights[i - 1]);
                verdict.expected[i].swap(verdict.expected[i - 1]);
            }
        }
        for (std::size_t i = 0; i < heights.size(); ++i) {
            std::size_t place = 0;
            while (verdict.expected[place] != answer_[i]) ++place;
            if (!within(heights[place], heights[i], rounding)) verdict.share = 0;
        }
        return verdict;
    }

    const Json& exercise_;
    const Json& answer_;
    const Json& variables_;
    const Registry& registry_;
};

/// Members read with a default must have its type; nlohmann's `value` would otherwise end the program.
Expected<void> check_types(const Json& exercise) {
    for (const char* key : {"points", "scale", "tolerance"})
        if (exercise.contains(key) && !exercise[key].is_number())
            return fail(ErrorCode::wrong_type, cat({"exercise.", key}),
                        cat({"exercise.", key, " must be a number, given ", quoted(exercise[key])}));
    if (exercise.contains("hints")) {
        if (!exercise["hints"].is_array())
            return fail(ErrorCode::wrong_type, "exercise.hints", "exercise.hints must be a list");
        for (const Json& hint : exercise["hints"])
            if (!hint.is_object())
                return fail(ErrorCode::wrong_type, "exercise.hints", "exercise.hints must be a list of objects");
    }
    for (const char* group : {"cells", "options", "items"}) {
        if (!exercise.contains(group)) continue;
        if (!exercise[group].is_object())
            return fail(ErrorCode::wrong_type, cat({"exercise.", group}),
                        cat({"exercise.", group, " must be an object"}));
        for (const auto& [name, item] : exercise[group].items()) {
            if (!item.is_object())
                return fail(ErrorCode::wrong_type, cat({"exercise.", group}),
                            cat({"exercise.", group, ".", name, " must be an object"}));
            if (auto ok = check_types(item); !ok) return ok;
        }
    }
    if (exercise.contains("partial")) {
        const Json& partial = exercise["partial"];
        const bool numbers = partial.is_object() && partial.contains("tolerance") && partial["tolerance"].is_number() &&
                             (!partial.contains("share") || partial["share"].is_number());
        if (!numbers)
            return fail(ErrorCode::wrong_type, "exercise.partial",
                        "exercise.partial must be {\"tolerance\": number, \"share\": number}");
    }
    return {};
}

}  // namespace

Expected<void> check_order(const Json& items, const Json& answer, std::string_view field) {
    const auto refused = [&](std::string_view reason, const Json& given) {
        std::string keys;
        for (const auto& [key, item] : items.items()) keys += key + ", ";
        return fail(ErrorCode::wrong_type, std::string(field),
                    cat({field, " must be a list of ", keys, "each once; ", reason, quoted(given)}));
    };
    if (!answer.is_array()) return refused("given ", answer);
    for (std::size_t i = 0; i < answer.size(); ++i) {
        if (!answer[i].is_string() || !items.contains(answer[i].get_ref<const std::string&>()))
            return refused("there is no item ", answer[i]);
        for (std::size_t before = 0; before < i; ++before)
            if (answer[before] == answer[i]) return refused("given twice: ", answer[i]);
    }
    for (const auto& [key, item] : items.items())
        if (std::find(answer.begin(), answer.end(), key) == answer.end()) return refused("missing: ", key);
    return {};
}

Expected<Json> score_json(const Json& request, const Registry& registry) {
    static constexpr std::array<std::string_view, 3> names{"exercise", "answer", "variables"};
    if (auto ok = check_members(request, names, 2); !ok) return tl::make_unexpected(ok.error());
    const Json& exercise = request["exercise"];
    static constexpr std::array<std::string_view, 6> kinds{"choice", "number", "setting", "table", "order", "text"};
    const auto kind = exercise.is_object() ? exercise.find("kind") : exercise.end();
    const bool known = exercise.is_object() && kind != exercise.end() && kind->is_string() &&
                       std::find(kinds.begin(), kinds.end(), kind->get<std::string>()) != kinds.end();
    if (!known)
        return fail(ErrorCode::wrong_type, "exercise.kind", cat({"exercise.kind must be one of ", listed(kinds)}));
    if (auto ok = check_types(exercise); !ok) return tl::make_unexpected(ok.error());
    const Json variables = request.value("variables", Json::object());
    if (!variables.is_object()) return fail(ErrorCode::wrong_type, "variables", "variables must be an object");
    if (*kind == "text") return Json{{"points", 0}, {"of", 0}, {"correct", nullptr}, {"expected", nullptr}};

    auto verdict = Examiner(exercise, request["answer"], variables, registry).judge(kind->get<std::string>());
    if (!verdict) return tl::make_unexpected(verdict.error());
    const double of = exercise.value("points", 1.0);
    constexpr double whole = 1 - 1e-9;
    const bool correct = verdict->share >= whole;
    Json result{{"points", write_number(correct ? of : of * verdict->share)},
                {"of", write_number(of)},
                {"correct", correct},
                {"expected", verdict->expected}};
    if (!verdict->hint.is_null()) result["hint"] = verdict->hint;
    return result;
}

}  // namespace ridgepoint
