// Every call: the widgets', and what labs ask.

#include <algorithm>

#include "query.hpp"
#include "score.hpp"
#include "solver_table.hpp"

namespace ridgepoint {

std::span<const Solver> solvers() {
    using namespace sets;
    static constexpr auto set = [] {
        std::array<Solver, widget_solvers.size() + route_solvers.size()> all{};
        std::copy(route_solvers.begin(), route_solvers.end(),
                  std::copy(widget_solvers.begin(), widget_solvers.end(), all.begin()));
        return all;
    }();
    return set;
}

std::span<const JsonCall> other_calls() {
    static constexpr std::array set{JsonCall{"query", query_json}, JsonCall{"score", score_json}};
    return set;
}

}  // namespace ridgepoint
