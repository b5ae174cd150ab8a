#include "cache.hpp"

#include "bits.hpp"

namespace ridgepoint::lm {
namespace {

constexpr int as_they_are = 16, scale_bits = 16, zero_bits = 8;

}  // namespace

std::size_t cache_row_bytes(std::size_t head_width, int bits) {
    constexpr std::size_t byte = 8;
    const std::size_t all = scale_bits + zero_bits + head_width * static_cast<std::size_t>(bits);
    return (all + byte - 1) / byte;
}

Grid cache_grid(const float* values, std::size_t count, int bits) {
    const auto [low, high] = std::minmax_element(values, values + count);
    return asymmetric_grid(*low, *high, bits);
}

Cache::Cache(const Shape& shape, int bits)
    : heads_(shape.heads),
      head_width_(shape.head_width()),
      bits_(bits),
      row_bytes_(cache_row_bytes(head_width_, bits)) {}

void Cache::append(const float* keys_and_values) {
    const std::size_t rows = 2 * heads_;
    if (bits_ == as_they_are) {
        floats_.insert(floats_.end(), keys_and_values, keys_and_values + rows * head_width_);
        return;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const float* values = keys_and_values + row * head_width_;
        const Grid grid = cache_grid(values, head_width_, bits_);
        BitWriter writer(packed_);
        writer.put(half_bits(grid.scale), scale_bits);
        writer.put(static_cast<std::uint32_t>(grid.zero), zero_bits);
        for (std::size_t d = 0; d < head_width_; ++d)
            writer.put(static_cast<std::uint32_t>(grid.level_of(values[d])), bits_);
    }
}

void Cache::read(std::size_t token, std::size_t row, float* to) const {
    const std::size_t at = token * 2 * heads_ + row;
    if (bits_ == as_they_are) {
        std::copy_n(floats_.data() + at * head_width_, head_width_, to);
        return;
    }
    BitReader reader(packed_.data() + at * row_bytes_);
    Grid grid;
    grid.scale = half_value(static_cast<std::uint16_t>(reader.take(scale_bits)));
    grid.zero = static_cast<int>(reader.take(zero_bits));
    for (std::size_t d = 0; d < head_width_; ++d) to[d] = grid.value_of(static_cast<int>(reader.take(bits_)));
}

void Cache::back_to(std::size_t count) {
    const std::size_t rows = count * 2 * heads_;
    if (bits_ == as_they_are) floats_.resize(rows * head_width_);
    else packed_.resize(rows * row_bytes_);
}

}  // namespace ridgepoint::lm
