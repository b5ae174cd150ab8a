/// How a software's kernels take a prompt, or a token of each of several sequences, beyond reading the weights and
/// multiplying. Fitted with the software; all zero under every other preset, where a prompt is one pass at the rates of
/// the data sheet.
///
///     passes  = ceil(tokens / micro_batch)
///     traffic = passes · (weights + cache so far + unpacked · quantized weights) + activation · n·L·h
///               + score · a·pairs
///     t_c     = matrices / (rate · η) + attention / (FP16 rate · η) + seconds a FLOP · work
///
/// and in a mixture of experts, whatever the software, what routing moves and pads (padding_work in layout.hpp):
///     routed  = 2 bytes · n · layers with experts · k · (3·h + 6·width), added to the traffic of a prompt.
///
/// Several sequences take a token each by the same kernels where `flop_per_column` is not zero (llama.cpp): matrices
/// and attention at the rates above, and on the vector units, beside what one sequence takes of each weight and what
/// each takes of its own cache, for c columns a weight, one of each sequence in a network without experts,
///     work = flop_per_column · weights · min(c, 8)
/// as its kernels for up to eight columns take each weight anew for every column (ggml-cuda/mmvq.cu), and those for
/// more (mmq.cu) take no less.
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
    double flop_per_column = 0;
};

/// With fewer tokens in a pass, kernels that unpack weights for themselves take over: MMQ_MAX_BATCH_SIZE of llama.cpp's
/// ggml-cuda until June 2024.
inline constexpr double least_unpacked_tokens = 64;

/// Columns up to which llama.cpp's kernels take each weight anew: MMVQ_MAX_BATCH_SIZE of ggml-cuda/mmvq.cuh.
inline constexpr double most_columns = 8;

/// Whether the token of each of so many sequences is taken by the kernels of prompts.
inline bool as_a_prompt(const PromptKernels& kernels, double sequences) {
    return sequences > 1 && kernels.flop_per_column > 0;
}

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
    figure<&PromptKernels::flop_per_column>("flop_per_column",
                                            "vector work on each weight for each of up to eight sequences")
        .in("flop")
        .range(0, 1e4),
};
RIDGEPOINT_DESCRIBE(PromptKernels, prompt_kernels_fields, "how a software takes a prompt")

}  // namespace ridgepoint
