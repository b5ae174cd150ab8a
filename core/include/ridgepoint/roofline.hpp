/// One forward pass of a model, on a device or split across several, or one training step on a device.
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/layout.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/request_fields.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

struct RooflineRequest {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
    double batch = 1;
    Precision precision = Precision::fp16;
    Maybe<Scheme> scheme;
    Phase phase = Phase::inference;
    double context = 2048;
    double zero_stage = 0;
    double data_parallel = 1;
    bool lora = false;
    bool activation_recomputation = false;
    Parallel parallel;  ///< of a forward pass; a training step over several devices is `train`'s
    std::optional<double> link_efficiency;
    Seconds<> link_latency{5e-6};
    Assumptions assumptions;
};

inline constexpr std::array roofline_request_fields{
    fields::model<RooflineRequest>,
    fields::hardware<RooflineRequest>,
    fields::batch<RooflineRequest>,
    fields::precision<RooflineRequest>,
    fields::scheme<RooflineRequest>,
    fields::phase<RooflineRequest>,
    fields::context<RooflineRequest>,
    fields::zero_stage<RooflineRequest>,
    fields::data_parallel<RooflineRequest>,
    fields::lora<RooflineRequest>,
    fields::activation_recomputation<RooflineRequest>,
    fields::parallel<RooflineRequest>,
    fields::link_efficiency<RooflineRequest>,
    fields::link_latency<RooflineRequest>,
    fields::assumptions<RooflineRequest>,
};
RIDGEPOINT_DESCRIBE(RooflineRequest, roofline_request_fields, "one forward pass or training step on one device")

struct RooflineResult {
    Seconds<> latency;
    std::optional<Interval<Seconds<>>> latency_band;
    Seconds<> compute, memory, overhead, links;
    PerSecond<> throughput;
    Regime regime = Regime::memory;
    FlopPerByte<> arithmetic_intensity, ridge_point, attainable_ridge, peak_ridge;
    Flop<> work;
    Bytes<> traffic;
    double mfu = 0, hfu = 0;
    std::optional<Joules<>> energy;
    double devices = 1;
    std::optional<double> devices_needed;
    Bytes<> footprint, spill;
    bool feasible = true;
    BytesPerSecond<> bandwidth;
    FlopPerSecond<> peak, attainable, achieved;
    std::optional<Interval<FlopPerSecond<>>> achieved_band;
    Precision arithmetic_precision = Precision::fp16;
    std::vector<std::string> unread;  ///< empty after `roofline_figures`
    Remarks notes, trace;
};

