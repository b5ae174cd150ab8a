/// Numbers of a few bits, one after another without gaps, the lowest bit first.
#pragma once

#include <cstdint>
#include <vector>

namespace ridgepoint::lm {

class BitWriter {
public:
    explicit BitWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    /// The low `bits` bits of a number, at most 16.
    void put(std::uint32_t value, int bits) {
        for (int i = 0; i < bits; ++i, ++used_) {
            if (used_ % 8 == 0) bytes_.push_back(0);
            bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (((value >> i) & 1) << (used_ % 8)));
        }
    }

private:
    std::vector<std::uint8_t>& bytes_;
    std::size_t used_ = 0;
};

class BitReader {
public:
    explicit BitReader(const std::uint8_t* bytes) : next_(bytes) {}

    std::uint32_t take(int bits) {
        for (; held_ < bits; held_ += 8) ahead_ |= static_cast<std::uint32_t>(*next_++) << held_;
        const std::uint32_t value = ahead_ & ((1u << bits) - 1);
        ahead_ >>= bits;
        held_ -= bits;
        return value;
    }

private:
    const std::uint8_t* next_;
    std::uint32_t ahead_ = 0;
    int held_ = 0;
};

}  // namespace ridgepoint::lm
