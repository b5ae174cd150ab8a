/// `ridgepoint quantize`: the language model to break, one way or in a table of them.
#pragma once

#include "flags.hpp"

namespace ridgepoint::cli {

/// {"result": {…}}, with --table {"result": [{method, bits, granularity, …}, …]}, or {"error"}.
Json quantize(const Json& request, const Options& options);

/// A result for a person; with --csv, the rows of the table as CSV.
std::string quantized_text(const Json& result, const Options& options);

}  // namespace ridgepoint::cli
