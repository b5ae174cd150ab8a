/// What the documents of all comparisons have in common: the factors, and what to say of them.
#pragma once

#include "ridgepoint/explain.hpp"

namespace ridgepoint {

/// Decimals of a speedup as it is shown.
inline constexpr int fewest_places = 2;

/// What was found of a comparison.
struct Split {
    double speedup;
    const std::vector<Factor>& factors;
    const std::vector<Unused>& unused;
    const Alone& alone;

    bool has(Cause cause) const;
};

/// The factor that slows down most, where one does.
Remarks largest_loss(const Split& split);

/// A table of the factors, with as many decimals as make them multiply to the speedup; nothing without factors.
Remarks factors_in(const Phrase& whole, const Phrase& each, const Split& split);

/// What the binding resource alone would give, where something else adds to it, and what was bought and not used.
Remarks asides(const Split& split);

/// Each of the remarks within the phrase.
Remarks each_in(const Phrase& phrase, const Remarks& remarks);

/// Adds the notes of the sides: what is said of both stands by itself, what is said of one under its name.
void add_notes_of_sides(Remarks& notes, const Remarks& baseline, const Remarks& proposal);

/// ", tensor 4, data 2": how a model is cut over several devices.
Remarks cuts_of(const Parallel& parallel);

/// "8 × ", where there are several devices.
Remarks count_of(double devices);

}  // namespace ridgepoint
