#include "calls.hpp"
#include "course/engine.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::course {

bool is_solver(std::string_view name) { return find_call(name) != nullptr; }

Expected<Json> ask_engine(std::string_view call, const Json& request, const Registry& registry) {
    return solve_json(call, request, registry);
}

}  // namespace ridgepoint::course
