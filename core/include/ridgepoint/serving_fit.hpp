/// What a server adds to the steps of its model, fitted to published runs under load: core/data/serving, written by
/// scripts/fit-calibration.
///
///     a step:     that of the model, and the host's time for each sequence in it (sampling, text, bookkeeping),
///                 which no part of the device's work hides
///     a request:  a time outside the devices, before its first token is seen, and more of it for each token of the
///                 prompt, which a tokenizer makes of text; and the steps that were planned before it came: vLLM (by
///                 default since pull request 27614, end of 2025) plans a step while the one before it runs, so a
///                 newcomer joins the one after
///
/// A server that is not named is taken to be vLLM:
///
/// - Weights that are multiplied in the format they are stored in need none of the vector work that "all software"
///   spends on each weight, because that multiplies one sequence on the vector units. With such weights, prompts are
///   read at the rates of TensorRT-LLM, the one server whose prompts were measured by themselves.
/// - Weights that are stored in fewer bits are unpacked as by all software.
/// - A layer with experts launches half as many kernels again as one without: ten and, in vLLM's fused_experts, a
///   router, its top-k, two that sort tokens by expert and one that adds up. So does a layer with latent attention.
/// - A step of more tokens than graphs were captured for waits for the host to launch it.
/// - Before Blackwell a cache in FP8 is read no faster than one in 16 bits.
///
/// On AMD's devices a server reaches only shares of these rates (load_server.cpp), chosen from other documents. All
/// this holds on documents left out. None of it is assumed of TensorRT-LLM itself. SGLang is taken to be like vLLM
/// except for how it reads prompts (chunks_prompts in load_simulation.hpp).
///
/// Worked (40 us): 64 sequences add 2.56 ms to a step.
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// Errors of runs whose source was left out. `throughput`: of the seconds a token at most load.
struct ServingFit {
    std::string id;
    Seconds<> request_overhead, prompt_overhead, sequence_overhead;
    double steps_ahead = 0;
    Residuals throughput, itl, ttft, latency;
};

inline constexpr std::array serving_fit_fields{
    figure<&ServingFit::id>("id", "name of the software").must(),
    figure<&ServingFit::request_overhead>("request_overhead_s", "time of a request outside the server")
        .in("s")
        .range(0, 10)
        .must(),
    figure<&ServingFit::prompt_overhead>("prompt_overhead_s", "time outside the server for each token of the prompt")
        .in("s")
        .range(0, 0.01)
        .must(),
    figure<&ServingFit::sequence_overhead>("sequence_overhead_s", "the host's time for each sequence of a step")
        .in("s")
        .range(0, 1)
        .must(),
    figure<&ServingFit::steps_ahead>("steps_ahead", "steps planned before a request came").whole(0, 8).must(),
    figure<&ServingFit::throughput>("throughput", "errors of the time a token at most load").must(),
    figure<&ServingFit::itl>("itl", "errors of the mean time between tokens").must(),
    figure<&ServingFit::ttft>("ttft", "errors of the mean time to the first token").must(),
    figure<&ServingFit::latency>("latency", "errors of the mean time to the last token").must(),
};
RIDGEPOINT_DESCRIBE(ServingFit, serving_fit_fields, "what was fitted to published runs of servers")

/// An entry a software that serves. Beside Fits, as only what simulates loads needs them.
struct ServingFits {
    std::vector<ServingFit> servers;

    /// That of the software, else that of all servers together; null where there is neither.
    const ServingFit* of(Software which) const;

    /// The entries embedded at build time, read when first asked for; an error if a data file is not as described.
    static const Expected<ServingFits>& embedded();
};
inline constexpr std::array serving_fits_fields{
    figure<&ServingFits::servers>("servers", "what serves models"),
};
RIDGEPOINT_DESCRIBE(ServingFits, serving_fits_fields, "what was fitted to servers")

}  // namespace ridgepoint
