#include "ridgepoint/workload.hpp"

#include <cmath>

#include "elementary.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {
namespace {

constexpr double fp32_bytes = 4, state_value_bytes = 2;

double linear_layers(const Model& m) { return std::fmin(m.linear_layers.value_or(0), m.layers.value_or(0)); }

/// Of a state-space model all.
double layers_with_state(const Model& m) { return has_attention(m) ? linear_layers(m) : m.layers.value_or(0); }

double attending_layers(const Model& m) { return m.layers.value_or(0) - linear_layers(m); }

/// Weights that every token passes, experts aside.
double dense_parameters(const Model& m) { return parameter_count(m) - m.experts.value_or(0) * expert_parameters(m); }

/// What a weight outside the experts takes beyond one of an expert. What is not a format's width is a mean over all.
double more_dense_bytes(const Model& m, double bytes_per_weight) {
    const bool four_bits = bytes_per_weight == bytes_per_value(Precision::fp4),
               in_file = bytes_per_weight == mxfp4_bytes;
    if (!m.dense_weight_bits || !(four_bits || in_file) || expert_parameters(m) == 0) return 0;
    const double dense = *m.dense_weight_bits / bits_per_byte;
    return std::fmax((in_file ? std::fmin(dense, q8_0_bytes) : dense) - bytes_per_weight, 0);
}

/// Values of the linear layers' states, which each token is written to and read from.
double state_values(const Model& m) { return linear_layers(m) * m.inner_dim.value_or(0) * m.state_size.value_or(0); }

/// Layers that see no further than the window: those that the model names, or all of one that has a window.
double local_layers(const Model& m) {
    return m.sliding_window ? std::fmin(m.local_layers.value_or(1e9), attending_layers(m)) : 0;
}

double head_dim(const Model& m) {
    if (m.head_dim) return *m.head_dim;
    return m.hidden_dim.value_or(0) / m.heads.value_or(1);
}

/// Values that an attending layer keeps of a token.
double cached_values(const Model& m) {
    if (m.kv_lora_rank) return *m.kv_lora_rank + m.qk_rope_head_dim.value_or(0);
    return 2 * m.kv_heads.value_or(*m.heads) * head_dim(m);
}

/// Tokens that all attending layers look back on.
double attended_tokens(const Model& m, double context) {
    const double local = local_layers(m);
    if (local == 0) return attending_layers(m) * context;
    return (attending_layers(m) - local) * context + local * std::fmin(context, *m.sliding_window);
}

/// What was fitted to images is the traffic of ResNet-50's activations as a share of its weights, each of which puts
/// out 0.435 values of an image: 11.11e6 of 25,557,032 (timm,
/// results/benchmark-infer-amp-nchw-pt240-cu124-rtx3090.csv). Of a transformer the values that its products put out
/// follow from its dimensions, at each position of its sample. Worked: BERT_Large: 128 · 24 · 10 · 1,024 values of
/// 335,141,888 weights are 0.216 of that.
double outputs_as_fitted(const Model& m, const Assumptions& a) {
    constexpr double fitted_outputs = 11.11e6 / 25557032;
    const bool fitted = a.fit != nullptr && a.activation_fraction == a.fit->activation_fraction;
    if (!fitted || !has_attention(m) || !m.sequence_length) return 1;
    const double mlp = m.intermediate_dim.value_or(0) * (m.gated_mlp.value_or(false) ? 2 : 1);
    const double of_position = 2 * *m.heads * head_dim(m) + cached_values(m) + mlp + 2 * m.hidden_dim.value_or(0);
    return *m.layers * *m.sequence_length * of_position / parameter_count(m) / fitted_outputs;
}

}  // namespace

double parameter_count(const Model& m) { return m.parameters ? *m.parameters : in_si(*m.model_size) / fp32_bytes; }

double active_parameters(const Model& m) { return m.active_parameters.value_or(parameter_count(m)); }

Bytes<> weight_bytes(const Model& m, double bytes_per_weight) {
    if (!m.parameters) return *m.model_size;
    return Bytes<>{*m.parameters * bytes_per_weight + dense_parameters(m) * more_dense_bytes(m, bytes_per_weight)};
}

double distinct_experts(double experts, double experts_per_token, double tokens) {
    return experts * (1 - integer_power(1 - experts_per_token / experts, tokens));
}

double expert_parameters(const Model& m) {
    const bool sparse = m.experts && m.experts_per_token && m.active_parameters && *m.experts > *m.experts_per_token;
    if (!sparse || !m.parameters) return 0;
    return (*m.parameters - *m.active_parameters) / (*m.experts - *m.experts_per_token);
}

double output_head(const Model& m) { return m.vocab_size.value_or(0) * m.hidden_dim.value_or(0); }

/// A model whose parameters are fewer than its embeddings contradicts itself: the two take all there is.
double input_embedding(const Model& m) {
    return m.tied_embeddings.value_or(true) ? 0 : std::fmin(output_head(m), active_parameters(m) / 2);
}

Flop<> prompt_work(const Model& m, double tokens) {
    const double head = output_head(m), matrices = std::fmax(active_parameters(m) - input_embedding(m) - head, 0);
    return Flop<>{flop_per_parameter * (matrices * tokens + head)};
}

