/// A measured machine as a device of the registry's shape.
#pragma once

#include "machine.hpp"
#include "ridgepoint/hardware.hpp"

namespace ridgepoint::bench {

/// What measurements do not tell of a device.
struct About {
    std::string name;
    std::string how;   ///< "simd128, 8 threads"
    std::string date;  ///< 2026-11-23
    Bytes<> memory_capacity;
};

/// Rates are those of `all`, the constants in the notes those of `one`: products run on one thread.
Hardware device_of(const Machine& all, const Machine& one, const About& about);

}  // namespace ridgepoint::bench
