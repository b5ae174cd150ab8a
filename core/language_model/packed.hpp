/// A linear layer as it is stored: bits without gaps. Products are worked out from these bytes.
#pragma once

#include "quantized_matrix.hpp"

namespace ridgepoint::lm {

/// What is stored of a pruned matrix: everything, a bit for each weight and those that stay, two bits for the place of
/// each of two in four, or rows and columns that are left.
enum class Storage { dense, mask, two_of_four, channels };

struct Packed {
    std::size_t inputs = 0, outputs = 0;
    Storage storage = Storage::dense;
    int bits = 16;  ///< of a weight; 16 are halves, without grids
    Tile tile{};
    bool symmetric = false;
    std::vector<std::uint8_t> weights{};  ///< levels or halves of the weights that stay, input after input
    std::vector<std::uint8_t> places{};   ///< which weights stay
    std::vector<std::uint8_t> grids{};    ///< of each grid 16 bits of scale and, unless symmetric, `bits` of zero

    std::size_t bytes() const { return weights.size() + places.size() + grids.size(); }
};

/// Stores halves, or levels. `mask` is the pruning that the storage is for.
Packed pack(const Matrix& weights, Storage storage, const Mask& mask);
Packed pack(const QuantizedMatrix& quantized, Storage storage, const Mask& mask);

/// Reads the bytes again for every product, as a device does that keeps weights packed in its memory; which weights
/// stay and the grids are read once.
class PackedLayer {
public:
    PackedLayer() = default;
    explicit PackedLayer(Packed packed);

    /// y = x·W: equal to the last bit to `multiply` with the unpacked matrix.
    void multiply(const float* x, float* y) const;

    /// y = x·(levels − zeros) in integers, of weights of 8 bits or fewer; exact.
    void multiply(const std::int8_t* x, std::int32_t* y) const;

    const Packed& packed() const { return packed_; }

    /// The grid of a weight of 8 bits or fewer.
    const Grid& grid(std::size_t input, std::size_t output) const {
        return grids_[input / packed_.tile.inputs * across_ + output / packed_.tile.outputs];
    }

    /// The weights that the bytes stand for, and of 8 bits or fewer the levels less their zeros; 0 where pruned.
    Matrix values() const;
    Matrix levels() const;

private:
    /// Calls f(input, output, number as stored) for every weight that stays, and the same with what it stands for.
    template <class F>
    void each_stored(F f) const;
    template <class F>
    void each_value(F f) const;
    template <class F>
    void each_level(F f) const;

    Packed packed_;
    std::size_t across_ = 0;  ///< grids beside one another
    std::vector<Grid> grids_;
    Mask stays_;
};

}  // namespace ridgepoint::lm
