/// The fits to measurements that come with the engine, by software (core/data/software) and by compression algorithm
/// (core/data/compression). Those of servers and of training are in serving_fit.hpp and training_fit.hpp.
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/perplexity.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// An entry a software, and one an algorithm that compresses.
struct Fits {
    std::vector<SoftwareFit> software;
    std::vector<AlgorithmFit> algorithms;

    /// The entry of that name, of vLLM and SGLang that of all software together; null if nothing was fitted to it.
    const SoftwareFit* of(Software which) const;
    const AlgorithmFit* of(Algorithm which) const;

    /// The entries embedded at build time, read when first asked for; an error if a data file is not as described.
    static const Expected<Fits>& embedded();
};

inline constexpr std::array fits_fields{
    figure<&Fits::software>("software", "what runs models"),
    figure<&Fits::algorithms>("algorithms", "what compresses them"),
};
RIDGEPOINT_DESCRIBE(Fits, fits_fields, "what was fitted to measurements")

}  // namespace ridgepoint
