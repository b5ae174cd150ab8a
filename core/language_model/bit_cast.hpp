/// The same bits as another type. Emscripten 3.1.6 does not have the standard library's yet.
#pragma once

#include <cstring>

namespace ridgepoint::lm {

template <class To, class From>
To bit_cast(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace ridgepoint::lm
