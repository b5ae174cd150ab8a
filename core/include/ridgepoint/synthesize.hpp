/// The inverse roofline: from a latency target to the device that meets it, alone or as one of several.
///
/// What several devices exchange takes its part of the target at links that the request assumes: a faster memory could
/// make up for slower links, so that no link can be worked out, but for one that goes with the other figures.
#pragma once

#include "ridgepoint/registry.hpp"
#include "ridgepoint/serve.hpp"

namespace ridgepoint {

/// `decode`: one token, or one forward pass of a model that does not decode. `prefill`: the prompt of a language model.
enum class ServingPhase { decode, prefill };
inline constexpr std::array<std::string_view, 2> serving_phase_names{"decode", "prefill"};

struct SynthesizeRequest {
    std::shared_ptr<const Model> model;
    Seconds<> target;
    Precision precision = Precision::fp16;
    Maybe<Scheme> scheme;
    ServingPhase phase = ServingPhase::decode;
    double context = 2048;
    double batch = 1;
    Parallel parallel;
    BytesPerSecond<> device_link{4.5e11};  ///< NVLink 4, of an H100 (core/data/hardware/H100.json)
    double devices_a_node = 8;
    BytesPerSecond<> network = usual_network;
    std::optional<double> link_efficiency;
    Seconds<> link_latency{5e-6};
    Assumptions assumptions;
};

inline constexpr std::array synthesize_request_fields{
    fields::model<SynthesizeRequest>,
    field<&SynthesizeRequest::target>("target_s", "the latency to meet")
        .in("s")
        .range(1e-9, 1e6)
        .log_slider(1e-4, 10)
        .must(),
    fields::precision<SynthesizeRequest>,
    fields::scheme<SynthesizeRequest>,
    field<&SynthesizeRequest::phase>("phase", "time per token, or time to first token").choices(serving_phase_names),
    fields::context<SynthesizeRequest>,
    fields::batch<SynthesizeRequest>,
    fields::parallel<SynthesizeRequest>,
    field<&SynthesizeRequest::device_link>("device_link_bytes_per_s",
                                           "assumed bandwidth of the link to other devices of a node, one direction")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e8, 1e14),
    field<&SynthesizeRequest::devices_a_node>("devices_a_node",
                                              "assumed number of devices per node, joined by that link")
        .whole(1, 1e6),
    field<&SynthesizeRequest::network>("network_bytes_per_s",
                                       "assumed network bandwidth between nodes per device, one direction")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e8, 1e12),
    fields::link_efficiency<SynthesizeRequest>,
    fields::link_latency<SynthesizeRequest>,
    fields::assumptions<SynthesizeRequest>,
};
RIDGEPOINT_DESCRIBE(SynthesizeRequest, synthesize_request_fields, "a latency target to find a device for")

/// `links`: overhead and what the devices exchange take all of the target, the latter more of it.
enum class Spec { memory_capacity, memory_bandwidth, peak_flop_per_s, overhead, links };
inline constexpr std::array<std::string_view, 5> spec_names{"memory_capacity", "memory_bandwidth", "peak_flop_per_s",
                                                            "overhead", "links"};

inline constexpr std::array<std::string_view, 5> spec_units{"bytes", "bytes/s", "flop/s", "s", "s"};

/// A property that falls short of what this device would need.
struct Shortfall {
    Spec spec = Spec::memory_capacity;
    double required = 0, available = 0;
    std::string unit;
    double factor = 1;
};
inline constexpr std::array shortfall_fields{
    figure<&Shortfall::spec>("spec", "the property").choices(spec_names),
    figure<&Shortfall::required>("required", "what is needed, in `unit`"),
    figure<&Shortfall::available>("available", "what the device has, in `unit`"),
    figure<&Shortfall::unit>("unit", "of the property"),
    figure<&Shortfall::factor>("factor", "required / available"),
};
RIDGEPOINT_DESCRIBE(Shortfall, shortfall_fields, "a property that falls short")

