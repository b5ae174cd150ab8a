// lab.json with changes: read, and where it is a lab, a blank submission graded against it.

#include "../harness.hpp"
#include "course/grading.hpp"

using namespace ridgepoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(bytes), size);
    const auto definition = parse_json(text);
    if (!definition) {
        fuzz::require_told(definition.error(), text);
        return 0;
    }
    auto lab = course::read_lab("fuzzed", *definition, fuzz::registry());
    if (!lab) {
        fuzz::require_told(lab.error(), text);
        return 0;
    }
    const auto graded =
        course::grade(*lab, {{"answers", Json::object()}, {"lab_version", lab->version}}, {}, fuzz::registry());
    if (!graded) fuzz::require_told(graded.error(), text);
    return 0;
}
