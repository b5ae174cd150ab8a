/// What a formula comes to. See expression.hpp for the language.
#pragma once

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// What names stand for; a name is looked up in this order. All are JSON objects.
struct Names {
    const Json& data;         ///< what somebody else wrote, such as the state of a widget: never evaluated
    const Json& variables;    ///< plain values
    const Json& definitions;  ///< formulas, as strings
};

/// What one or several formulas may cost. Counts, not seconds, so that the same ones are refused everywhere; the most
/// they allow takes seconds, or half a minute where it is simulations.
struct Budget {
    std::size_t calls =
        10'000;  ///< of the engine; a simulation or a search counts as four hundred, `explain_load` as ten of them
    std::size_t steps = 2'000'000;  ///< nodes evaluated, values and characters copied
};

/// The value of a formula. `field` names it in errors: those of the calls; `malformed_formula`; `unknown_name`;
/// `wrong_type` where an operand is of the wrong kind; `out_of_range` for a division by 0; `too_large` where the budget
/// is spent or definitions lead back to themselves.
///
/// Worked: "a / b" with the variables {"a": 1, "b": 4} is 0.25.
Expected<Json> evaluate(std::string_view formula, const std::string& field, const Names& names,
                        const Registry& registry, Budget& budget);

/// The formula of a number, a string, true, false or null, which evaluates to the same value again.
std::string formula_of(const Json& value);

/// The call `evaluate`: {"formula", "variables"?, "definitions"?} gives {"value"}.
Expected<Json> evaluate_json(const Json& request, const Registry& registry);

}  // namespace ridgepoint::course
