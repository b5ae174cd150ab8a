/// Properties of the model of performance hold everywhere, so they are checked on every device and model there is.
#pragma once

#include "catch.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/serve.hpp"

namespace ridgepoint {

inline const Registry& registry() {
    static const Registry none;
    const auto& embedded = Registry::embedded();
    CHECK(embedded.has_value());
    return embedded ? *embedded : none;
}

/// The device with some of its figures changed.
template <class Change>
std::shared_ptr<const Hardware> changed(const std::shared_ptr<const Hardware>& device, Change change) {
    auto copy = std::make_shared<Hardware>(*device);
    change(*copy);
    return copy;
}

/// The registered devices without where their figures are from, which would be copied with each change of one.
inline const std::vector<std::shared_ptr<const Hardware>>& bare_devices() {
    static const auto devices = [] {
        std::vector<std::shared_ptr<const Hardware>> all;
        for (const auto& device : registry().hardware) {
            all.push_back(changed(device, [](Hardware& h) {
                h.sources.clear();
                h.estimated.clear();
                h.notes.clear();
            }));
        }
        return all;
    }();
    return devices;
}

/// Calls `visit(request)` for each pair of a registered model and device, as default requests of type R.
template <class R, class Visit>
void for_each_pair(Visit visit) {
    for (const auto& model : registry().models) {
        for (const auto& hardware : bare_devices()) {
            R request;
            request.model = model;
            request.hardware = hardware;
            visit(request);
        }
    }
}

/// The same for those that can be served.
template <class Visit>
void for_each_served(Visit visit) {
    for_each_pair<ServeRequest>([&](ServeRequest r) {
        if (check_together(r)) visit(r);
    });
}

/// What two ways to one figure may differ by.
inline constexpr double rounding = 1e-12;

template <Dimension D>
void scale(std::optional<Quantity<D, double>>& q, double factor) {
    if (q) *q = *q * factor;
}

inline void scale_peak(Hardware& h, double factor) {
    for (auto rate : {&PrecisionRates::fp32, &PrecisionRates::tf32, &PrecisionRates::fp16, &PrecisionRates::bf16,
                      &PrecisionRates::fp8, &PrecisionRates::int8, &PrecisionRates::int4, &PrecisionRates::fp4})
        scale(h.peak.*rate, factor);
    scale(h.fp16_accumulate, factor);
}

/// Every rate at which weights may stream.
inline void scale_bandwidth(Hardware& h, double factor) {
    h.memory_bandwidth = h.memory_bandwidth * factor;
    scale(h.sram_bandwidth, factor);
    scale(h.flash_bandwidth, factor);
}

/// What tells one pair from another in a failure.
inline std::string label(const auto& request) { return request.model->id + " on " + request.hardware->id; }

/// Every preset, and one with little overlapped, every share off its default, and a host that launches slowly.
inline std::array<Assumptions, 4> some_assumptions() {
    Assumptions mixed;
    mixed.efficiency = 0.37;
    mixed.bandwidth_efficiency = 0.8;
    mixed.overlap = 0.3;
    mixed.activation_fraction = 0.02;
    mixed.host_launch = Seconds<>{6e-5};
    return {assumptions_of(Preset::first_principles), assumptions_of(Preset::textbook),
            assumptions_of(Preset::calibrated, Software::llama_cpp_cuda), mixed};
}

}  // namespace ridgepoint
