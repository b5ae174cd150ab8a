#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "engine.hpp"
#include "evaluation.hpp"
#include "memo.hpp"
#include "model/elementary.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

/// Definitions that lead to one another; deeper, they go round in a circle.
constexpr int depth_limit = 16;

constexpr double range_limit = 10'000;

/// Values and characters in a value, as a copy of it costs.
std::size_t size_of(const Json& json) {
    std::size_t size = 1 + (json.is_string() ? json.get_ref<const std::string&>().size() : 0);
    if (json.is_structured())
        for (const Json& part : json) size += size_of(part);
    return size;
}

/// One formula at one place.
class Evaluator {
public:
    Evaluator(Evaluation& all, const Scope& scope, std::string_view formula, const std::string& field, int depth = 0)
        : all_(all), scope_(scope), formula_(formula), field_(field), depth_(depth) {}

    Expected<Json> value(const Node& node) const {
        if (auto ok = all_.spend(&Budget::steps, 1, field_); !ok) return tl::make_unexpected(ok.error());
        switch (node.kind) {
            case Node::Kind::literal:
                return node.value;
            case Node::Kind::name:
                return named(node, scope_);
            case Node::Kind::list:
                return list(node);
            case Node::Kind::object:
                return object(node, Json(Json::value_t::object), 0, node.parts.size());
            case Node::Kind::member:
                return member(node);
            case Node::Kind::element:
                return element(node);
            case Node::Kind::call:
                return call(node);
            case Node::Kind::negation:
                return number(node.parts[0]).map([](double x) { return write_number(-x); });
            case Node::Kind::inversion:
                return truth(node.parts[0]).map([](bool is) { return Json(!is); });
            case Node::Kind::operation:
                return operation(node);
            case Node::Kind::conditional: {
                const auto is = truth(node.parts[0]);
                return is ? value(node.parts[*is ? 1 : 2]) : Expected<Json>(tl::make_unexpected(is.error()));
            }
            case Node::Kind::binding:
                return with_names(node);
            case Node::Kind::first:
            case Node::Kind::extreme:
                return searched(node);
        }
        return Json(nullptr);
    }

private:
    tl::unexpected<Error> wrong(ErrorCode code, std::string_view what, const Node& node) const {
        return fail(code, field_, placed(field_, what, node.at, formula_));
    }
    tl::unexpected<Error> not_a(std::string_view wanted, const Json& given, const Node& node) const {
        return wrong(ErrorCode::wrong_type, cat({"expected ", wanted, ", got ", quoted(given)}), node);
    }

    Expected<double> number(const Node& node) const {
        auto found = value(node);
        if (!found) return tl::make_unexpected(found.error());
        if (!found->is_number()) return not_a("a number", *found, node);
        return found->get<double>();
    }
    Expected<bool> truth(const Node& node) const {
        auto found = value(node);
        if (!found) return tl::make_unexpected(found.error());
        if (!found->is_boolean()) return not_a("true or false", *found, node);
        return found->get<bool>();
    }

    /// A copy, paid for.
    Expected<Json> copied(const Json& found) const {
        return all_.spend(&Budget::steps, size_of(found), field_).map([&] { return found; });
    }

    /// A variable, or what the definition of that name comes to among the values of `scope`.
    Expected<Json> named(const Node& node, const Scope& scope) const {
        if (const Json* found = all_.value_of(node.text, scope)) return copied(*found);
        const auto behind = all_.definition(node.text);
        if (!behind) return tl::make_unexpected(behind.error());
        if (!*behind) return wrong(ErrorCode::unknown_name, cat({"there is nothing called ", node.text}), node);
        if (depth_ == depth_limit)
            return wrong(ErrorCode::too_large,
                         cat({node.text, " leads through more than ", format_number(depth_limit),
                              " definitions; does one lead back to itself?"}),
                         node);
        const std::string field = cat({"definitions.", node.text});
        const std::string& text = all_.definitions()[node.text].get_ref<const std::string&>();
        return Evaluator(all_, scope, text, field, depth_ + 1).value(**behind);
    }

    Expected<Json> list(const Node& node) const {
        Json values(Json::value_t::array);
        for (const Node& part : node.parts) {
            auto each = value(part);
            if (!each) return each;
            values.push_back(std::move(*each));
        }
        return values;
    }

    /// The named parts from `begin` to before `end`, put over what is there.
    Expected<Json> object(const Node& node, Json whole, std::size_t begin, std::size_t end) const {
        for (std::size_t i = begin; i < end; ++i) {
            auto each = value(node.parts[i]);
            if (!each) return each;
            if (!node.names[i].empty()) whole[node.names[i]] = std::move(*each);
            else if (each->is_object()) whole.update(*each);
            else return not_a("an object", *each, node.parts[i]);
        }
        return whole;
    }

