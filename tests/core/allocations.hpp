/// How often the tests' program has allocated.
#pragma once

#include <cstddef>

namespace ridgepoint {

/// Whether allocations are counted: sanitizers watch new and delete themselves.
extern const bool allocations_are_counted;

/// Calls of `operator new` so far. Volatile, for a compiler may take it that none changes a variable.
extern volatile std::size_t allocations;

}  // namespace ridgepoint
