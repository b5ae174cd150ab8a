#include "ridgepoint/fits.hpp"

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view fits_json;
}  // namespace detail

namespace {

template <class Fit>
const Fit* named(const std::vector<Fit>& fits, std::string_view name) {
    for (const Fit& fit : fits)
        if (fit.id == name) return &fit;
    return nullptr;
}

}  // namespace

const SoftwareFit* Fits::of(Software which) const {
    return named(software, software_names[static_cast<unsigned>(has_fit_of_all(which) ? Software::unknown : which)]);
}

const AlgorithmFit* Fits::of(Algorithm which) const {
    return named(algorithms, algorithm_names[static_cast<unsigned>(which)]);
}

const Expected<Fits>& Fits::embedded() {
    static const Expected<Fits> fits =
        parse_json(detail::fits_json).and_then([](const Json& json) { return read_json<Fits>(json, Registry{}); });
    return fits;
}

}  // namespace ridgepoint
