/// A registry device under a request's assumptions, as a step sees it.
#pragma once

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/request_fields.hpp"
#include "ridgepoint/software_fit.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

/// Where people run the arithmetic of weights stored in a format. FP8 and FP4: in the format on a device that lists a
/// rate for it, expanded elsewhere (vLLM's documentation, FP8 W8A8 and NVFP4). INT8: in the format for networks that
/// write no tokens (TensorRT's documentation, quantized types), expanded for those that do (llama.cpp's Q8_0), and for
/// training, whose gradients need 16 bits. INT4: expanded (GPTQ, AWQ). No device: one that lists every rate.
Scheme usual_scheme(const Model& model, const Hardware* device, Precision precision, bool training);

/// Where the arithmetic of a request runs: what it chose, else what its assumptions say, else as usual; never in the
/// weights' format under software whose kernels multiply in INT8 whatever that is (llama.cpp: ggml-cuda/mmq.cu).
template <class Request>
Scheme scheme_of(const Request& r, const Hardware* device, Precision precision) {
    bool training = false;
    if constexpr (requires { r.phase == Phase::training; }) training = r.phase == Phase::training;
    if (r.scheme.chosen) return *r.scheme.chosen;
    if (r.assumptions.scheme.chosen) return *r.assumptions.scheme.chosen;
    if (r.assumptions.prompts.vector_flop_per_product > 0) return Scheme::weight_only;
    return usual_scheme(*r.model, device, precision, training);
}

template <class Request>
Scheme scheme_of(const Request& r) {
    const Hardware* device = nullptr;
    if constexpr (requires { r.hardware; }) device = r.hardware.get();
    return scheme_of(r, device, r.precision);
}

/// The band of how much faster one such step is than another. The ratio of a step to itself is exact.
std::optional<Interval<double>> speedup_band(const Assumptions& a, double speedup);

/// The rates that go with a time's band: the longest time is the lowest rate.
Interval<FlopPerSecond<>> rate_band(FlopPerSecond<> rate, Seconds<> time, const Interval<Seconds<>>& band);

/// Memory that a program may use: what the device states; of a discrete GPU, told by its host link and its rates for
/// both FP32 and FP16, all but `reserve_bytes`; else all. The reference takes all. Where nothing is left it is
/// `no_memory`, by which something can still be divided.
Bytes<> usable_memory(const Hardware& device, const Assumptions& assumptions);
inline constexpr Bytes<> no_memory{1};

/// The same in a sentence: nothing is nothing there.
inline Bytes<> told_memory(Bytes<> usable) { return usable > no_memory ? usable : Bytes<>{0}; }

/// What a device draws that uses a share of what it can do: TDP·(i + (1 - i)·used), with i the share that it draws when
/// idle.
inline Watts<> power(Watts<> tdp, const Assumptions& a, double used) {
    return tdp * (a.idle_power_share + (1 - a.idle_power_share) * used);
}

/// Joules of a step. In use is the larger of the shares of the peak arithmetic rate and of the bandwidth. `working` is
/// the share of the time in which a device works at such a step: of one whose stages wait for one another, and of
/// copies without a sequence, less than all. Nothing for a device that states no TDP.
std::optional<Joules<>> step_energy(const Hardware& device, const Assumptions& assumptions, const Step& step,
                                    const Machine<>& machine, const Timing<>& timing, double working = 1);

/// The device when it computes on values of that precision.
Machine<> machine_for(const Hardware& device, Precision precision, Scheme scheme, const Assumptions& assumptions);

template <class Request>
Machine<> machine_for(const Hardware& device, const Request& r) {
    return machine_for(device, r.precision, scheme_of(r, &device, r.precision), r.assumptions);
}

/// Whether a prompt's quantized weights are multiplied in INT8, with activations rounded to it, rather than expanded.
bool multiplies_in_int8(const PromptKernels& kernels, Precision precision, Scheme scheme);

/// The device when a software's kernels take a prompt: matrices in INT8, or at the FP16 rate that goes with how they
/// sum. Worked: RTX4090, llama.cpp-cuda: int4 660.6e12, fp16 330.3e12.
Machine<> prompt_machine(Machine<> machine, const Hardware& device, Precision precision, Scheme scheme,
                         const PromptKernels& kernels);

template <class Request>
Machine<> prompt_machine(const Hardware& device, const Request& r) {
    const Machine<> m = machine_for(device, r);
    if (r.assumptions.fit == nullptr) return m;
    return prompt_machine(m, device, r.precision, scheme_of(r, &device, r.precision), r.assumptions.prompts);
}

/// The device when it writes a token of each sequence of the request's batch.
template <class Request>
Machine<> token_machine(const Hardware& device, const Request& r) {
    return as_a_prompt(r.assumptions.prompts, r.batch) ? prompt_machine(device, r) : machine_for(device, r);
}

}  // namespace ridgepoint
