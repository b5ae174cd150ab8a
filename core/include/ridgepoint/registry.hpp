/// The devices and models that come with the engine (core/data).
#pragma once

#include "ridgepoint/catalogue.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"

namespace ridgepoint {

/// What may name an entry: its id alone, or an object too.
enum class Takes { id, object };

struct Registry : Catalogue {
    std::vector<std::shared_ptr<const Hardware>> hardware;
    std::vector<std::shared_ptr<const Model>> models;

    /// The entry of that id. Errors: `unknown_name`, with the ids there are; `field` names the field at fault, and
    /// `takes` what it may hold.
    Expected<std::shared_ptr<const Hardware>> find_hardware(std::string_view id, std::string_view field = "hardware",
                                                            Takes takes = Takes::id) const;
    Expected<std::shared_ptr<const Model>> find_model(std::string_view id, std::string_view field = "model",
                                                      Takes takes = Takes::id) const;

    Expected<std::shared_ptr<const void>> find(const Type& type, std::string_view id,
                                               std::string_view field) const override;

    /// The entries embedded at build time, read once; an error if a data file is not as described.
    static const Expected<Registry>& embedded();
};

}  // namespace ridgepoint
