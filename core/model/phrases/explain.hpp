/// What `explain` has to say, by name; the words are in core/prose/english/explain.cpp.
#pragma once

#include "model/phrases/notes.hpp"
#include "ridgepoint/explain.hpp"

namespace ridgepoint::phrases {

extern const std::array<Phrase, cause_count> causes;
inline const Phrase& title(Cause c) { return causes[static_cast<unsigned>(c)]; }

// The documents, and the parts of them that differ.
extern const Phrase report_as_text, factors_as_text, factor_as_text;
extern const Phrase report_as_markdown, factors_as_markdown, factor_as_markdown, note_as_markdown;
extern const Phrase paragraph, configuration, several, cut_in, custom, regime, regime_without_room;

// One sentence for each conclusion.
extern const Phrase nothing_changed, same_limit, memory_to_memory, compute_to_compute, overhead_to_overhead,
    memory_to_compute, compute_to_memory, to_overhead, overhead_to_compute, overhead_to_memory, links_to_links,
    to_links, from_links, slower, proposal_does_not_fit, baseline_does_not_fit, baseline_lacks_capacity, neither_fits;

// Parts of those.
extern const Phrase of_work, of_bytes, a_sample, a_step;
extern const Phrase arithmetic_counts, vector_units_count, arithmetic_idles, if_host_kept_ahead;
extern const Phrase memory_wait_shrank, more_work_a_byte, arithmetic_shrank, less_work_a_byte;
extern const Phrase capacity_decides, largest_loss;

// Beside them.
extern const Phrase per_sample, speedup_band, both_paces, alone, bought, bought_unused, next_limit, next_until;
extern const Phrase of_baseline, of_proposal, timed_over_the_link, textbook_conclusion;

}  // namespace ridgepoint::phrases
