/// Names that may have been meant, for what to say of one that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Letters and digits alone, in lower case: what is left of a name when its spelling does not matter.
std::string folded(std::string_view name);

/// The names that are spelt alike, or contain the given one or are contained in it, or else those a slip or two away;
/// none where there are too many to be a hint.
std::vector<std::string_view> similar(const std::vector<std::string_view>& names, std::string_view given);

}  // namespace ridgepoint
