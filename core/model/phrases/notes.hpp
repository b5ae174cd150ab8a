/// What several solvers have to say, by name; the words are in core/prose/english/notes.cpp.
#pragma once

#include "ridgepoint/remark.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint::phrases {

// Lists, and names in them.
extern const Phrase comma, or_else, name;

// Units that are words.
extern const Phrase hours, days;

// What stands for a device without a name.
extern const Phrase this_device;

// Where a step stands: "memory-bound".
extern const std::array<Phrase, regime_names.size()> bounds;
inline const Phrase& bound_by(Regime r) { return bounds[static_cast<unsigned>(r)]; }

// Which rate the arithmetic used, what a device does not state, and that it is several.
extern const Phrase weight_only_rate, prompts_in_int8, native_rate, rate_not_listed, dispatch_assumed, no_power,
    counted_as_one;

// What happens to the part that does not fit.
extern const Phrase none_usable, not_all_usable, excess_ignored, excess_without_link, excess_slows_all,
    excess_slows_all_textbook, excess_crosses;

// What the weights are published in, and what the cache is stored in, where that is something else.
extern const Phrase published_narrower, cache_format;

// That a sequence is longer than those it was trained on.
extern const Phrase beyond_context;

// Fields that were set and change nothing.
extern const Phrase not_used;

// Which measurements stand behind a calibrated result, and how far off it was on them.
extern const Phrase band, no_band, width_in_file, calibrated_on, times_measured;
extern const Phrase no_band_for_weights, no_band_for_batches, no_band_for_sglang, no_band_on_its_devices,
    no_band_on_such_devices, no_band_of_images, no_band_of_language, no_band_of_states, no_band_for_training,
    no_band_over_host_link, no_band_for_such_batch, no_band_for_batch_there, no_band_for_such_context,
    no_band_for_such_layouts, no_band_for_passes_on_devices;
extern const Phrase published, published_on_devices, published_in_pairs, unpublished, published_not_in_pairs,
    published_computing, published_moving, all_software;
extern const Phrase no_vector_rate;

// What a cost rests on.
extern const Phrase price_of_file, price_from, price_as_given, energy_assumed;

// What the overhead of a step is made of.
extern const Phrase overhead, one_dispatch, host_ahead, host_waited_for;

// Where a model's own figures are rough.
extern const Phrase no_flop_count, every_embedding_read, local_attention;

}  // namespace ridgepoint::phrases
