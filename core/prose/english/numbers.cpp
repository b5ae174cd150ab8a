#include "prose/numbers.hpp"

namespace ridgepoint::phrases {

/// The formatter writes them so.
void mark(std::string&) {}

}  // namespace ridgepoint::phrases
