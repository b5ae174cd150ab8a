/// What is odd about submissions and no reason to refuse or to mark down any: remarks for the instructor, who alone can
/// find out what they mean. Clocks run ahead, two friends work at one table, a phone's answers go to a laptop by a
/// link.
#pragma once

#include <string>
#include <vector>

#include "grading.hpp"

namespace ridgepoint::course {

/// On one submission, all but the remarks of which is graded. `now_s` counts from 1970.
std::vector<std::string> remarks_on(const Graded& graded, const Json& submission, const Lab& lab, double now_s);

/// On submissions beside one another: two of one student, the same text or the same times under two names.
void remark_class(std::vector<Graded>& all);

}  // namespace ridgepoint::course
