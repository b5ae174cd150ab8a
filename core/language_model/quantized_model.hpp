/// A model whose linear layers, activations and cache are rounded as asked, as it really runs.
#pragma once

#include "forward.hpp"
#include "packed.hpp"

namespace ridgepoint::lm {

/// Inputs of the linear layers: as they are; 8 bits with a scale that the calibration text set; 8 bits with a scale of
/// each token.
enum class Activations { floating, int8_per_tensor, int8_per_token };

struct QuantizedModel {
    Model model;  ///< its linear layers are those of the packed bytes
    std::vector<std::array<PackedLayer, parts>> packed{};
    /// With activations in 8 bits: the levels less their zeros. Sums of up to 1,024 such products stay below 2²⁴, so
    /// that floats have them exactly.
    std::vector<std::array<Matrix, parts>> levels{};
    Activations activations = Activations::floating;
    std::vector<std::array<float, parts>> most{};  ///< largest |input| on the calibration text
    int cache_bits = 16;  ///< of keys and values: 16 are halves; 8 or 4 with a grid for each token and head

    /// Everything that is stored: linear layers as packed, embedding as halves, gains as floats.
    std::size_t bytes() const;

    /// Stored bits of the linear layers, over their weights before any was pruned.
    double bits_per_weight() const;

    /// Bytes of cached keys and values for one token, as packed.
    std::size_t cache_bytes_per_token() const;

    /// Its layers for `forward`. The model must outlive them.
    Layers layers() const;
};

/// Rounds x to whole multiples of a scale, −127 to 127; the scale is most/127. Returns it.
float to_int8(const float* x, std::int8_t* levels, std::size_t count, float most);

/// Rounds the keys and values of rows of queries, keys and values.
void round_cache(const Shape& shape, int bits, float* projected, std::size_t rows);

/// y = x·W for one token, from the packed bytes; to the last bit what `layers().apply` gives.
void apply_packed(const QuantizedModel& model, std::size_t block, Part part, const float* x, float* y);

}  // namespace ridgepoint::lm
