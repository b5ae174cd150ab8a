#include "ridgepoint/explain_plan.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "called.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "explain_mixtures.hpp"
#include "explain_parts.hpp"
#include "model/phrases/explain.hpp"
#include "model/phrases/explain_plan.hpp"
#include "model/phrases/explain_systems.hpp"

namespace ridgepoint {
namespace {

/// Of demands that are planned, each of which takes some tenths of a second.
constexpr double most_mixtures = 64;

/// A ratio of costs this near to 1 is none.
constexpr double notable_ratio = 1e-9;

static_assert(cost_cause_names.size() <= cause_count);
constexpr Subset bit_of(CostCause c) { return 1u << static_cast<unsigned>(c); }

const PlanOption& choice_of(const PlanResult& r) { return r.options[static_cast<std::size_t>(*r.cheapest)]; }

/// Two demands and what the cheapest devices for a mixture of both cost.
struct PlanSides final : Mixtures {
    PlanSides(const ExplainPlanRequest& r, const Registry& all)
        : before(r.baseline), after(r.proposal), registry(all) {}

    PlanRequest mixture(Subset taken) const {
        const auto from = [&](CostCause cause) -> const PlanRequest& {
            return (taken & bit_of(cause)) != 0 ? after : before;
        };
        PlanRequest r = from(CostCause::work);
        r.demand.rate = from(CostCause::arrivals).demand.rate;
        r.demand.slo = from(CostCause::limits).demand.slo;
        r.demand.days = from(CostCause::limits).demand.days;
        r.prices = from(CostCause::prices).prices;
        const PlanRequest &devices = from(CostCause::devices), &lengths = from(CostCause::context);
        r.candidates = devices.candidates;
        r.max_devices = devices.max_devices;
        r.load.link_efficiency = devices.load.link_efficiency;
        r.load.link_latency = devices.load.link_latency;
        r.load.prompt = lengths.load.prompt;
        r.load.output = lengths.load.output;
        r.training.sequence = lengths.training.sequence;
        const PlanRequest& stored = from(CostCause::bytes_per_value);
        r.precisions = stored.precisions;
        r.load.serving.precision = stored.load.serving.precision;
        r.load.serving.scheme = stored.load.serving.scheme;
        r.load.serving.weight_bits = stored.load.serving.weight_bits;
        r.load.serving.kv_precision = from(CostCause::cache).load.serving.kv_precision;
        r.load.request_overhead = from(CostCause::overhead).load.request_overhead;
        r.load.prompt_overhead = from(CostCause::overhead).load.prompt_overhead;
        r.training.optimizer = from(CostCause::training_method).training.optimizer;
        return r;
    }

    double amount(Subset taken) const override {
        const auto result = plan(mixture(taken), registry);
        const bool met = result && result->cheapest && choice_of(*result).cost.value_or(0) > 0;
        all_met = all_met && met;
        return met ? *choice_of(*result).cost : 1;
    }

