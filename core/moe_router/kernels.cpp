#include "kernels.hpp"

namespace ridgepoint::router {

const Kernels& best_kernels() {
    const Kernels* simd = simd_kernels();
    return simd == nullptr ? scalar_kernels() : *simd;
}

}  // namespace ridgepoint::router
