/// What the measured router's analysis has to say, by name; the words are in core/prose/english/router.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Whether a criterion is met.
extern const Phrase speedup_asked, error_asked, one_bottleneck_left, bottlenecks_left, steadiness_asked, not_measured;

// What to know before trusting the figures.
extern const Phrase too_short_for_clock, steps_unseen, off_prediction, price_of_speedup, text_read_again, not_utf8,
    what_times_are_of;

}  // namespace ridgepoint::phrases
