/// Where a registry figure comes from.
#pragma once

#include "ridgepoint/describe.hpp"

namespace ridgepoint {

/// A document that states some of an entry's figures.
struct Source {
    std::vector<std::string> fields;
    std::string title;
    std::string url;
    std::string check;
    std::string read_at;
    std::string date;
    std::string recorded;
};

inline constexpr std::array source_fields{
    figure<&Source::fields>("fields", "the figures this document states"),
    figure<&Source::title>("title", "title of the document"),
    figure<&Source::url>("url", "address of the document"),
    figure<&Source::check>("check", "how the figure was checked: read in the primary source, elsewhere, recomputed"),
    figure<&Source::read_at>("read_at", "where it was read, if not in the document itself"),
    figure<&Source::date>("date", "date on which it said so, for figures that change"),
    figure<&Source::recorded>("recorded", "day on which the figures were recorded here"),
};
RIDGEPOINT_DESCRIBE(Source, source_fields, "a document that some of an entry's figures come from")

/// A figure that no document states, and how it was arrived at.
struct Estimate {
    std::string field;
    std::string why;
};

inline constexpr std::array estimate_fields{
    figure<&Estimate::field>("field", "the estimated figure"),
    figure<&Estimate::why>("why", "how it was arrived at"),
};
RIDGEPOINT_DESCRIBE(Estimate, estimate_fields, "a figure that no document states")

}  // namespace ridgepoint
