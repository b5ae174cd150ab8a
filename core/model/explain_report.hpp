/// The comparison as documents: what happened, why, and the factors, as text and as Markdown.
#pragma once

#include "next_limit.hpp"
#include "ridgepoint/explain.hpp"

namespace ridgepoint {

/// What the proposal's step leaves unused.
struct Slack {
    double without_host;  ///< how much faster the proposal would be if the device never waited for the host
    bool tensor_acts;     ///< the proposal's tensor rate alone would shorten the baseline's step
    bool vector_acts;     ///< so would its vector rate
    NextLimit next;       ///< what limits the proposal
};

/// Fills `text` and `markdown` of a result whose other members are filled.
void add_report(const ExplainRequest& request, const Slack& slack, ExplainResult& result);

}  // namespace ridgepoint
