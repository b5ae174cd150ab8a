/// Which layout would hold what one device does not.
#pragma once

#include "ridgepoint/layout.hpp"

namespace ridgepoint {

/// The smallest power of two of these devices that holds the request, each layer split across all of them or, where it
/// cannot be split so far or the split holds too little, the layers divided into stages. `feasible` says whether a
/// request's layout does.
template <class Request, class Feasible>
std::optional<Parallel> smallest_layout(Request r, Feasible feasible) {
    constexpr double most = 1024;
    for (double devices = 2; devices <= most; devices *= 2)
        for (double stages = 1; stages <= devices; stages *= 2) {
            r.parallel = {.tensor = devices / stages, .pipeline = stages};
            if (check_layout(r.parallel, *r.model) && feasible(r)) return r.parallel;
        }
    return std::nullopt;
}

}  // namespace ridgepoint
