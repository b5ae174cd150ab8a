#include "host.hpp"

namespace ridgepoint::router {

HostPeaks measure_host(const Kernels& kernels, std::size_t bytes, std::size_t timings, Profiler& profiler) {
    constexpr std::size_t steps = 200, multiple = 64;  // short calls: a browser compiles a function between calls only
    MemoryMeter apart;
    const Buffer<float> block(apart, (bytes / sizeof(float) / multiple + 1) * multiple);
    // What is computed must be used, or the compiler leaves it out.
    volatile float sink = 0;
    const double flop_s = profiler.batch("host/arithmetic", steps * arithmetic_flop, timings,
                                         [&] { sink = sink + kernels.arithmetic(steps); });
    const double byte_s = profiler.batch("host/read", static_cast<double>(block.size() * sizeof(float)), timings,
                                         [&] { sink = sink + kernels.read(block.data(), block.size()); });
    return {1 / flop_s, 1 / byte_s};
}

}  // namespace ridgepoint::router
