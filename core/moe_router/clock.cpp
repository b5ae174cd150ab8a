#include "ridgepoint/moe_router/clock.hpp"

#include <algorithm>
#include <array>
#include <limits>

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#include <chrono>
#endif

namespace ridgepoint {
namespace {

class ComputerClock final : public Clock {
public:
    double now_s() override {
#ifdef __EMSCRIPTEN__
        constexpr double milli = 1e-3;
        return emscripten_get_now() * milli;
#else
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
    }
};

}  // namespace

Clock& computer_clock() {
    static ComputerClock clock;
    return clock;
}

double clock_resolution_s(Clock& clock) {
    constexpr std::size_t enough = 15;
    constexpr int patience = 10'000'000;  // readings, a second or so
    constexpr double long_enough_s = 0.05;
    std::array<double, enough> steps{};
    std::size_t count = 0;
    const double start = clock.now_s();
    double last = start;
    for (int readings = 0; count < enough && readings < patience; ++readings) {
        const double now = clock.now_s();
        if (now <= last) continue;
        steps[count++] = now - last;
        last = now;
        if (now - start > long_enough_s && count > 2) break;
    }
    if (count == 0) return std::numeric_limits<double>::infinity();
    std::sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count));
    return steps[count / 2];
}

}  // namespace ridgepoint
