/// What comparisons of systems have to say, by name; the words are in core/prose/english/explain_systems.cpp.
#pragma once

#include "ridgepoint/explain_systems.hpp"

namespace ridgepoint::phrases {

// The documents, and the parts of them that differ.
extern const Phrase comparison_as_text, comparison_as_markdown;
extern const Phrase served_configuration, loaded_configuration, trained_configuration;
extern const Phrase arriving, of_users, at_most;

// What is compared, in the order of Compared.
extern const std::array<Phrase, compared_names.size()> compared;

// What became of it.
extern const Phrase faster, takes_as_long;
extern const Phrase proposal_lacks_room, baseline_lacks_room, both_lack_room, trained_as_if_it_fit;

// Beside it.
extern const Phrase mixtures_with_room;

// Why not.
extern const Phrase of_side, too_many_mixtures;

}  // namespace ridgepoint::phrases
