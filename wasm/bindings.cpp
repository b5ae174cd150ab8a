// What JavaScript can call. Requests and results cross as JSON text, sweeps as one block of doubles:
// the core reads, checks and writes them, so nothing here knows a field.

#include <emscripten/bind.h>

#include <string>
#include <utility>
#include <vector>

#include "ridgepoint/api.hpp"

namespace {

std::string call(const std::string& name, const std::string& request) { return ridgepoint::call_json(name, request); }

/// The columns of the last sweep; JavaScript copies them before anything else runs.
std::vector<double> swept;

std::string sweep(const std::string& request) {
    ridgepoint::SweepColumns columns = ridgepoint::sweep_columns(request);
    swept = std::move(columns.values);
    return columns.header_json;
}

emscripten::val sweep_values() { return emscripten::val(emscripten::typed_memory_view(swept.size(), swept.data())); }

/// One name a line.
std::string names() {
    std::string lines;
    for (const std::string_view name : ridgepoint::call_names()) (lines += name) += '\n';
    return lines;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint) {
    emscripten::function("call", &call);
    emscripten::function("sweep", &sweep);
    emscripten::function("sweep_values", &sweep_values);
    emscripten::function("names", &names);
    emscripten::constant("version", std::string(ridgepoint::version));
}
