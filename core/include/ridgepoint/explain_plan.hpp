/// Why one plan costs more than another.
///
/// It does for costs what `explain` does for times: ln(cost of the proposal / cost of the baseline) is split by Shapley
/// values over the causes that changed, so the factors multiply to the ratio. Demands in between, with only some of the
/// changes, are planned like the two. Costs are those of the cheapest devices: for a million tokens of answers, or for
/// the training run.
///
/// Worked (Llama3_70B, 10 requests a second of 1,024 and 256 tokens, TTFT 1 s; ITL 50 and then 15 ms): 1.12 to 2.25 USD
/// a million tokens, all of it by `limits`.
#pragma once

#include "ridgepoint/explain_systems.hpp"
#include "ridgepoint/plan.hpp"

namespace ridgepoint {

struct ExplainPlanRequest {
    PlanRequest baseline, proposal;
};
inline constexpr std::array explain_plan_request_fields = detail::sides<ExplainPlanRequest>;
RIDGEPOINT_DESCRIBE(ExplainPlanRequest, explain_plan_request_fields, "two demands whose costs to compare")

/// What can differ between two demands and what they cost. `limits`: on times, or the days there are.
enum class CostCause {
    work,
    arrivals,
    limits,
    context,
    bytes_per_value,
    cache,
    devices,
    prices,
    overhead,
    training_method
};
inline constexpr std::array<std::string_view, 10> cost_cause_names{
    "work",  "arrivals", "limits", "context",  "bytes_per_value",
    "cache", "devices",  "prices", "overhead", "training_method"};

/// A cause's share of the difference: > 1 made it dearer.
struct CostFactor {
    CostCause name = CostCause::work;
    double ratio = 1;
};
inline constexpr std::array cost_factor_fields{
    figure<&CostFactor::name>("name", "what changed").choices(cost_cause_names),
    figure<&CostFactor::ratio>("ratio", "its share of the ratio of costs; the factors multiply to the whole"),
};
RIDGEPOINT_DESCRIBE(CostFactor, cost_factor_fields, "a cause's share of the difference in cost")

struct ExplainPlanResult {
    double cost_ratio = 1;
    std::vector<std::string> changed;
    std::vector<CostFactor> factors;
    Remark text, markdown;
    PlanResult baseline, proposal;
    Remarks notes;
};
inline constexpr std::array explain_plan_result_fields{
    figure<&ExplainPlanResult::cost_ratio>("cost_ratio", "cost of the proposal / cost of the baseline"),
    figure<&ExplainPlanResult::changed>("changed", "fields in which the two differ"),
    figure<&ExplainPlanResult::factors>(
        "factors",
        "what changed, and its share: Shapley values; empty if some mixture of the two demands cannot be met"),
    figure<&ExplainPlanResult::text>("text", "the analysis in words"),
    figure<&ExplainPlanResult::markdown>("markdown", "the same with tables and the notes, for a pull-request comment"),
    figure<&ExplainPlanResult::baseline>("baseline", "the baseline's plan"),
    figure<&ExplainPlanResult::proposal>("proposal", "the proposal's plan"),
    figure<&ExplainPlanResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(ExplainPlanResult, explain_plan_result_fields, "the difference in cost and its causes")

/// Errors: as `plan`, with the side in front; a side that no devices meet, or that costs nothing; one side to serve and
/// one to train; more than six causes that differ, whose mixtures would take minutes to plan.
Expected<ExplainPlanResult> explain_plan(const ExplainPlanRequest& request, const Registry& registry);

}  // namespace ridgepoint
