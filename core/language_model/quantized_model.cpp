#include "quantized_model.hpp"

#include "arithmetic.hpp"
#include "cache.hpp"

namespace ridgepoint::lm {
namespace {

float largest(const float* x, std::size_t count) {
    float most = 0;
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, std::fabs(x[i]));
    return most;
}

float most_of(const QuantizedModel& model, std::size_t block, Part part, const float* x, std::size_t inputs) {
    return model.activations == Activations::int8_per_tensor ? model.most[block][part] : largest(x, inputs);
}

/// From the integer products of one token to its outputs.
template <class Product>
void scale_products(const PackedLayer& layer, const Product* products, float scale, float* y) {
    for (std::size_t j = 0; j < layer.packed().outputs; ++j)
        y[j] = static_cast<float>(products[j]) * (scale * layer.grid(0, j).scale);
}

}  // namespace

float to_int8(const float* x, std::int8_t* levels, std::size_t count, float most) {
    constexpr float highest = 127;
    const float scale = std::max(most / highest, 1e-20f);
    for (std::size_t i = 0; i < count; ++i)
        levels[i] = static_cast<std::int8_t>(std::clamp(std::nearbyint(x[i] / scale), -highest, highest));
    return scale;
}

void round_cache(const Shape& shape, int bits, float* projected, std::size_t rows) {
    const std::size_t size = shape.head_width();
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t head = 0; head < 2 * shape.heads; ++head)
            round_cache_row(projected + i * 3 * shape.width + shape.width + head * size, size, bits);
}

std::size_t QuantizedModel::bytes() const {
    constexpr std::size_t half_bytes = 2;
    std::size_t total = half_bytes * model.embedding.values.size() + sizeof(float) * model.final_gain.size();
    for (const Block& block : model.blocks)
        total += sizeof(float) * (block.attention_gain.size() + block.mlp_gain.size());
    for (const auto& block : packed)
        for (const PackedLayer& layer : block) total += layer.packed().bytes();
    return total;
}

double QuantizedModel::bits_per_weight() const {
    constexpr double byte = 8;
    std::size_t bytes = 0, weights = 0;
    for (const auto& block : packed)
        for (const PackedLayer& layer : block) {
            bytes += layer.packed().bytes();
            weights += layer.packed().inputs * layer.packed().outputs;
        }
    return byte * static_cast<double>(bytes) / static_cast<double>(weights);
}

std::size_t QuantizedModel::cache_bytes_per_token() const {
    const Shape& shape = model.shape;
    return 2 * shape.layers * shape.heads * cache_row_bytes(shape.head_width(), cache_bits);
}

Layers QuantizedModel::layers() const {
    Layers layers = float_layers(model);
    if (activations != Activations::floating)
        layers.apply = [this](std::size_t block, Part part, const float* x, float* y, std::size_t rows) {
            const Matrix& m = levels[block][part];
            std::vector<float> whole_numbers(rows * m.inputs), scales(rows);
            std::vector<std::int8_t> rounded(m.inputs);
            for (std::size_t i = 0; i < rows; ++i) {
                const float* row = x + i * m.inputs;
                scales[i] = to_int8(row, rounded.data(), m.inputs, most_of(*this, block, part, row, m.inputs));
                std::copy(rounded.begin(), rounded.end(), &whole_numbers[i * m.inputs]);
            }
            multiply(whole_numbers.data(), m.inputs, 1, m.values.data(), m.outputs, y, m.outputs, rows, m.inputs,
                     m.outputs);
            for (std::size_t i = 0; i < rows; ++i)
                scale_products(packed[block][part], y + i * m.outputs, scales[i], y + i * m.outputs);
        };
    layers.cache = [this](float* projected, std::size_t rows) {
        round_cache(model.shape, cache_bits, projected, rows);
    };
    return layers;
}

void apply_packed(const QuantizedModel& model, std::size_t block, Part part, const float* x, float* y) {
    const PackedLayer& layer = model.packed[block][part];
    if (model.activations == Activations::floating) return layer.multiply(x, y);
    const std::size_t inputs = layer.packed().inputs;
    std::vector<std::int8_t> levels(inputs);
    std::vector<std::int32_t> products(layer.packed().outputs);
    const float scale = to_int8(x, levels.data(), inputs, most_of(model, block, part, x, inputs));
    layer.multiply(levels.data(), products.data());
    scale_products(layer, products.data(), scale, y);
}

}  // namespace ridgepoint::lm
