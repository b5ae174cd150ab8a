#include "decoder.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic.hpp"
#include "between.hpp"

namespace ridgepoint::lm {

const std::vector<float>& Decoder::step(Token token) {
    const Model& model = model_.model;
    const Shape& shape = model.shape;
    const std::size_t width = shape.width, hidden = shape.hidden;
    std::vector<float> stream(model.embedding.row(token), model.embedding.row(token) + width);
    std::vector<float> normed(width), projected(3 * width), mixed(width), change(width), gated(2 * hidden),
        units(hidden);
    float scale;
    const auto add_change = [&] {
        for (std::size_t i = 0; i < width; ++i) stream[i] += change[i];
    };
    for (std::size_t b = 0; b < shape.layers; ++b) {
        const Block& block = model.blocks[b];
        rms_norm(stream.data(), block.attention_gain.data(), normed.data(), &scale, 1, width);
        apply_packed(model_, b, qkv, normed.data(), projected.data());
        attend_to_cache(b, projected.data(), mixed.data());
        apply_packed(model_, b, out, mixed.data(), change.data());
        add_change();
        rms_norm(stream.data(), block.mlp_gain.data(), normed.data(), &scale, 1, width);
        apply_packed(model_, b, gate_up, normed.data(), gated.data());
        gate(gated.data(), units.data(), 1, hidden);
        apply_packed(model_, b, down, units.data(), change.data());
        add_change();
    }
    ++tokens_;
    rms_norm(stream.data(), model.final_gain.data(), normed.data(), &scale, 1, width);
    logits_.assign(shape.vocabulary, 0);
    for (std::size_t v = 0; v < shape.vocabulary; ++v)
        for (std::size_t j = 0; j < width; ++j) logits_[v] += normed[j] * model.embedding.row(v)[j];
    return logits_;
}

void Decoder::attend_to_cache(std::size_t block, const float* projected, float* mixed) {
    const Shape& shape = model_.model.shape;
    const std::size_t width = shape.width, head_width = shape.head_width();
    const float scale = 1 / std::sqrt(static_cast<float>(head_width));
    Cache& cached = cached_[block];
    cached.append(projected + width);
    std::vector<float> scores(tokens_ + 1), numbers(head_width);
    std::fill(mixed, mixed + width, 0.0f);
    for (std::size_t head = 0; head < shape.heads; ++head) {
        const std::size_t first = head * head_width;
        const float penalty = distance_penalty(head, shape.heads);
        for (std::size_t t = 0; t <= tokens_; ++t) {
            cached.read_keys(t, head, numbers.data());
            float score = 0;
            for (std::size_t d = 0; d < head_width; ++d) score += projected[first + d] * numbers[d];
            scores[t] = score * scale - penalty * static_cast<float>(tokens_ - t);
        }
        softmax(scores.data(), scores.size());
        for (std::size_t t = 0; t <= tokens_; ++t) {
            cached.read_values(t, head, numbers.data());
            for (std::size_t d = 0; d < head_width; ++d) mixed[first + d] += scores[t] * numbers[d];
        }
    }
}

void Decoder::back_to(std::size_t count) {
    tokens_ = count;
    for (Cache& cached : cached_) cached.back_to(count);
}

std::vector<float> shares_of(const std::vector<float>& logits, double temperature) {
    std::vector<float> shares = logits;
    for (float& share : shares) share = static_cast<float>(share / temperature);
    softmax(shares.data(), shares.size());
    return shares;
}

Token drawn(const std::vector<float>& shares, router::Random& random) {
    constexpr double steps = 1u << 24;
    constexpr int dropped = 40;
    double left = static_cast<double>(random.next() >> dropped) / steps;
    for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
        left -= shares[i];
        if (left < 0) return static_cast<Token>(i);
    }
    return static_cast<Token>(shares.size() - 1);
}

std::vector<Token> written(const QuantizedModel& model, std::span<const Token> prompt, std::size_t count,
                           double temperature, std::uint64_t seed) {
    router::Random random(seed);
    Decoder decoder(model);
    const std::vector<float>* logits = nullptr;
    for (const Token token : prompt) logits = &decoder.step(token);
    std::vector<Token> tokens;
    while (tokens.size() < count && decoder.tokens() < model.model.shape.context) {
        tokens.push_back(drawn(shares_of(*logits, temperature), random));
        if (tokens.size() < count && decoder.tokens() < model.model.shape.context)
            logits = &decoder.step(tokens.back());
    }
    return tokens;
}

}  // namespace ridgepoint::lm
