// What JavaScript can call. Requests and results cross as JSON text, sweeps as one block of doubles:
// the core reads, checks and writes them, so nothing here knows a field.

#include <emscripten/bind.h>

#include <string>

#include "ridgepoint/api.hpp"

namespace {

std::string call(const std::string& name, const std::string& request) {
    return ridgepoint::call_json(name, request);
}

emscripten::val sweep(const std::string& request) {
    const ridgepoint::SweepColumns columns = ridgepoint::sweep_columns(request);
    emscripten::val answer = emscripten::val::object();
    answer.set("header", columns.header_json);
    // The view points into memory that is freed on return and may move when it grows, hence the copy.
    const emscripten::val view(
        emscripten::typed_memory_view(columns.values.size(), columns.values.data()));
    answer.set("values", view.call<emscripten::val>("slice"));
    return answer;
}

emscripten::val names() {
    emscripten::val list = emscripten::val::array();
    for (const std::string_view name : ridgepoint::call_names()) {
        list.call<void>("push", std::string(name));
    }
    return list;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint) {
    emscripten::function("call", &call);
    emscripten::function("sweep", &sweep);
    emscripten::function("names", &names);
    emscripten::constant("version", std::string(ridgepoint::version));
}
