/// What the schema adds to the descriptions, for whoever opens a number: what each preset assumes, where those values
/// come from, and how far the registry's figures may be off.
#pragma once

#include "describe/json.hpp"

namespace ridgepoint {

/// `x-presets`, `x-assumed` and `x-certainty`, each by field.
Json origins();

}  // namespace ridgepoint
