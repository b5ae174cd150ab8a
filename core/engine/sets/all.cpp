// Every call: all solvers, and what labs ask. For the command and for pages of labs.

#include "course/evaluate.hpp"
#include "course/score.hpp"
#include "course/variants.hpp"
#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() {
    static constexpr auto set = sets::joined(sets::widget_solvers, sets::load_solvers, sets::route_solvers);
    return set;
}

std::span<const JsonCall> other_calls() {
    static constexpr std::array set{JsonCall{"evaluate", course::evaluate_json}, JsonCall{"score", course::score_json},
                                    JsonCall{"variant", course::variant_json}};
    return set;
}

}  // namespace ridgepoint
