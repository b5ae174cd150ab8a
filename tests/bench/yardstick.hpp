/// What scripts/bench holds the core against: Llama 3 8B in 16 bits on an H100, a batch at a time, as plain C has it.
#pragma once

#include <vector>

#include "plain.h"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/roofline.hpp"

namespace yardstick {

inline constexpr int count = 1000;

/// Batches of 1 to 200, whose weights and caches fit the device.
inline std::vector<double> batches() {
    std::vector<double> list(count);
    for (int i = 0; i < count; ++i) list[static_cast<std::size_t>(i)] = 1 + i % 200;
    return list;
}

inline ridgepoint::RooflineRequest request() {
    const ridgepoint::Registry& registry = *ridgepoint::Registry::embedded();
    ridgepoint::RooflineRequest r;
    r.model = *registry.find_model("Llama3_8B");
    r.hardware = *registry.find_hardware("H100");
    return r;
}

/// The same as numbers, in SI units.
inline plain_input input() {
    using namespace ridgepoint;
    const RooflineRequest r = request();
    const Model& m = *r.model;
    const Hardware& h = *r.hardware;
    const Assumptions& a = r.assumptions;
    return {*m.parameters,
            *m.layers,
            *m.heads,
            *m.kv_heads,
            *m.hidden_dim / *m.heads,
            r.context,
            2,
            in_si(*h.peak.fp16),
            in_si(h.memory_bandwidth),
            in_si(h.memory_capacity) - in_si(a.reserve),
            in_si(*h.tdp),
            in_si(a.layer_overhead),
            a.efficiency,
            a.bandwidth_efficiency,
            a.overlap};
}

}  // namespace yardstick
