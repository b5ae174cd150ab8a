/// The experts: feed-forward networks, of which each token visits a few.
#pragma once

#include <memory>
#include <vector>

#include "decision.hpp"
#include "matrix.hpp"
#include "ridgepoint/moe_router/config.hpp"

namespace ridgepoint::router {

/// An expert is down·relu(up·x), or with three matrices down·(relu(gate·x)·(up·x)): SwiGLU's shape and cost with ReLU
/// in place of SiLU.
class Experts {
public:
    Experts(MemoryMeter& meter, const LayerShape& shape, const Kernels& kernels, Random& random);

    /// The weighted sum of the decision's experts, `width` numbers.
    void run(const float* hidden, const Decision& decision, float* output);

private:
    struct Expert {
        std::unique_ptr<Matrix> up, gate, down;
    };

    const Kernels& kernels_;
    std::size_t top_k_, width_;
    std::vector<Expert> experts_;
    Buffer<float> neurons_, gates_, sum_;
};

}  // namespace ridgepoint::router
