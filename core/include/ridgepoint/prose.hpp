/// The words of what solvers say.
#pragma once

#include "ridgepoint/remark.hpp"

namespace ridgepoint {

/// The phrase with its values put in; "" for a remark that says nothing.
/// Worked: of the phrase "{0:^} binds: {1:.1%}" and the values "memory" and 0.5 it is "Memory binds: 50.0 %".
std::string sentence(const Remark& remark);

/// One string a remark; of those that read the same, the first.
std::vector<std::string> sentences(const Remarks& remarks);

}  // namespace ridgepoint
