/// Work, traffic and memory of a training step.
///
/// Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, MLSys 2023 (activations);
/// Rajbhandari et al., ZeRO, SC 2020 (sharding, 12 bytes of Adam state a parameter in mixed precision);
/// Hu et al., LoRA, ICLR 2022 (adapters).
#pragma once

#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

Workload training_step(const RooflineRequest& request);

}  // namespace ridgepoint
