/// How a software's kernels take a prompt, beyond reading the weights and multiplying. Fitted with the software; all
/// zero under every other preset, where a prompt is one pass at the rates of the data sheet.
///
///     passes  = ceil(tokens / micro_batch)
///     traffic = passes · (weights + cache so far + unpacked · quantized weights) + activation · n·L·h + score ·
///     a·pairs t_c     = matrices / (rate · η) + attention / (FP16 rate · η) + seconds a FLOP · work
///
/// and in a mixture of experts, whatever the software, what routing moves and pads (padding_work in layout.hpp):
///     routed  = 2 bytes · n · layers with experts · k · (3·h + 6·width), which a prompt is read with beside the rest.
///
/// n new tokens, L layers, h values of hidden state, a heads. Attention sums in FP32 and reads 16 bits, whatever the
/// matrices do. A FLOP takes at least its energy over the device's TDP, half of it in 8 bits; a product in INT8 is
/// scaled to floating point by the vector units (llama.cpp pull request 7676).
#pragma once

#include "ridgepoint/describe.hpp"

namespace ridgepoint {

struct PromptKernels {
    bool fp16_accumulate = false;
    double micro_batch = 0;
    double vector_flop_per_product = 0;
    double unpacked_bytes = 0;
    double score_bytes = 0;
    double activation_bytes = 0;
    double joules_per_flop = 0;
};

/// With fewer tokens in a pass, kernels that unpack weights for themselves take over: MMQ_MAX_BATCH_SIZE of llama.cpp's
/// ggml-cuda until June 2024.
inline constexpr double least_unpacked_tokens = 64;

inline constexpr std::array prompt_kernels_fields{
    figure<&PromptKernels::fp16_accumulate>("fp16_accumulate", "products of matrices are summed in fp16"),
    figure<&PromptKernels::micro_batch>("micro_batch", "tokens that one pass takes; 0: all").whole(0, 1e9),
    figure<&PromptKernels::vector_flop_per_product>(
        "vector_flop_per_product", "vector work beside each FLOP of quantized weights in int8; 0: they are not in int8")
        .range(0, 1e3),
    figure<&PromptKernels::unpacked_bytes>("unpacked_bytes", "traffic of each quantized weight unpacked in memory")
        .in("bytes")
        .range(0, 1e3),
    figure<&PromptKernels::score_bytes>("score_bytes", "traffic of each score of attention").in("bytes").range(0, 1e3),
    figure<&PromptKernels::activation_bytes>("activation_bytes", "traffic of each value of hidden state, in each layer")
        .in("bytes")
        .range(0, 1e4),
    figure<&PromptKernels::joules_per_flop>("joules_per_flop", "energy of a FLOP in fp16").in("J/flop").range(0, 1e-9),
};
RIDGEPOINT_DESCRIBE(PromptKernels, prompt_kernels_fields, "how a software takes a prompt")

}  // namespace ridgepoint
