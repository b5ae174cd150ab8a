/// The time of one step of work on a device, alone or as one of several: the roofline, with overheads and a memory that
/// may be too small.
///
///     t_c = work / (peak · η)              t_m = traffic / (bandwidth · β) + vector work / vector rate
///           and of a prompt, what prompt_kernels.hpp says
///     t_o = dispatch + layers · gap           t_l = bytes sent / link + waits, where several devices take part
///     T   = max(max(t_c, t_m) + (1 − ω) · min(t_c, t_m) + t_o + t_l, layers · launch)
///
/// The host launches ahead of the device, so its launches take time only where they take longer than the device does.
///
/// Williams, Waterman & Patterson, Roofline, CACM 52(4), 2009. Every solver (a forward pass, a training step, a
/// prefill, one decoded token, a draft model's token) describes its work as a `Step` and calls `time_step`.
///
/// Worked: 16.06e9 bytes and 16.06e9 FLOP on an H100 (3.35e12 B/s, 989e12 FLOP/s, η 0.5), 32 layers of 10 us and
/// 10 us of dispatch: t_m 4.794 ms, t_c 0.0325 ms, t_o 0.33 ms, T 5.124 ms, memory-bound.
#pragma once

#include <algorithm>
#include <array>

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/dual.hpp"

namespace ridgepoint {

/// The largest of the legs; equal legs count as memory.
enum class Regime { memory, compute, overhead, links };
inline constexpr std::array<std::string_view, 4> regime_names{"memory", "compute", "overhead", "links"};

/// A device as a step sees it. Zero stands for "has none".
template <class T = double>
struct Machine {
    FlopPerSecond<T> peak;
    FlopPerSecond<T> vector_peak;  ///< of the units that unpack weights: the rate of plain FP32
    BytesPerSecond<T> bandwidth;
    Bytes<T> capacity;
    BytesPerSecond<T> host_link;
    Bytes<T> sram_capacity;
    BytesPerSecond<T> sram_bandwidth;
    BytesPerSecond<T> flash_bandwidth;
    Seconds<T> dispatch;
    T efficiency;
    T bandwidth_efficiency;
    T overlap;
    Seconds<T> layer_overhead;                                    ///< gap between two layers, on the device
    Seconds<T> host_launch;                                       ///< of one layer, on the host, ahead of the device
    BytesPerSecond<T> device_link{};                              ///< between devices of a node, in one direction
    BytesPerSecond<T> network{};                                  ///< between nodes, of each device
    Seconds<T> link_latency{};                                    ///< wait for the first byte from a device of the node
    double attention_rate = 1;                                    ///< that of attention / peak
    double seconds_per_flop = 0, attention_seconds_per_flop = 0;  ///< beside what the rates take
    double vector_flop_per_product = 0;                           ///< vector work beside each FLOP of matrices

    friend constexpr bool operator==(const Machine&, const Machine&) = default;
};

/// How many times longer the wait for the first byte is between nodes than within one: 15 us beside 5 us.
inline constexpr double far_latency_ratio = 3;

/// What each device sends in a step, and the waits for the first bytes.
struct Exchange {
    Bytes<> sent;      ///< over the link between the devices of a node
    Bytes<> sent_far;  ///< over the network between nodes
    double waits = 0;  ///< for a first byte from a device of the node; one from beyond it counts far_latency_ratio

    Exchange operator+(const Exchange& other) const {
        return {sent + other.sent, sent_far + other.sent_far, waits + other.waits};
    }
    Exchange operator*(double times) const { return {sent * times, sent_far * times, waits * times}; }

    friend constexpr bool operator==(const Exchange&, const Exchange&) = default;
};

/// What one step asks of each device that takes part in it.
struct Step {
    Flop<> work;
    Bytes<> traffic;    ///< bytes moved
    Bytes<> weights;    ///< bytes that must fit the on-chip memory to stream from it
    Bytes<> footprint;  ///< bytes that must be resident
    double dispatches = 1;
    double layers = 0;  ///< layer launches
    Offload offload = Offload::spill;
    bool overhead_counts = true;  ///< whether the regime can be `overhead`
    Flop<> vector_work{};         ///< what the vector units do to the bytes read, while the tensor units wait for them
    Exchange exchange{};          ///< with the other devices; nothing is sent while a device computes
    Flop<> attention{};           ///< of the work, what runs at the rate of attention, in 16 bits

