#include <cstddef>

namespace ridgepoint::bench {
namespace {
constexpr std::size_t vector_bytes = 16;
}
}  // namespace ridgepoint::bench

// Compiled for SSE4.2 on x86, for WebAssembly SIMD, or for what the processor is sure to have.
#include "vectors.hpp"

namespace ridgepoint::bench {

const Kernels* simd128_kernels() {
    static constexpr Kernels kernels{"simd128", read,          copy,          arithmetic,
                                     flop,      Product::fp32, Product::int8, Product::int4};
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul")
               ? &kernels
               : nullptr;
#else
    return &kernels;
#endif
}

}  // namespace ridgepoint::bench
