/// What was handed in and what it is worth, as a document to keep.
#pragma once

#include "feedback.hpp"

namespace ridgepoint::course {

/// A submission as Markdown: lab, versions of engine and data, each question with its answer and points, what is
/// missing, and the remarks. Right answers are left out until the lab is due. `now_s` counts from 1970.
std::string report_markdown(const Marked& submission, double now_s, const Registry& registry);

}  // namespace ridgepoint::course
