/// How far what was fitted reaches: of which steps its residuals tell, and why they tell of no others.
#pragma once

#include "machine.hpp"
#include "model/phrases/notes.hpp"
#include "ridgepoint/layout.hpp"

namespace ridgepoint {

/// llama.cpp, on any device and of any year.
inline bool is_llama_cpp(Software software) {
    return software >= Software::llama_cpp_cuda && software <= Software::llama_cpp_metal_2024;
}

/// The errors that calibrated steps of this regime had, prompts being taken to compute: launches go with the data they
/// wait for. A token of each of several sequences had those of a token alone, also where its arithmetic takes longer;
/// they are of their own where a prompt's kernels take them. None where parameters were changed after the fit.
inline const Residuals* residuals_of(const Assumptions& a, Regime regime, bool decodes, double batch = 1) {
    if (!as_fitted(a)) return nullptr;
    if (batch > 1 && a.fit->batches.points > 0) return &a.fit->batches;
    return regime == Regime::compute && !decodes ? &a.fit->computing : &a.fit->moving;
}

/// The same in a layout: of each copy of the model. Where its devices exchange data, tokens have the errors that those
/// on several devices had, unless links were chosen, and prompts none, for one document alone measured them there.
const Residuals* residuals_of(const Assumptions& a, Regime regime, bool decodes, double batch, const Parallel& layout,
                              bool chosen_links);

/// The layout of a request's steps: a training step of `roofline` is one device's.
template <class Request>
const Parallel& layout_of(const Request& r) {
    static constexpr Parallel alone;
    if constexpr (requires { r.phase == Phase::training; })
        if (r.phase == Phase::training) return alone;
    return r.parallel;
}

template <class Request>
const Residuals* residuals_for(const Request& r, Regime regime, bool decodes) {
    return residuals_of(r.assumptions, regime, decodes, r.batch, layout_of(r), r.link_efficiency.has_value());
}

/// The band of a token that takes `predicted`: its low end is no quicker than the bytes of the step at the full
/// bandwidth, which no measured token has beaten. Of several sequences of a mixture the bytes are a mean, so there it
/// is left as it is. Worked: Llama3_8B on an L4, 15.28 GB at 300 GB/s: no less than 50.9 ms.
Interval<Seconds<>> token_band(Seconds<> predicted, const Residuals& residuals, const Step& step,
                               const Machine<>& machine, const Model& model, double batch);

/// Why residuals_for gave none, of assumptions that were fitted: some were changed, or this is a pass in a layout.
template <class Request>
const Phrase& without_residuals(const Request& r) {
    const bool changed = !as_fitted(r.assumptions) || r.link_efficiency.has_value();
    return changed ? phrases::no_band : phrases::no_band_for_passes_on_devices;
}

/// Whether devices like this one were measured: GPUs, which state a rate in FP16, with as fast a memory as theirs (a
/// Jetson Orin's 68 GB/s to a B300's 8 TB/s; core/data/measured).
bool is_like_measured(const Hardware& device);

/// Whether layers keep a state in place of a KV cache: no such model was measured.
inline bool keeps_states(const Model& m) { return m.state_size.has_value(); }

/// The largest batch of a step that was fitted to (core/data/measured): of passes over images and texts under any
/// software, of language models on devices of this vendor, or of any if it is not named.
double largest_measured_batch(const SoftwareFit& fit, const Hardware& device);

/// The longest context of a language model that was fitted to: 512 tokens after 32,768 (llama.cpp, pull request 17505).
inline constexpr double longest_measured_context = 33280;

/// Whether the software runs on the devices of this vendor, as its documentation says; on those of a vendor that is not
/// named, all do.
bool runs_on(Software software, const Hardware& device);

/// Whether devices were measured in such a layout: up to 8 of NVIDIA's in a node, experts not spread apart.
bool is_like_measured(const Parallel& layout, const Hardware& device);

/// Why no residuals tell of such a step; null: some do, or nothing was fitted. Of Transformers those in 16 bits do: its
/// own quantized kernels (bitsandbytes, quanto) unpack weights another way, and are slower than those. Of llama.cpp's
/// batches, those of networks without experts since May 2024. Of no step larger or longer, and of no copy of the model
/// on more devices, than any that was measured.
const Phrase* beyond_fit(const Assumptions& a, const Hardware& device, const Model& model, Precision precision,
                         double batch, double context, const Parallel& layout);

/// The same of a request: of either of its devices, and never of a training step of tokens, which `train` is fitted to.
template <class Request>
const Phrase* beyond_fit(const Request& r) {
    if constexpr (requires { r.phase == Phase::training; })
        if (r.assumptions.fit != nullptr && r.phase == Phase::training && r.model->unit == Unit::token)
            return &phrases::no_band_for_training;
    double context = r.context;
    if constexpr (requires { r.whole(); }) context = r.whole();
    const auto on = [&](const Hardware& device) {
        return beyond_fit(r.assumptions, device, *r.model, r.precision, r.batch, context, layout_of(r));
    };
    const Phrase* why = on(*r.hardware);
    if constexpr (requires { r.decode_hardware; })
        if (why == nullptr && r.decode_hardware) why = on(*r.decode_hardware);
    return why;
}

}  // namespace ridgepoint
