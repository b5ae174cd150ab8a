#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/serving_fit.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view serving_fits_json;
}  // namespace detail

const ServingFit* ServingFits::of(Software which) const {
    const ServingFit* all = nullptr;
    for (const ServingFit& fit : servers) {
        if (fit.id == software_names[static_cast<unsigned>(which)]) return &fit;
        if (fit.id == software_names[static_cast<unsigned>(Software::unknown)]) all = &fit;
    }
    return all;
}

const Expected<ServingFits>& ServingFits::embedded() {
    static const Expected<ServingFits> fits = parse_json(detail::serving_fits_json).and_then([](const Json& json) {
        return read_json<ServingFits>(json, Registry{});
    });
    return fits;
}

}  // namespace ridgepoint
