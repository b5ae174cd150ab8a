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

/// `step` has the traffic, vector work and layers of one pass over the weights.
void add_kernels(const Model& model, const PromptKernels& kernels, const PromptRead& read, Step& step);

}  // namespace ridgepoint
