/// What a serving result says in words: notes, and how the times come about.
#pragma once

#include "ridgepoint/serve.hpp"

namespace ridgepoint {

/// Fills the notes and the trace of a result whose figures and `unread` are there.
void add_report(const ServeRequest& request, const ServeProblem& problem, ServeResult& result);

}  // namespace ridgepoint