    Expected<Json> member(const Node& node) const {
        const auto whole = value(node.parts[0]);
        if (!whole) return whole;
        const auto found = whole->is_object() ? whole->find(node.text) : whole->end();
        if (!whole->is_object() || found == whole->end())
            return wrong(ErrorCode::unknown_field, cat({"there is no ", node.text, " in ", quoted(*whole)}), node);
        return copied(*found);
    }

    Expected<Json> element(const Node& node) const {
        const auto whole = value(node.parts[0]);
        if (!whole) return whole;
        if (!whole->is_array()) return not_a("a list", *whole, node);
        const auto index = number(node.parts[1]);
        if (!index) return tl::make_unexpected(index.error());
        const double size = static_cast<double>(whole->size());
        if (*index < 0 || *index >= size || *index != std::floor(*index))
            return wrong(ErrorCode::out_of_range,
                         cat({"the list has ", format_number(size, 9), " elements, counted from 0; there is no ",
                              format_number(*index, 9)}),
                         node);
        return copied((*whole)[static_cast<std::size_t>(*index)]);
    }

    Expected<Json> operation(const Node& node) const {
        const std::string& sign = node.text;
        if (sign == "and" || sign == "or") {
            const auto left = truth(node.parts[0]);
            if (!left) return tl::make_unexpected(left.error());
            if (*left == (sign == "or")) return Json(*left);
            return truth(node.parts[1]).map([](bool is) { return Json(is); });
        }
        if (sign == "==" || sign == "!=") {
            const auto left = value(node.parts[0]);
            if (!left) return left;
            return value(node.parts[1]).map([&](const Json& right) {
                return Json((*left == right) == (sign == "=="));
            });
        }
        const auto left = number(node.parts[0]);
        if (!left) return tl::make_unexpected(left.error());
        const auto right = number(node.parts[1]);
        if (!right) return tl::make_unexpected(right.error());
        const double a = *left, b = *right;
        if (sign == "..") return whole_numbers(a, b, node);
        if (sign == "<") return Json(a < b);
        if (sign == "<=") return Json(a <= b);
        if (sign == ">") return Json(a > b);
        if (sign == ">=") return Json(a >= b);
        if (sign == "+") return write_number(a + b);
        if (sign == "-") return write_number(a - b);
        if (sign == "*") return write_number(a * b);
        if (b == 0) return wrong(ErrorCode::out_of_range, "a division by 0", node);
        return write_number(a / b);
    }

    Expected<Json> whole_numbers(double from, double to, const Node& node) const {
        constexpr double exact = 1e15;
        if (from != std::floor(from) || std::fabs(from) > exact)
            return wrong(ErrorCode::out_of_range,
                         cat({"a range begins with a whole number, given ", format_number(from, 9)}), node);
        if (to - from >= range_limit)
            return wrong(ErrorCode::too_large,
                         cat({"a range may have ", format_number(range_limit), " numbers at most"}), node);
        Json list(Json::value_t::array);
        for (double each = from; each <= to; ++each) list.push_back(write_number(each));
        return list;
    }

    Expected<Json> with_names(const Node& node) const {
        const auto bound = object(node, Json(Json::value_t::object), 0, node.names.size());
        if (!bound) return bound;
        const Scope inner{&*bound, &scope_};
        return Evaluator(all_, inner, formula_, field_, depth_).value(node.parts.back());
    }

    // Calls

    Expected<Json> call(const Node& node) const {
        const std::string& name = node.text;
        if (name == "lowest" || name == "highest") return named_extreme(node, name == "lowest" ? -1 : 1);
        if (name == "min" || name == "max" || name == "abs" || name == "round") return arithmetic(node);
        if (is_solver(name) || name == "hardware" || name == "models") return asked(node);
        if (!node.names.empty() && node.names[0].empty())
            return wrong(ErrorCode::unknown_name, cat({"there is no function ", name}), node);
        if (all_.value_of(name, scope_))
            return wrong(ErrorCode::wrong_type,
                         cat({name, " is a value, not a function; {...", name, ", field: value} changes a request"}),
                         node);
        // A definition, with some names bound.
        const auto bound = object(node, Json(Json::value_t::object), 0, node.parts.size());
        if (!bound) return bound;
        return named(node, Scope{&*bound, &scope_});
    }

    /// A call of the engine: a request, and what is different in it; `hardware('H100')` means {"id": "H100"}.
    Expected<Json> asked(const Node& node) const {
        Json request(Json::value_t::object);
        std::size_t named_from = 0;
        if (!node.names.empty() && node.names[0].empty()) {
            auto base = value(node.parts[0]);
            if (!base) return base;
            if (base->is_string()) request["id"] = std::move(*base);
            else if (base->is_object()) request = std::move(*base);
            else return not_a("a request", *base, node.parts[0]);
            named_from = 1;
        }
        auto whole = object(node, std::move(request), named_from, node.parts.size());
        if (!whole) return whole;
        if (auto ok = all_.spend(&Budget::calls, cost_of(node.text), field_); !ok)
            return tl::make_unexpected(ok.error());
        return Memo::shared().answer(node.text, *whole, all_.registry());
    }

