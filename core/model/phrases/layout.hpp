/// What layouts over several devices have to say, by name; the words are in core/prose/english/layout.cpp.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint::phrases {

// Why not.
extern const Phrase heads_do_not_divide, no_heads, too_many_stages;
extern const Phrase no_experts, experts_do_not_divide, experts_beyond_group;

// What to know.
extern const Phrase beyond_node, cache_copied, cache_whole, one_stage_at_a_time, smallest_layout, these_devices,
    each_of_both, network_assumed;

// How the times come about.
extern const Phrase and_links, links_leg, of_each_device, of_each;

}  // namespace ridgepoint::phrases
