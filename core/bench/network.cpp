#include "network.hpp"

#include <algorithm>
#include <cmath>

#include "language_model/arithmetic.hpp"
#include "language_model/between.hpp"

namespace ridgepoint::bench {
namespace {

/// Activations are whole numbers from 1 to 127, less this.
constexpr int activation_offset = 64;
constexpr float most_activation = 63;

/// Largest absolute value. Floats of one sign are ordered as their bits are, and whole numbers the compiler compares
/// side by side.
float largest(const float* values, std::size_t count) {
    constexpr std::uint32_t without_sign = 0x7fffffff;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < count; ++i)
        most = std::max(most, lm::bit_cast<std::uint32_t>(values[i]) & without_sign);
    return lm::bit_cast<float>(most);
}

/// Whole numbers of 1 to 127 for values of up to `most_activation` levels.
void to_levels(const float* values, float levels_each, std::uint8_t* levels, std::size_t count) {
    // Adding 1.5·2²³ rounds to a whole number, which then is in the lowest bits.
    constexpr float offset = 12582912 + activation_offset;
    for (std::size_t i = 0; i < count; ++i)
        levels[i] = static_cast<std::uint8_t>(lm::bit_cast<std::uint32_t>(values[i] * levels_each + offset));
}

void from_products(const std::int32_t* products, const std::int32_t* offsets, const float* scales, float scale,
                   float* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(products[i] - offsets[i]) * (scale * scales[i]);
}

}  // namespace

lm::Model untrained_model(const lm::Shape& shape) {
    lm::Model model(shape);
    std::uint32_t state = 1;
    constexpr float size = 0.25f, steps = 16777216;
    lm::each_tensor(model, [&](std::vector<float>& tensor) {
        for (float& weight : tensor) {
            state = state * 1664525 + 1013904223;  // Numerical Recipes' ranqd1
            weight = size * (static_cast<float>(state >> 8) / steps - 0.5f);
        }
    });
    return model;
}

template <class Weight>
Network::Layer Network::layer_of(std::size_t inputs, std::size_t outputs, Weight weight) const {
    Layer layer;
    const std::size_t columns = (inputs + column_group - 1) / column_group * column_group;
    layer.shape = {outputs, columns, batch_};
    layer.inputs = inputs;
    if (format_ == Format::fp32) {
        layer.floats.resize(outputs * columns);
        for (std::size_t r = 0; r < outputs; ++r)
            for (std::size_t c = 0; c < inputs; ++c) layer.floats[r * columns + c] = weight(c, r);
        return layer;
    }
    const bool eight = format_ == Format::int8;
    const int most_level = eight ? 127 : 7;
    layer.bytes.resize(weight_bytes(format_, layer.shape));
    for (std::size_t r = 0; r < outputs; ++r) {
        float most = 0;
        for (std::size_t c = 0; c < inputs; ++c) most = std::max(most, std::fabs(weight(c, r)));
        const float scale = most > 0 ? most / static_cast<float>(most_level) : 1;
        std::int32_t sum = 0;
        for (std::size_t c = 0; c < columns; ++c) {
            const int level = c < inputs ? static_cast<int>(std::nearbyint(weight(c, r) / scale)) : 0;
            sum += level;
            if (eight) {
                layer.bytes[r * columns + c] = static_cast<std::uint8_t>(level);
            } else {
                std::uint8_t& byte = layer.bytes[int4_byte(r, c, columns)];
                byte = static_cast<std::uint8_t>(byte | (level + int4_offset) << (int4_is_high(c) ? 4 : 0));
            }
        }
        layer.scales.push_back(scale);
        layer.offsets.push_back(activation_offset * sum);
    }
    return layer;
}

Network::Network(const Kernels& kernels, lm::Model model, Format format, std::size_t batch)
    : kernels_(kernels), model_(std::move(model)), format_(format), batch_(batch) {
    const lm::Shape& shape = model_.shape;
    for (const lm::Block& block : model_.blocks) {
        BlockLayers& layers = blocks_.emplace_back();
        for (std::size_t part = 0; part < lm::parts; ++part) {
            const lm::Matrix& m = block.linear[part];
            layers.linear[part] = layer_of(m.inputs, m.outputs,
                                           [&](std::size_t input, std::size_t output) { return m.row(input)[output]; });
        }
        layers.keys.resize(batch * shape.context * shape.width);
        layers.values.resize(batch * shape.context * shape.width);
    }
    head_ = layer_of(shape.width, shape.vocabulary,
                     [&](std::size_t input, std::size_t token) { return model_.embedding.row(token)[input]; });
    for (AlignedVector<float>* rows : {&stream_, &normed_, &mixed_, &change_}) rows->resize(batch * shape.width);
    projected_.resize(batch * 3 * shape.width);
    gated_.resize(batch * 2 * shape.hidden);
    hidden_.resize(batch * shape.hidden);
    logits_.resize(batch * shape.vocabulary);
    scales_.resize(batch);
    scores_.resize(shape.context);
}

