#include "model/phrases/explain.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, cause_count> causes{{{"memory bandwidth"},
                                              {"peak FLOP/s"},
                                              {"memory capacity"},
                                              {"host link"},
                                              {"overhead"},
                                              {"bytes per value"},
                                              {"work"},
                                              {"devices and their links"},
                                              {"context"},
                                              {"cache format"},
                                              {"drafting"},
                                              {"arrivals"},
                                              {"scheduling"},
                                              {"training method"}}};

// The values of both: {0} to {2} configuration, latency and regime of the baseline, {3} to {5} of the proposal; {6}
// the speedup, {7} what it is of, {8} its band; {9} the analysis, {10} the paces; {11} the factors, {12} asides, {13}
// what limits the proposal, {14} the notes, none in a text, beside which programs print them.
const Phrase report_as_text{
    "Differential analysis: proposal vs. baseline\n"
    "  Baseline: {0}: {1}\n"
    "  Proposal: {3}: {4}\n"
    "  Speedup: {6:x}{7}{8}\n"
    "  Baseline regime: {2}\n"
    "  Proposal regime: {5}\n"
    "\n"
    "Analysis: {9}{10}\n"
    "{11}{12}{13}{14}"};
const Phrase factors_as_text{"\nFactors (they multiply to the speedup):\n{0}"};
const Phrase factor_as_text{"  {0:x}  {1}\n"};
const Phrase report_as_markdown{
    "### Differential analysis: **{6:x}**{7}{8}\n"
    "\n"
    "| | configuration | latency | regime |\n"
    "|:--|:--|--:|:--|\n"
    "| baseline | {0:|} | {1} | {2} |\n"
    "| proposal | {3:|} | {4} | {5} |\n"
    "\n"
    "{9}{10}\n"
    "{11}{12}{13}{14}"};
const Phrase factors_as_markdown{"\n| factor | ratio |\n|:--|--:|\n{0}"};
const Phrase factor_as_markdown{"| {1} | {0:x} |\n"};
const Phrase note_as_markdown{"\nNote: {0}\n"};
const Phrase paragraph{"\n{0}\n"};
const Phrase configuration{"{0} on {1}{2}, {3}, batch {4}"};
const Phrase several{"{0:9} × "};
const Phrase cut_in{", {0} {1:9}"};
const Phrase custom{"custom"};
const Phrase regime{"{0}"};
const Phrase regime_without_room{"{0} (does not fit)"};

const Phrase nothing_changed{"Nothing that the step depends on has changed: both sides are timed the same."};
const Phrase same_limit{
    "Both configurations are {0}, at the same rate: the ratio follows the {1} and the overhead per {2}."};
const Phrase memory_to_memory{
    "Both configurations are memory-bound: the step waits for bytes, so the speedup follows the memory bandwidth and "
    "the bytes moved.{0}"};
const Phrase compute_to_compute{
    "Both configurations are compute-bound: the speedup follows the arithmetic rate and the work. Extra memory "
    "bandwidth was not what limited the step."};
const Phrase overhead_to_overhead{
    "Both configurations spend most of the step on dispatch and layer launches: a larger batch or fused kernels would "
    "help; a faster device hardly would.{0}"};
const Phrase memory_to_compute{
    "The bottleneck moved from memory to compute: {0}. More bandwidth will not help further; more FLOP/s, or less "
    "work, "
    "will."};
const Phrase compute_to_memory{
    "The bottleneck moved from compute to memory: {0}. More FLOP/s will not help further; bandwidth, or fewer bytes, "
    "will."};
const Phrase to_overhead{
    "The proposal is so fast that overhead (dispatch and layer launches) is now the longest leg, and no data-sheet "
    "figure buys that back.{0}"};
const Phrase overhead_to_compute{
    "The baseline was held back by dispatch and layer launches; the proposal is limited by compute instead."};
const Phrase overhead_to_memory{
    "The baseline was held back by dispatch and layer launches; the proposal is limited by memory instead."};
const Phrase links_to_links{
    "Both configurations are limited by communication between their devices: the speedup follows the links and the "
    "number of devices."};
const Phrase to_links{
    "Communication between the devices is now the longest leg: faster links, or fewer devices, would help before more "
    "bandwidth or FLOP/s."};
const Phrase from_links{"The baseline was limited by communication between its devices; the proposal is {0} instead."};
const Phrase slower{"The proposal is slower: it takes {0:x} as long{1}.{2}"};
const Phrase proposal_does_not_fit{"The proposal does not fit: {0} leaves {1} outside its memory.{2}"};
const Phrase baseline_does_not_fit{"The baseline does not fit: {0} leaves {1} outside its memory. The proposal fits."};
const Phrase baseline_lacks_capacity{
    "The baseline does not fit: {0} leaves {1} outside its memory. The proposal fits, so the ratio measures capacity, "
    "not speed."};
const Phrase neither_fits{
    "Neither configuration fits its memory: both wait for the host link, or cannot run at all. More devices or fewer "
    "bytes would help first."};

const Phrase of_work{"work"};
const Phrase of_bytes{"bytes moved"};
const Phrase a_sample{"sample"};
const Phrase a_step{"step"};
const Phrase arithmetic_counts{" Arithmetic counts too, as it overlaps with memory only in part."};
const Phrase vector_units_count{
    " The tensor units' extra FLOP/s go unused; what counts under peak FLOP/s is the FP32 rate of the vector units, "
    "which unpack weights and cache."};
const Phrase arithmetic_idles{" Extra FLOP/s go unused."};
const Phrase if_host_kept_ahead{" If the host kept ahead of the device, the proposal would be {0:x} as fast."};
const Phrase memory_wait_shrank{"the memory wait shrank until the arithmetic became the longer leg"};
const Phrase more_work_a_byte{"each byte now comes with more work"};
const Phrase arithmetic_shrank{"the arithmetic shrank until moving the bytes became the longer leg"};
const Phrase less_work_a_byte{"each byte now comes with less work"};
const Phrase capacity_decides{" Capacity, not speed, decides here."};
const Phrase largest_loss{" The largest loss comes from {0} ({1:x})."};

const Phrase per_sample{" per sample"};
const Phrase speedup_band{" (nine in ten measured: {0:x} to {1:x})"};
const Phrase both_paces{" The batches differ: the proposal is {0:x} as fast per sample, {1:x} per step."};
const Phrase alone{"{0:^} alone would give {1:x}."};
const Phrase bought{"{0:x} {1}"};
const Phrase bought_unused{"Bought but unused: {0:,}."};
const Phrase next_limit{"What limits the proposal next is {0}: 1 % more of it changes the time by {1:.2} %{2}."};
const Phrase next_until{"; at {0:x} as much, the step becomes {1}"};
const Phrase of_baseline{"Baseline: {0}"};
const Phrase of_proposal{"Proposal: {0}"};
const Phrase timed_over_the_link{"What does not fit is timed as crossing the host link."};
const Phrase textbook_conclusion{"Textbook accounting: the conclusion looks at the regimes alone, not at what fits."};

}  // namespace ridgepoint::phrases
