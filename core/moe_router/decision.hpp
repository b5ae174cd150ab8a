/// What a router decides for a token.
#pragma once

#include <array>
#include <cstdint>

namespace ridgepoint::router {

/// The experts a token visits, the first `top_k` places, the heaviest first, and their weights, which sum to 1.
struct Decision {
    std::array<std::uint8_t, 8> expert{};
    std::array<float, 8> weight{};
};

/// Whether both name the same experts, in whatever order.
inline bool same_experts(const Decision& a, const Decision& b, std::size_t top_k) {
    std::uint64_t in_a = 0, in_b = 0;
    for (std::size_t i = 0; i < top_k; ++i) {
        in_a |= std::uint64_t{1} << a.expert[i];
        in_b |= std::uint64_t{1} << b.expert[i];
    }
    return in_a == in_b;
}

}  // namespace ridgepoint::router
