#include "ridgepoint/fits.hpp"

#include "describe/columns.hpp"
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
    static const Expected<Fits> fits = parse_json(detail::fits_json).and_then([](const Json& tables) {
        Json fits;
        for (const auto& [kind, columns] : members_of(tables)) fits[kind] = rows_of(columns);
        return read_json<Fits>(fits, Registry{});
    });
    return fits;
}

}  // namespace ridgepoint
