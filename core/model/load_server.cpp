// What a server adds to the steps of its model, as fitted where assumptions are calibrated.

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

/// On AMD's devices vLLM, SGLang and ATOM reach less of the data sheet than vLLM on NVIDIA's: shares of what is fitted
/// to those. The best of a grid over the runs of core/data/amd-servers.json; without it their tokens came 0.74 and
/// first tokens 0.47 times as measured in the median, and with each document left out of the choice errors were about
/// halved.
struct Shares {
    double arithmetic = 1, memory = 1, links = 1;
};

Shares shares_on(const Hardware& h, const Assumptions& a) {
    const bool amd = h.vendor == "AMD" && fit_of(a) != nullptr && a.software == Software::unknown;
    return amd ? Shares{.arithmetic = 0.3, .memory = 0.7, .links = 0.35} : Shares{};
}

/// What the calibrated server that is not named runs in place of what all software does (serving_fit.hpp).
void take_kernels(ServeRequest& r) {
    Assumptions& a = r.assumptions;
    if (fit_of(a) == nullptr || a.software != Software::unknown) return;
    const Model& m = *r.model;
    const Assumptions all = assumptions_of(Preset::calibrated);
    const double more =
        kernels_of_experts * expert_layers(m) / launched_layers(m) + (m.kv_lora_rank ? kernels_of_latents : 0);
    if (more > 0)
        a.layer_overhead = unless_chosen(a.layer_overhead, all.layer_overhead, all.layer_overhead * (1 + more));
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

/// Of steps of more tokens than vLLM captures graphs for (cudagraph_capture_sizes), the host's time to launch a layer,
/// which the device waits for where its own work is shorter. Chosen, not fitted: only one source has such steps.
constexpr double captured_tokens = 512;
constexpr Seconds<> launch_of_layer{7e-4};

/// A cache in FP8 is read no faster than one in 16 bits by what vLLM runs before Blackwell, told by its FP4: on Hopper
/// FlashAttention 3 (vllm-project/flash-attention, pull request 96), elsewhere FlashInfer (its issue 1753).
double slowness_of_cache(const ServeRequest& r) {
    const Assumptions& a = r.assumptions;
    const bool slow = cache_format(r) == Precision::fp8 && !r.hardware->peak.fp4;
    if (fit_of(a) == nullptr || a.software != Software::unknown || !slow) return 1;
    return bytes_per_value(Precision::fp16) / bytes_per_value(Precision::fp8);
}

}  // namespace

ServerRates server_rates(const LoadRequest& r) {
    ServerRates rates;
    if (const ServingFit* fit = fit_of(r.serving.assumptions))
        rates = {fit->link_efficiency * share_of_links(*r.serving.hardware) *
                     shares_on(*r.serving.hardware, r.serving.assumptions).links,
                 fit->request_overhead, fit->prompt_overhead, fit->sequence_overhead, fit->steps_ahead};
    return {r.link_efficiency.value_or(rates.link_efficiency), r.request_overhead.value_or(rates.request_overhead),
            r.prompt_overhead.value_or(r.request_overhead ? Seconds<>{} : rates.prompt_overhead),
            r.sequence_overhead.value_or(rates.sequence_overhead), rates.steps_ahead};
}

const ServingFit* serving_fit(const LoadRequest& r) {
    const bool own_links = r.link_efficiency && r.parallel.exchanges();
    const bool own = own_links || r.request_overhead || r.prompt_overhead || r.sequence_overhead;
    return own || !as_fitted(r.serving.assumptions) ? nullptr : fit_of(r.serving.assumptions);
}

MixedSteps steps_of(const LoadRequest& r) {
    const ServerRates rates = server_rates(r);
    ServeRequest serving = r.serving;
    take_kernels(serving);
    take_shares(r.serving, serving);
    MixedSteps steps(serving, r.parallel, links_of(*r.serving.hardware, rates.link_efficiency, r.link_latency),
                     rates.sequence_overhead);
    steps.slow_cache(slowness_of_cache(serving));
    if (r.sampling == Sampling::top_p) steps.sort_vocabulary(r.serving.model->vocab_size.value_or(0));
    if (fit_of(serving.assumptions) && serving.assumptions.software == Software::unknown)
        steps.launch_beyond(captured_tokens, launch_of_layer);
    return steps;
}

}  // namespace ridgepoint
