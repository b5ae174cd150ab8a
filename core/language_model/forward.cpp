#include "forward.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic.hpp"
#include "between.hpp"
#include "model/elementary.hpp"

namespace ridgepoint::lm {
namespace {

void normalise(const std::vector<float>& stream, const std::vector<float>& gain, std::size_t rows,
               std::vector<float>& y, std::vector<float>& scale) {
    y.resize(stream.size());
    scale.resize(rows);
    rms_norm(stream.data(), gain.data(), y.data(), scale.data(), rows, gain.size());
}

}  // namespace

Layers float_layers(const Model& model) {
    return {[&model](std::size_t block, Part part, const float* x, float* y, std::size_t rows) {
        const Matrix& m = model.blocks[block].linear[part];
        multiply(x, m.inputs, 1, m.values.data(), m.outputs, y, m.outputs, rows, m.inputs, m.outputs);
    }};
}

void attend(const Shape& shape, const float* projected, float* shares, float* mixed, std::size_t rows) {
    const std::size_t width = shape.width, row = 3 * width, head_width = shape.head_width();
    const float scale = 1 / std::sqrt(static_cast<float>(head_width));
    std::vector<float> keys(head_width * rows);
    constexpr std::size_t band = 16;  // later tokens than a band's last are not worked out for it
    for (std::size_t head = 0; head < shape.heads; ++head) {
        const float* q = projected + head * head_width;
        const float* k = q + width;
        const float* v = k + width;
        float* s = shares + head * rows * rows;
        const float penalty = distance_penalty(head, shape.heads);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t d = 0; d < head_width; ++d) keys[d * rows + i] = k[i * row + d];
        for (std::size_t first = 0; first < rows; first += band) {
            const std::size_t count = std::min(band, rows - first), seen = first + count;
            float* scores = s + first * rows;
            multiply(q + first * row, row, 1, keys.data(), rows, scores, rows, count, head_width, seen);
            for (std::size_t i = first; i < seen; ++i) {
                float* of = s + i * rows;
                for (std::size_t j = 0; j <= i; ++j) of[j] = of[j] * scale - penalty * static_cast<float>(i - j);
                softmax(of, i + 1);
                std::fill(of + i + 1, of + rows, 0.0f);
            }
            multiply(scores, rows, 1, v, row, mixed + first * width + head * head_width, width, count, seen,
                     head_width);
        }
    }
}

std::vector<float> embedded(const Model& model, std::span<const Token> tokens) {
    std::vector<float> stream(tokens.size() * model.shape.width);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        std::copy_n(model.embedding.row(tokens[i]), model.shape.width, stream.data() + i * model.shape.width);
    return stream;
}

void enter_block(const Model& model, std::size_t index, const std::vector<float>& stream, std::size_t rows,
                 BlockTrace& at) {
    at.entered = stream;
    normalise(stream, model.blocks[index].attention_gain, rows, at.input[qkv], at.attention_scale);
}

void run_part(const Model& model, const Layers& layers, std::size_t index, Part part, std::vector<float>& stream,
              std::size_t rows, BlockTrace& at) {
    const Block& block = model.blocks[index];
    std::vector<float> change;
    std::vector<float>& y = part == qkv ? at.projected : part == gate_up ? at.gated : change;
    y.resize(rows * block.linear[part].outputs);
    layers.apply(index, part, at.input[part].data(), y.data(), rows);
    if (part == qkv) {
        layers.cache(y.data(), rows);
        at.shares.resize(model.shape.heads * rows * rows);
        at.input[out].resize(stream.size());
        attend(model.shape, y.data(), at.shares.data(), at.input[out].data(), rows);
    } else if (part == gate_up) {
        at.input[down].resize(rows * model.shape.hidden);
        gate(y.data(), at.input[down].data(), rows, model.shape.hidden);
    } else {
        for (std::size_t i = 0; i < stream.size(); ++i) stream[i] += change[i];
    }
    if (part != out) return;
    at.between = stream;
    normalise(stream, block.mlp_gain, rows, at.input[gate_up], at.mlp_scale);
}

void run_block(const Model& model, const Layers& layers, std::size_t index, std::vector<float>& stream,
               std::size_t rows, BlockTrace& at) {
    enter_block(model, index, stream, rows, at);
    for (const Part part : {qkv, out, gate_up, down}) run_part(model, layers, index, part, stream, rows, at);
}

void forward(const Model& model, const Layers& layers, std::span<const Token> tokens, Trace& trace) {
    const Shape& shape = model.shape;
    const std::size_t rows = tokens.size(), width = shape.width;
    trace.tokens = rows;
    trace.blocks.resize(shape.layers);
    trace.left = embedded(model, tokens);
    for (std::size_t b = 0; b < shape.layers; ++b) run_block(model, layers, b, trace.left, rows, trace.blocks[b]);
    trace.final.resize(rows * width);
    trace.final_scale.resize(rows);
    rms_norm(trace.left.data(), model.final_gain.data(), trace.final.data(), trace.final_scale.data(), rows, width);
    trace.logits.resize(rows * shape.vocabulary);
    std::vector<float> columns(width * shape.vocabulary);
    for (std::size_t v = 0; v < shape.vocabulary; ++v)
        for (std::size_t j = 0; j < width; ++j) columns[j * shape.vocabulary + v] = model.embedding.row(v)[j];
    multiply(trace.final.data(), width, 1, columns.data(), shape.vocabulary, trace.logits.data(), shape.vocabulary,
             rows, width, shape.vocabulary);
}

double loss_of(const float* logits, std::size_t vocabulary, Token next) {
    const float most = *std::max_element(logits, logits + vocabulary);
    std::vector<float> shares(logits, logits + vocabulary);
    for (float& share : shares) share = float_exponential(share - most);
    return logarithm(static_cast<double>(sum(shares.data(), vocabulary))) - (static_cast<double>(logits[next]) - most);
}

}  // namespace ridgepoint::lm
