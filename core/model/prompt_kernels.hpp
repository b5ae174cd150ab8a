/// What a software's kernels move for a prompt beside the weights (include/ridgepoint/prompt_kernels.hpp).
#pragma once

#include "ridgepoint/layout.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/prompt_kernels.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

/// The part of a step that reads prompts.
struct PromptRead {
    double tokens = 0, pairs = 0;  ///< of query and key, over all layers
    Bytes<> cache{};               ///< on each device, read in every pass
    double bytes_per_weight = 2;
    bool unpacks = false;  ///< weights that are stored in few bits and multiplied in 16
    Parallel parallel{};   ///< of scores and hidden states each device of `tensor` has its share
};

/// What tokens move on their way through experts, over all layers, in 16 bits: a hidden state is read, its row of the
/// result written and read where they are added up; between the two matrices, the gated width is written and read twice
/// as wide, then once. Devices that cut an expert move their part of the width, but rows of the whole hidden state.
Bytes<> routed_bytes(const Model& model, double tokens, const Parallel& parallel);

/// How many of a prompt's tokens a software takes at a time.
double tokens_a_pass(const PromptKernels& kernels, double tokens);

/// `step` has the traffic, vector work and layers of one pass over the weights.
void add_kernels(const Model& model, const PromptKernels& kernels, const PromptRead& read, Step& step);

}  // namespace ridgepoint
