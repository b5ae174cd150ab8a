/// What `synthesize` has to say, by name; the words are in core/prose/english/synthesize.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

extern const Phrase remains, overhead_alone, remains_in_layout, overhead_and_links;
extern const Phrase links_cost_nothing, timed_with_room, unpacking, power, textbook_requirement;
extern const Phrase link_assumed, network_between_nodes, own_links;
extern const Phrase no_prefill;

}  // namespace ridgepoint::phrases
