#include "query.hpp"

#include <algorithm>

#include "calls.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

constexpr std::array<std::string_view, 9> forms{"call",     "divide", "subtract", "multiply", "largest",
                                                "smallest", "first",  "compare",  "let"};

/// Variables may lead to one another so deep; deeper, they go round in a circle.
constexpr int depth_limit = 8;

/// Nodes and characters that a query may grow to with its variables put in.
constexpr std::size_t growth_limit = 1 << 22;

/// Numbers that a range in `first` may have.
constexpr int range_limit = 10000;

bool is_query(const Json& json) {
    return json.is_object() &&
           std::any_of(forms.begin(), forms.end(), [&](std::string_view form) { return json.contains(form); });
}

tl::unexpected<Error> malformed(const std::string& path, std::string_view wanted, const Json& given) {
    return fail(ErrorCode::wrong_type, path,
                cat({path.empty() ? "the query" : path, " must be ", wanted, ", given ", quoted(given)}));
}

/// Variables, and those outside, which are seen where no variable here has their name.
struct Scope {
    const Json& variables;
    const Scope* outside = nullptr;

    const Json* find(const std::string& name) const {
        const auto found = variables.find(name);
        if (found != variables.end()) return &*found;
        return outside ? outside->find(name) : nullptr;
    }
};

class Evaluator {
public:
    /// `growth` counts what variables have put in, over the whole query.
    Evaluator(const Scope& scope, const Registry& registry, std::size_t& growth, int depth = 0)
        : scope_(scope), registry_(registry), growth_(growth), depth_(depth) {}

    Expected<Json> answer(const Json& query, const std::string& path) const {
        if (query.is_string()) return value_or_asked(query, path);
        if (!query.is_object()) return substituted(query, path);
        if (query.contains("let")) return with_variables(query, path);
        if (query.contains("call")) return field_of_call(query, path);
        if (query.contains("divide")) return arithmetic(query["divide"], '/', joined(path, "divide"));
        if (query.contains("subtract")) return arithmetic(query["subtract"], '-', joined(path, "subtract"));
        if (query.contains("multiply")) return arithmetic(query["multiply"], '*', joined(path, "multiply"));
        if (query.contains("largest")) return extreme(query["largest"], 1, joined(path, "largest"));
        if (query.contains("smallest")) return extreme(query["smallest"], -1, joined(path, "smallest"));
        if (query.contains("first")) return first(query["first"], joined(path, "first"));
        if (query.contains("compare")) return comparison(query, path);
        return malformed(path, cat({"a value or have one of ", listed(forms)}), query);
    }

private:
    /// A text, or what a variable stands for. A query that it holds is asked with the variables of this place.
    Expected<Json> value_or_asked(const Json& text, const std::string& path) const {
        const auto value = stands_for(text, path);
        if (!value) return tl::make_unexpected(value.error());
        if (!is_query(**value)) return substituted(text, path);
        return deeper(text, path).and_then([&](const Evaluator& inner) { return inner.answer(**value, path); });
    }

    /// What a text says: itself, or the variable that it names, unread; $state.batch is the member batch of $state.
    Expected<const Json*> stands_for(const Json& text, const std::string& path) const {
        const std::string& name = text.get_ref<const std::string&>();
        if (name.empty() || name[0] != '$') return &text;
        std::size_t dot = std::min(name.find('.'), name.size());
        const Json* here = scope_.find(name.substr(1, dot - 1));
        while (here && dot < name.size()) {
            const std::size_t next = std::min(name.find('.', dot + 1), name.size());
            const auto member = here->find(name.substr(dot + 1, next - dot - 1));
            here = here->is_object() && member != here->end() ? &*member : nullptr;
            dot = next;
        }
        if (here) return here;
        return fail(ErrorCode::unknown_name, path,
                    cat({path.empty() ? "the query" : path, ": there is no variable ", quoted(text)}));
    }

    /// For what lies behind a variable.
    Expected<Evaluator> deeper(const Json& text, const std::string& path) const {
        if (depth_ < depth_limit) return Evaluator(scope_, registry_, growth_, depth_ + 1);
        return fail(ErrorCode::too_large, path,
                    cat({path.empty() ? "the query" : path, ": ", quoted(text), " leads through more than ",
                         plain(depth_limit), " variables; does one lead back to itself?"}));
    }

