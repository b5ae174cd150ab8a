#include "ridgepoint/layout.hpp"

#include <cmath>

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "model/phrases/layout.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

constexpr double usual_node = 8;
constexpr double exchanged_bytes = 2;
constexpr double exchanges_a_layer = 2;

/// How many devices of a group share a node, and how many nodes the group spans.
struct Spread {
    double near, far;
};
Spread spread(double devices, double node) {
    const double near = std::fmin(devices, node);
    return {near, std::ceil(devices / near)};
}

/// Exact for powers of two, and the same bits in every build.
double binary_logarithm(double x) {
    int exponent = 0;
    const double mantissa = 2 * std::frexp(x, &exponent);
    return exponent - 1 + logarithm(mantissa) / logarithm(2);
}

double waits(const Spread& s) { return binary_logarithm(s.near) + far_latency_ratio * binary_logarithm(s.far); }

Expected<void> refuse(const std::string& path, std::string_view degree, const Phrase& phrase, double given,
                      double limit) {
    const std::string field = joined(joined(path, "parallel"), degree);
    return fail(ErrorCode::out_of_range, field, {phrase, {field, given, limit}});
}

}  // namespace

Exchange all_reduce(Bytes<> bytes, double devices, double node) {
    const Spread s = spread(devices, node);
    return {.sent = bytes * (2 * (s.near - 1) / s.near),
            .sent_far = bytes * (2 * (s.far - 1) / s.far / s.near),
            .waits = waits(s)};
}

Exchange all_to_all(Bytes<> bytes, double devices, double node) {
    const Spread s = spread(devices, node);
    return {.sent = bytes * ((s.near - 1) / devices),
            .sent_far = bytes * ((devices - s.near) / devices),
            .waits = waits(s)};
}

Links links_of(const Hardware& h, double efficiency, Seconds<> latency) {
    const BytesPerSecond<> network = h.network.value_or(usual_network);
    return {.device = h.device_link.value_or(h.host_link.value_or(network)) * efficiency,
            .network = network * efficiency,
            .latency = latency,
            .node = h.devices_a_node.value_or(usual_node)};
}

double share_of_links(const Hardware& h) {
    constexpr double through_host = 0.5;
    return h.device_link ? 1 : through_host;
}

Seconds<> exchange_time(const Exchange& e, const Links& l) { return exchange_time(e, linked({}, l)); }

Machine<> linked(Machine<> m, const Links& l) {
    m.device_link = l.device;
    m.network = l.network;
    m.link_latency = l.latency;
    return m;
}

double fullest_rank(double ranks, double tokens_a_rank) {
    if (ranks <= 1) return 1;
    return std::fmin(1 + std::sqrt(2 * logarithm(ranks) / tokens_a_rank), ranks);
}

double cache_shards(const Model& m, double tensor) {
    return m.kv_lora_rank ? 1 : std::fmin(tensor, m.kv_heads.value_or(m.heads.value_or(1)));
}

Bytes<> scattered_each(const Model& m, double bytes, const Parallel& p) {
    if (p.expert <= p.tensor) return {};
    return Bytes<>{expert_parameters(m) * *m.experts * bytes} / (p.expert * p.pipeline);
}

Bytes<> weights_each(const Model& m, double bytes, const Parallel& p) {
    const Bytes<> whole = weight_bytes(m, bytes);
    if (p.expert <= p.tensor) return whole / (p.tensor * p.pipeline);
    const Bytes<> routed{expert_parameters(m) * *m.experts * bytes};
    return (whole - routed) / (p.tensor * p.pipeline) + scattered_each(m, bytes, p);
}

Bytes<> weights_read_each(const Model& m, double bytes, double tokens, MoeWeights rule, EmbeddingRead embedding,
                          const Parallel& p) {
    const Bytes<> read = weights_read(m, bytes, tokens, rule, embedding);
    if (p.expert == 1) return read / p.tensor;
    const double all = *m.experts, chosen = *m.experts_per_token;
    const auto touched = [&](double passing) {
        return rule == MoeWeights::all ? 1 : distinct_experts(all, chosen, passing) / all;
    };
    const Bytes<> routed{all * expert_parameters(m) * bytes};
    // All wait for the rank that most tokens come to: its experts are asked so many times more often than the mean.
    const double ways = std::fmax(p.expert, p.tensor), passing = tokens * ways / p.tensor;
    const double fullest = fullest_rank(p.expert, passing * chosen / p.expert), untouched = 1 - touched(passing);
    const double read_there = untouched > 0 ? 1 - exponential(fullest * logarithm(untouched)) : 1;
    return (read - routed * touched(tokens)) / p.tensor + routed * (read_there / ways);
}

