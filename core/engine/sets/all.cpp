// Every call: all solvers, and what labs ask.

#include "course/evaluate.hpp"
#include "course/score.hpp"
#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() { return sets::all_solvers; }

std::span<const JsonCall> other_calls() {
    static constexpr std::array set{JsonCall{"evaluate", course::evaluate_json}, JsonCall{"score", course::score_json}};
    return set;
}

}  // namespace ridgepoint
