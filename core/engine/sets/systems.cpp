// The solvers of whole systems, many requests on many devices: what a page with one of their widgets downloads.

#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() { return sets::load_solvers; }

std::span<const JsonCall> other_calls() { return {}; }

}  // namespace ridgepoint
