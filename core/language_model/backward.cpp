#include "backward.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic.hpp"

namespace ridgepoint::lm {
namespace {

using Floats = std::vector<float>;

Floats transposed(const Matrix& m) {
    Floats t(m.values.size());
    for (std::size_t i = 0; i < m.inputs; ++i)
        for (std::size_t j = 0; j < m.outputs; ++j) t[j * m.inputs + i] = m.row(i)[j];
    return t;
}

/// Through y = x·W: adds to W's gradient, and returns x's.
Floats through(const Matrix& m, const Floats& x, const Floats& dy, std::size_t rows, Matrix& gradient) {
    multiply(x.data(), 1, m.inputs, dy.data(), m.outputs, gradient.values.data(), m.outputs, m.inputs, rows, m.outputs,
             true);
    Floats dx(rows * m.inputs);
    multiply(dy.data(), m.outputs, 1, transposed(m).data(), m.inputs, dx.data(), m.inputs, rows, m.outputs, m.inputs);
    return dx;
}

/// Through the RMSNorm of x: adds to its gain's gradient, and x's gradient to dx.
void through_norm(const Floats& x, const Floats& gain, const Floats& scale, const Floats& dy, Floats& gain_gradient,
                  Floats& dx) {
    const std::size_t width = gain.size();
    Floats scaled(width);
    for (std::size_t i = 0; i < scale.size(); ++i) {
        const float *xi = &x[i * width], *dyi = &dy[i * width];
        for (std::size_t j = 0; j < width; ++j) {
            gain_gradient[j] += dyi[j] * xi[j] * scale[i];
            scaled[j] = dyi[j] * gain[j];
        }
        const float along = dot(scaled.data(), xi, width) * scale[i] * scale[i] / static_cast<float>(width);
        for (std::size_t j = 0; j < width; ++j) dx[i * width + j] += scale[i] * (scaled[j] - xi[j] * along);
    }
}

Floats through_attention(const Shape& shape, const BlockTrace& at, const Floats& d_mixed, std::size_t rows) {
    const std::size_t width = shape.width, row = 3 * width, head_width = shape.head_width();
    const float scale = 1 / std::sqrt(static_cast<float>(head_width));
    Floats d(rows * row), values(head_width * rows), ds(rows * rows);
    for (std::size_t head = 0; head < shape.heads; ++head) {
        const std::size_t q = head * head_width, k = q + width, v = k + width;
        const float* shares = &at.shares[head * rows * rows];
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t c = 0; c < head_width; ++c) values[c * rows + i] = at.projected[i * row + v + c];
        multiply(&d_mixed[q], width, 1, values.data(), rows, ds.data(), rows, rows, head_width, rows);
        for (std::size_t i = 0; i < rows; ++i) {
            const float* s = shares + i * rows;
            float* of = &ds[i * rows];
            const float mean = dot(s, of, i + 1);
            for (std::size_t j = 0; j <= i; ++j) of[j] = s[j] * (of[j] - mean) * scale;
            std::fill(of + i + 1, of + rows, 0.0f);
        }
        multiply(ds.data(), rows, 1, &at.projected[k], row, &d[q], row, rows, rows, head_width);
        multiply(ds.data(), 1, rows, &at.projected[q], row, &d[k], row, rows, rows, head_width);
        multiply(shares, 1, rows, &d_mixed[q], width, &d[v], row, rows, rows, head_width);
    }
    return d;
}

Floats through_gate(const BlockTrace& at, const Floats& d_hidden, std::size_t rows, std::size_t hidden) {
    Floats d(rows * 2 * hidden);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < hidden; ++j) {
            const float g = at.gated[i * 2 * hidden + j], up = at.gated[i * 2 * hidden + hidden + j];
            const float share = 1 / (1 + float_exponential(-g)), change = d_hidden[i * hidden + j];
            d[i * 2 * hidden + j] = change * up * share * (1 + g * (1 - share));
            d[i * 2 * hidden + hidden + j] = change * g * share;
        }
    return d;
}

}  // namespace

double backward(const Model& model, const Trace& trace, std::span<const Token> tokens, std::span<const Token> next,
                float factor, Model& gradient) {
    const Shape& shape = model.shape;
    const std::size_t rows = tokens.size(), width = shape.width, vocabulary = shape.vocabulary;
    double loss = 0;
    Floats d_logits = trace.logits;
    for (std::size_t i = 0; i < rows; ++i) {
        float* of = &d_logits[i * vocabulary];
        loss += loss_of(of, vocabulary, next[i]);
        softmax(of, vocabulary);
        of[next[i]] -= 1;
        for (std::size_t v = 0; v < vocabulary; ++v) of[v] *= factor / static_cast<float>(rows);
    }
    // The logits are final · embeddingᵀ.
    multiply(d_logits.data(), 1, vocabulary, trace.final.data(), width, gradient.embedding.values.data(), width,
             vocabulary, rows, width, true);
    Floats d_final(rows * width), d(rows * width);
    multiply(d_logits.data(), vocabulary, 1, model.embedding.values.data(), width, d_final.data(), width, rows,
             vocabulary, width);
    through_norm(trace.left, model.final_gain, trace.final_scale, d_final, gradient.final_gain, d);
    for (std::size_t b = shape.layers; b-- > 0;) {
        const Block& block = model.blocks[b];
        const BlockTrace& at = trace.blocks[b];
        Block& to = gradient.blocks[b];
        const Floats d_hidden = through(block.linear[down], at.input[down], d, rows, to.linear[down]);
        const Floats d_gated = through_gate(at, d_hidden, rows, shape.hidden);
        const Floats d_mlp = through(block.linear[gate_up], at.input[gate_up], d_gated, rows, to.linear[gate_up]);
        through_norm(at.between, block.mlp_gain, at.mlp_scale, d_mlp, to.mlp_gain, d);
        const Floats d_mixed = through(block.linear[out], at.input[out], d, rows, to.linear[out]);
        const Floats d_projected = through_attention(shape, at, d_mixed, rows);
        const Floats d_attention = through(block.linear[qkv], at.input[qkv], d_projected, rows, to.linear[qkv]);
        through_norm(at.entered, block.attention_gain, at.attention_scale, d_attention, to.attention_gain, d);
    }
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < width; ++j) gradient.embedding.row(tokens[i])[j] += d[i * width + j];
    return loss / static_cast<double>(rows);
}

}  // namespace ridgepoint::lm
