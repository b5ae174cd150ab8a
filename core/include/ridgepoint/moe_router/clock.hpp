/// Where the profiler gets the time from: a computer's clock, or a test's.
#pragma once

namespace ridgepoint {

/// Seconds since a start of its own; never falls.
class Clock {
public:
    virtual ~Clock() = default;
    virtual double now_s() = 0;
};

/// The computer's monotonic clock; in a browser or Node, performance.now().
Clock& computer_clock();

/// The step by which the clock is seen to advance, the median of several: about 30 ns for the time a reading takes
/// natively, 5 us to 1 ms in browsers. Infinite for a clock that stands still.
double clock_resolution_s(Clock& clock);

}  // namespace ridgepoint
