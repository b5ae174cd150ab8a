/// The engine behind one narrow door: JSON text in, JSON text out. The command, the WebAssembly module and the tests
/// of both enter here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ridgepoint/call.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

inline constexpr std::string_view version = RIDGEPOINT_VERSION;

/// A solver's call, such as `roofline` or `route_model`; null for another name.
const Call* find_call(std::string_view name);

/// Everything `call_json` answers to: the solvers, then hardware, models, schema, and what else the program links.
std::vector<std::string_view> call_names();

/// Runs a call, or `hardware`, `models` (`{}` for all, `{"id": …}` for one) or `schema`, on a request of JSON text.
/// Returns {"result": …} or {"error": {code, field, message}}. Any bytes may be given; nothing is thrown.
///
///     call_json("roofline", R"({"model":"Llama3_8B","hardware":"H100"})")  ->  {"result":{"latency_s":0.00519…
std::string call_json(std::string_view call, std::string_view request);

/// The grid of a sweep: `values` is column-major, `rows` values a column.
struct SweepColumns {
    std::string header_json;  ///< {"rows", "columns":[{"name", "labels"?}], "below"?}, or {"error": …} and no values
    std::vector<double> values;
};

/// Evaluates a call over the product of axes: {call, base, axes: {field: [values]}, outputs: [fields]}, the first axis
/// slowest. Columns are the axes, then the outputs; a column with labels holds indices into them; NaN is "no value".
/// At most 1e6 rows, of `load` 2,500. Asked for {below: {output: [thresholds]}} as well, the header has for each
/// threshold, and each run of the last axis, the first value of that axis at which the output is below it, or null.
SweepColumns sweep_columns(std::string_view request);

/// The JSON Schema of every solver's call, from the descriptions, and of `more`.
std::string schema_json(std::span<const Call> more = {});

/// The TypeScript declarations of the calls' requests and results, from the descriptions; by default the solvers'.
std::string typescript_declarations(std::span<const Call> calls = {});

}  // namespace ridgepoint
