// Files of measurements, as `validate` reads them: refused by name, or held against predictions that are numbers.

#include <cmath>

#include "../harness.hpp"
#include "ridgepoint/measured.hpp"

using namespace ridgepoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(bytes), size);
    Measurements all;
    if (auto ok = read_measurements(text, all, fuzz::registry()); !ok) {
        fuzz::require_told(ok.error(), text);
        return 0;
    }
    const auto compared = compare(all, std::nullopt);
    if (!compared) fuzz::require_told(compared.error(), text);
    else
        for (const MeasuredComparison& one : *compared)
            fuzz::require(!std::isnan(one.predicted), "a prediction that is none", text);
    return 0;
}
