/// Keys and values of the tokens so far, of one block, packed without gaps and read from these bytes: halves, or 8 or 4
/// bits with a grid for each token and head.
#pragma once

#include "grid.hpp"
#include "model.hpp"

namespace ridgepoint::lm {

class Cache {
public:
    /// `bits`: 16, 8 or 4.
    Cache(const Shape& shape, int bits);

    /// Takes in a token's keys, then its values; `width` floats each.
    void append(const float* keys_and_values);

    /// One head's keys of a token, or its values, as they are left; `head_width` floats.
    void read_keys(std::size_t token, std::size_t head, float* to) const { read(token, head, to); }
    void read_values(std::size_t token, std::size_t head, float* to) const { read(token, heads_ + head, to); }

    /// Forgets all tokens but the first `count`.
    void back_to(std::size_t count);

    /// What is stored, in all.
    std::size_t bytes() const { return packed_.size(); }

private:
    void read(std::size_t token, std::size_t row, float* to) const;

    std::size_t heads_, head_width_;
    int bits_;
    std::size_t row_bytes_;  ///< of a token's keys or values of a head
    std::vector<std::uint8_t> packed_{};
};

/// Bytes of a token's keys or values of a head: 16 bits for each, or a scale of 16 bits, the level of 0 in 8, and the
/// levels. Worked: 16 numbers in 16 bits take 32, in 4 bits 2 + 1 + 8.
std::size_t cache_row_bytes(std::size_t head_width, int bits);

/// Rounds a token's keys or values of a head to what the cache gives back.
void round_cache_row(float* values, std::size_t count, int bits);

}  // namespace ridgepoint::lm
