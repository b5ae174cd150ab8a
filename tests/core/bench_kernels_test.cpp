#include <cmath>
#include <vector>

#include "bench/kernels.hpp"
#include "catch.hpp"

using namespace ridgepoint::bench;

namespace {

/// What there is here, scalar first.
std::vector<const Kernels*> all_kernels() {
    std::vector<const Kernels*> all{&scalar_kernels()};
    for (const Kernels* one : {simd128_kernels(), widest_kernels()})
        if (one != nullptr) all.push_back(one);
    return all;
}

struct alignas(64) Block {
    unsigned char bytes[64];
};

/// Memory aligned as the kernels want it.
template <class T>
struct Values {
    std::vector<Block> blocks;
    explicit Values(std::size_t count) : blocks(count * sizeof(T) / sizeof(Block) + 1) {}
    T* data() { return reinterpret_cast<T*>(blocks.data()); }
    T& operator[](std::size_t i) { return data()[i]; }
};

/// The same numbers in every run.
struct Numbers {
    std::uint32_t state = 7;
    int next(int low, int high) {
        state = state * 1664525 + 1013904223;
        return low + static_cast<int>((state >> 8) % static_cast<unsigned>(high - low + 1));
    }
};

/// The ends of a range come often.
int often_an_end(Numbers& numbers, int low, int high) {
    switch (numbers.next(0, 3)) {
        case 0:
            return low;
        case 1:
            return high;
        default:
            return numbers.next(low, high);
    }
}

const std::vector<Shape> shapes{{4, 32, 1},   {4, 32, 2},   {8, 64, 3},  {12, 96, 5},
                                {16, 544, 2}, {4, 1056, 4}, {20, 512, 7}};

}  // namespace

TEST_CASE("integer products are exact, at the ends of their ranges too") {
    for (const Shape& shape : shapes) {
        Numbers numbers;
        const auto [rows, columns, batch] = shape;
        Values<std::int8_t> w8(rows * columns);
        Values<std::uint8_t> w4(rows * columns / 2), x(batch * columns);
        std::vector<int> wanted8(rows * batch), wanted4(rows * batch);
        for (std::size_t i = 0; i < batch * columns; ++i)
            x[i] = static_cast<std::uint8_t>(often_an_end(numbers, 0, 127));
        for (std::size_t i = 0; i < rows * columns / 2; ++i) w4[i] = 0;
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < columns; ++c) {
                const int eight = often_an_end(numbers, -127, 127), four = often_an_end(numbers, -8, 7);
                w8[r * columns + c] = static_cast<std::int8_t>(eight);
                const int half = (four + int4_offset) << (int4_is_high(c) ? 4 : 0);
                std::uint8_t& byte = w4[int4_byte(r, c, columns)];
                byte = static_cast<std::uint8_t>(byte | half);
                for (std::size_t b = 0; b < batch; ++b) {
                    wanted8[b * rows + r] += eight * x[b * columns + c];
                    wanted4[b * rows + r] += four * x[b * columns + c];
                }
            }
        for (const Kernels* kernels : all_kernels()) {
            INFO(kernels->name << ", " << rows << " x " << columns << " x " << batch);
            Values<std::int32_t> y(rows * batch);
            kernels->int8(w8.data(), x.data(), y.data(), shape);
            CHECK(std::vector<int>(y.data(), y.data() + rows * batch) == wanted8);
            kernels->int4(w4.data(), x.data(), y.data(), shape);
            CHECK(std::vector<int>(y.data(), y.data() + rows * batch) == wanted4);
        }
    }
}

TEST_CASE("products of floats are right to rounding") {
    for (const Shape& shape : shapes) {
        Numbers numbers;
        const auto [rows, columns, batch] = shape;
        Values<float> w(rows * columns), x(batch * columns), y(rows * batch);
        for (std::size_t i = 0; i < rows * columns; ++i) w[i] = static_cast<float>(numbers.next(-999, 999)) / 512;
        for (std::size_t i = 0; i < batch * columns; ++i) x[i] = static_cast<float>(numbers.next(-999, 999)) / 512;
        for (const Kernels* kernels : all_kernels()) {
            kernels->fp32(w.data(), x.data(), y.data(), shape);
            for (std::size_t b = 0; b < batch; ++b)
                for (std::size_t r = 0; r < rows; ++r) {
                    double wanted = 0, size = 0;
                    for (std::size_t c = 0; c < columns; ++c) {
                        const double product = static_cast<double>(w[r * columns + c]) * x[b * columns + c];
                        wanted += product;
                        size += std::fabs(product);
                    }
                    INFO(kernels->name << ", row " << r << " of " << rows);
                    CHECK(std::fabs(y[b * rows + r] - wanted) <= 1e-7 * static_cast<double>(columns) * size);
                }
        }
    }
}

TEST_CASE("reading sums every float, and copying moves every one and no other") {
    constexpr std::size_t count = 384;
    for (const Kernels* kernels : all_kernels()) {
        INFO(kernels->name);
        Values<float> from(count), to(count + 1);
        float sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += from[i] = static_cast<float>(i % 17);
        to[count] = -1;
        CHECK(kernels->read(from.data(), count) == sum);
        kernels->copy(to.data(), from.data(), count);
        for (std::size_t i = 0; i < count; ++i) CHECK(to[i] == from[i]);
        CHECK(to[count] == -1);
    }
}

TEST_CASE("the arithmetic is done: its chains end where theirs do by hand") {
    for (const Kernels* kernels : all_kernels()) {
        INFO(kernels->name);
        // v = v / 2 + 1 four times from 0 is 1.875, and then comes near 2.
        const double lanes = kernels->arithmetic_flop / 8;
        CHECK(kernels->arithmetic(1) == static_cast<float>(1.875 * lanes));
        CHECK(kernels->arithmetic(20) == static_cast<float>(2 * lanes));
    }
}

TEST_CASE("packed weights take the bytes that are stated") {
    CHECK(weight_bytes(Format::int4, {1024, 1024, 1}) == 524288);
    CHECK(weight_bytes(Format::int8, {8, 32, 5}) == 256);
    CHECK(weight_bytes(Format::fp32, {8, 32, 5}) == 1024);
    CHECK(int4_byte(1, 40, 64) == 32 + 16 + 8);
    CHECK_FALSE(int4_is_high(40));
    CHECK(int4_is_high(16));
}
