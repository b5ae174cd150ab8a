/// A small decoder-only transformer: token embedding, blocks of attention and a gated MLP with RMSNorm before each, a
/// last RMSNorm, and the embedding again for the logits. Positions are in the attention alone, as a penalty that grows
/// with the distance (ALiBi; Press et al. 2022, arXiv 2108.12409); the MLP is SwiGLU (Shazeer 2020, arXiv 2002.05202).
///
/// Matrices are stored by input: the weights of input k to all outputs lie together.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace ridgepoint::lm {

struct Shape {
    std::size_t vocabulary = 0;
    std::size_t width = 0;    ///< of the residual stream; a multiple of heads
    std::size_t layers = 0;   ///< blocks
    std::size_t heads = 0;    ///< of attention, a power of two
    std::size_t hidden = 0;   ///< units of the MLP
    std::size_t context = 0;  ///< tokens that one window holds

    std::size_t head_width() const { return width / heads; }
    bool operator==(const Shape&) const = default;
};

/// The weights of a linear layer, values[input · outputs + output].
struct Matrix {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> values{};

    Matrix() = default;
    Matrix(std::size_t in, std::size_t out) : inputs(in), outputs(out), values(in * out) {}
    float* row(std::size_t input) { return values.data() + input * outputs; }
    const float* row(std::size_t input) const { return values.data() + input * outputs; }
};

/// The linear layers of a block, in the order in which a token meets them.
enum Part : std::size_t { qkv, out, gate_up, down };
inline constexpr std::size_t parts = 4;

struct Block {
    std::vector<float> attention_gain, mlp_gain;  ///< of the two RMSNorms, `width` each
    std::array<Matrix, parts> linear;             ///< width → 3·width, width → width, width → 2·hidden, hidden → width
};

struct Model {
    Shape shape;
    Matrix embedding;  ///< vocabulary × width
    std::vector<Block> blocks;
    std::vector<float> final_gain;

    /// All zeros.
    explicit Model(const Shape& shape);

    std::size_t parameters() const;
};

/// Calls f(vector&) for every tensor, always in the same order.
template <class AnyModel, class F>
void each_tensor(AnyModel& model, F f) {
    f(model.embedding.values);
    for (auto& block : model.blocks) {
        f(block.attention_gain);
        f(block.linear[qkv].values);
        f(block.linear[out].values);
        f(block.mlp_gain);
        f(block.linear[gate_up].values);
        f(block.linear[down].values);
    }
    f(model.final_gain);
}

/// What is taken from a score for each token between the two: 2^(−8(head + 1)/heads). Worked: the second of four heads
/// loses 1/16 a token.
float distance_penalty(std::size_t head, std::size_t heads);

}  // namespace ridgepoint::lm
