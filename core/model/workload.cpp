#include "ridgepoint/workload.hpp"

#include "elementary.hpp"

namespace ridgepoint {
namespace {

constexpr double fp32_bytes = 4;
constexpr double flop_per_multiply_add = 2;

double head_dim(const Model& m) {
    if (m.head_dim) return *m.head_dim;
    return m.hidden_dim.value_or(0) / m.heads.value_or(1);
}

}  // namespace

double parameter_count(const Model& m) { return m.parameters ? *m.parameters : in_si(*m.model_size) / fp32_bytes; }

double active_parameters(const Model& m) { return m.active_parameters.value_or(parameter_count(m)); }

Bytes<> weight_bytes(const Model& m, double bytes_per_weight) {
    if (!m.parameters) return *m.model_size;
    return Bytes<>{*m.parameters * bytes_per_weight};
}

double distinct_experts(double experts, double experts_per_token, double tokens) {
    return experts * (1 - integer_power(1 - experts_per_token / experts, tokens));
}

double expert_parameters(const Model& m) {
    const bool sparse = m.experts && m.experts_per_token && m.active_parameters && *m.experts > *m.experts_per_token;
    if (!sparse || !m.parameters) return 0;
    return (*m.parameters - *m.active_parameters) / (*m.experts - *m.experts_per_token);
}

Bytes<> weights_read(const Model& m, double bytes_per_weight, double tokens, MoeWeights rule) {
    const double per_expert = expert_parameters(m);
    if (rule == MoeWeights::all || per_expert == 0) return weight_bytes(m, bytes_per_weight);
    const double always = *m.parameters - *m.experts * per_expert;
    const double touched = distinct_experts(*m.experts, *m.experts_per_token, tokens);
    return Bytes<>{(always + touched * per_expert) * bytes_per_weight};
}

Flop<> forward_work(const Model& m) {
    const double steps = m.denoising_steps.value_or(1);
    if (m.forward_flops) return *m.forward_flops * steps;
    if (m.unit != Unit::token) return Flop<>{0};
    return Flop<>{flop_per_multiply_add * active_parameters(m) * steps};
}

Bytes<> kv_cache_bytes(const Model& m, double context, double batch, double bytes_per_value) {
    if (!has_attention(m)) return {};
    const double per_layer = m.kv_lora_rank ? *m.kv_lora_rank + m.qk_rope_head_dim.value_or(0)
                                            : 2 * m.kv_heads.value_or(*m.heads) * head_dim(m);
    return Bytes<>{*m.layers * per_layer * context * batch * bytes_per_value};
}

Flop<> attention_work(const Model& m, double queries, double context) {
    if (!has_attention(m)) return {};
    return Flop<>{2 * flop_per_multiply_add * *m.layers * *m.heads * head_dim(m) * queries * context};
}

double activation_fraction(const Model& m, const Assumptions& a) {
    if (a.activation_fraction) return *a.activation_fraction;
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

bool generates_tokens(const Model& m) { return has_attention(m) && m.unit == Unit::token; }

bool has_attention(const Model& m) { return m.layers && m.heads && (m.head_dim || m.hidden_dim); }

}  // namespace ridgepoint
