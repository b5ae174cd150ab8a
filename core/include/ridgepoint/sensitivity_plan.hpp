/// How firm a plan is: how much more the same devices would take on, at what price other devices would be the cheapest,
/// and how much each property of the devices moves the cost.
///
/// Devices come whole, so the cost of a plan moves in steps. The elasticities are of its cost per unit of work, as if a
/// part of a device could be rented. Of a demand to serve, with r the largest rate at which the layout keeps the
/// limits, by the estimate of `plan`:
///
///     elasticity of x = −ln(r(x·(1 + δ)) / r(x / (1 + δ))) / (2·ln(1 + δ))
///
/// A training run costs what its step takes, and its elasticities are those of `sensitivity_train`.
///
/// Worked (Llama3_70B, 10 requests a second of 1,024 and 256 tokens, TTFT 1 s, ITL 50 ms): the 4 MI300X of `plan` would
/// take on 1.19 times the rate, and stay the cheapest up to 3.34 USD an hour each; then 2 B200s are.
#pragma once

#include "ridgepoint/plan.hpp"
#include "ridgepoint/sensitivity_systems.hpp"

namespace ridgepoint {

struct SensitivityPlanRequest {
    double delta = 0.1;
    PlanRequest plan;
};
inline constexpr auto sensitivity_plan_request_fields =
    together(detail::two_way_step<SensitivityPlanRequest>, held<&SensitivityPlanRequest::plan, plan_request_fields>);
RIDGEPOINT_DESCRIBE(SensitivityPlanRequest, sensitivity_plan_request_fields, "a plan to analyze")

struct PlanSensitivity {
    PlanOption cheapest;
    double headroom = 1;
    std::string runner_up;
    std::optional<double> price_limit;
    PerKnob elasticities;
    Knob binding_constraint = Knob::memory_bandwidth;
    Bound binding_regime = Bound::memory;
    Remark explanation;
    std::vector<std::string> unread;
    Remarks notes;
};
inline constexpr std::array plan_sensitivity_fields{
    figure<&PlanSensitivity::cheapest>("cheapest", "the option that meets the demand at the least cost"),
    figure<&PlanSensitivity::headroom>("headroom", "how many times the demand the same devices would meet"),
    figure<&PlanSensitivity::runner_up>("runner_up",
                                        "id of the device that would be the cheapest next; empty if no other meets the "
                                        "demand"),
    figure<&PlanSensitivity::price_limit>("price_limit_usd_per_hour",
                                          "price of one device per hour up to which it stays the cheapest; null: no "
                                          "other meets the demand")
        .in("USD/h"),
    figure<&PlanSensitivity::elasticities>("elasticities",
                                           "relative change of the cost per unit of work per relative change of the "
                                           "property"),
    figure<&PlanSensitivity::binding_constraint>("binding_constraint", "the property that limits the cost")
        .choices(knob_names),
    figure<&PlanSensitivity::binding_regime>("binding_regime", "which limit the binding constraint belongs to")
        .choices(bound_names),
    figure<&PlanSensitivity::explanation>("explanation", "the answer in a few sentences"),
    figure<&PlanSensitivity::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&PlanSensitivity::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(PlanSensitivity, plan_sensitivity_fields, "how firm the plan is, and what moves its cost")

/// Errors: as `plan`; a demand that no device meets.
Expected<PlanSensitivity> sensitivity_plan(const SensitivityPlanRequest& request, const Registry& registry);

}  // namespace ridgepoint
