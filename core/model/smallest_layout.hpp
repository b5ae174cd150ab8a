/// How many devices would hold what one does not.
#pragma once

#include "ridgepoint/layout.hpp"

namespace ridgepoint {

/// The smallest power of two of these devices that holds the request, split across all of them. `feasible` says whether
/// a request's layout does.
template <class Request, class Feasible>
std::optional<double> smallest_layout(Request r, Feasible feasible) {
    constexpr double most = 1024;
    for (double devices = 2; devices <= most; devices *= 2) {
        r.parallel = {.tensor = devices};
        if (check_layout(r.parallel, *r.model) && feasible(r)) return devices;
    }
    return std::nullopt;
}

}  // namespace ridgepoint
