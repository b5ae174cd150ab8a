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

/// The errors that calibrated steps of this regime had: launches go with the data they wait for. None where parameters
/// were changed after the fit, or where part of the traffic crosses the host link, which no measurement did.
inline const Residuals* residuals_of(const Assumptions& a, Regime regime, bool spills) {
    if (!as_fitted(a) || spills) return nullptr;
    return regime == Regime::compute ? &a.fit->computing : &a.fit->moving;
}

/// The rates that go with a time's band: the longest time is the lowest rate.
Interval<FlopPerSecond<>> rate_band(FlopPerSecond<> rate, Seconds<> time, const Interval<Seconds<>>& band);

/// The device when it computes on values of that precision.
Machine<> machine_for(const Hardware& device, Precision precision, Scheme scheme, const Assumptions& assumptions);

template <class Request>
Machine<> machine_for(const Hardware& device, const Request& r) {
    return machine_for(device, r.precision, scheme_of(r), r.assumptions);
}

}  // namespace ridgepoint
