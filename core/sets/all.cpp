// Every call: the widgets', and what labs ask.

#include "query.hpp"
#include "score.hpp"
#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() { return sets::widget_solvers; }

std::span<const JsonCall> other_calls() {
    static constexpr std::array set{JsonCall{"query", query_json}, JsonCall{"score", score_json}};
    return set;
}

}  // namespace ridgepoint
