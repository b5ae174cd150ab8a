#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "moe_router/buffer.hpp"
#include "moe_router/kernels.hpp"
#include "moe_router/matrix.hpp"

using namespace ridgepoint::router;

namespace {

MemoryMeter meter;

struct RandomValues : Buffer<float> {
    RandomValues(std::size_t count, std::uint64_t seed) : Buffer<float>(meter, count) {
        Random random(seed);
        for (float& value : all()) value = random.uniform(2);
    }
};

bool same_bits(const Buffer<float>& a, const Buffer<float>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("every weight has a place of its own, in order down each panel") {
    for (const auto& [rows, columns] : {std::pair{4, 1}, {8, 3}, {12, 5}, {32, 2}, {36, 4}, {76, 7}}) {
        const auto r = static_cast<std::size_t>(rows), c = static_cast<std::size_t>(columns);
        std::vector<bool> taken(r * c);
        for (std::size_t row = 0; row < r; ++row) {
            for (std::size_t column = 0; column < c; ++column) {
                const std::size_t index = weight_index(row, column, r, c);
                REQUIRE(index < taken.size());
                CHECK_FALSE(taken[index]);
                taken[index] = true;
            }
        }
    }
    CHECK(weight_index(0, 1, 32, 5) == 32);
    CHECK(weight_index(33, 2, 40, 5) == 32 * 5 + 2 * 8 + 1);
}

TEST_CASE("a matrix times a vector is the sum of products in order, each rounded") {
    for (const std::size_t rows : {4, 8, 12, 20, 32, 44, 64, 76}) {
        constexpr std::size_t columns = 37;
        const RandomValues w(rows * columns, 7), x(columns, 8);
        Buffer<float> expected(meter, rows), y(meter, rows);
        for (std::size_t r = 0; r < rows; ++r) {
            volatile float sum = 0;  // no wider or fused arithmetic
            for (std::size_t c = 0; c < columns; ++c) {
                const volatile float product = w[weight_index(r, c, rows, columns)] * x[c];
                sum = sum + product;
            }
            expected[r] = sum;
        }
        scalar_kernels().multiply(w.data(), x.data(), y.data(), rows, columns);
        INFO(rows << " rows");
        CHECK(same_bits(y, expected));
        if (simd_kernels() == nullptr) continue;
        simd_kernels()->multiply(w.data(), x.data(), y.data(), rows, columns);
        CHECK(same_bits(y, expected));
    }
}

TEST_CASE("SIMD and scalar kernels agree to the last bit") {
    REQUIRE(simd_kernels() != nullptr);
    const Kernels &simd = *simd_kernels(), &scalar = scalar_kernels();
    CHECK(simd.name == "simd");
    CHECK(scalar.name == "scalar");
    CHECK(&best_kernels() == &simd);
    constexpr std::size_t count = 76;
    const RandomValues a(count, 1), b(count, 2);
    const auto both = [&](auto run) {
        Buffer<float> one(meter, count), other(meter, count);
        one.assign(a);
        other.assign(a);
        run(simd, one.data());
        run(scalar, other.data());
        return same_bits(one, other) && !same_bits(one, a);
    };
    CHECK(both([&](const Kernels& k, float* v) { k.relu(v, count); }));
    CHECK(both([&](const Kernels& k, float* v) { k.relu_gate(v, b.data(), count); }));
    CHECK(both([&](const Kernels& k, float* v) { k.add_scaled(v, b.data(), 0.3f, count); }));
}

TEST_CASE("ReLU keeps what is positive and zeroes the rest") {
    for (const Kernels* k : {&best_kernels(), &scalar_kernels()}) {
        Buffer<float> v(meter, 4), g(meter, 4), y(meter, 4);
        const float values[]{-1.5f, 0, 2.25f, 1e-30f};
        std::copy_n(values, 4, v.data());
        k->relu(v.data(), 4);
        CHECK(v[0] == 0);
        CHECK(v[1] == 0);
        CHECK(v[2] == 2.25f);
        CHECK(v[3] == 1e-30f);
        std::fill_n(g.data(), 4, -3.0f);
        g[2] = 2;
        k->relu_gate(v.data(), g.data(), 4);
        CHECK(v[2] == 4.5f);
        CHECK(v[3] == 0);
        std::fill_n(y.data(), 4, 1.0f);
        k->add_scaled(y.data(), v.data(), 2, 4);
        CHECK(y[2] == 10);
        CHECK(y[0] == 1);
    }
}

TEST_CASE("reading sums every value once") {
    Buffer<float> ones(meter, 640);
    std::fill_n(ones.data(), ones.size(), 1.0f);
    ones[639] = 3;
    for (const Kernels* k : {&best_kernels(), &scalar_kernels()}) {
        CHECK(k->read(ones.data(), ones.size()) == 642);
        CHECK(std::isfinite(k->arithmetic(10)));
    }
}

TEST_CASE("a matrix's weights keep the variance of what passes, and centred rows ignore a constant") {
    Matrix m(meter, 30, 64);
    Random random(3);
    m.randomize(random, 30);
    CHECK(m.padded_rows() == 32);
    const RandomValues x(64, 5);
    Buffer<float> y(meter, 32), shifted(meter, 32), z(meter, 32);
    m.apply(best_kernels(), x.data(), y.data());
    double in = 0, out = 0;
    for (const float v : x.all()) in += static_cast<double>(v) * v / 64;
    for (const float v : y.part(0, 30)) out += static_cast<double>(v) * v / 30;
    CHECK(out == Approx(in).epsilon(0.5));
    CHECK(y[30] == 0);
    CHECK(y[31] == 0);
    m.center_rows();
    m.apply(best_kernels(), x.data(), y.data());
    Buffer<float> moved(meter, 64);
    for (std::size_t i = 0; i < 64; ++i) moved[i] = x[i] + 10;
    m.apply(best_kernels(), moved.data(), z.data());
    for (std::size_t r = 0; r < 30; ++r) CHECK(z[r] == Approx(y[r]).margin(1e-4));
}
