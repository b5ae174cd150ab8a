/// The devices, models and fits that come with the engine (core/data).
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/perplexity.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// What was fitted to measurements: an entry a software, and one an algorithm that compresses.
struct Fits {
    std::vector<SoftwareFit> software;
    std::vector<AlgorithmFit> algorithms;
};
inline constexpr std::array fits_fields{
    figure<&Fits::software>("software", "what runs models"),
    figure<&Fits::algorithms>("algorithms", "what compresses them"),
};
template <>
const Type& describe<Fits>();

struct Registry {
    std::vector<std::shared_ptr<const Hardware>> hardware;
    std::vector<std::shared_ptr<const Model>> models;
    Fits fits;

    /// The entry of that id. Errors: `unknown_name`, with the ids there are; `field` names the field at fault.
    Expected<std::shared_ptr<const Hardware>> find_hardware(std::string_view id,
                                                            std::string_view field = "hardware") const;
    Expected<std::shared_ptr<const Model>> find_model(std::string_view id, std::string_view field = "model") const;

    /// What was fitted to measurements of it; null if nothing was.
    const SoftwareFit* fit_of(Software software) const;
    const AlgorithmFit* fit_of(Algorithm algorithm) const;

    /// The entries embedded at build time, read once; an error if a data file is not as described.
    static const Expected<Registry>& embedded();
};

}  // namespace ridgepoint
