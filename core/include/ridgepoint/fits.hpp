/// What was fitted to measurements and comes with the engine: core/data/software, core/data/compression and
/// core/data/training.
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/perplexity.hpp"
#include "ridgepoint/software_fit.hpp"
#include "ridgepoint/training_fit.hpp"

namespace ridgepoint {

/// An entry a software, one an algorithm that compresses, and one for training.
struct Fits {
    std::vector<SoftwareFit> software;
    std::vector<AlgorithmFit> algorithms;
    std::vector<TrainingFit> training;

    /// The entry of that name; null if nothing was fitted to it.
    const SoftwareFit* of(Software which) const;
    const AlgorithmFit* of(Algorithm which) const;

    /// The entries embedded at build time, read when first asked for; an error if a data file is not as described.
    static const Expected<Fits>& embedded();
};

inline constexpr std::array fits_fields{
    figure<&Fits::software>("software", "what runs models"),
    figure<&Fits::algorithms>("algorithms", "what compresses them"),
    figure<&Fits::training>("training", "what trains them"),
};
RIDGEPOINT_DESCRIBE(Fits, fits_fields, "what was fitted to measurements")

}  // namespace ridgepoint
