/// What all the formulas of one evaluation share: names, definitions parsed once, and the budget.
#pragma once

#include <map>

#include "evaluate.hpp"
#include "expression.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {

/// Names that stand for a value at this place, and those around it.
struct Scope {
    const Json* values = nullptr;
    const Scope* outside = nullptr;

    const Json* find(const std::string& name) const {
        for (const Scope* here = this; here; here = here->outside)
            if (const auto found = here->values->find(name); found != here->values->end()) return &*found;
        return nullptr;
    }
};

class Evaluation {
public:
    Evaluation(const Names& names, const Registry& registry, Budget& budget)
        : names_(names), registry_(registry), budget_(budget) {}

    const Json* value_of(const std::string& name, const Scope& scope) const {
        if (const Json* bound = scope.find(name)) return bound;
        for (const Json* values : {&names_.data, &names_.variables})
            if (const auto found = values->find(name); found != values->end()) return &*found;
        return nullptr;
    }

    /// The formula behind a name, parsed once; null where there is none.
    Expected<const Node*> definition(const std::string& name) {
        const auto text = names_.definitions.find(name);
        if (text == names_.definitions.end()) return nullptr;
        const auto known = parsed_.find(name);
        if (known != parsed_.end()) return &known->second;
        const std::string field = cat({"definitions.", name});
        if (!text->is_string())
            return fail(ErrorCode::wrong_type, field, cat({field, " must be a formula, given ", quoted(*text)}));
        return parse(text->get_ref<const std::string&>(), field).map([&](Node&& node) -> const Node* {
            return &parsed_.emplace(name, std::move(node)).first->second;
        });
    }

    Expected<void> spend(std::size_t Budget::* part, std::size_t cost, const std::string& field) {
        if (cost > budget_.*part) {
            const double limit = static_cast<double>(Budget{}.*part);
            return fail(ErrorCode::too_large, field,
                        cat({field, " takes more than ", format_number(limit, 9),
                             part == &Budget::calls ? " calls of the engine" : " steps to evaluate"}));
        }
        budget_.*part -= cost;
        return {};
    }

    const Json& definitions() const { return names_.definitions; }
    const Registry& registry() const { return registry_; }

private:
    const Names& names_;
    const Registry& registry_;
    Budget& budget_;
    std::map<std::string, Node> parsed_;
};

}  // namespace ridgepoint::course
