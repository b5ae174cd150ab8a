/// One token after another, with the keys and values of those before in a cache.
#pragma once

#include "cache.hpp"
#include "moe_router/random.hpp"
#include "quantized_model.hpp"

namespace ridgepoint::lm {

class Decoder {
public:
    explicit Decoder(const QuantizedModel& model)
        : model_(model), cached_(model.model.shape.layers, Cache(model.model.shape, model.cache_bits)) {}

    /// Takes in a token and returns the logits of the next; to the last bit those of `forward`. Every product reads the
    /// packed weights, and attention the packed cache. At most `context` tokens.
    const std::vector<float>& step(Token token);

    std::size_t tokens() const { return tokens_; }

    /// Forgets all tokens but the first `count`.
    void back_to(std::size_t count);

private:
    void attend_to_cache(std::size_t block, const float* projected, float* mixed);

    const QuantizedModel& model_;
    std::size_t tokens_ = 0;
    std::vector<Cache> cached_;  ///< one a block
    std::vector<float> logits_;
};

/// The shares of the next token at a temperature above 0.
std::vector<float> shares_of(const std::vector<float>& logits, double temperature);

/// Draws one by its share.
Token drawn(const std::vector<float>& shares, router::Random& random);

/// A prompt's continuation of up to `count` tokens, as many as the context holds.
std::vector<Token> written(const QuantizedModel& model, std::span<const Token> prompt, std::size_t count,
                           double temperature, std::uint64_t seed);

}  // namespace ridgepoint::lm