Flop<> dense_prompt_work(const Model& m, double bytes_per_weight, double tokens) {
    const double more = more_dense_bytes(m, bytes_per_weight);
    if (more == 0 || more + bytes_per_weight < bytes_per_value(Precision::fp16)) return {};
    return prompt_work(m, tokens) - Flop<>{flop_per_parameter * *m.experts_per_token * expert_parameters(m) * tokens};
}

Bytes<> weights_read(const Model& m, double bytes_per_weight, double tokens, MoeWeights rule, EmbeddingRead embedding) {
    const double per_expert = rule == MoeWeights::all ? 0 : expert_parameters(m);
    const double looked_up = embedding == EmbeddingRead::rows ? input_embedding(m) : 0;
    if (per_expert == 0 && looked_up == 0) return weight_bytes(m, bytes_per_weight);
    const double unread = looked_up - std::fmin(tokens * m.hidden_dim.value_or(0), looked_up);
    double read = parameter_count(m) - unread;
    if (per_expert > 0) {
        read -= (*m.experts - distinct_experts(*m.experts, *m.experts_per_token, tokens)) * per_expert;
        read =
            std::fmax(read, active_parameters(m) - looked_up);  // all but nothing may be left, and that be rounded off
    }
    return Bytes<>{read * bytes_per_weight + (dense_parameters(m) - unread) * more_dense_bytes(m, bytes_per_weight)};
}

Flop<> forward_work(const Model& m) {
    const double steps = m.denoising_steps.value_or(1);
    if (m.forward_flops) return *m.forward_flops * steps;
    if (m.unit != Unit::token) return Flop<>{0};
    return Flop<>{flop_per_parameter * active_parameters(m) * steps};
}

Bytes<> state_bytes(const Model& m) {
    const double inner = m.inner_dim.value_or(0), inputs = m.conv_kernel.value_or(1) - 1;
    return Bytes<>{layers_with_state(m) * (inner * m.state_size.value_or(0) + m.conv_dim.value_or(inner) * inputs) *
                   state_value_bytes};
}

TokensInReach::TokensInReach(const Model& m, double bytes_per_value)
    : whole_(attending_layers(m) - local_layers(m)),
      local_(local_layers(m)),
      window_(m.sliding_window.value_or(0)),
      state_(linear_layers(m) > 0 ? in_si(state_bytes(m)) / (cached_values(m) * bytes_per_value) : 0) {}

double tokens_in_reach(const Model& m, double context) { return TokensInReach(m, state_value_bytes)(context); }

double causal_pairs(const Model& m, double tokens, double cached) {
    const double layers = attending_layers(m), local = local_layers(m);
    const double whole = tokens * cached + tokens * (tokens + 1) / 2;
    if (local == 0) return layers * whole;
    // The first tokens see all before them, as long as that is less than the window.
    const double window = *m.sliding_window, growing = std::fmin(tokens, std::fmax(window - cached, 0));
    const double within = growing * cached + growing * (growing + 1) / 2 + (tokens - growing) * window;
    return (layers - local) * whole + local * within;
}

Flop<> state_work(const Model& m, double tokens) {
    constexpr double written_and_read = 2;
    return Flop<>{written_and_read * flop_per_parameter * state_values(m) * tokens};
}

Bytes<> kv_cache_bytes(const Model& m, double context, double batch, double bytes_per_value, Accounting accounting) {
    const bool textbook = accounting == Accounting::textbook;
    if (!has_attention(m)) return textbook ? Bytes<>{} : state_bytes(m) * batch;
    const double reach = textbook ? *m.layers * context : TokensInReach(m, bytes_per_value)(context);
    return Bytes<>{reach * cached_values(m) * batch * bytes_per_value};
}

double flop_per_pair(const Model& m, AttentionForm form) {
    const double both = 2 * head_dim(m), rope = m.qk_rope_head_dim.value_or(0);
    double width = both;
    if (m.kv_lora_rank)
        width = form == AttentionForm::absorbed
                    ? 2 * *m.kv_lora_rank + rope
                    : m.qk_nope_head_dim.value_or(head_dim(m)) + rope + m.v_head_dim.value_or(head_dim(m));
    return flop_per_parameter * *m.heads * width;
}

Flop<> attention_work(const Model& m, double queries, double context, AttentionForm form, Accounting accounting) {
    if (!has_attention(m)) return {};
    if (accounting == Accounting::textbook)
        return Flop<>{2 * flop_per_parameter * *m.layers * *m.heads * head_dim(m) * queries * context};
    return Flop<>{flop_per_pair(m, form) * queries * attended_tokens(m, context)} + state_work(m, queries);
}

double activation_fraction(const Model& m, const Assumptions& a) {
    if (a.activation_fraction) return *a.activation_fraction * outputs_as_fitted(m, a);
    switch (m.family) {
        case Family::transformer:
        case Family::moe_transformer:
        case Family::encoder:
        case Family::ssm:
            return 0;
        default:
            return 0.1;  // the textbook's modelling value
    }
}

double launched_layers(const Model& m) { return m.layers.value_or(1); }

double expert_layers(const Model& m) {
    return expert_parameters(m) > 0 ? launched_layers(m) - m.dense_layers.value_or(0) : 0;
}

double launches(const Model& m, const Assumptions& a) {
    return launched_layers(m) + (a.fit ? a.fit->expert_launches * expert_layers(m) : 0);
}

bool generates_tokens(const Model& m) { return has_attention(m) && m.unit == Unit::token; }

bool has_attention(const Model& m) { return m.layers && m.heads && (m.head_dim || m.hidden_dim); }

}  // namespace ridgepoint
