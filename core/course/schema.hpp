/// What lab.json holds, for editors, for the build of labs, and for their page's script.
#pragma once

#include <string>

#include "exercise.hpp"

namespace ridgepoint::course {

/// What a lab has; its exercises are `any_exercise`, whose members depend on their kind.
extern const std::span<const Member> lab_description;
inline constexpr Shape any_exercise{.name = "Exercise"};

/// The JSON Schema of lab.json, draft 7, a line for whatever fits on one. labs/lab.schema.json is what this gives.
std::string lab_schema();

/// The same as TypeScript: `LabSpec`, `Exercise`, and an interface for each kind of exercise.
std::string lab_typescript();

}  // namespace ridgepoint::course
