/// What a simulated server's figures rest on: their bands, and what is to be known about them.
#pragma once

#include "mixed_step.hpp"
#include "ridgepoint/load.hpp"

namespace ridgepoint {

/// Of means, where no queue grows for as long as requests come; at the maximum, of the rate alone.
void add_bands(const LoadRequest& request, LoadResult& result);

/// Its notes and trace.
void add_notes(const LoadRequest& request, const MixedSteps& steps, LoadResult& result);

}  // namespace ridgepoint
