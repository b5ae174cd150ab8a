#include "fitted_links.hpp"

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

double links_reached(const Assumptions& a) { return a.fit == nullptr ? 1 : a.fit->link_efficiency.value_or(1); }

double links_reached(std::optional<double> asked, const Assumptions& a, const Hardware& h) {
    if (asked) return *asked;
    if (a.fit == nullptr) return 1;
    // As of AMD's other rates (load_server.cpp).
    constexpr double reached_by_amd = 0.35;
    const double share = h.vendor == "AMD" && has_fit_of_all(a.software) ? reached_by_amd : 1;
    return links_reached(a) * share_of_links(h) * share;
}

}  // namespace ridgepoint
