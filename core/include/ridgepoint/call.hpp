/// A call of the engine: its name, the request it takes and the result it returns.
#pragma once

#include <span>

#include "ridgepoint/field.hpp"

namespace ridgepoint {

/// No figure of a result depends on `field` while the field `beside` has this choice.
struct Unread {
    std::string_view field, beside, choice;
};

struct Call {
    std::string_view name;
    [[no_unique_address]] Words text;
    const Type& (*request)();
    const Type& (*result)();
    std::span<const Unread> unread = {};  ///< where results do not say it themselves
};

}  // namespace ridgepoint
