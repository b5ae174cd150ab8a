/// What a simulated server's figures rest on: their bands, and what is to be known about them.
#pragma once

#include "mixed_step.hpp"
#include "ridgepoint/load.hpp"

namespace ridgepoint {

/// Bands for means, where no queue keeps growing; at the maximum, for the rate alone.
void add_bands(const LoadRequest& request, LoadResult& result);

/// Says how far off runs were whose source the fit had not seen.
void note_served_accuracy(const LoadRequest& request, Remarks& notes);

/// Its notes and trace.
void add_notes(const LoadRequest& request, const MixedSteps& steps, LoadResult& result);

}  // namespace ridgepoint
