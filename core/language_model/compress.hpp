/// From a model to a quantized one, block after block as in the papers: each block is calibrated with what the blocks
/// before it, already quantized, hand on.
#pragma once

#include <optional>

#include "pruning.hpp"
#include "quantized_model.hpp"

namespace ridgepoint::lm {

enum class Method { rounding, gptq, awq, smoothquant };
enum class Pruning { none, unstructured, two_of_four, channels };

struct Compression {
    Method method = Method::rounding;
    int bits = 16;  ///< of the weights of linear layers; 16 leaves them
    /// Whose weights share a grid: of a matrix, of an output, or so many inputs of an output.
    enum class Granularity { tensor, channel, group } granularity = Granularity::channel;
    std::size_t group = 32;
    Activations activations = Activations::floating;
    int cache_bits = 16;
    Pruning pruning = Pruning::none;
    Importance importance = Importance::magnitude;
    double share = 0.5;  ///< of the weights, or channels, that go
};

/// The windows of a text that calibrate; a whole number of contexts.
QuantizedModel compress(const Model& model, std::span<const Token> calibration, const Compression& how);

}  // namespace ridgepoint::lm
