// What a server adds to the steps of its model, as fitted where assumptions are calibrated.

#include "fitted_links.hpp"
#include "inference.hpp"
#include "load_simulation.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/serving_fit.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

const ServingFit* fit_of(const Assumptions& a) {
    const auto& fits = ServingFits::embedded();
    return a.preset == Preset::calibrated && fits ? fits->of(a.software) : nullptr;
}

/// Whether the server is calibrated as vLLM is: one that is not named is, and SGLang, which has no fit of its own.
bool runs_as_vllm(const Assumptions& a) { return fit_of(a) != nullptr && has_fit_of_all(a.software); }

/// The same, unless somebody chose another than what was fitted.
template <class T>
T unless_chosen(T now, T fitted, T same) {
    return now == fitted ? same : now;
}

/// What layers launch beyond a plain one, as a share of the ten kernels of that: in vLLM a layer of experts has a
/// router, its top-k, two kernels that sort and a sum (fused_experts); one of latent attention has norms of both
/// latents, a second product for its queries, and a product per head before the attention and after
/// (MultiHeadLatentAttentionWrapper).
constexpr double kernels_of_experts = 5.0 / 10;
constexpr double kernels_of_latents = 5.0 / 10;

/// Times as many kernels as a plain layer has, on average over the model's.
double kernels_of_layer(const Model& m) {
    return 1 + kernels_of_experts * expert_layers(m) / launched_layers(m) + (m.kv_lora_rank ? kernels_of_latents : 0);
}

/// On AMD's devices vLLM, SGLang and ATOM reach less of the data sheet than vLLM on NVIDIA's: shares of what is fitted
/// to those. The best of a grid over the runs of core/data/amd-servers.json; without it their tokens came 0.74 and
/// first tokens 0.47 times as measured in the median, and with each document left out of the choice errors were about
/// halved.
struct Shares {
    double arithmetic = 1, memory = 1;
};

Shares shares_on(const Hardware& h, const Assumptions& a) {
    return h.vendor == "AMD" && runs_as_vllm(a) ? Shares{.arithmetic = 0.3, .memory = 0.7} : Shares{};
}

/// What the calibrated server that is not named runs in place of what all software does (serving_fit.hpp).
void take_kernels(ServeRequest& r) {
    Assumptions& a = r.assumptions;
    if (!runs_as_vllm(a)) return;
    const Model& m = *r.model;
    const Assumptions all = assumptions_of(Preset::calibrated);
    a.layer_overhead = unless_chosen(a.layer_overhead, all.layer_overhead, all.layer_overhead * kernels_of_layer(m));
    if (is_quantized(r.precision) && scheme_of(r) == Scheme::weight_only) return;
    const Assumptions server = assumptions_of(Preset::calibrated, Software::tensorrt_llm);
    a.vector_flop_per_weight = 0;
    a.efficiency = unless_chosen(a.efficiency, all.efficiency, server.efficiency);
    a.overlap = unless_chosen(a.overlap, all.overlap, server.overlap);
    a.prompts = server.prompts;
}

/// As fitted, and on AMD's devices a share of it.
void take_shares(const ServeRequest& asked, ServeRequest& r) {
    const Shares shares = shares_on(*r.hardware, asked.assumptions);
    const Assumptions all = assumptions_of(Preset::calibrated);
    Assumptions& a = r.assumptions;
    if (asked.assumptions.efficiency == all.efficiency) a.efficiency *= shares.arithmetic;
    if (asked.assumptions.bandwidth_efficiency == all.bandwidth_efficiency) a.bandwidth_efficiency *= shares.memory;
}

/// The host's time to launch a plain layer of a step that no graph was captured for, which the device waits for where
/// its own work is shorter. Chosen, not fitted: only one source of vLLM has such steps. One of SGLang bears it out: it
/// took 82.6 ms over one token of DeepSeek V3's 61 layers (sgl-project/sglang, pull request 12160), 0.68 ms for ten
/// kernels.
constexpr Seconds<> launch_of_layer{7e-4};

/// Tokens of the largest step with a prompt in it that graphs are captured for: vLLM's cudagraph_capture_sizes,
/// SGLang's piecewise_cuda_graph_max_tokens. SGLang captured none up to 0.5.9, and since then on CUDA without a
/// pipeline, of latent attention up to 2,048 tokens (its docs/advanced_features/piecewise_cuda_graph.md).
double captured_tokens(const LoadRequest& r) {
    if (!is_sglang(r.serving.assumptions.software)) return 512;
    const bool none = r.serving.assumptions.software == Software::sglang_0_5_9 || r.serving.hardware->vendor == "AMD" ||
                      r.parallel.pipeline > 1;
    if (none) return 0;
    return r.serving.model->kv_lora_rank ? 2048 : r.max_batched_tokens;
}

/// A cache in FP8 is read no faster than one in 16 bits by what vLLM runs before Blackwell, told by its FP4: on Hopper
/// FlashAttention 3 (vllm-project/flash-attention, pull request 96), elsewhere FlashInfer (its issue 1753).
double slowness_of_cache(const ServeRequest& r) {
    const Assumptions& a = r.assumptions;
    const bool slow = cache_format(r) == Precision::fp8 && !r.hardware->peak.fp4;
    if (!runs_as_vllm(a) || !slow) return 1;
    return bytes_per_value(Precision::fp16) / bytes_per_value(Precision::fp8);
}

}  // namespace

ServerRates server_rates(const LoadRequest& r) {
    ServerRates rates;
    if (const ServingFit* fit = fit_of(r.serving.assumptions))
        rates = {fit->request_overhead, fit->prompt_overhead, fit->sequence_overhead, fit->steps_ahead};
    return {r.request_overhead.value_or(rates.request_overhead),
            r.prompt_overhead.value_or(r.request_overhead ? Seconds<>{} : rates.prompt_overhead),
            r.sequence_overhead.value_or(rates.sequence_overhead), rates.steps_ahead};
}

Links links_of(const LoadRequest& r) {
    const Hardware& device = *r.serving.hardware;
    return links_of(device, links_reached(r.link_efficiency, r.serving.assumptions, device), r.link_latency);
}

bool chunks_prompts(const LoadRequest& r) {
    const Assumptions& a = r.serving.assumptions;
    return r.chunked_prefill.value_or(a.preset != Preset::calibrated || !is_sglang(a.software));
}

const ServingFit* serving_fit(const LoadRequest& r) {
    const bool own_links = r.link_efficiency && r.parallel.exchanges();
    const bool own = own_links || r.request_overhead || r.prompt_overhead || r.sequence_overhead;
    const Assumptions& a = r.serving.assumptions;
    return own || !as_fitted(a) || is_sglang(a.software) ? nullptr : fit_of(a);
}

MixedSteps steps_of(const LoadRequest& r) {
    const ServerRates rates = server_rates(r);
    ServeRequest serving = r.serving;
    take_kernels(serving);
    take_shares(r.serving, serving);
    MixedSteps steps(serving, r.parallel, links_of(r), rates.sequence_overhead);
    steps.slow_cache(slowness_of_cache(serving));
    if (r.sampling == Sampling::top_p) steps.sort_vocabulary(r.serving.model->vocab_size.value_or(0));
    if (runs_as_vllm(r.serving.assumptions))
        steps.launch_beyond(captured_tokens(r), launch_of_layer * kernels_of_layer(*r.serving.model));
    return steps;
}

}  // namespace ridgepoint