    const PlanRequest &before, &after;
    const Registry& registry;
    mutable bool all_met = true;  ///< so far, by devices that cost something
};

/// Lists go beyond what `differing` looks at.
std::vector<std::string> differing(const PlanRequest& a, const PlanRequest& b) {
    std::vector<std::string> names = differing(describe<PlanRequest>(), &a, &b);
    if (a.candidates != b.candidates) names.emplace_back("candidates");
    if (a.prices != b.prices) names.emplace_back("prices");
    if (a.precisions != b.precisions) names.emplace_back("precisions");
    return names;
}

Subset changed_causes_of(const PlanSides& sides) {
    const PlanRequest same = sides.mixture(0);
    Subset causes = 0;
    for (int i = 0; i < static_cast<int>(cost_cause_names.size()); ++i) {
        const Subset one = bit_of(static_cast<CostCause>(i));
        if (!differing(same, sides.mixture(one)).empty()) causes |= one;
    }
    return causes;
}

/// The plan of a side, whose choice has a cost.
Expected<PlanResult> planned(const PlanRequest& r, const Registry& registry) {
    auto result = plan(r, registry);
    if (!result) return result;
    if (!result->cheapest) return fail(ErrorCode::not_applicable, "demand", {phrases::demand_unmet, {result->reason}});
    if (choice_of(*result).cost.value_or(0) <= 0)
        return fail(ErrorCode::not_applicable, "prices", phrases::costs_nothing);
    return result;
}

Remark demand_of(const PlanRequest& r) {
    const LoadRequest& load = r.load;
    const Value model = called(*load.serving.model);
    if (r.demand.tokens) return {phrases::plan_of_training, {model, *r.demand.tokens, *r.demand.days}};
    Remarks limits;
    if (r.demand.slo.ttft) limits.push_back({phrases::within_ttft, {*r.demand.slo.ttft}});
    if (r.demand.slo.itl) limits.push_back({phrases::within_itl, {*r.demand.slo.itl}});
    return {phrases::plan_of_serving, {model, r.demand.rate, load.prompt.mean, load.output.mean, limits}};
}

Remark devices_of(const PlanOption& o, const Registry& registry) {
    return {phrases::plan_chosen,
            {count_of(o.devices), called(o.hardware, registry), cuts_of(o.parallel), o.precision}};
}

/// The factor that moves the cost most in the direction in which it moved.
Remarks largest_cause(const ExplainPlanResult& r) {
    if (r.factors.empty()) return {};
    const bool grew = r.cost_ratio > 1;
    const auto& most = *std::max_element(r.factors.begin(), r.factors.end(), [&](const auto& a, const auto& b) {
        return grew ? a.ratio < b.ratio : a.ratio > b.ratio;
    });
    return {{phrases::mostly_by, {phrases::title(most.name), most.ratio}}};
}

Remark verdict(const ExplainPlanResult& r) {
    if (std::fabs(r.cost_ratio - 1) < notable_ratio) return {phrases::costs_the_same};
    return {r.cost_ratio > 1 ? phrases::dearer : phrases::cheaper, {r.cost_ratio, largest_cause(r)}};
}

void write_report(const ExplainPlanRequest& request, const Registry& registry, ExplainPlanResult& r) {
    Remarks changed;
    for (const std::string& name : r.changed) changed.push_back({phrases::name, {name}});
    const Phrase& unit = request.baseline.demand.tokens ? phrases::a_run : phrases::a_million_tokens;
    const auto report = [&](const Phrase& form, const Phrase& table, const Phrase& row, Remarks notes) {
        Remarks factors;
        for (const CostFactor& f : r.factors) factors.push_back({row, {f.ratio, phrases::title(f.name)}});
        if (!factors.empty()) factors = {{table, {factors}}};
        const PlanOption &before = choice_of(r.baseline), &after = choice_of(r.proposal);
        return Remark(
            form, {demand_of(request.baseline), devices_of(before, registry), *before.cost, demand_of(request.proposal),
                   devices_of(after, registry), *after.cost, changed, r.cost_ratio, unit, verdict(r), factors, notes});
    };
    r.text = report(phrases::plans_as_text, phrases::cost_factors_as_text, phrases::factor_as_text, {});
    r.markdown = report(phrases::plans_as_markdown, phrases::cost_factors_as_markdown, phrases::factor_as_markdown,
                        each_in(phrases::note_as_markdown, r.notes));
}

}  // namespace

Expected<ExplainPlanResult> explain_plan(const ExplainPlanRequest& request, const Registry& registry) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    if (request.baseline.demand.tokens.has_value() != request.proposal.demand.tokens.has_value())
        return fail(ErrorCode::not_applicable, "proposal.demand", phrases::other_kind_of_demand);
    ExplainPlanResult r;
    for (const auto& [side, given, result] : {std::tuple{"baseline", &request.baseline, &r.baseline},
                                              std::tuple{"proposal", &request.proposal, &r.proposal}}) {
        auto found = planned(*given, registry);
        if (!found) {
            const Error& e = found.error();
            return fail(e.code, joined(side, e.field), {phrases::of_side, {side, e.message}});
        }
        *result = std::move(*found);
    }
    r.changed = differing(request.baseline, request.proposal);
    r.cost_ratio = *choice_of(r.proposal).cost / *choice_of(r.baseline).cost;

    const PlanSides sides(request, registry);
    const Subset causes = changed_causes_of(sides);
    const double differ = __builtin_popcount(causes), mixtures = std::exp2(differ);
    if (mixtures > most_mixtures)
        return fail(ErrorCode::too_large, "proposal", {phrases::too_many_plans, {differ, mixtures, most_mixtures}});
    const auto phi = shapley(sides, causes);
    for (int i = 0; sides.all_met && i < static_cast<int>(cost_cause_names.size()); ++i)
        if (const double share = phi[static_cast<unsigned>(i)]; share != 0)
            r.factors.push_back({static_cast<CostCause>(i), exponential(-share)});
    add_notes_of_sides(r.notes, r.baseline.notes, r.proposal.notes);
    if (!sides.all_met) r.notes.push_back({phrases::mixture_unmet});
    write_report(request, registry, r);
    return r;
}

}  // namespace ridgepoint
