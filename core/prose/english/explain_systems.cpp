#include "model/phrases/explain_systems.hpp"

namespace ridgepoint::phrases {

// The values of both: {0} and {1} configuration and figure of the baseline, {2} and {3} of the proposal; {4} the fields
// that differ; {5} the speedup, {6} what it is of; {7} the analysis; {8} the factors, {9} asides, {10} the notes.
const Phrase comparison_as_text{
    "Differential analysis: proposal vs. baseline\n"
    "  Baseline: {0}: {1}\n"
    "  Proposal: {2}: {3}\n"
    "  Changed: {4:,}\n"
    "  Speedup: {5:x} ({6})\n"
    "\n"
    "Analysis: {7}\n"
    "{8}{9}{10}"};
const Phrase comparison_as_markdown{
    "### Differential analysis: **{5:x}** ({6})\n"
    "\n"
    "| | configuration | {6} |\n"
    "|:--|:--|--:|\n"
    "| baseline | {0:|} | {1} |\n"
    "| proposal | {2:|} | {3} |\n"
    "\n"
    "Changed: {4:,}.\n"
    "\n"
    "{7}\n"
    "{8}{9}{10}"};
const Phrase served_configuration{"{0}, context {1:9}"};
const Phrase loaded_configuration{"{0} on {1}{2}, {3}, {4:9} + {5:9} tokens, {6}"};
const Phrase trained_configuration{"{0} on {1}{2}, {3}, {4:9} {4:?sequence|sequences} of {5:9} tokens"};
const Phrase arriving{"arriving at {0:4}/s"};
const Phrase of_users{"{0:9} {0:?user|users}"};
const Phrase at_most{"at full load"};

const std::array<Phrase, compared_names.size()> compared{
    {{"time between tokens"}, {"time to the first token"}, {"tokens a second"}, {"time to the last token"}}};

const Phrase faster{"The proposal is {0:x} as fast; most of that comes from {1} ({2:x}).{3}"};
const Phrase takes_as_long{"Both are equally fast."};
const Phrase proposal_lacks_room{" The proposal does not fit its memory."};
const Phrase baseline_lacks_room{" The baseline does not fit its memory."};
const Phrase both_lack_room{" Neither fits its memory."};
const Phrase trained_as_if_it_fit{"A run that does not fit its memory is timed as if it did."};

const Phrase mixtures_with_room{
    "Some mixtures of the two, such as the model of one on the devices of the other, do not fit their memory. They are "
    "timed as if they did."};

const Phrase of_side{"{0}: {1}"};
const Phrase too_many_mixtures{
    "{0:9} causes differ, so {1:9} mixtures would be simulated, of up to {2:9} steps each; the limit is {3:9} in all. "
    "Ask for at most {4:9} requests, or change less at a time"};

}  // namespace ridgepoint::phrases