    friend constexpr bool operator==(const Step&, const Step&) = default;
};

/// `overhead`: that of the device, or all that the host's launches take where the device waits for them.
template <class T = double>
struct Timing {
    Seconds<T> latency, compute, memory, overhead, links;
    Regime regime = Regime::memory;
};

/// A plain quantity as one of scalar T, a constant to the derivative.
template <class T, Dimension D>
constexpr Quantity<D, T> lift(Quantity<D, double> q) {
    return {T(q.value)};
}

/// The same of a machine.
template <class T>
constexpr Machine<T> lift(const Machine<>& m) {
    return {
        .peak = lift<T>(m.peak),
        .vector_peak = lift<T>(m.vector_peak),
        .bandwidth = lift<T>(m.bandwidth),
        .capacity = lift<T>(m.capacity),
        .host_link = lift<T>(m.host_link),
        .sram_capacity = lift<T>(m.sram_capacity),
        .sram_bandwidth = lift<T>(m.sram_bandwidth),
        .flash_bandwidth = lift<T>(m.flash_bandwidth),
        .dispatch = lift<T>(m.dispatch),
        .efficiency = T(m.efficiency),
        .bandwidth_efficiency = T(m.bandwidth_efficiency),
        .overlap = T(m.overlap),
        .layer_overhead = lift<T>(m.layer_overhead),
        .host_launch = lift<T>(m.host_launch),
        .device_link = lift<T>(m.device_link),
        .network = lift<T>(m.network),
        .link_latency = lift<T>(m.link_latency),
        .attention_rate = m.attention_rate,
        .seconds_per_flop = m.seconds_per_flop,
        .attention_seconds_per_flop = m.attention_seconds_per_flop,
        .vector_flop_per_product = m.vector_flop_per_product,
    };
}

/// The rate at which weights stream when everything fits: on-chip memory if it holds them, else flash, else main
/// memory.
template <class T>
BytesPerSecond<T> stream_rate(const Machine<T>& m, Bytes<> weights) {
    const bool on_chip = value_of(m.sram_bandwidth.value) > 0 && weights.value <= value_of(m.sram_capacity.value);
    const BytesPerSecond<T> rate = on_chip                                 ? m.sram_bandwidth
                                   : value_of(m.flash_bandwidth.value) > 0 ? m.flash_bandwidth
                                                                           : m.bandwidth;
    return rate * m.bandwidth_efficiency;
}

/// Seconds to move `step.traffic`, part of it over the host link when the footprint exceeds the capacity.
template <class T>
Seconds<T> memory_time(const Step& step, const Machine<T>& m) {
    const BytesPerSecond<T> rate = stream_rate(m, step.weights);
    const Bytes<T> traffic = lift<T>(step.traffic), footprint = lift<T>(step.footprint);
    const bool spills = m.capacity < footprint && step.offload != Offload::ignore && value_of(m.host_link.value) > 0;
    if (!spills) return traffic / rate;
    const BytesPerSecond<T> slow = min(rate, m.host_link);
    if (step.offload == Offload::all) return traffic / slow;
    const T outside = T(1) - m.capacity / footprint;
    return traffic * (T(1) - outside) / rate + traffic * outside / slow;
}

/// Seconds that the device adds to its legs.
template <class T>
Seconds<T> device_overhead(const Step& step, const Machine<T>& m) {
    return m.dispatch * step.dispatches + m.layer_overhead * step.layers;
}

/// Seconds that the host takes to launch all layers.
template <class T>
Seconds<T> host_time(const Step& step, const Machine<T>& m) {
    return m.host_launch * step.layers;
}

/// Seconds of what passes between devices.
template <class T>
Seconds<T> exchange_time(const Exchange& e, const Machine<T>& m) {
    Seconds<T> time = m.link_latency * e.waits;
    if (in_si(e.sent) > 0) time = time + lift<T>(e.sent) / m.device_link;
    if (in_si(e.sent_far) > 0) time = time + lift<T>(e.sent_far) / m.network;
    return time;
}

/// Seconds of arithmetic.
template <class T>
Seconds<T> compute_time(const Step& step, const Machine<T>& m) {
    const Flop<> at_peak = step.work + step.attention * (1 / m.attention_rate - 1);
    const Flop<> matrices = step.work - step.attention;
    const Seconds<> beside{in_si(matrices) * m.seconds_per_flop + in_si(step.attention) * m.attention_seconds_per_flop};
    const Seconds<T> total = lift<T>(at_peak) / (m.peak * m.efficiency) + lift<T>(beside);
    if (m.vector_flop_per_product == 0 || value_of(m.vector_peak.value) == 0) return total;
    return total + lift<T>(matrices * m.vector_flop_per_product) / m.vector_peak;
}

/// Seconds of each leg, the limiting one, and the whole. A step without work or without traffic has a zero leg.
template <class T>
Timing<T> time_step(const Step& step, const Machine<T>& m) {
    const Seconds<T> compute = compute_time(step, m);
    Seconds<T> memory = memory_time(step, m);
    if (in_si(step.vector_work) > 0 && value_of(m.vector_peak.value) > 0)
        memory = memory + lift<T>(step.vector_work) / m.vector_peak;
    const bool memory_longer = compute <= memory;
    const Seconds<T> longer = memory_longer ? memory : compute, shorter = memory_longer ? compute : memory;
    const Seconds<T> on_device = device_overhead(step, m), host = host_time(step, m);
    const Seconds<T> links = exchange_time(step.exchange, m);
    const Seconds<T> device = longer + shorter * (T(1) - m.overlap) + on_device + links;
    const bool waits_for_host = device < host;
    const Seconds<T> overhead = waits_for_host ? host : on_device;
    const bool overhead_longest = step.overhead_counts && longer < overhead;
    const bool links_longest = longer < links && !(overhead_longest && links <= overhead);
    return {
        .latency = waits_for_host ? host : device,
        .compute = compute,
        .memory = memory,
        .overhead = overhead,
        .links = links,
        .regime = links_longest      ? Regime::links
                  : overhead_longest ? Regime::overhead
                  : memory_longer    ? Regime::memory
                                     : Regime::compute,
    };
}

}  // namespace ridgepoint
