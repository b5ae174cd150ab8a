#include <algorithm>

#include "calls.hpp"
#include "course/engine.hpp"
#include "ridgepoint/api.hpp"
#include "solvers.hpp"

namespace ridgepoint::detail {
extern const std::string_view registry_digest;
}  // namespace ridgepoint::detail

namespace ridgepoint::course {

bool is_solver(std::string_view name) { return find_call(name) != nullptr; }

std::size_t cost_of(std::string_view call) {
    const auto named = [&](const Solver& solver) { return solver.call.name == call; };
    const auto found = std::find_if(solvers().begin(), solvers().end(), named);
    return found == solvers().end() ? 1 : found->cost;
}

Expected<Json> ask_engine(std::string_view call, const Json& request, const Registry& registry) {
    return solve_json(call, request, registry);
}

MadeWith made_with() { return {version, detail::registry_digest}; }

}  // namespace ridgepoint::course
