/// What the computer can do at most, by the instructions that the layer uses.
#pragma once

#include "kernels.hpp"
#include "profiler.hpp"

namespace ridgepoint::router {

/// NaN where the clock is too coarse.
struct HostPeaks {
    double flop_per_s, bytes_per_s;
};

/// Arithmetic on registers alone, and reading a block of `bytes`, as large as the weights, so that it lies in the same
/// caches as they: each the median of `timings`.
HostPeaks measure_host(const Kernels& kernels, std::size_t bytes, std::size_t timings, Profiler& profiler);

}  // namespace ridgepoint::router
