/// Skipping the router of a mixture of experts: what it gains, what it can gain at most, and on a full-size model.
///
/// Each token takes one of three paths to its experts. Fast: a table of frequent tokens. Cached: a recent decision.
/// Learned: the gating network. With `cascade` a token that reaches a later path has paid the earlier look-ups.
///
///     time = Σ share · path + expert        path: fast f, cached f + c, learned f + c + l
///     speedup = (l + e) / time = 1 / (1 − p + p / s)      Amdahl 1967: p = l / (l + e), s = l / mean path
///
/// The baseline sends every token to the gating network and looks nothing up.
#pragma once

#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

/// Microseconds a token.
struct RouteCosts {
    double fast = 0.1, cached = 0.5, learned = 50, expert = 100;
};
/// A picosecond: less is nothing, and a model of shares needs a cost of each path.
inline constexpr double least_cost_us = 1e-6;
/// A thousand seconds: nobody waits longer for a token.
inline constexpr double most_cost_us = 1e9;
namespace detail {
template <auto Member>
constexpr Field cost(std::string_view name, Words text) {
    return field<Member>(name, text).in("us").range(least_cost_us, most_cost_us).log_slider(0.01, 1000);
}
template <auto Member>
constexpr Field percentage(std::string_view name, Words text) {
    return field<Member>(name, text).in("%").range(0, 100).slider(0, 100);
}
}  // namespace detail
inline constexpr std::array route_costs_fields{
    detail::cost<&RouteCosts::fast>("fast", "look-up in the table"),
    detail::cost<&RouteCosts::cached>("cached", "look-up in the cache"),
    detail::cost<&RouteCosts::learned>("learned", "the gating network"),
    detail::cost<&RouteCosts::expert>(
        "expert", "the rest of the step, which no path skips: the experts and, of a whole model, all else"),
};
RIDGEPOINT_DESCRIBE(RouteCosts, route_costs_fields, "microseconds a token")

/// Percent of the tokens on each path; they sum to 100 ± 0.5 and are scaled to 100.
struct RouteDistribution {
    double fast = 30, cached = 55, learned = 15;
};
inline constexpr std::array route_distribution_fields{
    detail::percentage<&RouteDistribution::fast>("fast", "tokens routed by the table"),
    detail::percentage<&RouteDistribution::cached>("cached", "tokens routed by the cache"),
    detail::percentage<&RouteDistribution::learned>("learned", "tokens routed by the gating network"),
};
RIDGEPOINT_DESCRIBE(RouteDistribution, route_distribution_fields, "percent of the tokens on each path")

namespace fields {
template <class R>
inline constexpr Field costs = field<&R::costs>("costs_us", "cost of each path, and of the experts");
template <class R>
inline constexpr Field distribution = field<&R::distribution>("distribution_pct", "tokens on each path; 100 in all");
template <class R>
inline constexpr Field cascade =
    field<&R::cascade>("cascade", "whether a later path pays for the earlier look-ups too");
}  // namespace fields

enum class BottleneckName { slowdown, high_learned_routing, low_cache_utilization, poor_scaling };
inline constexpr std::array<std::string_view, 4> bottleneck_names{"slowdown", "high_learned_routing",
                                                                  "low_cache_utilization", "poor_scaling"};

enum class Severity { high, medium };
inline constexpr std::array<std::string_view, 2> severity_names{"high", "medium"};

enum class RouteSetting { frequency_threshold, entropy_threshold, cache_size, cache_ttl_seconds };
inline constexpr std::array<std::string_view, 4> route_setting_names{"frequency_threshold", "entropy_threshold",
                                                                     "cache_size", "cache_ttl_seconds"};

struct Bottleneck {
    BottleneckName name = BottleneckName::slowdown;
    Severity severity = Severity::high;
    double figure = 0, limit = 0;
    Maybe<RouteSetting> setting{};
    std::optional<double> from{}, to{};
    Remark recommendation{};
};
inline constexpr std::array bottleneck_fields{
    figure<&Bottleneck::name>("name", "what is wrong").choices(bottleneck_names),
    figure<&Bottleneck::severity>("severity", "how much it matters").choices(severity_names),
    figure<&Bottleneck::figure>("figure", "what was found: a speedup, percent of the tokens, or a ratio of times"),
    figure<&Bottleneck::limit>("limit", "the threshold at which it is reported"),
    figure<&Bottleneck::setting>("setting", "the first setting to change; null: none helps")
        .choices(route_setting_names),
    figure<&Bottleneck::from>("from", "its value now"),
    figure<&Bottleneck::to>("to", "the value to try"),
    figure<&Bottleneck::recommendation>("recommendation", "what to do"),
};
RIDGEPOINT_DESCRIBE(Bottleneck, bottleneck_fields, "what holds a router back")

/// The settings that bottlenecks are advised on, as they stand.
struct RouteSettings {
    double frequency_threshold = 50, entropy_threshold = 0.5, cache_size = 1000, cache_ttl_seconds = 60;
};

