/// The layer that is measured: embedding, gating network, experts.
#pragma once

#include "embedding.hpp"
#include "experts.hpp"
#include "gate.hpp"

namespace ridgepoint::router {

/// All weights follow from the configuration's seed.
struct Layer {
    Layer(MemoryMeter& meter, const LayerShape& layer_shape, const RouteConfig& config, const Kernels& kernels)
        : shape(layer_shape),
          random(static_cast<std::uint64_t>(config.seed)),
          embedding(meter, shape, config.context_weight, random),
          gate(meter, shape, kernels, random),
          experts(meter, shape, kernels, random) {}

    LayerShape shape;
    Random random;
    Embedding embedding;
    Gate gate;
    Experts experts;
};

}  // namespace ridgepoint::router
