/// What a serving result says in words: notes, and how the times come about.
#pragma once

#include "ridgepoint/serve.hpp"

namespace ridgepoint {

/// Fills the notes and the trace of a result whose figures and `unread` are there. `needed`: the layout that would hold
/// what does not fit.
void add_report(const ServeRequest& request, const ServeProblem& problem, const std::optional<Parallel>& needed,
                ServeResult& result);

}  // namespace ridgepoint
