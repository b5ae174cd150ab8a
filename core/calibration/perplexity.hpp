/// The part of `compare` that is about perplexity.
#pragma once

#include "ridgepoint/fits.hpp"
#include "ridgepoint/measured.hpp"

namespace ridgepoint {

/// Fills a comparison of a perplexity, or says in `missing` why there is none. `model` may be null.
void compare_perplexity(MeasuredComparison& c, const std::vector<MeasuredPoint>& all, const Model* model,
                        const Fits& fits);

}  // namespace ridgepoint
