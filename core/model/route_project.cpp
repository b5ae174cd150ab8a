#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "inference.hpp"
#include "model/phrases/route.hpp"
#include "notes.hpp"
#include "ridgepoint/workload.hpp"
#include "route_paths.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// An expert's id and its weight, four bytes each.
constexpr double decision_bytes = 8;

/// Below a hundredth a gain is lost in the spread of any measurement.
constexpr double worth_while = 1.01;

/// A layer with experts is some twelve kernels: norm, queries with keys and values, rotation, attention, output, norm,
/// gate, choice, sorting by expert, the experts' first matrices, activation, their last. The gap of a layer is theirs.
constexpr double launches_of_layer = 12;
constexpr double launches_of_gate = 3;  ///< gate, choice, sorting
constexpr double launches_of_look_up = 1;

/// A part of the step's work, traffic and launches.
struct Part {
    Flop<> work;
    Bytes<> traffic;
    double layers = 0;  ///< launches, as layers of them
};

/// `weights` read once, of which each of `tokens` tokens passes `passed`.
Part part_of_weights(double weights, double passed, double tokens, double bytes) {
    return {Flop<>{flop_per_parameter * passed * tokens}, Bytes<>{weights * bytes}, 0};
}

double layers_with_experts(const Model& m) { return *m.layers - m.dense_layers.value_or(0); }

double in_layers(double launches, const Model& m) { return layers_with_experts(m) * launches / launches_of_layer; }

Part gates(const RouteProjectRequest& r) {
    const Model& m = *r.model;
    const double weights = *m.hidden_dim * *m.experts * layers_with_experts(m);
    Part part = part_of_weights(weights, weights, r.batch, bytes_per_value(r.precision));
    part.layers = in_layers(launches_of_gate, m);
    return part;
}

Part look_ups(const RouteProjectRequest& r) {
    const Model& m = *r.model;
    return {{},
            Bytes<>{decision_bytes * *m.experts_per_token * layers_with_experts(m) * r.batch},
            in_layers(launches_of_look_up, m)};
}

Part experts(const RouteProjectRequest& r) {
    const Model& m = *r.model;
    const double each = expert_parameters(m);
    const double touched = r.assumptions.moe_weights == MoeWeights::all
                               ? *m.experts
                               : distinct_experts(*m.experts, *m.experts_per_token, r.batch);
    return part_of_weights(each * touched, each * *m.experts_per_token, r.batch, bytes_per_value(r.precision));
}

Step without(Step step, const Part& part) {
    step.work = step.work - part.work;
    step.traffic = step.traffic - part.traffic;
    step.layers -= part.layers;
    return step;
}

Step with(Step step, const Part& part) {
    step.traffic = step.traffic + part.traffic;
    step.layers += part.layers;
    return step;
}

Expected<void> check_model(const Model& m) {
    const bool whole = expert_parameters(m) > 0 && m.layers && m.hidden_dim && layers_with_experts(m) > 0;
    if (whole) return {};
    return fail(ErrorCode::not_applicable, "model",
                {phrases::no_mixture, {m.id.empty() ? Value(phrases::one_without) : m.id}});
}

Expected<void> check_parts(const Step& step, const Part& a, const Part& b) {
    if (a.work + b.work < step.work && a.traffic + b.traffic < step.traffic) return {};
    return fail(ErrorCode::not_applicable, "model", phrases::mixture_too_small);
}

RooflineRequest forward_pass(const RouteProjectRequest& r) {
    RooflineRequest pass;
    pass.model = r.model;
    pass.hardware = r.hardware;
    pass.batch = r.batch;
    pass.precision = r.precision;
    pass.scheme = r.scheme;
    pass.context = r.context;
    pass.assumptions = r.assumptions;
    return pass;
}

void add_notes(const RouteProjectRequest& r, const Step& step, const Machine<>& machine, RouteProjectResult& result) {
    Remarks& notes = result.notes;
    notes.push_back({result.max_speedup < worth_while ? phrases::gates_cannot_pay : phrases::gates,
                     {result.router_share, result.router_launch_share, result.max_speedup}});
    notes.push_back({phrases::launches, {launches_of_layer, launches_of_gate}});
    note_arithmetic(notes, r, *r.hardware, r.precision);
    note_cache(notes, *r.model, r.precision, cache_format(r));
    note_device(notes, *r.hardware);
    note_offload(notes, *r.hardware, machine, step, r.assumptions.accounting);
}

}  // namespace

Expected<RouteProjectResult> route_project(const RouteProjectRequest& r) {
    if (auto ok = check(r).and_then([&] { return check_sum(r.distribution); }).and_then([&] {
            return check_model(*r.model);
        });
        !ok)
        return tl::make_unexpected(ok.error());
    const RooflineRequest pass = forward_pass(r);
    const Step step = roofline_workload(pass).step;
    const Machine<> machine = roofline_machine(pass);
    const Part gate = gates(r), expert = experts(r);
    if (auto ok = check_parts(step, gate, expert); !ok) return tl::make_unexpected(ok.error());
    const auto us_per_token = [&](const Step& s) { return in_si(time_step(s, machine).latency) / r.batch * 1e6; };

    const Step ungated = without(step, gate);
    const double rest = us_per_token(ungated), whole = us_per_token(step);
    // What hides behind a longer leg of the step costs nothing more.
    const auto cost = [](double time) { return std::fmax(time, least_cost_us); };
    const double look_up = cost(us_per_token(with(ungated, look_ups(r))) - rest);
    if (const double most = std::max(whole, look_up); most > most_cost_us)
        return fail(ErrorCode::not_applicable, "hardware", {phrases::token_too_slow, {most}});
    Step launched = ungated;
    launched.layers = step.layers;

    RouteProjectResult result;
    result.time_per_token_us = whole;
    result.costs = {.fast = look_up, .cached = look_up, .learned = cost(whole - rest), .expert = cost(rest)};
    result.router_share = (whole - rest) / whole;
    result.router_launch_share = (us_per_token(launched) - rest) / whole;
    result.experts_share = 1 - us_per_token(without(step, expert)) / whole;
    const RoutePaths paths(result.costs, r.cascade);
    result.speedup = route_speedup(result.costs, paths.mean(r.distribution));
    result.max_speedup = route_speedup(result.costs, paths.least());
    result.regime = time_step(step, machine).regime;
    result.unread = unread_fields(pass, describe<RouteProjectRequest>());
    add_notes(r, step, machine, result);
    return result;
}

}  // namespace ridgepoint
