/// What the names in a request stand for.
#pragma once

#include <memory>
#include <string_view>

#include "ridgepoint/field.hpp"

namespace ridgepoint {

class Catalogue {
public:
    virtual ~Catalogue() = default;
    /// The entry of that type and id. Errors: `unknown_name`, with the ids there are; `field` names the field at fault.
    virtual Expected<std::shared_ptr<const void>> find(const Type& type, std::string_view id,
                                                       std::string_view field) const = 0;
};

}  // namespace ridgepoint
