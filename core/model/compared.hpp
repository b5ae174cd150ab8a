/// The times by which loads are compared.
#pragma once

#include "ridgepoint/explain_systems.hpp"

namespace ridgepoint {

/// What is compared unless the request says.
constexpr Compared usual_target(bool at_maximum) { return at_maximum ? Compared::throughput : Compared::latency; }

inline double seconds_of(Compared target, const LoadResult& result) {
    switch (target) {
        case Compared::itl:
            return in_si(result.itl.mean);
        case Compared::ttft:
            return in_si(result.ttft.mean);
        case Compared::latency:
            return in_si(result.end_to_end.mean);
        case Compared::throughput:
            return 1 / in_si(result.tokens);
    }
    return 0;
}

}  // namespace ridgepoint
