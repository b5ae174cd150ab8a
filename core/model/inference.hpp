/// The steps of inference, on whatever device: tokens through a language model, samples through any other.
#pragma once

#include "machine.hpp"
#include "ridgepoint/layout.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {

/// Bytes a value, and the share of the weights, and of their work, that pruning has left.
struct Stored {
    double weight, cache, activation;
    double kept = 1;
};

/// Weights that are only stored in few bits are multiplied with activations of 16.
inline constexpr double expanded_bytes = 2;

template <class Request>
double activation_bytes(const Request& r) {
    const bool expanded = r.assumptions.corrected() && is_quantized(r.precision) && scheme_of(r) == Scheme::weight_only;
    return expanded ? expanded_bytes : bytes_per_value(r.precision);
}

/// The format of the KV cache: what the request chose, else what its assumptions say.
template <class Request>
Precision cache_format(const Request& r) {
    CachePrecision cache = r.assumptions.kv_precision;
    if constexpr (requires { r.kv_precision; }) cache = r.kv_precision.chosen.value_or(cache);
    return format_beside(cache, r.precision);
}

/// Bytes that a weight takes in the files people run, where those of the software have scales beside the values: GGUF,
/// of llama.cpp. INT4 as Q4_K_M, INT8 as Q8_0 (4.89 and 8.50 bits in its tools/quantize/README.md), FP4 as MXFP4.
double file_bytes(Precision precision, const Assumptions& assumptions);

/// The same, unless the request says how many bits a weight has.
template <class Request>
double bytes_per_weight(const Request& r) {
    if constexpr (requires { r.weight_bits; })
        if (r.weight_bits) return *r.weight_bits / bits_per_byte;
    return file_bytes(r.precision, r.assumptions);
}

/// Weights and cache each in their format, and activations that stay in 16 bits.
template <class Request>
Stored stored(const Request& r) {
    return {bytes_per_weight(r), bytes_per_value(cache_format(r)), activation_bytes(r)};
}

/// 2·P_a FLOP a token, less an input embedding that is looked up, and those of attention to the context.
Flop<> token_work(const Model& model, const Assumptions& assumptions, double kept, double batch, double context,
                  double tokens);

/// Vector work of a token of each of several sequences, where a prompt's kernels take them (prompt_kernels.hpp), beside
/// what one takes of the weights. `matrices` is the work of all products, `weights` those that are passed.
Flop<> batch_vector_work(const Assumptions& assumptions, Flop<> matrices, double weights, Bytes<> caches);

/// One pass of `tokens` new tokens of each of `batch` sequences, whose caches hold `context` tokens.
/// Over several devices: of `batch` sequences of a copy, as one device has it, without what it exchanges. What is held
/// in memory meanwhile, the caller adds: it may be more than the sequences of this pass.
Step token_step(const Model& model, const Assumptions& assumptions, const Stored& stored, double batch, double context,
                double tokens, const Parallel& parallel = {});

/// Times one sample reads the weights and launches the layers; the reference does both once, however many denoising
/// steps.
double evaluations(const Model& model, const Assumptions& assumptions);

/// Positions of one sample: a token, or a whole sequence.
double positions(const Model& model);

/// One pass of `batch` samples that have no cache; over several devices as `token_step`.
Step sample_step(const Model& model, const Assumptions& assumptions, const Stored& stored, double batch,
                 const Parallel& parallel);

/// Whether a forward pass is a decoded token. The reference times one without its context.
bool decodes(const Model& model, const Assumptions& assumptions);

/// The forward pass that `roofline` times: one decoded token, or a batch of samples. Over several devices the step of
/// each, with all the cache that it holds, but without what they exchange.
Step forward_step(const Model& model, const Assumptions& assumptions, const Stored& stored, double batch,
                  double context, const Parallel& parallel = {});

}  // namespace ridgepoint
