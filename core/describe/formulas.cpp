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

constexpr std::string_view all_devices = "request.parallel.tensor * request.parallel.pipeline * request.parallel.data";
constexpr std::string_view reached = "device_flop_per_s / hardware.peak_flop_per_s.{request.precision}";

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
        {"hardware.tdp_w * (assumptions.idle_power_share + (1 - assumptions.idle_power_share) * max(mfu, traffic_bytes "
         "/ "
         "latency_s / hardware.memory_bandwidth_bytes_per_s)) * latency_s",
         "hardware.tdp_w * (assumptions.idle_power_share + (1 - assumptions.idle_power_share) * mfu) * latency_s"}},
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
    Row{"ServeResult", "speedup_over_fp16", {"itl_fp16_s / itl_s"}},
    Row{"ServeResult", "e2e_s", {"ttft_s + (request.output_tokens - 1) * itl_s"}},
    Row{"ServeResult", "tokens_per_s", {"request.batch / itl_s"}},
    Row{"ServeResult", "tokens_per_s_per_request", {"1 / itl_s"}},
    // Parameters in 16, 8 or 4 bits.
    Row{"ServeResult", "weights_bytes", {"model.parameters * 2", "model.parameters", "model.parameters / 2"}},
    // A key and a value in 16 or 8 bits, or one latent vector in 16.
    Row{"ServeResult",
        "kv_cache_bytes",
        {"2 * model.layers * model.kv_heads * model.head_dim * request.context * request.batch * 2",
         "2 * model.layers * model.kv_heads * model.head_dim * request.context * request.batch",
         "model.layers * (model.kv_lora_rank + model.qk_rope_head_dim) * request.context * request.batch * 2"}},
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

    Row{"LoadResult", "tokens_per_s", {"requests_per_s * request.output_tokens.mean"}},
    Row{"LoadResult", "goodput_per_s", {"requests_per_s * good_share"}},
    Row{"LoadResult", "devices", {all_devices}},
    Row{"LoadResult",
        "usd_per_million_tokens",
        {"devices * hardware.price_usd_per_hour / 3600 / tokens_per_s * 1000000",
         "devices * request.price_usd_per_hour / 3600 / tokens_per_s * 1000000"}},

    Row{"TrainResult",
        "step_s",
        {"times.forward_s + times.backward_s + times.recomputation_s + times.tensor_s + times.expert_s + "
         "times.pipeline_s + times.data_s + times.bubble_s + times.optimizer_s"}},
    Row{"TrainMemory",
        "total_bytes",
        {"memory.weights_bytes + memory.gradients_bytes + memory.optimizer_bytes + memory.activations_bytes + "
         "memory.logits_bytes + memory.workspace_bytes"}},
    Row{"TrainResult", "headroom_bytes", {"room_bytes - memory.total_bytes"}},
    Row{"TrainResult", "devices", {all_devices}},
    // Where nothing is recomputed, the device does no more than the model asks for.
    Row{"TrainResult", "mfu", {reached}},
    Row{"TrainResult", "hfu", {reached}},
    Row{"TrainResult", "tokens_per_s", {"global_batch * request.sequence / step_s"}},
    Row{"TrainResult", "device_tokens_per_s", {"tokens_per_s / devices"}},
    Row{"TrainResult",
        "time_to_train_s",
        {"request.tokens / tokens_per_s", "request.tokens / tokens_per_s / goodput_share"}},
    Row{"TrainResult", "failures", {"time_to_train_s * devices / request.device_mtbf_s"}},
    Row{"TrainResult",
        "energy_j",
        {"devices * hardware.tdp_w * (assumptions.idle_power_share + (1 - assumptions.idle_power_share) * min(hfu, 1)) "
         "* "
         "time_to_train_s"}},
    Row{"TrainResult",
        "cost_usd",
        {"devices * hardware.price_usd_per_hour * time_to_train_s / 3600",
         "devices * request.price_usd_per_hour * time_to_train_s / 3600"}},

    // A plan's own price of the device stands as one of the request beside it.
    Row{"PlanOption",
        "usd_per_hour",
        {"devices * hardware.price_usd_per_hour", "devices * request.price_usd_per_hour"}},
    Row{"PlanOption",
        "cost_usd",
        {"usd_per_hour / 3600 / (request.demand.rate_per_s * request.output_tokens.mean) * 1000000",
         "usd_per_hour / 3600 * latency_s"}},
    Row{"PlanOption",
        "latency_s",
        {"answers_step_s / (1 - request.demand.rate_per_s / parallel.data * prompt_s)", "steps * step_s"}},
    Row{"PlanOption", "ttft_s", {"reading_s + latency_s / 2 + queue_s"}},
    // The global batch of a plan that states none.
    Row{"PlanOption",
        "steps",
        {"request.demand.tokens / (request.global_batch * request.sequence)",
         "request.demand.tokens / (1024 * request.sequence)"}},

    Row{"RouteModelResult",
        "time_per_token_us",
        {"request.costs_us.fast + (request.distribution_pct.cached + request.distribution_pct.learned) / 100 * "
         "request.costs_us.cached + request.distribution_pct.learned / 100 * request.costs_us.learned + "
         "request.costs_us.expert",
         "request.distribution_pct.fast / 100 * request.costs_us.fast + request.distribution_pct.cached / 100 * "
         "request.costs_us.cached + request.distribution_pct.learned / 100 * request.costs_us.learned + "
         "request.costs_us.expert"}},
    Row{"RouteModelResult", "tokens_per_s", {"1000000 / time_per_token_us"}},
    Row{"RouteModelResult", "speedup", {"(request.costs_us.learned + request.costs_us.expert) / time_per_token_us"}},
    Row{"RouteModelResult",
        "max_speedup",
        {"(request.costs_us.learned + request.costs_us.expert) / (request.costs_us.fast + request.costs_us.expert)",
         "(request.costs_us.learned + request.costs_us.expert) / (min(request.costs_us.fast, request.costs_us.cached, "
         "request.costs_us.learned) + request.costs_us.expert)"}},
    Row{"RouteModelResult",
        "router_share",
        {"request.costs_us.learned / (request.costs_us.learned + request.costs_us.expert)"}},
    Row{"RouteProjectResult", "time_per_token_us", {"costs_us.learned + costs_us.expert"}},
    Row{"RouteProjectResult", "router_share", {"costs_us.learned / time_per_token_us"}},
    Row{"RouteProjectResult",
        "speedup",
        {"time_per_token_us / (costs_us.fast + (request.distribution_pct.cached + request.distribution_pct.learned) / "
         "100 * costs_us.cached + request.distribution_pct.learned / 100 * costs_us.learned + costs_us.expert)",
         "time_per_token_us / (request.distribution_pct.fast / 100 * costs_us.fast + request.distribution_pct.cached / "
         "100 * costs_us.cached + request.distribution_pct.learned / 100 * costs_us.learned + costs_us.expert)"}},
    Row{"RouteProjectResult",
        "max_speedup",
        {"time_per_token_us / (costs_us.fast + costs_us.expert)",
         "time_per_token_us / (min(costs_us.fast, costs_us.learned) + costs_us.expert)"}},
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
