// Fields that load, train and plan do not read. Their requests share few fields with those of a step, so these are
// lists of their own.

#include <algorithm>

#include "describe/validate.hpp"
#include "machine.hpp"
#include "ridgepoint/workload.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

class UnreadPaths {
public:
    void add(std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) paths_.emplace_back(name);
    }
    void add_assumed(std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) paths_.push_back(joined("assumptions", name));
    }
    /// What neither steps of a server nor of training read: nothing crosses the host link, and both legs count.
    void add_of_single_steps() {
        add_assumed({"offload", "serving_offload", "default_host_link_bytes_per_s", "decode_compute", "prefill_memory",
                     "attention"});
    }
    std::vector<std::string> paths() { return std::move(paths_); }

private:
    std::vector<std::string> paths_;
};

void add_formats(const ServeRequest& r, bool quantized, UnreadPaths& unread) {
    if (!quantized) {
        unread.add({"scheme"});
        unread.add_assumed({"scheme"});
    } else if (r.scheme.chosen) {
        unread.add_assumed({"scheme"});
    }
    if (r.kv_precision.chosen) unread.add_assumed({"kv_precision"});
}

void add_serving(const ServeRequest& r, bool quantized, UnreadPaths& unread) {
    add_formats(r, quantized, unread);
    unread.add_of_single_steps();
    if (expert_parameters(*r.model) == 0) unread.add_assumed({"moe_weights"});
    if (r.assumptions.fit == nullptr) unread.add_assumed({"software"});
}

/// The distribution of lengths that are all alike.
void add_lengths(const LoadRequest& r, UnreadPaths& unread) {
    if (r.prompt.spread == 0) unread.add({"prompt_tokens.distribution"});
    if (r.output.spread == 0) unread.add({"output_tokens.distribution"});
}

/// Calibrated rates are those of training, whatever a step of inference reaches.
void add_training(const Assumptions& a, UnreadPaths& unread) {
    unread.add_of_single_steps();
    unread.add_assumed({"software", "overlap", "host_launch_s", "activation_fraction", "kv_precision", "scheme",
                        "moe_weights", "embedding_read", "vector_flop_per_weight", "vector_flop_per_cache_byte"});
    if (a.preset == Preset::calibrated) unread.add_assumed({"efficiency", "bandwidth_efficiency", "layer_overhead_s"});
}

/// A time alone leaves unread what else the whole result reads.
std::vector<std::string> with_others(std::vector<std::string> paths, std::initializer_list<std::string_view> others) {
    for (const std::string_view path : others)
        if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.emplace_back(path);
    return paths;
}

}  // namespace

std::vector<std::string> unread_fields(const LoadRequest& r) {
    UnreadPaths unread;
    add_serving(r.serving, is_quantized(r.serving.precision), unread);
    // A parameter of the fit: with it changed there is no band.
    if (r.serving.assumptions.fit == nullptr) unread.add_assumed({"activation_fraction"});
    if (!r.serving.hardware->tdp) unread.add_assumed({"idle_power_share"});
    if (!r.parallel.exchanges()) unread.add({"link_efficiency", "link_latency_s"});
    if (r.maximum) unread.add({"arrival", "rate_per_s", "concurrency", "duration_s"});
    else if (arrival_of(r) == Arrival::closed) unread.add({"rate_per_s"});
    else if (r.arrival.chosen) unread.add({"concurrency"});
    if (r.duration && !r.maximum) unread.add({"requests"});
    if (!r.slo.has_limit()) unread.add({"slo.share"});
    if (r.static_batches) unread.add({"chunked_prefill"});
    add_lengths(r, unread);
    return unread.paths();
}

std::vector<std::string> unread_fields(const TrainRequest& r, bool fits) {
    UnreadPaths unread;
    add_training(r.assumptions, unread);
    if (r.parallel.devices() == 1) unread.add({"link_latency_s"});
    // Where it does not fit, the layout that does depends on these.
    if (fits && r.parallel.tensor == 1) unread.add({"sequence_parallel"});
    if (fits && r.parallel.data == 1) unread.add({"zero_stage"});
    if (!r.tokens || !r.hardware->tdp) unread.add_assumed({"idle_power_share"});
    if (!r.tokens) unread.add({"device_mtbf_s", "price_usd_per_hour"});
    if (!r.tokens || !r.device_mtbf) unread.add({"checkpoint_interval_s", "checkpoint_bytes_per_s", "restart_s"});
    return unread.paths();
}

std::vector<std::string> unread_fields(const SensitivityLoadRequest& r) {
    return with_others(unread_fields(r.load),
                       {"slo.ttft_s", "slo.itl_s", "slo.share", "price_usd_per_hour", "assumptions.idle_power_share"});
}

std::vector<std::string> unread_fields(const SensitivityTrainRequest& r, bool fits) {
    return with_others(unread_fields(r.training, fits),
                       {"tokens", "device_mtbf_s", "checkpoint_interval_s", "checkpoint_bytes_per_s", "restart_s",
                        "price_usd_per_hour", "assumptions.idle_power_share"});
}

std::vector<std::string> unread_fields(const PlanRequest& r, bool quantized) {
    UnreadPaths unread;
    unread.add_assumed({"idle_power_share"});
    if (!r.precisions.empty()) unread.add({"precision"});
    if (r.demand.tokens) {
        add_training(r.load.serving.assumptions, unread);
        unread.add({"scheme", "kv_precision", "weight_bits", "demand.rate_per_s", "demand.slo", "prompt_tokens",
                    "output_tokens", "link_efficiency", "link_latency_s", "request_overhead_s", "prompt_overhead_s"});
        return unread.paths();
    }
    add_serving(r.load.serving, quantized, unread);
    unread.add_assumed({"activation_fraction"});
    unread.add({"sequence", "global_batch", "optimizer"});
    // Read by a simulation alone, and without limits nothing is simulated.
    if (!r.demand.slo.has_limit())
        unread.add({"demand.slo.share", "prompt_tokens.spread", "prompt_tokens.distribution", "output_tokens.spread",
                    "output_tokens.distribution"});
    else add_lengths(r.load, unread);
    return unread.paths();
}

}  // namespace ridgepoint
