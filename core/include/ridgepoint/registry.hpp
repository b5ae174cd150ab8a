/// The devices and models that come with the engine (core/data).
#pragma once

#include "ridgepoint/catalogue.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"

namespace ridgepoint {

struct Registry : Catalogue {
    std::vector<std::shared_ptr<const Hardware>> hardware;
    std::vector<std::shared_ptr<const Model>> models;

    /// The entry of that id. Errors: `unknown_name`, with the ids there are; `field` names the field at fault.
    Expected<std::shared_ptr<const Hardware>> find_hardware(std::string_view id,
                                                            std::string_view field = "hardware") const;
    Expected<std::shared_ptr<const Model>> find_model(std::string_view id, std::string_view field = "model") const;

    Expected<std::shared_ptr<const void>> find(const Type& type, std::string_view id,
                                               std::string_view field) const override;

    /// The entries embedded at build time, read once; an error if a data file is not as described.
    static const Expected<Registry>& embedded();
};

}  // namespace ridgepoint
