/// What `compress` has to say, by name; the words are in core/prose/english/compress.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Where fields go unused.
extern const Phrase in_pruning, in_quantization, uncalibrated, textbook_batch;

// What the accuracy rests on.
extern const Phrase speedups_measured, perplexity_fitted, groups_fitted_as_one, perplexity_unknown,
    training_tokens_unknown;
extern const Phrase unbounded_perplexity, bits_not_measured, rows_not_measured, tokens_not_measured;
extern const Phrase survey_of_quantization, survey_of_pruning, pruning_curve, pruned_language_model,
    structures_cost_more;

// What the speedup rests on.
extern const Phrase without_overhead, without_overhead_and_cache, without_overhead_and_activations;
extern const Phrase sparsity_capped, zeros_save_no_time, no_such_arithmetic;
extern const Phrase textbook_quantization, textbook_pruning;

// Why not.
extern const Phrase algorithm_prunes, algorithm_quantizes;

}  // namespace ridgepoint::phrases
