/// A window of tokens through the model, with everything that happens on the way kept: the backward pass, calibration
/// and the error by layer read it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "model.hpp"

namespace ridgepoint::lm {

using Token = std::uint16_t;

/// What passes through one block; each has a row of floats a token.
struct BlockTrace {
    std::vector<float> entered;                     ///< the residual stream before the block
    std::vector<float> between;                     ///< and after its attention
    std::array<std::vector<float>, parts> input;    ///< of each linear layer
    std::vector<float> projected;                   ///< queries, keys and values
    std::vector<float> shares;                      ///< of attention: head · tokens · tokens
    std::vector<float> gated;                       ///< gates and ups of the MLP
    std::vector<float> attention_scale, mlp_scale;  ///< 1 / root mean square of a token's row
};

struct Trace {
    std::size_t tokens = 0;
    std::vector<BlockTrace> blocks;
    std::vector<float> left;   ///< the residual stream after the last block
    std::vector<float> final;  ///< the same, normalised
    std::vector<float> final_scale;
    std::vector<float> logits;  ///< a row of `vocabulary` a token: what comes next
};

/// y = x·W for the rows of a linear layer, and what is done to queries, keys and values before attention reads them:
/// quantized models bring their own.
struct Layers {
    std::function<void(std::size_t block, Part part, const float* x, float* y, std::size_t rows)> apply;
    std::function<void(float* projected, std::size_t rows)> cache = [](float*, std::size_t) {};
};

/// The float layers of a model.
Layers float_layers(const Model& model);

/// The residual stream of 1 to `context` tokens before the first block, and through one of them.
std::vector<float> embedded(const Model& model, std::span<const Token> tokens);
void run_block(const Model& model, const Layers& layers, std::size_t block, std::vector<float>& stream,
               std::size_t rows, BlockTrace& trace);

/// The same in steps: the inputs of a block's first linear layer; and through a linear layer, from its inputs in the
/// trace to those of the next one. `out` and `down` add to the residual stream.
void enter_block(const Model& model, std::size_t block, const std::vector<float>& stream, std::size_t rows,
                 BlockTrace& trace);
void run_part(const Model& model, const Layers& layers, std::size_t block, Part part, std::vector<float>& stream,
              std::size_t rows, BlockTrace& trace);

/// Runs 1 to `context` tokens. The trace may be reused; its buffers then stay.
void forward(const Model& model, const Layers& layers, std::span<const Token> tokens, Trace& trace);

/// Attention of `rows` tokens over themselves and those before: from queries, keys and values to the mixed values.
void attend(const Shape& shape, const float* projected, float* shares, float* mixed, std::size_t rows);

/// The loss of one token in nats: −ln of the probability that the logits give to `next`.
double loss_of(const float* logits, std::size_t vocabulary, Token next);

}  // namespace ridgepoint::lm