    Expected<Json> arithmetic(const Node& node) const {
        const std::string& name = node.text;
        const std::size_t least = name == "abs" ? 1 : 2, most = name == "abs" ? 1 : name == "round" ? 2 : 16;
        std::vector<double> x;
        for (std::size_t i = 0; i < node.parts.size() && node.names[i].empty(); ++i) {
            const auto each = number(node.parts[i]);
            if (!each) return tl::make_unexpected(each.error());
            x.push_back(*each);
        }
        if (x.size() != node.parts.size() || x.size() < least || x.size() > most)
            return wrong(ErrorCode::wrong_type,
                         cat({name, name == "abs"     ? " takes a number"
                                    : name == "round" ? " takes a number and how many digits to keep"
                                                      : " takes two numbers or more"}),
                         node);
        if (name == "abs") return write_number(std::fabs(x[0]));
        if (name == "min") return write_number(*std::min_element(x.begin(), x.end()));
        if (name == "max") return write_number(*std::max_element(x.begin(), x.end()));
        if (x[1] < 0 || x[1] > 15 || x[1] != std::floor(x[1]))
            return wrong(ErrorCode::out_of_range, "round keeps 0 to 15 digits", node);
        const double unit = integer_power(10, x[1]);
        return write_number(std::round(x[0] * unit) / unit);
    }

    /// highest(this=VALUE, that=VALUE): the name of the highest.
    Expected<Json> named_extreme(const Node& node, double sign) const {
        Json name;
        double best = 0;
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
            if (node.names[i].empty())
                return wrong(ErrorCode::wrong_type, cat({node.text, " takes values with names"}), node.parts[i]);
            const auto each = number(node.parts[i]);
            if (!each) return tl::make_unexpected(each.error());
            if (!name.is_null() && *each * sign <= best) continue;
            best = *each * sign;
            name = node.names[i];
        }
        return name;
    }

    /// `first x in LIST where CONDITION`, `lowest x in LIST by VALUE`.
    Expected<Json> searched(const Node& node) const {
        const auto values = value(node.parts[0]);
        if (!values) return values;
        if (!values->is_array()) return not_a("a list", *values, node.parts[0]);
        const bool first = node.kind == Node::Kind::first;
        const double sign = node.names[0] == "lowest" ? -1 : 1;
        Json found;
        std::optional<double> best;
        for (const Json& each : *values) {
            const Json bound = Json::object({{node.text, each}});
            const Scope inner{&bound, &scope_};
            const Evaluator there(all_, inner, formula_, field_, depth_);
            if (first) {
                const auto holds = there.truth(node.parts[1]);
                if (!holds) return tl::make_unexpected(holds.error());
                if (*holds) return each;
                continue;
            }
            const auto height = there.number(node.parts[1]);
            if (!height) return tl::make_unexpected(height.error());
            if (best && *height * sign <= *best) continue;
            best = *height * sign;
            found = each;
        }
        return found;
    }

    Evaluation& all_;
    const Scope& scope_;
    std::string_view formula_;
    const std::string& field_;
    int depth_;
};

}  // namespace

Expected<Json> evaluate(std::string_view formula, const std::string& field, const Names& names,
                        const Registry& registry, Budget& budget) {
    const auto node = parse(formula, field);
    if (!node) return tl::make_unexpected(node.error());
    Evaluation all(names, registry, budget);
    const Json nothing(Json::value_t::object);
    const Scope outermost{&nothing};
    return Evaluator(all, outermost, formula, field).value(*node);
}

std::string formula_of(const Json& value) {
    if (!value.is_string()) return value.dump();
    std::string formula = "'";
    for (const char c : value.get_ref<const std::string&>()) {
        if (c == '\'' || c == '\\') formula += '\\';
        formula += c;
    }
    return formula + "'";
}

Expected<Json> evaluate_json(const Json& request, const Registry& registry) {
    static constexpr std::array<std::string_view, 3> members{"formula", "variables", "definitions"};
    if (auto ok = check_members(request, members, 1); !ok) return tl::make_unexpected(ok.error());
    if (!request["formula"].is_string())
        return fail(ErrorCode::wrong_type, "formula",
                    cat({"formula must be a string, given ", quoted(request["formula"])}));
    const Json none(Json::value_t::object), variables = request.value("variables", none),
                                            definitions = request.value("definitions", none);
    if (!variables.is_object())
        return fail(ErrorCode::wrong_type, "variables",
                    cat({"variables must be an object, given ", quoted(variables)}));
    if (!definitions.is_object())
        return fail(ErrorCode::wrong_type, "definitions",
                    cat({"definitions must be an object, given ", quoted(definitions)}));
    Budget budget;
    return evaluate(request["formula"].get_ref<const std::string&>(), "formula", {none, variables, definitions},
                    registry, budget)
        .map([](Json&& value) {
            Json answer;
            answer["value"] = std::move(value);
            return answer;
        });
}

}  // namespace ridgepoint::course
