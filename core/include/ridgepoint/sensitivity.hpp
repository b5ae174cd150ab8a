/// Where to invest: how much each property of the device moves the latency.
#pragma once

#include "ridgepoint/serve.hpp"

namespace ridgepoint {

enum class Target { latency, itl, ttft };
inline constexpr std::array<std::string_view, 3> target_names{"latency", "itl", "ttft"};

/// The properties whose influence is measured.
enum class Knob {
    peak_flop_per_s,
    memory_bandwidth,
    memory_capacity,
    host_link,
    dispatch_overhead,
    layer_overhead,
    efficiency,
    device_link,
    link_latency,
};
inline constexpr std::array<std::string_view, 9> knob_names{"peak_flop_per_s", "memory_bandwidth",  "memory_capacity",
                                                            "host_link",       "dispatch_overhead", "layer_overhead",
                                                            "efficiency",      "device_link",       "link_latency"};
inline constexpr int knob_count = static_cast<int>(knob_names.size());

/// What a knob turns: a leg of the step, or the room for what must be resident with the link to what has none.
enum class Bound { memory, compute, overhead, capacity, links };
inline constexpr std::array<std::string_view, 5> bound_names{"memory", "compute", "overhead", "capacity", "links"};

/// A figure for each knob, in the order of `Knob`.
struct PerKnob {
    double peak_flop_per_s = 0, memory_bandwidth = 0, memory_capacity = 0, host_link = 0;
    double dispatch_overhead = 0, layer_overhead = 0, efficiency = 0;
    double device_link = 0, link_latency = 0;

    double& at(Knob k) {
        constexpr std::array members{&PerKnob::peak_flop_per_s, &PerKnob::memory_bandwidth,  &PerKnob::memory_capacity,
                                     &PerKnob::host_link,       &PerKnob::dispatch_overhead, &PerKnob::layer_overhead,
                                     &PerKnob::efficiency,      &PerKnob::device_link,       &PerKnob::link_latency};
        static_assert(members.size() == knob_count);
        return this->*members[static_cast<unsigned>(k)];
    }
    double at(Knob k) const { return const_cast<PerKnob*>(this)->at(k); }
};

inline constexpr std::array per_knob_fields{
    figure<&PerKnob::peak_flop_per_s>("peak_flop_per_s", "peak arithmetic rate"),
    figure<&PerKnob::memory_bandwidth>("memory_bandwidth", "rate at which weights stream"),
    figure<&PerKnob::memory_capacity>("memory_capacity", "capacity of the memory"),
    figure<&PerKnob::host_link>("host_link", "link to the host's memory"),
    figure<&PerKnob::dispatch_overhead>("dispatch_overhead", "time to start one invocation"),
    figure<&PerKnob::layer_overhead>("layer_overhead", "time to launch one layer"),
    figure<&PerKnob::efficiency>("efficiency", "share of peak FLOP/s reached"),
    figure<&PerKnob::device_link>("device_link", "rate of the links between devices"),
    figure<&PerKnob::link_latency>("link_latency", "wait for the first byte from another device"),
};
RIDGEPOINT_DESCRIBE(PerKnob, per_knob_fields, "a figure for each property of the device")

struct SensitivityRequest {
    Target target = Target::latency;
    double delta = 0.1;
    RooflineRequest forward;  ///< also what a serving request has in common with it
    ServeRequest serving;     ///< the rest of one
};

inline constexpr auto sensitivity_request_fields = together(
    std::array{
        field<&SensitivityRequest::target>(
            "target", "the time to analyze: of a forward pass or training step, between tokens, or to the first token")
            .choices(target_names),
        field<&SensitivityRequest::delta>("delta", "relative change of each property for the secants; not 0")
            .range(-0.99, 10)
            .slider(-0.5, 1),
    },
    held<&SensitivityRequest::forward, roofline_request_fields>,
    beyond<held<&SensitivityRequest::serving, serve_request_fields>, roofline_request_fields>);
RIDGEPOINT_DESCRIBE(SensitivityRequest, sensitivity_request_fields, "a latency to analyze")

struct SensitivityResult {
    Seconds<> baseline;
    std::optional<Interval<Seconds<>>> baseline_band;
    PerKnob elasticities, secants;
    Knob binding_constraint = Knob::memory_bandwidth;
    Knob knob = Knob::memory_bandwidth;
    Bound binding_regime = Bound::memory, knob_regime = Bound::memory;
    bool feasible = true;
    double devices_needed = 1;
    Bytes<> footprint, capacity;
    Remark explanation;
    std::vector<std::string> unread;
    Remarks notes;
};

inline constexpr std::array sensitivity_result_fields{
    figure<&SensitivityResult::baseline>("baseline_s", "the time as it is").in("s"),
    lower<&SensitivityResult::baseline_band>("baseline_low_s", "calibrated: 5th percentile of measured times").in("s"),
    upper<&SensitivityResult::baseline_band>("baseline_high_s", "calibrated: 95th percentile of measured times")
        .in("s"),
    figure<&SensitivityResult::elasticities>("elasticities",
                                             "exact: relative change of the time per relative change of "
                                             "the property"),
    figure<&SensitivityResult::secants>("secants",
                                        "the same for a finite relative change of delta, as in the textbook"),
    figure<&SensitivityResult::binding_constraint>("binding_constraint", "the property that limits the time")
        .choices(knob_names),
    figure<&SensitivityResult::knob>("knob",
                                     "the property that changes the time most at this setting; if the footprint does "
                                     "not fit, leaving capacity aside")
        .choices(knob_names),
    figure<&SensitivityResult::binding_regime>("binding_regime", "which limit the binding constraint belongs to")
        .choices(bound_names),
    figure<&SensitivityResult::knob_regime>("knob_regime", "which limit the knob belongs to").choices(bound_names),
    figure<&SensitivityResult::feasible>("feasible", "the footprint fits the memory"),
    figure<&SensitivityResult::devices_needed>("devices_needed",
                                               "the fewest devices whose memories together hold the footprint"),
    figure<&SensitivityResult::footprint>("footprint_bytes", "bytes that must be resident").in("bytes"),
    figure<&SensitivityResult::capacity>("capacity_bytes", "bytes the device holds").in("bytes"),
    figure<&SensitivityResult::explanation>("explanation", "the answer in a sentence or two"),
    figure<&SensitivityResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&SensitivityResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(SensitivityResult, sensitivity_result_fields, "how much each property affects it")

/// Elasticities d ln T / d ln x of a latency, exact by automatic differentiation, with the secants over ±delta beside.
///
/// The binding constraint is the memory capacity when the footprint does not fit; otherwise the property with the
/// largest |elasticity|. Worked (Llama3_8B, H100, batch 1): memory_bandwidth -0.936, layer_overhead +0.062.
/// Errors: as `roofline` (target latency) or `serve` (itl, ttft); delta 0.
Expected<SensitivityResult> sensitivity(const SensitivityRequest& request);

/// The serving request, whole.
ServeRequest serve_part(const SensitivityRequest& request);

}  // namespace ridgepoint
