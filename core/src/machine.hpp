/// A registry device under a request's assumptions, as a step sees it.
#pragma once

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/software_fit.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

/// Where the arithmetic of a request runs: what it chose, else what its assumptions say.
template <class Request>
Scheme scheme_of(const Request& r) {
    return r.scheme.chosen.value_or(r.assumptions.scheme);
}

/// The errors that steps of this regime had: launches go with the data they wait for.
inline const Residuals& residuals_of(const SoftwareFit& c, Regime regime) {
    return regime == Regime::compute ? c.computing : c.moving;
}

/// The device when it computes on values of that precision.
Machine<> machine_for(const Hardware& device, Precision precision, Scheme scheme, const Assumptions& assumptions);

template <class Request>
Machine<> machine_for(const Hardware& device, const Request& r) {
    return machine_for(device, r.precision, scheme_of(r), r.assumptions);
}

}  // namespace ridgepoint