    /// The value with all variables in it, at any depth, replaced.
    Expected<Json> substituted(const Json& json, const std::string& path) const {
        growth_ += 1 + (json.is_string() ? json.get_ref<const std::string&>().size() : 0);
        if (growth_ > growth_limit)
            return fail(ErrorCode::too_large, path,
                        cat({path.empty() ? "the query" : path, " grows too large with its variables put in"}));
        if (json.is_string()) {
            const auto value = stands_for(json, path);
            if (!value) return tl::make_unexpected(value.error());
            if (*value == &json || **value == json) return **value;
            return deeper(json, path).and_then([&](const Evaluator& inner) {
                return inner.substituted(**value, path);
            });
        }
        if (!json.is_structured()) return json;
        Json copy = json.is_object() ? Json::object() : Json::array();
        for (auto it = json.begin(); it != json.end(); ++it) {
            auto inner = substituted(*it, path);
            if (!inner) return inner;
            if (json.is_object()) copy[it.key()] = std::move(*inner);
            else copy.push_back(std::move(*inner));
        }
        return copy;
    }

    Expected<double> number(const Json& query, const std::string& path) const {
        auto value = answer(query, path);
        if (!value) return tl::make_unexpected(value.error());
        if (!value->is_number()) return malformed(path, "a number", *value);
        return value->get<double>();
    }

    Expected<Json> with_variables(const Json& query, const std::string& path) const {
        if (!query["let"].is_object() || !query.contains("in"))
            return malformed(path, "{\"let\": {…}, \"in\": …}", query);
        Json inner = Json::object();
        for (const auto& [name, value] : query["let"].items()) {
            auto bound = answer(value, joined(path, cat({"let.", name})));
            if (!bound) return bound;
            inner[name] = std::move(*bound);
        }
        return Evaluator({inner, &scope_}, registry_, growth_, depth_).answer(query["in"], joined(path, "in"));
    }

    Expected<Json> field_of_call(const Json& query, const std::string& path) const {
        if (!query["call"].is_string() || !query.contains("request") || !query.contains("field") ||
            !query["field"].is_string())
            return malformed(path, "{\"call\": …, \"request\": …, \"field\": …}", query);
        auto request = substituted(query["request"], joined(path, "request"));
        if (!request) return request;
        auto result = solve_json(query["call"].get_ref<const std::string&>(), *request, registry_);
        if (!result) return result;
        const Json* here = &*result;
        std::string_view rest = query["field"].get_ref<const std::string&>();
        while (true) {
            const auto dot = rest.find('.');
            const std::string name(rest.substr(0, dot));
            const bool index = here->is_array() && !name.empty() &&
                               name.find_first_not_of("0123456789") == std::string::npos && name.size() < 6 &&
                               static_cast<std::size_t>(std::atoi(name.c_str())) < here->size();
            if (index) here = &(*here)[static_cast<std::size_t>(std::atoi(name.c_str()))];
            else if (here->is_object() && here->contains(name)) here = &(*here)[name];
            else
                return fail(ErrorCode::unknown_field, joined(path, "field"),
                            cat({joined(path, "field"), ": the result has no ", quoted(query["field"])}));
            if (dot == std::string_view::npos) return *here;
            rest.remove_prefix(dot + 1);
        }
    }

    Expected<Json> arithmetic(const Json& operands, char operation, const std::string& path) const {
        if (!operands.is_array() || operands.size() != 2) return malformed(path, "a list of two queries", operands);
        const auto a = number(operands[0], cat({path, ".0"}));
        if (!a) return tl::make_unexpected(a.error());
        const auto b = number(operands[1], cat({path, ".1"}));
        if (!b) return tl::make_unexpected(b.error());
        if (operation == '/' && *b == 0) return fail(ErrorCode::out_of_range, path, cat({path, " divides by 0"}));
        return write_number(operation == '/' ? *a / *b : operation == '-' ? *a - *b : *a * *b);
    }

