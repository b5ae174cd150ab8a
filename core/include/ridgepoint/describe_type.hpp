/// Makes the description of a struct from its table of fields, in one source file: headers only declare it.
#pragma once

#include "ridgepoint/describe.hpp"

#define RIDGEPOINT_DESCRIBE(T, fields, text)                         \
    template <>                                                      \
    const Type& describe<T>() {                                      \
        static constexpr Type type = make_type<T>(#T, text, fields); \
        return type;                                                 \
    }
