/// What formulas ask of the engine, which lies above this folder: core/engine/course_calls.cpp defines it.
#pragma once

#include <string_view>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// Whether the program has a solver of that name.
bool is_solver(std::string_view name);

/// What an answer of it may take, in those of a solver that neither simulates nor searches.
std::size_t cost_of(std::string_view call);

/// What a solver, `hardware` or `models` answers. Errors: as the call.
Expected<Json> ask_engine(std::string_view call, const Json& request, const Registry& registry);

/// What this program grades with, as pages write it into a submission.
struct MadeWith {
    std::string_view version;  ///< of Ridgepoint: "0.3.0"
    std::string_view data;     ///< a digest of the devices, models and fits
};
MadeWith made_with();

}  // namespace ridgepoint::course