inline constexpr std::array roofline_result_fields{
    figure<&RooflineResult::latency>("latency_s", "time of one step").in("s"),
    lower<&RooflineResult::latency_band>("latency_low_s", "calibrated: 5th percentile of measured latency").in("s"),
    upper<&RooflineResult::latency_band>("latency_high_s", "calibrated: 95th percentile of measured latency").in("s"),
    figure<&RooflineResult::compute>("compute_s", "time for its arithmetic: work / (peak × efficiency)").in("s"),
    figure<&RooflineResult::memory>("memory_s", "time for its data movement: traffic / bandwidth").in("s"),
    figure<&RooflineResult::overhead>(
        "overhead_s", "dispatch and gaps between layers, or the host's launches where those take longer")
        .in("s"),
    figure<&RooflineResult::links>("links_s", "communication between devices").in("s"),
    figure<&RooflineResult::throughput>("throughput_per_s", "samples per second: batch / latency").in("1/s"),
    figure<&RooflineResult::regime>("regime", "what limits the step: whichever takes longest").choices(regime_names),
    figure<&RooflineResult::arithmetic_intensity>("arithmetic_intensity_flop_per_byte", "work / traffic")
        .in("flop/byte"),
    figure<&RooflineResult::ridge_point>("ridge_point_flop_per_byte", "the device's peak rate / peak bandwidth")
        .in("flop/byte"),
    figure<&RooflineResult::attainable_ridge>(
        "attainable_ridge_flop_per_byte",
        "ridge point at the rates attainable here; steps of higher intensity are compute-bound")
        .in("flop/byte"),
    figure<&RooflineResult::peak_ridge>(
        "peak_ridge_flop_per_byte",
        "ridge point at the full peak rate and the attainable bandwidth: peak arithmetic rate / bandwidth")
        .in("flop/byte"),
    figure<&RooflineResult::work>("work_flop", "floating-point operations of one step, on each device").in("flop"),
    figure<&RooflineResult::traffic>("traffic_bytes", "bytes moved in one step, on each device").in("bytes"),
    figure<&RooflineResult::mfu>("mfu", "model FLOP utilization: useful work / (latency × peak), 0 to 1"),
    figure<&RooflineResult::hfu>("hfu", "hardware FLOP utilization: counts recomputed work too"),
    figure<&RooflineResult::energy>(
        "energy_j",
        "energy of all devices: TDP × (i + (1 − i) × utilization of arithmetic or of bandwidth, whichever is higher) × "
        "latency, where i is the share of its TDP that an idle device draws; null: no TDP is stated")
        .in("J"),
    figure<&RooflineResult::devices>("devices", "devices that take part: tensor × pipeline × data"),
    figure<&RooflineResult::devices_needed>("devices_needed",
                                            "if it does not fit: how many of these devices hold it, as the smallest "
                                            "power of two; a note says how the model is split over them"),
    figure<&RooflineResult::footprint>("footprint_bytes", "bytes that must be resident, on each device").in("bytes"),
    figure<&RooflineResult::feasible>("feasible", "the footprint fits the memory"),
    figure<&RooflineResult::spill>("spill_bytes", "bytes that do not fit").in("bytes"),
    figure<&RooflineResult::bandwidth>("bandwidth_bytes_per_s",
                                       "rate at which the traffic moves: the slope of the memory roof")
        .in("bytes/s"),
    figure<&RooflineResult::peak>("peak_flop_per_s", "peak rate of the arithmetic used").in("flop/s"),
    figure<&RooflineResult::arithmetic_precision>("arithmetic_precision", "the precision whose peak rate that is")
        .choices(precision_names),
    figure<&RooflineResult::attainable>("flop_per_s", "the rate assumed reachable: peak × efficiency").in("flop/s"),
    figure<&RooflineResult::achieved>("achieved_flop_per_s", "the rate reached: work / latency").in("flop/s"),
    lower<&RooflineResult::achieved_band>("achieved_low_flop_per_s", "the rate at latency_high_s").in("flop/s"),
    upper<&RooflineResult::achieved_band>("achieved_high_flop_per_s", "the rate at latency_low_s").in("flop/s"),
    figure<&RooflineResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&RooflineResult::notes>("notes", "what to know before trusting the figures"),
    figure<&RooflineResult::trace>("trace", "how the result was reached, in words"),
};
RIDGEPOINT_DESCRIBE(RooflineResult, roofline_result_fields, "its time, regime, utilization, energy and memory")

/// Time, regime, utilization, energy and memory of one step.
///
/// A forward pass of a model that generates tokens is one decoded token, as `serve` times it: with the cache of its
/// context. Worked (Llama3_8B, H100, batch 1, fp16, context 2048): latency 5.194 ms = 4.874 ms memory + 0.320 ms
/// overhead; 193 tokens/s.
/// Over several devices work, traffic and footprint are those of each. Worked (Llama3_70B, 8 H100s in tensor parallel,
/// context 2048): 8.500 ms = 5.290 ms memory + 0.800 ms overhead + 2.410 ms links.
/// Errors: a field outside its range, a missing model or device, a model without size or that cannot be cut so.
Expected<RooflineResult> roofline(const RooflineRequest& request);

/// Where the result does not fit: the layout over the fewest of these devices, a power of two, that holds the model.
/// Worked (Llama3_70B, H100, fp16): tensor 2.
std::optional<Parallel> layout_needed(const RooflineRequest& request, const RooflineResult& result);

/// Fills the figures alone, not `devices_needed`, `unread`, notes and trace: allocates nothing. The request must be
/// valid.
void roofline_figures(const RooflineRequest& request, RooflineResult& result);
inline RooflineResult roofline_figures(const RooflineRequest& request) {
    RooflineResult result;
    roofline_figures(request, result);
    return result;
}

/// The work behind a request, on whatever device. The request's model must be valid; its device
/// is looked at where the model is split across several.
struct Workload {
    Step step;
    Flop<> useful_work;  ///< without recomputation
};
Workload roofline_workload(const RooflineRequest& request);

/// Whether the model can be cut so. Errors: as check_layout.
Expected<void> check_together(const RooflineRequest& request, const std::string& path = "");

/// The device behind a request, under its assumptions.
Machine<> roofline_machine(const RooflineRequest& request);

/// The same figures from a request's work and device.
void roofline_figures(const RooflineRequest& request, const Workload& workload, const Machine<>& machine,
                      RooflineResult& result);

}  // namespace ridgepoint
