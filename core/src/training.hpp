/// Work, traffic and memory of a training step.
///
/// Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, MLSys 2023 (activations);
/// Rajbhandari et al., ZeRO, SC 2020 (sharding, 12 bytes of Adam state a parameter in mixed precision);
/// Hu et al., LoRA, ICLR 2022 (adapters).
#pragma once

#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

struct TrainingStep {
    Flop<> work;         ///< with recomputation
    Flop<> useful_work;  ///< without
    Bytes<> traffic;
    Bytes<> footprint;
};

TrainingStep training_step(const RooflineRequest& request);

/// Launches of a training step for one of a forward pass: forward, backward to activations, backward to weights.
inline constexpr double training_launches = 3;

}  // namespace ridgepoint
