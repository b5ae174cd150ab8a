/// Reproducible random numbers: the same seed gives the same weights in every build.
#pragma once

#include <cstdint>

namespace ridgepoint::router {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// Uniform in [−bound, bound): 24 random bits, exact in a float but for the product's rounding.
    float uniform(float bound) {
        constexpr float step = 1.0f / (1 << 23);
        return (static_cast<float>(next() >> 40) * step - 1.0f) * bound;
    }

private:
    std::uint64_t state_;
};

}  // namespace ridgepoint::router
