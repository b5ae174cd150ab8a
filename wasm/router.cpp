// What JavaScript can call of the measured router: JSON text and the text to route in, JSON text out.

#include <emscripten/bind.h>

#include <string>

#include "moe_router/kernels.hpp"
#include "moe_router/tokenizer.hpp"
#include "ridgepoint/moe_router/analyze.hpp"

namespace {

using namespace ridgepoint;

extern "C" void ridgepoint_progress(double done, const char* stage);  // progress.js

std::string analyze(const std::string& request, const std::string& text) {
    const auto progress = [](double done, std::string_view stage) {
        ridgepoint_progress(done, std::string(stage).c_str());
    };
    return route_analyze_json(request, text, {computer_clock(), router::best_kernels(), progress});
}

std::string presets() { return route_presets_json(); }
std::string kernels() { return std::string(router::best_kernels().name); }
std::string text_bytes_limit() { return std::to_string(router::text_bytes_limit); }

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint_router) {
    emscripten::function("analyze", &analyze);
    emscripten::function("presets", &presets);
    emscripten::function("kernels", &kernels);
    emscripten::function("text_bytes_limit", &text_bytes_limit);
    emscripten::constant("version", std::string(version));
}
