#include "bench/kernels.hpp"

#if defined(__AVX2__) && defined(__FMA__)

namespace ridgepoint::bench {
namespace {
constexpr std::size_t vector_bytes = 32;
}
}  // namespace ridgepoint::bench

#include "vectors.hpp"

namespace ridgepoint::bench {

const Kernels* widest_kernels() {
    static constexpr Kernels kernels{"avx2", read, copy, arithmetic, flop, Product::fp32, Product::int8, Product::int4};
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : nullptr;
}

}  // namespace ridgepoint::bench

#else

namespace ridgepoint::bench {

const Kernels* widest_kernels() { return nullptr; }

}  // namespace ridgepoint::bench

#endif
