#include "ridgepoint/sensitivity_plan.hpp"

#include "called.hpp"
#include "describe/validate.hpp"
#include "model/phrases/explain_plan.hpp"
#include "model/phrases/sensitivity_plan.hpp"
#include "plan_layouts.hpp"
#include "ridgepoint/registry.hpp"
#include "turned_systems.hpp"

namespace ridgepoint {
namespace {

Layout layout_of(const PlanOption& o, const Registry& registry) {
    return {.device = *registry.find_hardware(o.hardware, "candidates"), .option = o};
}

/// The cheapest of the other devices' options that meet the demand; null where none does.
const PlanOption* runner_up(const PlanResult& plan, const PlanOption& cheapest) {
    const PlanOption* next = nullptr;
    for (const PlanOption& o : plan.options)
        if (o.meets && o.hardware != cheapest.hardware && (next == nullptr || o.cost < next->cost)) next = &o;
    return next;
}

/// What a device would have to cost an hour for the two to cost the same. Those that serve are rented for as long as
/// the others, those that train until they are done.
double price_limit(const PlanOption& cheapest, const PlanOption& next, bool trains) {
    const double longer = trains ? *next.latency / *cheapest.latency : 1;
    return next.usd_per_hour * longer / cheapest.devices;
}

void analyze_training(const SensitivityPlanRequest& request, const Layout& layout, PlanSensitivity& result) {
    const PlanOption& o = layout.option;
    result.headroom = deadline_of(request.plan.demand) / *o.latency;
    TrainRequest t = training_of(request.plan, layout);
    t.micro_batch = *o.micro_batch;
    t.zero_stage = *o.zero_stage;
    t.recomputation = *o.recomputation.chosen;
    result.elasticities = two_way_elasticities(
        request.delta, [&](Knob knob, double factor) { return std::optional(step_seconds(t, knob, factor)); });
}

void analyze_serving(const SensitivityPlanRequest& request, const Layout& layout, PlanSensitivity& result) {
    const PlanRequest& r = request.plan;
    const LoadRequest load = load_of(r, layout);
    result.headroom = largest_rate(r, layout, steps_of(load)) / r.demand.rate;
    TurnedSteps steps(load);
    result.elasticities = two_way_elasticities(request.delta, [&](Knob knob, double factor) -> std::optional<double> {
        const double rate = largest_rate(r, layout, steps.by(knob, factor));
        return rate > 0 ? std::optional(1 / rate) : std::nullopt;
    });
}

}  // namespace

Expected<PlanSensitivity> sensitivity_plan(const SensitivityPlanRequest& request, const Registry& registry) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    auto whole = plan(request.plan, registry);
    if (!whole) return tl::make_unexpected(std::move(whole.error()));
    if (!whole->cheapest) return fail(ErrorCode::not_applicable, "demand", {phrases::demand_unmet, {whole->reason}});

    PlanSensitivity result;
    result.cheapest = whole->options[static_cast<std::size_t>(*whole->cheapest)];
    const PlanOption* next = runner_up(*whole, result.cheapest);
    const bool trains = request.plan.demand.tokens.has_value();
    Remark rival{phrases::without_rival};
    if (next != nullptr) {
        result.runner_up = next->hardware;
        result.price_limit = price_limit(result.cheapest, *next, trains);
        rival = {phrases::stays_cheapest, {*result.price_limit, next->devices, called(next->hardware, registry)}};
    }
    const Layout layout = layout_of(result.cheapest, registry);
    (trains ? analyze_training : analyze_serving)(request, layout, result);
    result.binding_constraint = first_of(result.elasticities);
    result.binding_regime = bound_of(result.binding_constraint);
    result.explanation = {phrases::plan_stands,
                          {result.headroom, rival, what_moves(phrases::moved_cost, result.elasticities)}};
    result.unread = std::move(whole->unread);
    result.notes = std::move(whole->notes);
    result.notes.push_back({phrases::cost_in_parts});
    if (result.cheapest.simulated) result.notes.push_back({phrases::rivals_estimated});
    return result;
}

}  // namespace ridgepoint
