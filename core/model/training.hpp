/// Work, traffic and memory of a training step.
///
/// Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, MLSys 2023 (activations);
/// Rajbhandari et al., ZeRO, SC 2020 (sharding, 12 bytes of Adam state a parameter in mixed precision);
/// Hu et al., LoRA, ICLR 2022 (adapters).
#pragma once

#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

/// An FP32 copy of the weight and two moments.
inline constexpr double adam_bytes_per_parameter = 12;

/// Coefficients of s·b·h·L activation bytes at 16 bits (Korthikanti et al. 2023, equations 1 and 2): of all, and of
/// what tensor parallel does not cut; of the attention scores, a·s/h times, which FlashAttention computes again; of
/// what full recomputation keeps.
inline constexpr double activation_coefficient = 34, uncut_coefficient = 10;
inline constexpr double attention_coefficient = 5;
inline constexpr double recomputed_coefficient = 2;

/// Logits of s·b·V entries, which the loss takes in FP32 (the same, section 4.3).
inline constexpr double bytes_per_logit = 4;

/// Gradients and activations need 16 bits, whatever the weights are stored in (Dettmers et al., QLoRA, NeurIPS 2023).
inline constexpr double least_gradient_bytes = 2;

/// All parameters, or with `lora` those of the adapters: rank 16, two factors, on four square matrices a layer; a
/// hundredth of a model of unknown shape. Worked: Llama3_8B with adapters: 4,096 x 32 x 128 = 16.8e6.
double trainable_parameters(const Model& model, bool lora);

Workload training_step(const RooflineRequest& request);

}  // namespace ridgepoint
