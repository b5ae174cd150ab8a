/// One solver's request as another solver's.
#pragma once

namespace ridgepoint {

/// `part` with what every request has in common taken from `r`; the rest as it is.
template <class Part, class Request>
Part part_of(const Request& r, Part part = {}) {
    part.model = r.model;
    if constexpr (requires { r.hardware; }) part.hardware = r.hardware;
    part.batch = r.batch;
    part.precision = r.precision;
    part.scheme = r.scheme;
    part.context = r.context;
    if constexpr (requires { r.parallel; }) {
        part.parallel = r.parallel;
        part.link_efficiency = r.link_efficiency;
        part.link_latency = r.link_latency;
    }
    part.assumptions = r.assumptions;
    return part;
}

}  // namespace ridgepoint
