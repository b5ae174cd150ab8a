/// The clock of a module without Emscripten's glue: the script that loads it gives `now`.
#pragma once

#include "ridgepoint/moe_router/clock.hpp"

namespace ridgepoint {

/// Milliseconds.
extern "C" __attribute__((import_module("env"), import_name("now"))) double now_ms();

struct PageClock final : Clock {
    double now_s() override {
        constexpr double milli = 1e-3;
        return now_ms() * milli;
    }
};

}  // namespace ridgepoint
