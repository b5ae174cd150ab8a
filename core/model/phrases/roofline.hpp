/// What `roofline` has to say, by name; the words are in core/prose/english/roofline.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Where fields go unused.
extern const Phrase in_inference, in_training;
extern const Phrase textbook_training, textbook_token, textbook_utilization;
extern const Phrase compute_leg, memory_leg, capacity, bound, partly_hidden;

}  // namespace ridgepoint::phrases
