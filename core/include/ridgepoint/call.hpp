/// What a call is called, takes and returns.
#pragma once

#include "ridgepoint/field.hpp"

namespace ridgepoint {

struct Call {
    std::string_view name;
    Words text;
    const Type& (*request)();
    const Type& (*result)();
};

}  // namespace ridgepoint
