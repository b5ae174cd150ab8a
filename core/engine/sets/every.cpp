// Every call there is: for the command, and for tests.

#include "lab_calls.hpp"
#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() {
    static constexpr auto set =
        sets::joined(sets::widget_solvers, sets::load_solvers, sets::command_solvers, sets::route_solvers);
    return set;
}

std::span<const JsonCall> other_calls() { return sets::lab_calls; }

}  // namespace ridgepoint