void Network::norm(const std::vector<float>& gain) {
    lm::rms_norm(stream_.data(), gain.data(), normed_.data(), scales_.data(), batch_, model_.shape.width);
}

void Network::multiply(const Layer& layer, const float* x, float* y) {
    const auto [rows, columns, batch] = layer.shape;
    const std::size_t inputs = layer.inputs;
    if (format_ == Format::fp32) {
        if (inputs != columns) {
            activations_.resize(batch * columns);
            for (std::size_t b = 0; b < batch; ++b) {
                float* to = activations_.data() + b * columns;
                std::fill(std::copy_n(x + b * inputs, inputs, to), to + columns, 0.0f);
            }
            x = activations_.data();
        }
        kernels_.fp32(layer.floats.data(), x, y, layer.shape);
        return;
    }
    levels_.resize(batch * columns);
    products_.resize(batch * rows);
    for (std::size_t b = 0; b < batch; ++b) {
        const float* row = x + b * inputs;
        std::uint8_t* to = levels_.data() + b * columns;
        const float most = largest(row, inputs);
        to_levels(row, most > 0 ? most_activation / most : 0, to, inputs);
        std::fill(to + inputs, to + columns, std::uint8_t{0});
        scales_[b] = most / most_activation;
    }
    if (format_ == Format::int8)
        kernels_.int8(reinterpret_cast<const std::int8_t*>(layer.bytes.data()), levels_.data(), products_.data(),
                      layer.shape);
    else kernels_.int4(layer.bytes.data(), levels_.data(), products_.data(), layer.shape);
    for (std::size_t b = 0; b < batch; ++b)
        from_products(products_.data() + b * rows, layer.offsets.data(), layer.scales.data(), scales_[b], y + b * rows,
                      rows);
}

void Network::attend(BlockLayers& block, std::size_t position) {
    const lm::Shape& shape = model_.shape;
    const std::size_t width = shape.width, size = shape.head_width(), context = shape.context, seen = position + 1;
    const float scale = 1 / std::sqrt(static_cast<float>(size));
    for (std::size_t b = 0; b < batch_; ++b)
        for (std::size_t head = 0; head < shape.heads; ++head) {
            const float* q = projected_.data() + b * 3 * width + head * size;
            const float *k = q + width, *v = k + width;
            // Keys are stored by component and values by token, so both are read in order.
            float* keys = block.keys.data() + (b * shape.heads + head) * size * context;
            float* values = block.values.data() + (b * shape.heads + head) * size * context;
            float* mixed = mixed_.data() + b * width + head * size;
            float* scores = scores_.data();
            for (std::size_t d = 0; d < size; ++d) keys[d * context + position] = k[d];
            std::copy_n(v, size, values + position * size);
            const float penalty = lm::distance_penalty(head, shape.heads);
            for (std::size_t t = 0; t < seen; ++t)
                scores[t] = penalty * (static_cast<float>(t) - static_cast<float>(position));
            for (std::size_t d = 0; d < size; ++d) {
                const float by = q[d] * scale;
                for (std::size_t t = 0; t < seen; ++t) scores[t] += by * keys[d * context + t];
            }
            lm::softmax(scores, seen);
            std::fill_n(mixed, size, 0.0f);
            for (std::size_t t = 0; t < seen; ++t)
                for (std::size_t d = 0; d < size; ++d) mixed[d] += scores[t] * values[t * size + d];
        }
}

const AlignedVector<float>& Network::step(std::span<const std::uint16_t> tokens, std::size_t position) {
    const lm::Shape& shape = model_.shape;
    for (std::size_t b = 0; b < batch_; ++b)
        std::copy_n(model_.embedding.row(tokens[b]), shape.width, stream_.data() + b * shape.width);
    const auto add_change = [&] {
        for (std::size_t i = 0; i < stream_.size(); ++i) stream_[i] += change_[i];
    };
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const lm::Block& block = model_.blocks[i];
        BlockLayers& layers = blocks_[i];
        norm(block.attention_gain);
        multiply(layers.linear[lm::qkv], normed_.data(), projected_.data());
        attend(layers, position);
        multiply(layers.linear[lm::out], mixed_.data(), change_.data());
        add_change();
        norm(block.mlp_gain);
        multiply(layers.linear[lm::gate_up], normed_.data(), gated_.data());
        lm::gate(gated_.data(), hidden_.data(), batch_, shape.hidden);
        multiply(layers.linear[lm::down], hidden_.data(), change_.data());
        add_change();
    }
    norm(model_.final_gain);
    multiply(head_, normed_.data(), logits_.data());
    return logits_;
}

}  // namespace ridgepoint::bench
