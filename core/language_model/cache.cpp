#include "cache.hpp"

#include "bits.hpp"

namespace ridgepoint::lm {
namespace {

constexpr int half = 16, scale_bits = 16, zero_bits = 8;

Grid grid_of(const float* values, std::size_t count, int bits) {
    const auto [low, high] = std::minmax_element(values, values + count);
    return asymmetric_grid(*low, *high, bits);
}

}  // namespace

std::size_t cache_row_bytes(std::size_t head_width, int bits) {
    constexpr std::size_t byte = 8;
    const std::size_t numbers = head_width * static_cast<std::size_t>(bits);
    return ((bits == half ? numbers : scale_bits + zero_bits + numbers) + byte - 1) / byte;
}

void round_cache_row(float* values, std::size_t count, int bits) {
    if (bits == half) {
        std::transform(values, values + count, values, as_half);
        return;
    }
    const Grid grid = grid_of(values, count, bits);
    std::transform(values, values + count, values, [&](float value) { return grid.rounded(value); });
}

Cache::Cache(const Shape& shape, int bits)
    : heads_(shape.heads),
      head_width_(shape.head_width()),
      bits_(bits),
      row_bytes_(cache_row_bytes(head_width_, bits)) {}

void Cache::append(const float* keys_and_values) {
    for (std::size_t row = 0; row < 2 * heads_; ++row) {
        const float* values = keys_and_values + row * head_width_;
        BitWriter writer(packed_);
        if (bits_ == half) {
            for (std::size_t d = 0; d < head_width_; ++d) writer.put(half_bits(values[d]), half);
            continue;
        }
        const Grid grid = grid_of(values, head_width_, bits_);
        writer.put(half_bits(grid.scale), scale_bits);
        writer.put(static_cast<std::uint32_t>(grid.zero), zero_bits);
        for (std::size_t d = 0; d < head_width_; ++d)
            writer.put(static_cast<std::uint32_t>(grid.level_of(values[d])), bits_);
    }
}

void Cache::read(std::size_t token, std::size_t row, float* to) const {
    BitReader reader(packed_.data() + (token * 2 * heads_ + row) * row_bytes_);
    if (bits_ == half) {
        for (std::size_t d = 0; d < head_width_; ++d) to[d] = half_value(static_cast<std::uint16_t>(reader.take(half)));
        return;
    }
    Grid grid;
    grid.scale = half_value(static_cast<std::uint16_t>(reader.take(scale_bits)));
    grid.zero = static_cast<int>(reader.take(zero_bits));
    for (std::size_t d = 0; d < head_width_; ++d) to[d] = grid.value_of(static_cast<int>(reader.take(bits_)));
}

void Cache::back_to(std::size_t count) { packed_.resize(count * 2 * heads_ * row_bytes_); }

}  // namespace ridgepoint::lm
