/// A registry device under a request's assumptions, as a step sees it.
#pragma once

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

inline Machine<> machine_for(const Hardware& h, Precision precision, Scheme scheme, const Assumptions& a) {
    Machine<> m;
    m.peak = compute_rate(h.peak, precision, scheme).peak;
    m.bandwidth = h.memory_bandwidth;
    m.capacity = h.memory_capacity;
    m.host_link = h.host_link.value_or(a.default_host_link.value_or(BytesPerSecond<>{0}));
    m.sram_capacity = h.sram_capacity.value_or(Bytes<>{0});
    m.sram_bandwidth = h.sram_bandwidth.value_or(BytesPerSecond<>{0});
    m.flash_bandwidth = h.flash_bandwidth.value_or(BytesPerSecond<>{0});
    m.dispatch = h.dispatch_overhead.value_or(assumed_dispatch_overhead);
    m.efficiency = a.efficiency;
    m.bandwidth_efficiency = a.bandwidth_efficiency;
    m.overlap = a.overlap;
    m.layer_overhead = a.layer_overhead;
    return m;
}

}  // namespace ridgepoint
