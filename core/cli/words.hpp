/// What the command itself says, in the language that --language chose.
#pragma once

#include <string>

#include "ridgepoint/remark.hpp"

namespace ridgepoint::cli {

/// The words with the values in their places, as in a phrase: said("the speedup of {0:x} is below {1:x}", {1.5, 2}).
/// Other languages have them under the English words, in core/prose/LANGUAGE/command.json.
std::string said(std::string_view english, std::initializer_list<Value> values = {});

}  // namespace ridgepoint::cli
