/// From a model to a quantized one, block after block as in the papers: each block is calibrated with what the blocks
/// before it, already quantized, hand on. With GPTQ that goes for each layer (matching.hpp).
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

/// `calibration` is a text, of which whole windows count: for GPTQ all of them, for the statistics of the other methods
/// and of pruning the first 16. (AWQ needs far less text than GPTQ, as its paper shows.)
QuantizedModel compress(const Model& model, std::span<const Token> calibration, const Compression& how);

}  // namespace ridgepoint::lm