double weights_passed_each(const Model& m, double tokens, MoeWeights rule, EmbeddingRead embedding, const Parallel& p) {
    constexpr double widest = 4;  // none is stored wider, so that all are alike
    return in_si(weights_read_each(m, widest, tokens, rule, embedding, p)) / widest;
}

Flop<> padding_work(const Model& m, double tokens, const Parallel& p) {
    if (expert_parameters(m) == 0) return {};
    const double ways = std::fmax(p.expert, p.tensor);
    const double touched = distinct_experts(*m.experts, *m.experts_per_token, tokens * ways / p.tensor);
    const double rows = *m.experts_per_token * tokens * ways / p.tensor / touched;
    return Flop<>{flop_per_parameter * expert_parameters(m) * touched / ways * std::fmin(rows, (expert_rows - 1) / 2)};
}

Flop<> imbalance_work(const Model& m, double tokens, const Parallel& p) {
    if (p.expert == 1) return {};
    const double routed = *m.experts_per_token * tokens / p.tensor;
    return Flop<>{flop_per_parameter * expert_parameters(m) * routed * (fullest_rank(p.expert, routed) - 1)};
}

Exchange pass_exchange(const Model& m, double tokens, const Parallel& p, const Links& l) {
    const double layers = m.layers.value_or(1);
    const Bytes<> activations{tokens * m.hidden_dim.value_or(0) * exchanged_bytes};
    const bool scattered = p.expert > p.tensor;
    const double sparse = scattered ? layers - m.dense_layers.value_or(0) : 0;
    Exchange all;
    if (p.tensor > 1) all = all_reduce(activations, p.tensor, l.node) * (exchanges_a_layer * layers - sparse);
    if (scattered)
        all = all + all_to_all(activations * (*m.experts_per_token / p.tensor), p.expert, l.node) *
                        (exchanges_a_layer * sparse);
    if (p.pipeline > 1) {
        const bool near = p.tensor * p.pipeline <= l.node;
        const Exchange hop{.sent = near ? activations : Bytes<>{},
                           .sent_far = near ? Bytes<>{} : activations,
                           .waits = near ? 1 : far_latency_ratio};
        all = all + hop * (p.pipeline - 1);
    }
    return all;
}

double sequences_each(const Parallel& p, double batch) { return std::ceil(batch / p.data); }

double copies_at_work(const Parallel& p, double batch) { return std::fmin(batch / p.data, 1); }

[[gnu::noinline]] double share_at_work(const Parallel& p, double batch) {
    return copies_at_work(p, batch) * std::fmin(sequences_each(p, batch) / p.pipeline, 1);
}

double micro_batch(const Parallel& p, double batch) { return std::ceil(sequences_each(p, batch) / p.pipeline); }

Expected<void> check_layout(const Parallel& p, const Model& m, const std::string& path) {
    const double heads = m.heads.value_or(1), layers = m.layers.value_or(1), group = p.tensor * p.data;
    if (!m.heads && p.tensor > 1) return refuse(path, "tensor", phrases::no_heads, p.tensor, 1);
    if (!divides(p.tensor, heads)) return refuse(path, "tensor", phrases::heads_do_not_divide, p.tensor, heads);
    if (p.pipeline > layers) return refuse(path, "pipeline", phrases::too_many_stages, p.pipeline, layers);
    if (p.expert == 1) return {};
    if (expert_parameters(m) == 0) return refuse(path, "expert", phrases::no_experts, p.expert, 1);
    if (!divides(p.expert, *m.experts))
        return refuse(path, "expert", phrases::experts_do_not_divide, p.expert, *m.experts);
    if (!divides(p.expert, group)) return refuse(path, "expert", phrases::experts_beyond_group, p.expert, group);
    return {};
}

}  // namespace ridgepoint
