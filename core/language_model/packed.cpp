#include "packed.hpp"

#include "bits.hpp"

namespace ridgepoint::lm {
namespace {

constexpr std::size_t group = 4;  // of which two stay
constexpr int half = 16, place_bits = 2;

/// Whether anything of an input, or of an output, stays.
Mask any_of_inputs(const Mask& mask, std::size_t inputs, std::size_t outputs) {
    Mask any(inputs);
    for (std::size_t at = 0; at < mask.size(); ++at) any[at / outputs] |= mask[at];
    return any;
}
Mask any_of_outputs(const Mask& mask, std::size_t outputs) {
    Mask any(outputs);
    for (std::size_t at = 0; at < mask.size(); ++at) any[at % outputs] |= mask[at];
    return any;
}

std::vector<std::uint8_t> places_of(const Mask& mask, Storage storage, std::size_t inputs, std::size_t outputs) {
    std::vector<std::uint8_t> bytes;
    BitWriter writer(bytes);
    const auto put_all = [&](const Mask& stays) {
        for (const std::uint8_t one : stays) writer.put(one, 1);
    };
    switch (storage) {
        case Storage::dense:
            break;
        case Storage::mask:
            put_all(mask);
            break;
        case Storage::channels:
            put_all(any_of_inputs(mask, inputs, outputs));
            put_all(any_of_outputs(mask, outputs));
            break;
        case Storage::two_of_four:
            for (std::size_t first = 0; first < inputs; first += group)
                for (std::size_t j = 0; j < outputs; ++j)
                    for (std::size_t i = 0; i < group; ++i)
                        if (mask[(first + i) * outputs + j]) writer.put(static_cast<std::uint32_t>(i), place_bits);
    }
    return bytes;
}

/// Which weights stay, from the places.
Mask mask_of(const Packed& packed) {
    Mask mask(packed.inputs * packed.outputs, packed.storage == Storage::dense);
    BitReader reader(packed.places.data());
    switch (packed.storage) {
        case Storage::dense:
            break;
        case Storage::mask:
            for (std::size_t at = 0; at < mask.size(); ++at) mask[at] = static_cast<std::uint8_t>(reader.take(1));
            break;
        case Storage::channels: {
            Mask inputs(packed.inputs), outputs(packed.outputs);
            for (std::uint8_t& stays : inputs) stays = static_cast<std::uint8_t>(reader.take(1));
            for (std::uint8_t& stays : outputs) stays = static_cast<std::uint8_t>(reader.take(1));
            for (std::size_t at = 0; at < mask.size(); ++at)
                mask[at] = inputs[at / packed.outputs] & outputs[at % packed.outputs];
            break;
        }
        case Storage::two_of_four:
            for (std::size_t first = 0; first < packed.inputs; first += group)
                for (std::size_t j = 0; j < packed.outputs; ++j)
                    for (int stays = 0; stays < 2; ++stays)
                        mask[(first + reader.take(place_bits)) * packed.outputs + j] = true;
    }
    return mask;
}

Packed packed_of(std::size_t inputs, std::size_t outputs, Storage storage, const Mask& mask) {
    Packed packed;
    packed.inputs = inputs;
    packed.outputs = outputs;
    packed.storage = storage;
    packed.places = places_of(mask, storage, inputs, outputs);
    return packed;
}

std::vector<Grid> grids_of(const Packed& packed) {
    std::vector<Grid> grids;
    if (packed.bits == half) return grids;
    const std::size_t down = (packed.inputs + packed.tile.inputs - 1) / packed.tile.inputs;
    const std::size_t across = (packed.outputs + packed.tile.outputs - 1) / packed.tile.outputs;
    BitReader reader(packed.grids.data());
    for (std::size_t n = 0; n < down * across; ++n) {
        Grid grid;
        grid.levels = 1 << packed.bits;
        grid.scale = half_value(static_cast<std::uint16_t>(reader.take(half)));
        grid.zero = packed.symmetric ? grid.levels / 2 : static_cast<int>(reader.take(packed.bits));
        grids.push_back(grid);
    }
    return grids;
}

}  // namespace

Packed pack(const Matrix& weights, Storage storage, const Mask& mask) {
    Packed packed = packed_of(weights.inputs, weights.outputs, storage, mask);
    const Mask stays = storage == Storage::dense ? Mask(weights.values.size(), true) : mask_of(packed);
    BitWriter writer(packed.weights);
    for (std::size_t at = 0; at < stays.size(); ++at)
        if (stays[at]) writer.put(half_bits(weights.values[at]), half);
    return packed;
}

Packed pack(const QuantizedMatrix& quantized, Storage storage, const Mask& mask) {
    Packed packed = packed_of(quantized.inputs, quantized.outputs, storage, mask);
    packed.bits = quantized.rounding.bits;
    packed.tile = quantized.rounding.tile;
    packed.symmetric = quantized.rounding.symmetric;
    const Mask stays = storage == Storage::dense ? Mask(quantized.levels.size(), true) : mask_of(packed);
    BitWriter writer(packed.weights);
    for (std::size_t at = 0; at < stays.size(); ++at)
        if (stays[at]) writer.put(quantized.levels[at], packed.bits);
    BitWriter grids(packed.grids);
    for (const Grid& grid : quantized.grids) {
        grids.put(half_bits(grid.scale), half);
        if (!packed.symmetric) grids.put(static_cast<std::uint32_t>(grid.zero), packed.bits);
    }
    return packed;
}

PackedLayer::PackedLayer(Packed packed)
    : packed_(std::move(packed)),
      across_((packed_.outputs + packed_.tile.outputs - 1) / packed_.tile.outputs),
      grids_(grids_of(packed_)) {
    if (packed_.storage != Storage::dense) stays_ = mask_of(packed_);
}

template <class F>
void PackedLayer::each_stored(F f) const {
    BitReader reader(packed_.weights.data());
    for (std::size_t i = 0, at = 0; i < packed_.inputs; ++i)
        for (std::size_t j = 0; j < packed_.outputs; ++j, ++at)
            if (stays_.empty() || stays_[at] != 0) f(i, j, reader.take(packed_.bits));
}

template <class F>
void PackedLayer::each_value(F f) const {
    if (packed_.bits == half)
        each_stored([&](std::size_t i, std::size_t j, std::uint32_t bits) {
            f(i, j, half_value(static_cast<std::uint16_t>(bits)));
        });
    else
        each_stored([&](std::size_t i, std::size_t j, std::uint32_t bits) {
            f(i, j, grid(i, j).value_of(static_cast<int>(bits)));
        });
}

template <class F>
void PackedLayer::each_level(F f) const {
    each_stored(
        [&](std::size_t i, std::size_t j, std::uint32_t bits) { f(i, j, static_cast<int>(bits) - grid(i, j).zero); });
}

void PackedLayer::multiply(const float* x, float* y) const {
    std::fill(y, y + packed_.outputs, 0.0f);
    each_value([&](std::size_t i, std::size_t j, float weight) { y[j] += x[i] * weight; });
}

void PackedLayer::multiply(const std::int8_t* x, std::int32_t* y) const {
    std::fill(y, y + packed_.outputs, 0);
    each_level([&](std::size_t i, std::size_t j, int level) { y[j] += x[i] * level; });
}

Matrix PackedLayer::values() const {
    Matrix m(packed_.inputs, packed_.outputs);
    each_value([&](std::size_t i, std::size_t j, float weight) { m.row(i)[j] = weight; });
    return m;
}

Matrix PackedLayer::levels() const {
    Matrix m(packed_.inputs, packed_.outputs);
    each_level([&](std::size_t i, std::size_t j, int level) { m.row(i)[j] = static_cast<float>(level); });
    return m;
}

}  // namespace ridgepoint::lm
