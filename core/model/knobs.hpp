/// The properties of a device whose influence is measured: what of a machine each of them turns.
#pragma once

#include <cmath>

#include "ridgepoint/sensitivity.hpp"

namespace ridgepoint {

/// Calls `visit(property, knob)` for each scalar of the machine that a knob turns.
template <class T, class Visit>
void for_each_property(Machine<T>& m, Visit visit) {
    visit(m.peak.value, Knob::peak_flop_per_s);
    visit(m.vector_peak.value, Knob::peak_flop_per_s);
    visit(m.bandwidth.value, Knob::memory_bandwidth);
    visit(m.sram_bandwidth.value, Knob::memory_bandwidth);
    visit(m.flash_bandwidth.value, Knob::memory_bandwidth);
    visit(m.capacity.value, Knob::memory_capacity);
    visit(m.host_link.value, Knob::host_link);
    visit(m.dispatch.value, Knob::dispatch_overhead);
    visit(m.layer_overhead.value, Knob::layer_overhead);
    visit(m.host_launch.value, Knob::layer_overhead);
    visit(m.efficiency, Knob::efficiency);
    visit(m.device_link.value, Knob::device_link);
    visit(m.network.value, Knob::device_link);
    visit(m.link_latency.value, Knob::link_latency);
}

/// The machine with one of its properties multiplied.
inline Machine<> turned(Machine<> m, Knob knob, double factor) {
    for_each_property(m, [&](double& x, Knob of) {
        if (of == knob) x *= factor;
    });
    return m;
}

/// How much a time changes with each of the machine's properties, relative to both. The machine has a derivative to the
/// logarithm of each knob: dT/d ln x = x dT/dx, so an elasticity is partial / T.
template <class Time>
PerKnob elasticities(const Machine<>& m, const Time& time) {
    using Sensitive = Dual<knob_count>;
    Machine<Sensitive> seeded = lift<Sensitive>(m);
    for_each_property(seeded, [](Sensitive& x, Knob k) { x.partial[static_cast<unsigned>(k)] = x.value; });
    const Sensitive t = time(seeded);
    PerKnob e;
    for (int k = 0; k < knob_count; ++k) e.at(static_cast<Knob>(k)) = t.partial[static_cast<unsigned>(k)] / t.value;
    return e;
}

/// The knob with the largest magnitude; of equals the first in `Knob`'s order.
template <class Allowed>
Knob largest(const PerKnob& figures, Allowed allowed) {
    Knob best = Knob::memory_bandwidth;
    double magnitude = 0;
    for (int k = 0; k < knob_count; ++k) {
        const Knob knob = static_cast<Knob>(k);
        if (!allowed(knob) || std::fabs(figures.at(knob)) <= magnitude) continue;
        best = knob;
        magnitude = std::fabs(figures.at(knob));
    }
    return best;
}

constexpr Bound bound_of(Knob k) {
    constexpr std::array bounds{Bound::compute,  Bound::memory,  Bound::capacity, Bound::capacity, Bound::overhead,
                                Bound::overhead, Bound::compute, Bound::links,    Bound::links};
    static_assert(bounds.size() == knob_count);
    return bounds[static_cast<unsigned>(k)];
}

}  // namespace ridgepoint
