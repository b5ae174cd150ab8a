/// What a comparison of plans has to say, by name; the words are in core/prose/english/explain_plan.cpp.
#pragma once

#include "ridgepoint/explain_plan.hpp"

namespace ridgepoint::phrases {

extern const std::array<Phrase, cost_cause_names.size()> cost_causes;
inline const Phrase& title(CostCause c) { return cost_causes[static_cast<unsigned>(c)]; }

// The documents, and the parts of them that differ.
extern const Phrase plans_as_text, plans_as_markdown, cost_factors_as_text, cost_factors_as_markdown;
extern const Phrase plan_of_serving, plan_of_training, within_ttft, within_itl, plan_chosen;
extern const Phrase a_million_tokens, a_run;

// What became of it.
extern const Phrase dearer, cheaper, costs_the_same, mostly_by, mixture_unmet;

// Why not.
extern const Phrase other_kind_of_demand, demand_unmet, costs_nothing, too_many_plans;

}  // namespace ridgepoint::phrases
