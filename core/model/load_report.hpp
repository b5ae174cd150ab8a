/// What a simulated server's figures rest on: their bands, and what is to be known about them.
#pragma once

#include "mixed_step.hpp"
#include "ridgepoint/load.hpp"

namespace ridgepoint {

/// Bands for means, where no queue keeps growing; at the maximum, for the rate alone.
void add_bands(const LoadRequest& request, LoadResult& result);

/// Its notes and trace.
void add_notes(const LoadRequest& request, const MixedSteps& steps, LoadResult& result);

}  // namespace ridgepoint