/// A device of the registry held against the target.
struct Candidate {
    std::string id, name;
    bool meets = false, fits = true;
    Seconds<> latency;
    std::vector<Shortfall> shortfalls;
    std::optional<double> devices_needed;
};
inline constexpr std::array candidate_fields{
    figure<&Candidate::id>("id", "the device"),
    figure<&Candidate::name>("name", "its full name"),
    figure<&Candidate::meets>("meets", "one device, or the layout on such devices, meets the target"),
    figure<&Candidate::fits>("fits", "each device holds what must be resident on it"),
    figure<&Candidate::latency>("latency_s",
                                "time on one device, or in the layout on such devices, as if everything fit in memory")
        .in("s"),
    figure<&Candidate::shortfalls>("shortfalls", "the properties that fall short, worst first"),
    figure<&Candidate::devices_needed>(
        "devices_needed",
        "number of devices that would meet it: of one, under ideal tensor parallelism, a "
        "divisor of the model's heads; of a layout, with as much more tensor parallelism "
        "over the devices' links as it takes; null: no number would"),
};
RIDGEPOINT_DESCRIBE(Candidate, candidate_fields, "a device of the registry against the target")

struct SynthesizeResult {
    std::optional<BytesPerSecond<>> bandwidth;
    std::optional<FlopPerSecond<>> peak, vector_peak;
    std::optional<Watts<>> tdp;
    Bytes<> capacity;
    std::optional<FlopPerByte<>> ridge_point;
    Seconds<> overhead, links;
    std::optional<Interval<Seconds<>>> latency_band;
    bool feasible = true;
    Remark reason;
    std::vector<Candidate> devices;
    std::vector<std::string> unread;
    Remarks notes;
};
inline constexpr std::array synthesize_result_fields{
    figure<&SynthesizeResult::bandwidth>("bandwidth_bytes_per_s",
                                         "minimum memory bandwidth; null: no device can meet the target")
        .in("bytes/s"),
    figure<&SynthesizeResult::peak>("flop_per_s", "minimum peak arithmetic rate; null: no device can meet the target")
        .in("flop/s"),
    figure<&SynthesizeResult::vector_peak>(
        "vector_flop_per_s", "calibrated: non-tensor FP32 rate that goes with the bandwidth; null: not used")
        .in("flop/s"),
    figure<&SynthesizeResult::tdp>(
        "tdp_w", "calibrated, for time to first token: TDP that goes with the arithmetic rate; null: not used")
        .in("W"),
    figure<&SynthesizeResult::capacity>("capacity_bytes", "minimum memory capacity").in("bytes"),
    figure<&SynthesizeResult::ridge_point>(
        "ridge_point_flop_per_byte",
        "ridge point of this specification: arithmetic rate / bandwidth; null: no device can meet the target")
        .in("flop/byte"),
    figure<&SynthesizeResult::overhead>("overhead_s", "part of the target that no faster device can save").in("s"),
    figure<&SynthesizeResult::links>(
        "links_s", "part of the target that communication between devices takes over the links assumed")
        .in("s"),
    lower<&SynthesizeResult::latency_band>(
        "latency_low_s", "calibrated: 5th percentile of the latency that measurements of such a device would show")
        .in("s"),
    upper<&SynthesizeResult::latency_band>(
        "latency_high_s", "calibrated: 95th percentile of the latency that measurements of such a device would show")
        .in("s"),
    figure<&SynthesizeResult::feasible>("feasible", "some device could meet the target"),
    figure<&SynthesizeResult::reason>("reason", "why not, or what the requirement rests on"),
    figure<&SynthesizeResult::devices>("devices", "every device of the registry against the target"),
    figure<&SynthesizeResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&SynthesizeResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(SynthesizeResult, synthesize_result_fields,
                    "the minimum specification of each device that meets it, and a shortlist")

/// The least bandwidth, arithmetic rate and capacity that meet a latency target, and how each device compares.
///
/// The overheads are taken off the target first; nothing is feasible when nothing remains. A device with exactly these
/// figures meets the target in `serve` (or `roofline`). Worked (textbook preset, its Llama-3-70B, 50 ms): 2.82e12 B/s,
/// 5.65e12 FLOP/s, 141.2e9 bytes.
/// Of a layout each figure is that of each device, and what passes between them over the links assumed is taken off
/// too; devices of the registry have their own links. Worked (Llama3_70B, 20 ms, 8 devices in tensor parallel, context
/// 2048): 0.8 ms of overhead and 2.41 ms of communication leave 16.79 ms for 17.72e9 bytes, 1.056e12 B/s each.
/// Errors: a field outside its range; prefill of a model without attention; a layout of a model that `serve` does not
/// serve, or cannot cut so.
Expected<SynthesizeResult> synthesize(const SynthesizeRequest& request, const Registry& registry);

}  // namespace ridgepoint
