#include "ridgepoint/hardware.hpp"

namespace ridgepoint {

Rate compute_rate(const PrecisionRates& peak, Precision p, Scheme scheme) {
    const bool own = scheme == Scheme::native || !is_quantized(p);
    if (own)
        if (const auto& rate = peak.at(p)) return {*rate, p};
    for (const Precision other : {Precision::fp16, Precision::bf16, Precision::fp32, Precision::tf32, Precision::fp8,
                                  Precision::int8, Precision::fp4, Precision::int4})
        if (const auto& rate = peak.at(other)) return {*rate, other};
    return {FlopPerSecond<>{0}, p};
}

}  // namespace ridgepoint
