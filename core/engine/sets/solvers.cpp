// The calls of the widgets: what every page that shows one downloads.

#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() { return sets::widget_solvers; }

std::span<const JsonCall> other_calls() { return {}; }

}  // namespace ridgepoint
