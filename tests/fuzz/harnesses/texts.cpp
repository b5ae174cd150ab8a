// Any text where the JSON of a request belongs: the first byte chooses the call.

#include "../harness.hpp"
#include "engine/solvers.hpp"
#include "ridgepoint/api.hpp"

using namespace ridgepoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    fuzz::Draw draw({bytes, size});
    const std::string call(draw.one_of(solvers()).call.name);
    const std::string text = draw.rest();
    fuzz::require_json(call_json(call, text), text);
    fuzz::require_json(sweep_columns(text).header_json, text);
    return 0;
}
