#include "fit_reach.hpp"

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {

bool is_like_measured(const Hardware& h) {
    constexpr BytesPerSecond<> least{6.8e10}, most{8e12};
    return h.peak.fp16 && least <= h.memory_bandwidth && h.memory_bandwidth <= most;
}

// Not inlined into every row of a sweep, as beyond_fit is not: assumptions that were not fitted gain nothing from them.
[[gnu::noinline]] const Residuals* residuals_of(const Assumptions& a, Regime regime, bool decodes, double batch,
                                                const Parallel& layout, bool chosen_links) {
    if (!layout.exchanges()) return residuals_of(a, regime, decodes, sequences_each(layout, batch));
    const bool fitted = decodes && as_fitted(a) && a.fit->devices.points > 0 && !chosen_links;
    return fitted ? &a.fit->devices : nullptr;
}

[[gnu::noinline]] Interval<Seconds<>> token_band(Seconds<> predicted, const Residuals& residuals, const Step& step,
                                                 const Machine<>& m, const Model& model, double batch) {
    Interval<Seconds<>> band = band_about(predicted, residuals);
    if (model.experts && batch > 1) return band;
    const Seconds<> least = step.traffic * m.bandwidth_efficiency / stream_rate(m, step.weights);
    band.low = max(band.low, min(least, predicted));
    return band;
}

bool is_like_measured(const Parallel& p, const Hardware& h) {
    constexpr double most = 8;
    if (!p.exchanges()) return true;
    return p.tensor * p.pipeline <= most && p.expert == 1 && (h.vendor.empty() || h.vendor == "NVIDIA");
}

bool runs_on(Software software, const Hardware& h) {
    const bool nvidia = h.vendor == "NVIDIA", gpu = nvidia || h.vendor == "AMD";
    if (h.vendor.empty()) return true;
    switch (software) {
        case Software::llama_cpp_metal:
        case Software::llama_cpp_metal_2024:
            return h.vendor == "Apple";
        case Software::exllamav2:  // AMD's by ROCm, as llama.cpp's CUDA kernels and gpt-fast
        case Software::gpt_fast:
        case Software::llama_cpp_cuda:
        case Software::llama_cpp_cuda_2024:
            return gpu;
        case Software::lmdeploy:
        case Software::tensorrt_llm:
        case Software::tensorrt:
        case Software::tinychat:
            return nvidia;
        default:
            return true;
    }
}

double largest_measured_batch(const SoftwareFit& fit, const Hardware& h) {
    if (fit.activation_fraction) return 512;
    if (h.vendor.empty() || h.vendor == "NVIDIA") return 64;
    return h.vendor == "Apple" ? 4 : 1;
}

[[gnu::noinline]] const Phrase* beyond_fit(const Assumptions& a, const Hardware& h, const Model& m, Precision p,
                                           double batch, double context, const Parallel& layout) {
    if (a.fit == nullptr) return nullptr;
    const double each = sequences_each(layout, batch);
    if (is_sglang(a.software)) return &phrases::no_band_for_sglang;
    if (!runs_on(a.software, h)) return &phrases::no_band_on_its_devices;
    if (!is_like_measured(h)) return &phrases::no_band_on_such_devices;
    const bool of_images = a.fit->activation_fraction.has_value();
    if (of_images == (m.unit == Unit::token) || m.family == Family::recommendation)
        return of_images ? &phrases::no_band_of_images : &phrases::no_band_of_language;
    if (keeps_states(m)) return &phrases::no_band_of_states;
    const bool of_dense = a.fit->batches.points > 0 && !m.experts;
    if (is_llama_cpp(a.software) && each > 1 && !of_dense) return &phrases::no_band_for_batches;
    if (a.software == Software::transformers && is_quantized(p)) return &phrases::no_band_for_weights;
    if (each > largest_measured_batch(*a.fit, h))
        return of_images || h.vendor.empty() ? &phrases::no_band_for_such_batch : &phrases::no_band_for_batch_there;
    if (generates_tokens(m) && context > longest_measured_context) return &phrases::no_band_for_such_context;
    if (!is_like_measured(layout, h)) return &phrases::no_band_for_such_layouts;
    return nullptr;
}

}  // namespace ridgepoint
