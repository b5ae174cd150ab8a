/// The settings of the measured router: a mixture-of-experts layer that may skip its gating network.
#pragma once

#include <array>

#include "ridgepoint/describe.hpp"
#include "ridgepoint/error.hpp"

namespace ridgepoint {

/// `default`: the gating network costs about half of the experts. `mixtral_proportions`: one matrix as gate and experts
/// of Mixtral-8x7B's inner dimension, so that the router is E/(3·k·f) = 9.3e-5 of the work, whatever the width.
enum class RoutePreset { standard, mixtral_proportions };
inline constexpr std::array<std::string_view, 2> route_preset_names{"default", "mixtral_proportions"};

inline constexpr double most_experts = 64, most_top_k = 8, most_width = 1024;

/// An absent dimension is the preset's.
struct RouteConfig {
    RoutePreset preset = RoutePreset::standard;
    double frequency_threshold = 50;
    double entropy_threshold = 0.5;
    double min_decisions = 2;
    double cache_size = 1000;
    double cache_ttl_seconds = 60;
    double arrival_tokens_per_s = 100;
    double context_weight = 0.05;
    double warm_up_samples = 32;
    std::optional<double> sequence_length{}, experts{}, top_k{}, width{}, router_width{}, expert_width{};
    std::optional<bool> gated_experts{};
    double seed = 1;
};
inline constexpr std::array route_config_fields{
    field<&RouteConfig::preset>("preset", "the dimensions that are not given").choices(route_preset_names),
    field<&RouteConfig::frequency_threshold>("frequency_threshold",
                                             "occurrences from which a token is frequent: its experts may come from "
                                             "the table")
        .whole(1, 1e9)
        .log_slider(1, 1000),
    field<&RouteConfig::entropy_threshold>("entropy_threshold",
                                           "entropy in bits up to which a token's past routing is stable; 0: always "
                                           "the same experts")
        .range(0, 6)
        .slider(0, 2),
    field<&RouteConfig::min_decisions>("min_decisions",
                                       "decisions of the gating network on a token before its entropy counts")
        .whole(1, 1e6)
        .slider(1, 20),
    field<&RouteConfig::cache_size>("cache_size", "recent decisions that are kept; 0: no cache")
        .whole(0, 1e6)
        .slider(0, 5000),
    field<&RouteConfig::cache_ttl_seconds>("cache_ttl_seconds",
                                           "how long a kept decision may be used, in seconds of the token stream")
        .range(1e-3, 1e9)
        .log_slider(1, 600),
    field<&RouteConfig::arrival_tokens_per_s>("arrival_tokens_per_s",
                                              "tokens of the stream in one second of its own time, which the "
                                              "time-to-live is measured in")
        .in("1/s")
        .range(1e-3, 1e9)
        .log_slider(1, 10000),
    field<&RouteConfig::context_weight>("context_weight",
                                        "share of a token's hidden state that the tokens before it make up")
        .range(0, 1)
        .slider(0, 1),
    field<&RouteConfig::warm_up_samples>("warm_up_samples",
                                         "samples of the text that fill the table and the cache before the measured "
                                         "ones")
        .whole(0, 10000)
        .slider(0, 100),
    field<&RouteConfig::sequence_length>("sequence_length", "tokens in a sample; absent: the preset's")
        .whole(1, 4096)
        .log_slider(16, 512),
    field<&RouteConfig::experts>("experts", "experts of the layer; absent: the preset's")
        .whole(1, most_experts)
        .slider(2, most_experts),
    field<&RouteConfig::top_k>("top_k", "experts that each token visits; absent: the preset's")
        .whole(1, most_top_k)
        .slider(1, most_top_k),
    field<&RouteConfig::width>("width", "numbers in a hidden state, a multiple of 4; absent: the preset's")
        .whole(4, most_width)
        .log_slider(16, 256),
    field<&RouteConfig::router_width>("router_width",
                                      "neurons in the gating network's hidden layer, a multiple of 4; 0: the gate is "
                                      "one matrix; absent: the preset's")
        .whole(0, 16384)
        .slider(0, 1024),
    field<&RouteConfig::expert_width>("expert_width",
                                      "neurons in an expert's hidden layer, a multiple of 4; absent: the preset's")
        .whole(4, 65536)
        .log_slider(16, 16384),
    field<&RouteConfig::gated_experts>("gated_experts",
                                       "an expert has a third matrix, as in SwiGLU; absent: the preset's"),
    field<&RouteConfig::seed>("seed", "of the random weights").whole(0, 4294967295.0).slider(0, 100),
};
RIDGEPOINT_DESCRIBE(RouteConfig, route_config_fields, "a mixture-of-experts layer and its adaptive router")

/// The layer's dimensions as whole numbers.
struct LayerShape {
    std::size_t sequence_length, experts, top_k, width, router_width, expert_width;
    bool gated_experts;
    std::size_t vocabulary;

    // As doubles: they can be more than 32 bits count.
    double gate_weights() const;
    double expert_weights() const;  ///< of one expert
    double parameters() const;      ///< of the gate, all experts and the embedding
    double gate_flop() const;       ///< of one decision, a multiply-add counted as two
    double experts_flop() const;    ///< of one token, by its top_k experts
};

/// The configuration with its preset's dimensions filled in.
RouteConfig resolved(const RouteConfig& config);

/// Errors, each naming its field under `config`: a field out of range, a width that is no multiple of 4, top_k above
/// experts, an entropy threshold that no token could exceed, weights of more than 256 MiB.
Expected<LayerShape> layer_shape(const RouteConfig& config, std::size_t vocabulary);

}  // namespace ridgepoint
