#include "machine.hpp"

#include <cmath>

namespace ridgepoint {

std::optional<Interval<double>> speedup_band(const Assumptions& a, double speedup) {
    if (!as_fitted(a) || speedup == 1) return std::nullopt;
    return band_about(speedup, a.fit->ratio);
}

Interval<FlopPerSecond<>> rate_band(FlopPerSecond<> rate, Seconds<> time, const Interval<Seconds<>>& band) {
    return {rate * (time / band.high), rate * (time / band.low)};
}

Scheme usual_scheme(const Model& m, const Hardware* device, Precision p, bool training) {
    const bool floating = p == Precision::fp8 || p == Precision::fp4;
    const bool in_its_format = floating || (p == Precision::int8 && m.unit != Unit::token && !training);
    const bool listed = device == nullptr || device->peak.at(p);
    return in_its_format && listed ? Scheme::native : Scheme::weight_only;
}

Bytes<> usable_memory(const Hardware& h, const Assumptions& a) {
    const bool discrete = h.host_link && h.peak.fp16 && h.peak.fp32;
    if (a.corrected() && h.usable_memory) return *h.usable_memory;
    return discrete ? max(h.memory_capacity - a.reserve, no_memory) : h.memory_capacity;
}

std::optional<Joules<>> step_energy(const Hardware& h, const Assumptions& a, const Step& step, const Machine<>& m,
                                    const Timing<>& t, double working) {
    if (!h.tdp) return std::nullopt;
    const double arithmetic = step.work / (m.peak * t.latency);
    const double moving = step.traffic * m.bandwidth_efficiency / (stream_rate(m, step.weights) * t.latency);
    return power(*h.tdp, a, std::fmax(arithmetic, moving) * working) * t.latency;
}

Machine<> machine_for(const Hardware& h, Precision precision, Scheme scheme, const Assumptions& a) {
    return {
        .peak = compute_rate(h.peak, precision, scheme).peak,
        .vector_peak = h.peak.fp32.value_or(FlopPerSecond<>{0}),
        .bandwidth = h.memory_bandwidth,
        .capacity = usable_memory(h, a),
        .host_link = h.host_link.value_or(a.default_host_link.value_or(BytesPerSecond<>{0})),
        .sram_capacity = h.sram_capacity.value_or(Bytes<>{0}),
        .sram_bandwidth = h.sram_bandwidth.value_or(BytesPerSecond<>{0}),
        .flash_bandwidth = h.flash_bandwidth.value_or(BytesPerSecond<>{0}),
        .dispatch = h.dispatch_overhead.value_or(assumed_dispatch_overhead),
        .efficiency = a.efficiency,
        .bandwidth_efficiency = a.bandwidth_efficiency,
        .overlap = a.overlap,
        .layer_overhead = a.layer_overhead,
        .host_launch = a.host_launch,
    };
}

bool multiplies_in_int8(const PromptKernels& k, Precision precision, Scheme scheme) {
    return k.vector_flop_per_product > 0 && is_quantized(precision) && scheme == Scheme::weight_only;
}

Machine<> prompt_machine(Machine<> m, const Hardware& h, Precision precision, Scheme scheme, const PromptKernels& k) {
    const bool products = multiplies_in_int8(k, precision, scheme);
    const FlopPerSecond<> in_16_bits = compute_rate(h.peak, Precision::fp16, Scheme::native).peak;
    Rate rate = compute_rate(h.peak, precision, scheme);
    if (products && h.peak.int8) rate = {*h.peak.int8, Precision::int8};
    else if (k.fp16_accumulate && rate.at == Precision::fp16 && h.fp16_accumulate) rate.peak = *h.fp16_accumulate;
    m.peak = rate.peak;
    m.attention_rate = in_16_bits / rate.peak;
    m.attention_seconds_per_flop = h.tdp ? k.joules_per_flop / in_si(*h.tdp) : 0;
    m.seconds_per_flop =
        m.attention_seconds_per_flop * std::fmin(bytes_per_value(rate.at) / bytes_per_value(Precision::fp16), 1);
    if (products) m.vector_flop_per_product = k.vector_flop_per_product;
    return m;
}

}  // namespace ridgepoint
