/// A registry device under a request's assumptions, as a step sees it.
#pragma once

#include "ridgepoint/software_fit.hpp"
#include "ridgepoint/hardware.hpp"
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

template <class Request>
Machine<> machine_for(const Hardware& h, const Request& r) {
    const Assumptions& a = r.assumptions;
    return {
        .peak = compute_rate(h.peak, r.precision, scheme_of(r)).peak,
        .vector_peak = h.peak.fp32.value_or(FlopPerSecond<>{0}),
        .bandwidth = h.memory_bandwidth,
        .capacity = h.memory_capacity,
        .host_link = h.host_link.value_or(a.default_host_link.value_or(BytesPerSecond<>{0})),
        .sram_capacity = h.sram_capacity.value_or(Bytes<>{0}),
        .sram_bandwidth = h.sram_bandwidth.value_or(BytesPerSecond<>{0}),
        .flash_bandwidth = h.flash_bandwidth.value_or(BytesPerSecond<>{0}),
        .dispatch = h.dispatch_overhead.value_or(assumed_dispatch_overhead),
        .efficiency = a.efficiency,
        .bandwidth_efficiency = a.bandwidth_efficiency,
        .overlap = a.overlap,
        .layer_overhead = a.layer_overhead,
    };
}

}  // namespace ridgepoint
