/// The language model of core/language_model as the timed kernels run it: a token at a time for several sequences.
#pragma once

#include <span>

#include "aligned.hpp"
#include "kernels.hpp"
#include "language_model/model.hpp"

namespace ridgepoint::bench {

/// The larger of the two models that scripts/train-model trains: 130,368 parameters.
inline constexpr lm::Shape network_shape{512, 64, 2, 4, 168, 128};

/// Worked: of `network_shape` 130,368.
constexpr std::size_t parameters_of(const lm::Shape& s) {
    const std::size_t linear = s.width * (4 * s.width + 3 * s.hidden), gains = 2 * s.width;
    return s.vocabulary * s.width + s.layers * (linear + gains) + s.width;
}

/// A model whose weights mean nothing: how long it takes does not depend on them.
lm::Model untrained_model(const lm::Shape& shape);

/// All linear layers and the logits go through the kernels, in one format: floats, or whole numbers with a scale for
/// each output times activations of 7 bits with a scale for each token. Attention, norms and the MLP's gate are loops
/// on floats, as are keys and values.
class Network {
public:
    Network(const Kernels& kernels, lm::Model model, Format format, std::size_t batch);

    /// Takes in the token that each sequence has at `position`, below the model's context, and returns the logits of
    /// what comes next, a row a sequence. Attends to all earlier positions, which have been taken in before.
    const AlignedVector<float>& step(std::span<const std::uint16_t> tokens, std::size_t position);

private:
    /// A matrix with the weights of an output in a row, and zeros up to the next multiple of column_group.
    struct Layer {
        Shape shape{};
        std::size_t inputs = 0;
        AlignedVector<float> floats{};
        AlignedVector<std::uint8_t> bytes{};  ///< int8 or int4
        std::vector<float> scales{};
        std::vector<std::int32_t> offsets{};  ///< what the offset of the activations adds to each output
    };
    struct BlockLayers {
        std::array<Layer, lm::parts> linear{};
        std::vector<float> keys{}, values{};  ///< a sequence, then a head after another
    };

    template <class Weight>
    Layer layer_of(std::size_t inputs, std::size_t outputs, Weight weight) const;
    void norm(const std::vector<float>& gain);
    void multiply(const Layer& layer, const float* x, float* y);
    void attend(BlockLayers& block, std::size_t position);

    const Kernels& kernels_;
    lm::Model model_;
    Format format_;
    std::size_t batch_;
    std::vector<BlockLayers> blocks_{};
    Layer head_{};
    /// Rows of what passes between layers, one a sequence.
    AlignedVector<float> stream_{}, normed_{}, projected_{}, mixed_{}, change_{}, gated_{}, hidden_{}, logits_{};
    /// What a kernel takes and gives, and what a token's activations are divided by.
    AlignedVector<float> activations_{};
    AlignedVector<std::uint8_t> levels_{};
    AlignedVector<std::int32_t> products_{};
    std::vector<float> scales_{}, scores_{};
};

}  // namespace ridgepoint::bench
