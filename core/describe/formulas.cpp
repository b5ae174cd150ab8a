#include "formulas.hpp"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

struct Row {
    std::string_view type, field;
    /// The first that gives the figure is shown; which one does depends on the assumptions.
    std::array<std::string_view, 3> formulas;
};

constexpr std::array rows{
    Row{"RooflineResult",
        "latency_s",
        {"max(compute_s, memory_s) + overhead_s",
         "max(compute_s, memory_s) + (1 - assumptions.overlap) * min(compute_s, memory_s) + overhead_s"}},
    Row{"RooflineResult", "compute_s", {"work_flop / flop_per_s"}},
    Row{"RooflineResult", "memory_s", {"traffic_bytes / bandwidth_bytes_per_s"}},
    Row{"RooflineResult",
        "overhead_s",
        {"model.layers * assumptions.layer_overhead_s",
         "hardware.dispatch_overhead_s + model.layers * assumptions.layer_overhead_s",
         // The dispatch overhead of a device that states none.
         "0.00001 + model.layers * assumptions.layer_overhead_s"}},
    Row{"RooflineResult", "throughput_per_s", {"request.batch / latency_s"}},
    Row{"RooflineResult", "arithmetic_intensity_flop_per_byte", {"work_flop / traffic_bytes"}},
    Row{"RooflineResult",
        "ridge_point_flop_per_byte",
        {"peak_flop_per_s / hardware.memory_bandwidth_bytes_per_s",
         "peak_flop_per_s / (hardware.memory_bandwidth_bytes_per_s * assumptions.bandwidth_efficiency)"}},
    Row{"RooflineResult", "attainable_ridge_flop_per_byte", {"flop_per_s / bandwidth_bytes_per_s"}},
    Row{"RooflineResult", "peak_ridge_flop_per_byte", {"peak_flop_per_s / bandwidth_bytes_per_s"}},
    Row{"RooflineResult", "mfu", {"work_flop / (latency_s * peak_flop_per_s)"}},
    Row{"RooflineResult", "hfu", {"work_flop / (latency_s * peak_flop_per_s)", "min(1.1 * mfu, 1)"}},
    Row{"RooflineResult",
        "energy_j",
        {"hardware.tdp_w * (0.3 + 0.7 * max(mfu, traffic_bytes / latency_s / hardware.memory_bandwidth_bytes_per_s)) * "
         "latency_s",
         "hardware.tdp_w * (0.3 + 0.7 * mfu) * latency_s"}},
    Row{"RooflineResult",
        "spill_bytes",
        {"max(0, footprint_bytes - hardware.memory_capacity_bytes)",
         "max(0, footprint_bytes + assumptions.reserve_bytes - hardware.memory_capacity_bytes)"}},
    Row{"RooflineResult",
        "bandwidth_bytes_per_s",
        {"hardware.memory_bandwidth_bytes_per_s",
         "hardware.memory_bandwidth_bytes_per_s * assumptions.bandwidth_efficiency",
         "traffic_bytes / ((traffic_bytes - spill_bytes) / (hardware.memory_bandwidth_bytes_per_s * "
         "assumptions.bandwidth_efficiency) + spill_bytes / hardware.host_link_bytes_per_s)"}},
    Row{"RooflineResult", "peak_flop_per_s", {"hardware.peak_flop_per_s.{arithmetic_precision}"}},
    Row{"RooflineResult", "flop_per_s", {"peak_flop_per_s * assumptions.efficiency"}},
    Row{"RooflineResult", "achieved_flop_per_s", {"work_flop / latency_s"}},

    Row{"ServeResult",
        "itl_s",
        {"max(decode_memory_s, decode_compute_s) + decode_overhead_s",
         "max(decode_memory_s, decode_compute_s) + (1 - assumptions.overlap) * min(decode_memory_s, decode_compute_s) "
         "+ decode_overhead_s + links_s"}},
    Row{"ServeResult", "e2e_s", {"ttft_s + (request.output_tokens - 1) * itl_s"}},
    Row{"ServeResult", "tokens_per_s", {"request.batch / itl_s"}},
    Row{"ServeResult", "tokens_per_s_per_request", {"1 / itl_s"}},
    Row{"ServeResult", "total_bytes", {"weights_bytes + kv_cache_bytes"}},
    Row{"ServeResult", "device_total_bytes", {"device_weights_bytes + device_kv_cache_bytes"}},
    Row{"ServeResult",
        "memory_utilization",
        {"device_total_bytes / hardware.memory_capacity_bytes",
         "device_total_bytes / (hardware.memory_capacity_bytes - "
         "assumptions.reserve_bytes)"}},
    Row{"ServeResult", "decode_memory_s", {"device_total_bytes / decode_bandwidth_bytes_per_s"}},
    Row{"ServeResult",
        "decode_bandwidth_bytes_per_s",
        {"hardware.memory_bandwidth_bytes_per_s",
         "hardware.memory_bandwidth_bytes_per_s * assumptions.bandwidth_efficiency"}},
    Row{"ServeResult", "decode_attainable_ridge_flop_per_byte", {"decode_flop_per_s / decode_bandwidth_bytes_per_s"}},

    Row{"CompressResult", "compression_ratio", {"original_bytes / compressed_bytes"}},
    Row{"CompressResult", "memory_savings", {"1 - compressed_bytes / original_bytes"}},
    Row{"SynthesizeResult", "ridge_point_flop_per_byte", {"flop_per_s / bandwidth_bytes_per_s"}},
    Row{"ExplainResult", "speedup", {"baseline.latency_s / proposal.latency_s"}},
    Row{"ExplainResult",
        "speedup_per_sample",
        {"baseline.latency_s / proposal.latency_s", "proposal.throughput_per_s / baseline.throughput_per_s"}},
    Row{"TrainResult", "tokens_per_s", {"global_batch * request.sequence / step_s"}},
    Row{"TrainResult", "time_to_train_s", {"request.tokens / tokens_per_s"}},
};

}  // namespace

std::span<const std::string_view> formulas_of(std::string_view type, std::string_view field) {
    for (const Row& row : rows) {
        if (row.type != type || row.field != field) continue;
        return std::span(row.formulas)
            .first(std::find(row.formulas.begin(), row.formulas.end(), "") - row.formulas.begin());
    }
    return {};
}

}  // namespace ridgepoint