/// What bottlenecks are found in. A figure that is not known is left out, and its rule with it.
struct RouteFigures {
    RouteDistribution distribution{};
    std::optional<double> speedup{};  ///< over 100 % learned
    std::optional<double> scaling{};  ///< longest / shortest time a token over the sequence lengths
    RouteSettings settings{};
};

/// The time of a token may differ by a fifth over the sequence lengths: a measurement that repeats to a tenth passes.
inline constexpr double most_scaling = 1.2;

/// The rules: speedup < 1 (slowdown), learned > 20 % (high_learned_routing), both high; cached < 30 %
/// (low_cache_utilization), scaling > most_scaling (poor_scaling), both medium. In that order.
/// Worked: 40/35/25: high_learned_routing, 25 over 20, frequency_threshold 50 to 30.
std::vector<Bottleneck> find_bottlenecks(const RouteFigures& figures);

struct RouteModelRequest {
    RouteCosts costs;
    RouteDistribution distribution;
    bool cascade = true;
};
inline constexpr std::array route_model_request_fields{
    fields::costs<RouteModelRequest>,
    fields::distribution<RouteModelRequest>,
    fields::cascade<RouteModelRequest>,
};
RIDGEPOINT_DESCRIBE(RouteModelRequest, route_model_request_fields, "a router with three paths")

/// Shares of the time; they sum to 1.
struct RouteShare {
    double fast = 0, cached = 0, learned = 0, expert = 1;
};
inline constexpr std::array route_share_fields{
    figure<&RouteShare::fast>("fast", "look-ups in the table"),
    figure<&RouteShare::cached>("cached", "look-ups in the cache"),
    figure<&RouteShare::learned>("learned", "the gating network"),
    figure<&RouteShare::expert>("expert", "the experts"),
};
RIDGEPOINT_DESCRIBE(RouteShare, route_share_fields, "shares of the time")

/// Columns of a chart: from no token that skips the gating network to all, in steps of 1/40.
struct RouteSkipping {
    std::vector<double> skipped, speedup;
};
inline constexpr std::array route_skipping_fields{
    figure<&RouteSkipping::skipped>("skipped_share", "share of the tokens that skip the gating network"),
    figure<&RouteSkipping::speedup>("speedup", "speedup at each of these shares"),
};
RIDGEPOINT_DESCRIBE(RouteSkipping, route_skipping_fields, "speedup over the share that skips the gating network")

struct RouteModelResult {
    double time_per_token_us = 0;
    PerSecond<> tokens;
    double speedup = 1, max_speedup = 1;
    double router_share = 0;
    RouteShare share;
    RouteSkipping skipping;
    std::vector<Bottleneck> bottlenecks;
    Remarks notes;
};
inline constexpr std::array route_model_result_fields{
    figure<&RouteModelResult::time_per_token_us>("time_per_token_us", "mean time of a token").in("us"),
    figure<&RouteModelResult::tokens>("tokens_per_s", "tokens per second").in("1/s"),
    figure<&RouteModelResult::speedup>("speedup", "time with every token routed by the gating network / this time"),
    figure<&RouteModelResult::max_speedup>("max_speedup", "the same with every token on the cheapest path: the bound"),
    figure<&RouteModelResult::router_share>("router_share",
                                            "share of the baseline's time that the gating network takes: Amdahl's p"),
    figure<&RouteModelResult::share>("share", "of the time, by component"),
    figure<&RouteModelResult::skipping>("skipping", "speedup with the split between table and cache as it is"),
    figure<&RouteModelResult::bottlenecks>("bottlenecks", "what holds the distribution back"),
    figure<&RouteModelResult::notes>("notes", "Amdahl's law with these figures, and what was assumed"),
};
RIDGEPOINT_DESCRIBE(RouteModelResult, route_model_result_fields, "its time, speedup and bound")

/// Time, speedup and bound of a distribution over the paths.
///
/// Worked (default costs, 30/55/15): 0.3 · 0.1 + 0.55 · 0.6 + 0.15 · 50.6 + 100 = 107.95 us; 150 / 107.95 = 1.3895.
/// Amdahl: p = 50 / 150, s = 50 / 7.95 = 6.29. Bound: 150 / 100.1 = 1.4985. Where no token skips the gating network
/// the look-ups are paid for nothing: 150 / 150.6 = 0.996; where all do, 150 / (100 + 30/85 · 0.1 + 55/85 · 0.6)
/// = 1.4937. Errors: a cost outside 1e-6 to 1e9 us, a percentage outside 0 to 100, percentages that do not sum to 100 ±
/// 0.5.
Expected<RouteModelResult> route_model(const RouteModelRequest& request);

struct RouteBreakevenRequest {
    double target_speedup = 0;
    RouteCosts costs;
    double max_learned_pct = 100;
    bool cascade = true;
};
inline constexpr std::array route_breakeven_request_fields{
    field<&RouteBreakevenRequest::target_speedup>("target_speedup", "the speedup to reach")
        .range(0.01, 1000)
        .slider(1, 1.5)
        .must(),
    fields::costs<RouteBreakevenRequest>,
    detail::percentage<&RouteBreakevenRequest::max_learned_pct>("max_learned_pct",
                                                                "most tokens that the gating network may route"),
    fields::cascade<RouteBreakevenRequest>,
};
RIDGEPOINT_DESCRIBE(RouteBreakevenRequest, route_breakeven_request_fields, "a speedup to reach")

