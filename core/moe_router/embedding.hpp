/// Hidden states of tokens: an embedding each, mixed with those of the tokens before it.
#pragma once

#include "buffer.hpp"
#include "random.hpp"
#include "ridgepoint/moe_router/config.hpp"

namespace ridgepoint::router {

/// x = √(1 − w)·e + √(3w)·m, where e is the token's embedding, m the mean of the embeddings before it in the sequence,
/// each counting half of the next, and w the context weight: m has a third of an embedding's variance, so w is the
/// share of the hidden state's variance that the context makes up. A stand-in for attention, at a cost that does not
/// grow.
class Embedding {
public:
    Embedding(MemoryMeter& meter, const LayerShape& shape, double context_weight, Random& random);

    /// The hidden states of tokens in a row, `width` numbers each. `mean` is m, as many numbers: zero before a
    /// sequence's first token, and as the last call left it before a later one.
    void embed(std::span<const std::uint32_t> tokens, float* mean, float* hidden) const;

private:
    std::size_t width_;
    float own_, context_;
    Buffer<float> table_;
};

}  // namespace ridgepoint::router
