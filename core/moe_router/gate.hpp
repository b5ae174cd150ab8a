/// The gating network: which experts a hidden state goes to, and with what weights.
#pragma once

#include <memory>

#include "decision.hpp"
#include "matrix.hpp"
#include "ridgepoint/moe_router/config.hpp"

namespace ridgepoint::router {

/// One matrix (router_width 0), or a hidden layer of router_width neurons with ReLU before it. The weights are the
/// softmax over the top_k largest outputs; equal outputs go to the lower expert.
class Gate {
public:
    Gate(MemoryMeter& meter, const LayerShape& shape, const Kernels& kernels, Random& random);

    void decide(const float* hidden, Decision& decision);

private:
    const Kernels& kernels_;
    std::size_t experts_, top_k_;
    std::unique_ptr<Matrix> inner_;
    Matrix outer_;
    Buffer<float> neurons_, outputs_;
};

}  // namespace ridgepoint::router
