#include "model/phrases/explain_plan.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, cost_cause_names.size()> cost_causes{{{"work"},
                                                               {"arrivals"},
                                                               {"limits on times"},
                                                               {"context"},
                                                               {"bytes per value"},
                                                               {"cache format"},
                                                               {"devices and their links"},
                                                               {"prices"},
                                                               {"overhead"},
                                                               {"training method"}}};

// The values of both: {0} demand, {1} devices and {2} cost of the baseline, {3} to {5} of the proposal; {6} the fields
// that differ; {7} the ratio, {8} what the costs are of; {9} the analysis; {10} the factors, {11} the notes.
const Phrase plans_as_text{
    "Differential analysis: proposal vs. baseline\n"
    "  Baseline: {0}: {1}, {2:#} USD\n"
    "  Proposal: {3}: {4}, {5:#} USD\n"
    "  Changed: {6:,}\n"
    "  Cost: {7:x} ({8})\n"
    "\n"
    "Analysis: {9}\n"
    "{10}{11}"};
const Phrase plans_as_markdown{
    "### Differential analysis: **{7:x}** the cost ({8})\n"
    "\n"
    "| | demand | cheapest devices | cost |\n"
    "|:--|:--|:--|--:|\n"
    "| baseline | {0:|} | {1:|} | {2:#} USD |\n"
    "| proposal | {3:|} | {4:|} | {5:#} USD |\n"
    "\n"
    "Changed: {6:,}.\n"
    "\n"
    "{9}\n"
    "{10}{11}"};
const Phrase cost_factors_as_text{"\nFactors (they multiply to the ratio of costs):\n{0}"};
const Phrase cost_factors_as_markdown{"\n| factor | ratio |\n|:--|--:|\n{0}"};
const Phrase plan_of_serving{"{0}, {1:4} requests/s of {2:9} + {3:9} tokens{4}"};
const Phrase plan_of_training{"{0}, {1:4} tokens in {2:4} days"};
const Phrase within_ttft{", TTFT at most {0}"};
const Phrase within_itl{", ITL at most {0}"};
const Phrase plan_chosen{"{0}{1}{2}, {3}"};
const Phrase a_million_tokens{"a million tokens"};
const Phrase a_run{"the run"};

const Phrase dearer{"The proposal costs {0:x} as much as the baseline.{1}"};
const Phrase cheaper{"The proposal is cheaper: it costs {0:x} as much as the baseline.{1}"};
const Phrase costs_the_same{"Both cost the same."};
const Phrase mostly_by{" Most of that comes from {0} ({1:x})."};
const Phrase mixture_unmet{"No devices meet some mixtures of the two demands, so the ratio is not split into causes."};

const Phrase other_kind_of_demand{"one side is a demand to serve and the other one to train; compare two of a kind"};
const Phrase demand_unmet{"no devices meet the demand: {0}"};
const Phrase costs_nothing{"the cheapest devices cost nothing, so there is no ratio of costs; set their prices"};
const Phrase too_many_plans{
    "{0:9} causes differ, so {1:9} mixtures would be planned; the limit is {2:9}. Change less at a time"};

}  // namespace ridgepoint::phrases
