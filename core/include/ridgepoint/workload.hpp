/// What a model asks of a device: bytes of weights and cache, FLOP of a pass. Shared by all solvers.
#pragma once

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/model.hpp"

namespace ridgepoint {

/// FLOP of each parameter in a pass of one token: a multiply and an add.
inline constexpr double flop_per_parameter = 2;

/// Bytes a weight takes in MXFP4 with its scales, 8 bits for each 32 values (OCP Microscaling Formats 1.0), and in
/// Q8_0, 16 bits for each 32.
inline constexpr double mxfp4_bytes = 4.25 / 8, q8_0_bytes = 8.5 / 8;

/// P: all parameters; for a model that states only its size, that size at four bytes each.
double parameter_count(const Model& model);

/// P_a: parameters one token passes; P unless a mixture of experts.
double active_parameters(const Model& model);

/// W = P·b, or the stated size of a model without a parameter count. Worked: Llama3_8B at 2 bytes: 16.06e9. Where
/// that is half a byte, weights outside the experts take the `dense_weight_bits` of a model that has them. Worked:
/// GptOss_120B at half a byte: 114.7e9 of experts take 57.3e9 bytes, the other 2.13e9 weights 4.3e9. At `mxfp4_bytes`,
/// as files of llama.cpp are, those others take `q8_0_bytes`: 60.9e9 and 2.3e9.
Bytes<> weight_bytes(const Model& model, double bytes_per_weight);

/// Expected number of distinct experts that `tokens` tokens touch: E·(1 − (1 − k/E)^tokens), for uniform routing.
/// Worked: E 8, k 2: 2 for one token, 5.47 for four.
double distinct_experts(double experts, double experts_per_token, double tokens);

/// Weights of one routed expert, over all layers: (P − P_a) / (E − k); 0 for a model that is no mixture of experts.
/// Worked: Mixtral_8x7B: 5.64e9.
double expert_parameters(const Model& model);

/// Bytes of weights read by a pass over `tokens` tokens: all of them, unless the model is a mixture of experts and
/// only the experts touched are read, or only the rows of the input embedding that are looked up.
Bytes<> weights_read(const Model& model, double bytes_per_weight, double tokens, MoeWeights rule,
                     EmbeddingRead embedding = EmbeddingRead::all);

/// Weights of an input embedding that is not the output head too: V·h; 0 where they are one, or the model states no
/// vocabulary. Worked: Llama3_8B: 128256 x 4096 = 525,336,576.
double input_embedding(const Model& model);

/// Weights of the output head: V·h; 0 where the model states no vocabulary.
double output_head(const Model& model);

/// FLOP of a prompt's matrices, of n tokens: 2·(P_a − embeddings)·n + 2·V·h. Embeddings are looked up, and the head is
/// applied to the last token alone (Narayanan et al., SC 2021, counts as much for each token). Worked: Llama3_8B, 2048
/// tokens: 2 x 6,979,588,096 x 2048 + 2 x 525,336,576 = 28.589443e12.
Flop<> prompt_work(const Model& model, double tokens);

/// Of them, those of matrices that stay in 16 bits where the experts are in 4: all but the experts', of a model that
/// says so. Worked: GptOss_120B, 1,000 tokens: 0.978e9 weights a token and the head.
Flop<> dense_prompt_work(const Model& model, double bytes_per_weight, double tokens);

/// FLOP of one forward pass of one unit, all denoising steps included; zero where the model states none.
Flop<> forward_work(const Model& model);

/// Bytes that linear layers, or all layers of a state-space model, keep of a sequence, however long it is: a state of
/// inner_dim x state_size values, and the last conv_kernel - 1 inputs of the convolution. They stay in 16 bits where
/// the cache is narrower, as in vLLM (model_executor/layers/mamba/mamba_utils.py). Worked: Qwen3_Next_80B_A3B: 36 x
/// (4096 x 128 + 3 x 8192) x 2 = 39,518,208.
Bytes<> state_bytes(const Model& model);

/// Tokens kept, summed over the layers: L·S; a local layer min(S, window) of them, a linear one as many as its state is
/// worth in a cache of so many bytes a value. Worked: Gemma3_4B, 8192 tokens: 29 x 1024 + 5 x 8192 = 70,656.
class TokensInReach {
public:
    TokensInReach(const Model& model, double bytes_per_value);
    double operator()(double context) const {
        return whole_ * context + local_ * (context < window_ ? context : window_) + state_;
    }

private:
    double whole_, local_, window_, state_;  ///< layers that keep all, and a window; its length; tokens for all states
};

/// The same of one context, in a cache in 16 bits.
double tokens_in_reach(const Model& model, double context);

/// What each of `tokens` new ones behind `cached` attends to, those before it and itself, added up: L·(nc + n(n+1)/2)
/// without windows and linear layers.
double causal_pairs(const Model& model, double tokens, double cached);

/// FLOP of the linear layers' states: each value is written and read once a token, a multiply-add each (Dao & Gu 2024).
Flop<> state_work(const Model& model, double tokens);

/// Bytes the key-value cache of `batch` sequences of `context` tokens takes: 2·k·d·B·b for each token in reach, or
/// (r_kv + d_rope)·B·b with multi-head latent attention (DeepSeek-AI 2024). Without attention only what state-space
/// layers keep. The reference (`Accounting::textbook`) knows L·S tokens and no states.
/// Worked: Llama3_8B, 2048 tokens, fp16: 268,435,456.
Bytes<> kv_cache_bytes(const Model& model, double context, double batch, double bytes_per_value,
                       Accounting accounting = Accounting::corrected);

/// How scores and values of a pair of tokens are computed: 4·a·d FLOP either way, but with multi-head latent attention
/// 2·a·(d_nope + d_rope + d_v) from expanded keys and values, as in prompts and training, and 2·a·(2·r_kv + d_rope) on
/// the latent itself, as in decoding (DeepSeek-AI 2024, section 2.1). Worked: DeepSeek_V3: 81,920 and 278,528.
enum class AttentionForm { expanded, absorbed };
double flop_per_pair(const Model& model, AttentionForm form);

/// FLOP of attention of `queries` new tokens, each to all of `context` tokens, a sequence. The reference takes 4·a·d
/// FLOP a pair, whatever the attention.
Flop<> attention_work(const Model& model, double queries, double context, AttentionForm form = AttentionForm::absorbed,
                      Accounting accounting = Accounting::corrected);

/// f: activation traffic of one sample as a share of the weight bytes, and what it rests on.
double activation_fraction(const Model& model, const Assumptions& assumptions);

/// Layers whose kernels one evaluation launches; one for a model that states none.
double launched_layers(const Model& model);

/// Layers that route to experts: all but the dense ones of a mixture, none of another model. Worked: DeepSeek_V3: 58.
double expert_layers(const Model& model);

/// The same as `launched_layers`, where one that routes counts 1 + `expert_launches` of the fit.
double launches(const Model& model, const Assumptions& assumptions);

/// Whether the model's attention has a known shape.
bool has_attention(const Model& model);

/// Whether the model decodes tokens with attention, so that `serve` applies.
bool generates_tokens(const Model& model);

}  // namespace ridgepoint
