/// What a model asks of a device: bytes of weights and cache, FLOP of a pass. Shared by all solvers.
#pragma once

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/model.hpp"

namespace ridgepoint {

/// P: all parameters; for a model that states only its size, that size at four bytes each.
double parameter_count(const Model& model);

/// P_a: parameters one token passes; P unless a mixture of experts.
double active_parameters(const Model& model);

/// W = P·b, or the stated size of a model without a parameter count. Worked: Llama3_8B at 2 bytes: 16.06e9.
Bytes<> weight_bytes(const Model& model, double bytes_per_weight);

/// Expected number of distinct experts that `tokens` tokens touch: E·(1 − (1 − k/E)^tokens), for uniform routing.
/// Worked: E 8, k 2: 2 for one token, 5.47 for four.
double distinct_experts(double experts, double experts_per_token, double tokens);

/// Weights of one routed expert, over all layers: (P − P_a) / (E − k); 0 for a model that is no mixture of experts.
/// Worked: Mixtral_8x7B: 5.64e9.
double expert_parameters(const Model& model);

/// Bytes of weights read by a pass over `tokens` tokens: all of them, unless the model is a mixture of experts and
/// only the experts touched are read.
Bytes<> weights_read(const Model& model, double bytes_per_weight, double tokens, MoeWeights rule);

/// FLOP of one forward pass of one unit, all denoising steps included; zero where the model states none.
Flop<> forward_work(const Model& model);

/// Bytes the key-value cache of `batch` sequences of `context` tokens takes: 2·L·k·d·S·B·b, or
/// L·(r_kv + d_rope)·S·B·b with multi-head latent attention (DeepSeek-AI 2024). Zero for a model without attention.
/// Worked: Llama3_8B, 2048 tokens, fp16: 268,435,456.
Bytes<> kv_cache_bytes(const Model& model, double context, double batch, double bytes_per_value);

/// FLOP of the attention scores and values of `queries` new tokens over `context` tokens: 4·L·a·d·n·S a sequence.
Flop<> attention_work(const Model& model, double queries, double context);

/// f: activation traffic of one sample as a share of the weight bytes, and what it rests on.
double activation_fraction(const Model& model, const Assumptions& assumptions);

/// Layers whose kernels one evaluation launches; one for a model that states none.
double launched_layers(const Model& model);

/// Whether the model's attention has a known shape.
bool has_attention(const Model& model);

/// Whether the model decodes tokens with attention, so that `serve` applies.
bool generates_tokens(const Model& model);

}  // namespace ridgepoint
