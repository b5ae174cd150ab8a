#include "host.hpp"

namespace ridgepoint::router {

HostPeaks measure_host(const Kernels& kernels, std::size_t bytes, std::size_t timings, Profiler& profiler) {
    constexpr std::size_t steps = 200, multiple = 64;  // short calls: a browser compiles a function between calls only
    MemoryMeter apart;
    const Buffer<float> block(apart, (bytes / sizeof(float) / multiple + 1) * multiple);
    // What is computed must be used, or the compiler leaves it out.
    volatile float sink = 0;
    const double arithmetic_s =
        profiler.batch("host/arithmetic", 1, timings, [&] { sink = sink + kernels.arithmetic(steps); });
    const double read_s =
        profiler.batch("host/read", 1, timings, [&] { sink = sink + kernels.read(block.data(), block.size()); });
    return {steps * arithmetic_flop / arithmetic_s, static_cast<double>(block.size() * sizeof(float)) / read_s};
}

}  // namespace ridgepoint::router