    Expected<Json> extreme(const Json& choices, double sign, const std::string& path) const {
        if (!choices.is_object() || choices.empty()) return malformed(path, "an object of named queries", choices);
        std::optional<double> best;
        Json name;
        for (const auto& [key, query] : choices.items()) {
            const auto value = number(query, joined(path, key));
            if (!value) return tl::make_unexpected(value.error());
            if (best && *value * sign <= *best) continue;
            best = *value * sign;
            name = key;
        }
        return name;
    }

    Expected<Json> first(const Json& query, const std::string& path) const {
        const bool complete = query.is_object() && query.contains("variable") && query["variable"].is_string() &&
                              query.contains("values") && query.contains("where");
        if (!complete) return malformed(path, "{\"variable\": …, \"values\": […], \"where\": …, \"below\": …}", query);
        const auto values = tried(query["values"], joined(path, "values"));
        if (!values) return values;
        for (const Json& value : *values) {
            const Json inner = Json::object({{query["variable"].get_ref<const std::string&>(), value}});
            const auto holds =
                Evaluator({inner, &scope_}, registry_, growth_, depth_).holds(query, query["where"], path);
            if (!holds) return tl::make_unexpected(holds.error());
            if (*holds) return value;
        }
        return Json(nullptr);
    }

    /// The values that `first` tries: a list, or a range in steps of one.
    Expected<Json> tried(const Json& values, const std::string& path) const {
        if (values.is_array()) return values;
        if (!values.is_object() || !values.contains("from") || !values.contains("to"))
            return malformed(path, "a list or {\"from\": …, \"to\": …}", values);
        const auto from = number(values["from"], joined(path, "from"));
        if (!from) return tl::make_unexpected(from.error());
        const auto to = number(values["to"], joined(path, "to"));
        if (!to) return tl::make_unexpected(to.error());
        if (*to - *from >= range_limit)
            return fail(ErrorCode::too_large, path, cat({path, " may be ", plain(range_limit), " numbers at most"}));
        Json list = Json::array();
        for (int step = 0; *from + step <= *to && step < range_limit; ++step)
            list.push_back(write_number(*from + step));
        return list;
    }

    Expected<Json> comparison(const Json& query, const std::string& path) const {
        if (!query.contains("then") || !query.contains("else"))
            return malformed(path, "{\"compare\": …, \"below\": …, \"then\": …, \"else\": …}", query);
        const auto is = holds(query, query["compare"], path);
        if (!is) return tl::make_unexpected(is.error());
        return answer(query[*is ? "then" : "else"], joined(path, *is ? "then" : "else"));
    }

    /// Whether the value of `left` stands to the limit beside it as `below`, `above` or `equals` says.
    Expected<bool> holds(const Json& conditions, const Json& left, const std::string& path) const {
        const auto value = answer(left, path);
        if (!value) return tl::make_unexpected(value.error());
        if (conditions.contains("equals")) {
            return answer(conditions["equals"], joined(path, "equals")).map([&](const Json& limit) {
                return *value == limit;
            });
        }
        const bool below = conditions.contains("below");
        const char* key = below ? "below" : "above";
        if (!conditions.contains(key) || !value->is_number())
            return malformed(path, "a number with below or above, or equals", conditions);
        return number(conditions[key], joined(path, key)).map([&](double limit) {
            return below ? value->get<double>() < limit : value->get<double>() > limit;
        });
    }

    const Scope& scope_;
    const Registry& registry_;
    std::size_t& growth_;
    int depth_;
};

}  // namespace

Expected<Json> query_json(const Json& request, const Registry& registry) {
    static constexpr std::array<std::string_view, 2> names{"query", "variables"};
    if (auto ok = check_members(request, names, 1); !ok) return tl::make_unexpected(ok.error());
    return answer_query(request["query"], request.value("variables", Json::object()), registry).map([](Json&& value) {
        return Json{{"value", std::move(value)}};
    });
}

Expected<Json> answer_query(const Json& query, const Json& variables, const Registry& registry) {
    if (!variables.is_object()) return malformed("variables", "an object", variables);
    std::size_t growth = 0;
    return Evaluator({variables}, registry, growth).answer(query, "");
}

}  // namespace ridgepoint
