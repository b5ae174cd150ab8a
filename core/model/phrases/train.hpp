/// What `train` has to say, by name; the words are in core/prose/english/train.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Why not.
extern const Phrase not_a_transformer, batch_does_not_divide, integers_do_not_train, only_with_lora, too_many_pieces,
    devices_do_not_divide, other_devices;

// What to know.
extern const Phrase does_not_fit, fits_on, fits_nowhere, might_help, smaller_micro_batches, sequence_parallelism,
    more_recomputation, higher_zero_stage, layouts_at_stage, uneven_stages, training_band, training_elsewhere,
    training_of_experts, training_in_fp8, training_rough, training_calibrated, no_scores_kept, gradients_in_16,
    sequence_beyond, logits_of_pytorch, in_this_training;

// How the step comes about.
extern const Phrase train_layout, train_where, train_memory_of, train_run, train_failures;

}  // namespace ridgepoint::phrases
