// The solvers of widgets and those of the router: what a page with its widget downloads.

#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() {
    static constexpr auto set = sets::joined(sets::widget_solvers, sets::route_solvers);
    return set;
}

std::span<const JsonCall> other_calls() { return {}; }

}  // namespace ridgepoint