struct RouteBreakevenResult {
    bool feasible = true;
    RouteDistribution distribution;
    double speedup = 1, max_speedup = 1;
    Remark reason;
};
inline constexpr std::array route_breakeven_result_fields{
    figure<&RouteBreakevenResult::feasible>("feasible", "some distribution reaches the target"),
    figure<&RouteBreakevenResult::distribution>(
        "distribution_pct", "the distribution with the most tokens routed by the gating network, else the fastest"),
    figure<&RouteBreakevenResult::speedup>("speedup", "what it reaches"),
    figure<&RouteBreakevenResult::max_speedup>("max_speedup", "what the fastest distribution reaches"),
    figure<&RouteBreakevenResult::reason>("reason", "why not, or what sets the learned share"),
};
RIDGEPOINT_DESCRIBE(RouteBreakevenResult, route_breakeven_result_fields, "the distribution that reaches it")

/// The distribution that reaches a speedup with the most learned tokens that max_learned_pct allows, and of the others
/// as many on the dearer look-up (cached) as the target leaves room for. Infeasible: the fastest distribution.
///
/// Worked (default costs): 1.3 leaves 150 / 1.3 − 100 = 15.38 us for routing: learned (15.38 − 0.1) / 50.5 = 30.27 %,
/// cached 0, fast 69.73 %. 1.5 is infeasible: 100 us of experts and 0.1 us of look-up bound it by 1.4985.
/// Errors: a field outside its range.
Expected<RouteBreakevenResult> route_breakeven(const RouteBreakevenRequest& request);

struct RouteProjectRequest {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
    double batch = 1;
    Precision precision = Precision::fp16;
    Maybe<Scheme> scheme;
    double context = 2048;
    RouteDistribution distribution;
    bool cascade = true;
    Assumptions assumptions;
};
inline constexpr std::array route_project_request_fields{
    fields::model<RouteProjectRequest>,        fields::hardware<RouteProjectRequest>,
    fields::batch<RouteProjectRequest>,        fields::precision<RouteProjectRequest>,
    fields::scheme<RouteProjectRequest>,       fields::context<RouteProjectRequest>,
    fields::distribution<RouteProjectRequest>, fields::cascade<RouteProjectRequest>,
    fields::assumptions<RouteProjectRequest>,
};
RIDGEPOINT_DESCRIBE(RouteProjectRequest, route_project_request_fields, "a full-size model on a device")

struct RouteProjectResult {
    double time_per_token_us = 0;
    RouteCosts costs;
    double router_share = 0, router_launch_share = 0, experts_share = 0;
    double speedup = 1, max_speedup = 1;
    Regime regime = Regime::memory;
    std::vector<std::string> unread;
    Remarks notes;
};
inline constexpr std::array route_project_result_fields{
    figure<&RouteProjectResult::time_per_token_us>("time_per_token_us", "time of the whole step per token").in("us"),
    figure<&RouteProjectResult::costs>("costs_us", "parts of the time per token: look-ups, gates, and all else"),
    figure<&RouteProjectResult::router_share>("router_share",
                                              "share of the time that would be saved without the gates"),
    figure<&RouteProjectResult::router_launch_share>("router_launch_share",
                                                     "of that, the share that launching the gates takes"),
    figure<&RouteProjectResult::experts_share>("experts_share",
                                               "share of the time that would be saved without the routed experts"),
    figure<&RouteProjectResult::speedup>("speedup", "speedup of the whole step at this distribution"),
    figure<&RouteProjectResult::max_speedup>("max_speedup",
                                             "speedup with no token on the learned path: Amdahl's bound"),
    figure<&RouteProjectResult::regime>("regime", "what limits the step").choices(regime_names),
    figure<&RouteProjectResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&RouteProjectResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(RouteProjectResult, route_project_result_fields, "what its router costs")

/// The same for a full-size model: one forward pass of `batch` tokens through `roofline`, with and without its gates.
///
/// A gate is one hidden_dim x experts matrix in each layer with experts, and three of the twelve launches that such a
/// layer is taken to have; a component's cost is the time that the step loses without it. A look-up is one launch and
/// reads a decision, 8 bytes (an id and a weight) for each expert a token goes to. `costs_us.expert` is the step
/// without gates: given to `route_model`, the costs have the same speedup and bound.
///
/// Worked (Mixtral_8x7B, H100, batch 1, int8): 32 gates read 0.31 us of weights and take 32 x 3/12 x 10 = 80 us of
/// launches, of 4205 us; look-ups take 27 us, so the bound is 1.0129.
/// Errors: as `roofline`; percentages as `route_model`; a model that is no mixture of experts; a device on which a cost
/// would be more than 1e9 us.
Expected<RouteProjectResult> route_project(const RouteProjectRequest& request);

}  // namespace ridgepoint
