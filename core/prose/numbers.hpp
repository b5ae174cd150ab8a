/// How a language writes a number: its decimal mark, and what stands between thousands.
#pragma once

#include <string>

namespace ridgepoint::phrases {

/// Gives a number of prose/text.hpp the marks of the language; each language's folder has its own.
void mark(std::string& number);

}  // namespace ridgepoint::phrases
