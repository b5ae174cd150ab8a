/// A registry device under a request's assumptions, as a step sees it.
#pragma once

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

/// Where the arithmetic of a request runs: what it chose, else what its assumptions say.
template <class Request>
Scheme scheme_of(const Request& r) {
    return r.scheme.chosen.value_or(r.assumptions.scheme);
}

/// The device when it computes on values of that precision.
Machine<> machine_for(const Hardware& device, Precision precision, Scheme scheme, const Assumptions& assumptions);

template <class Request>
Machine<> machine_for(const Hardware& device, const Request& r) {
    return machine_for(device, r.precision, scheme_of(r), r.assumptions);
}

}  // namespace ridgepoint
