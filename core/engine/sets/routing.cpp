// All solvers, those of the router too: what a page with its widget downloads.

#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() { return sets::all_solvers; }

std::span<const JsonCall> other_calls() { return {}; }

}  // namespace ridgepoint
