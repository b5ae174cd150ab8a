/// A neural network as a workload: parameters, shape, and the work of one forward pass.
#pragma once

#include <array>

#include "ridgepoint/source.hpp"

namespace ridgepoint {

enum class Family { transformer, moe_transformer, encoder, cnn, ssm, recommendation, diffusion, tiny };
inline constexpr std::array<std::string_view, 8> family_names{"transformer", "moe_transformer", "encoder",   "cnn",
                                                              "ssm",         "recommendation",  "diffusion", "tiny"};

/// What one sample is: the unit of `forward_flops` and of the batch.
enum class Unit { token, sequence, image, query };
inline constexpr std::array<std::string_view, 4> unit_names{"token", "sequence", "image", "query"};

/// Worked: Llama3_8B has 8,030,261,248 parameters, 32 layers, 32 heads and 8 KV heads of 128.
struct Model {
    std::string id;
    std::string name;
    Family family = Family::transformer;
    std::optional<double> parameters, active_parameters, layers, encoder_layers, hidden_dim, intermediate_dim, heads,
        kv_heads, head_dim;
    std::optional<double> vocab_size, experts, experts_per_token, shared_experts, dense_layers, moe_intermediate_dim;
    std::optional<double> published_bits, dense_weight_bits;
    std::optional<double> kv_lora_rank, q_lora_rank, qk_rope_head_dim, qk_nope_head_dim, v_head_dim;
    std::optional<double> inner_dim, state_size, conv_kernel, conv_dim, dt_rank;
    std::optional<bool> tied_embeddings, gated_mlp;
    std::optional<double> sliding_window, local_layers, linear_layers, max_context, training_tokens, sequence_length;
    std::optional<Flop<>> forward_flops;
    Unit unit = Unit::token;
    std::optional<double> denoising_steps;
    std::optional<Bytes<>> model_size;
    std::optional<Bytes<>> activation_per_sample;
    std::vector<Estimate> estimated;
    std::vector<Source> sources;
    std::vector<std::string> notes;
};

namespace detail {
template <auto Member>
constexpr Field dimension(std::string_view name, Words text) {
    return field<Member>(name, text).whole(1, 1e9);
}
}  // namespace detail

inline constexpr std::array model_fields{
    field<&Model::id>("id", "name in the registry"),
    field<&Model::name>("name", "full name"),
    field<&Model::family>("family", "architecture family").choices(family_names),
    field<&Model::parameters>("parameters", "number of weights").range(1, 1e16).log_slider(1e4, 1e13),
    field<&Model::active_parameters>("active_parameters", "weights used for one token, for a mixture of experts")
        .range(1, 1e16)
        .log_slider(1e6, 1e12),
    field<&Model::layers>("layers", "layers, for launch overhead and the KV cache").whole(1, 1e6).slider(1, 130),
    detail::dimension<&Model::encoder_layers>("encoder_layers",
                                              "leading layers that encode; the rest attend to their output"),
    detail::dimension<&Model::hidden_dim>("hidden_dim", "width of the residual stream"),
    detail::dimension<&Model::intermediate_dim>("intermediate_dim", "width inside the feed-forward block"),
    detail::dimension<&Model::heads>("heads", "attention heads"),
    detail::dimension<&Model::kv_heads>("kv_heads", "key-value heads; absent: as many as heads"),
    detail::dimension<&Model::head_dim>("head_dim", "width of one head; absent: hidden_dim / heads"),
    detail::dimension<&Model::vocab_size>("vocab_size", "entries of the vocabulary"),
    detail::dimension<&Model::experts>("experts", "routed experts of a mixture-of-experts layer"),
    detail::dimension<&Model::experts_per_token>("experts_per_token", "experts each token is routed to"),
    detail::dimension<&Model::shared_experts>("shared_experts", "experts that every token passes through"),
    detail::dimension<&Model::dense_layers>("dense_layers", "leading layers without experts"),
    field<&Model::published_bits>("published_bits", "bits per weight in the published checkpoint, if fewer than 16")
        .range(1, 16),
    field<&Model::dense_weight_bits>(
        "dense_weight_bits", "bits per weight outside the experts, when expert weights take 4 bits; absent: 4 as well")
        .range(1, 32),
    detail::dimension<&Model::moe_intermediate_dim>("moe_intermediate_dim", "width inside one expert"),
    detail::dimension<&Model::kv_lora_rank>("kv_lora_rank", "latent width of latent attention"),
    detail::dimension<&Model::q_lora_rank>("q_lora_rank", "latent width of its queries"),
    detail::dimension<&Model::qk_rope_head_dim>("qk_rope_head_dim", "rotary part of its keys"),
    detail::dimension<&Model::qk_nope_head_dim>("qk_nope_head_dim", "part of its keys without positional encoding"),
    detail::dimension<&Model::v_head_dim>("v_head_dim", "width of one value head"),
    detail::dimension<&Model::inner_dim>("inner_dim", "inner width of a state-space block"),
    detail::dimension<&Model::state_size>("state_size", "state per channel of a state-space block"),
    detail::dimension<&Model::conv_kernel>("conv_kernel", "width of its convolution"),
    detail::dimension<&Model::conv_dim>("conv_dim", "channels of its convolution; absent: inner_dim"),
    detail::dimension<&Model::dt_rank>("dt_rank", "rank of its step-size projection"),
    field<&Model::tied_embeddings>("tied_embeddings", "input and output embeddings are one matrix"),
    field<&Model::gated_mlp>("gated_mlp", "the feed-forward block has a gate matrix"),
    detail::dimension<&Model::sliding_window>("sliding_window", "attention window of its local layers"),
    detail::dimension<&Model::local_layers>("local_layers", "layers that attend only within sliding_window"),
    detail::dimension<&Model::linear_layers>(
        "linear_layers", "layers whose state of inner_dim × state_size values does not grow with the context"),
    detail::dimension<&Model::max_context>("max_context", "longest context it was trained for"),
    field<&Model::training_tokens>("training_tokens", "tokens it was trained on; absent: not published")
        .range(1, 1e18)
        .log_slider(1e9, 1e14),
    detail::dimension<&Model::sequence_length>("sequence_length", "tokens in one sample, for a sequence or image"),
    field<&Model::forward_flops>(
        "forward_flops", "FLOP of one forward pass, a multiply-add counted as two; absent: 2 × active parameters")
        .in("flop")
        .range(0, 1e24)
        .log_slider(1e5, 1e15),
    field<&Model::unit>("unit", "what one sample is").choices(unit_names),
    field<&Model::denoising_steps>("denoising_steps", "evaluations per image, for a diffusion model").whole(1, 1e6),
    field<&Model::model_size>("model_bytes", "size, where it does not follow from the parameters")
        .in("bytes")
        .range(1, 1e18),
    field<&Model::activation_per_sample>("activation_bytes_per_sample", "activation traffic of one sample")
        .in("bytes")
        .range(0, 1e18),
    figure<&Model::estimated>("estimated", "figures that no document states"),
    figure<&Model::sources>("sources", "documents that the figures come from"),
    figure<&Model::notes>("notes", "remarks on the figures"),
};
RIDGEPOINT_DESCRIBE(Model, model_fields, "a neural network")

/// Rules beyond single fields: a model has a size, and uses no more of itself than there is.
Expected<void> check_entry(const Model& entry, const std::string& path);

}  // namespace ridgepoint
