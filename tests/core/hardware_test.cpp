#include "ridgepoint/hardware.hpp"
#include "model/called.hpp"

#include "catch.hpp"

using namespace ridgepoint;

namespace {

PrecisionRates hopper() {
    PrecisionRates r;
    r.fp32 = FlopPerSecond<>{67e12};
    r.fp16 = FlopPerSecond<>{989e12};
    r.fp8 = r.int8 = FlopPerSecond<>{1979e12};
    return r;
}

void expect(const PrecisionRates& rates, Precision p, Scheme scheme, double peak, Precision at) {
    const Rate rate = compute_rate(rates, p, scheme);
    INFO(precision_names[static_cast<unsigned>(p)] << " " << scheme_names[static_cast<unsigned>(scheme)]);
    CHECK(in_si(rate.peak) == peak);
    CHECK(rate.at == at);
}

}  // namespace

TEST_CASE("bytes per value") {
    constexpr double expected[]{4, 4, 2, 2, 1, 1, 0.5, 0.5};  // fp32 tf32 fp16 bf16 fp8 int8 int4 fp4
    for (unsigned i = 0; i < precision_names.size(); ++i)
        CHECK(bytes_per_value(static_cast<Precision>(i)) == expected[i]);
}

TEST_CASE("formats of a byte and less are quantized") {
    for (const Precision p : {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16})
        CHECK_FALSE(is_quantized(p));
    for (const Precision p : {Precision::fp8, Precision::int8, Precision::int4, Precision::fp4}) CHECK(is_quantized(p));
}

TEST_CASE("a listed precision computes at its own rate") {
    for (const Scheme scheme : {Scheme::weight_only, Scheme::native}) {
        expect(hopper(), Precision::fp32, scheme, 67e12, Precision::fp32);
        expect(hopper(), Precision::fp16, scheme, 989e12, Precision::fp16);
    }
    expect(hopper(), Precision::int8, Scheme::native, 1979e12, Precision::int8);
    expect(hopper(), Precision::fp8, Scheme::native, 1979e12, Precision::fp8);
}

TEST_CASE("weight-only formats compute at the fp16 rate, listed or not") {
    for (const Precision p : {Precision::fp8, Precision::int8, Precision::int4, Precision::fp4})
        expect(hopper(), p, Scheme::weight_only, 989e12, Precision::fp16);
}

TEST_CASE("a precision without a rate computes at fp16 and says so") {
    expect(hopper(), Precision::int4, Scheme::native, 989e12, Precision::fp16);
    expect(hopper(), Precision::tf32, Scheme::weight_only, 989e12, Precision::fp16);
    expect(hopper(), Precision::bf16, Scheme::weight_only, 989e12, Precision::fp16);
}

TEST_CASE("without fp16 the next widest rate stands in") {
    PrecisionRates rates;
    rates.int8 = FlopPerSecond<>{8};
    expect(rates, Precision::fp16, Scheme::native, 8, Precision::int8);
    expect(rates, Precision::int8, Scheme::weight_only, 8, Precision::int8);
    rates.fp32 = FlopPerSecond<>{2};
    expect(rates, Precision::fp16, Scheme::native, 2, Precision::fp32);
    expect(rates, Precision::int8, Scheme::weight_only, 2, Precision::fp32);
    rates.bf16 = FlopPerSecond<>{4};
    expect(rates, Precision::fp16, Scheme::native, 4, Precision::bf16);
    expect(rates, Precision::int8, Scheme::native, 8, Precision::int8);
}

TEST_CASE("a device without any rate has a rate of zero") {
    CHECK(in_si(compute_rate({}, Precision::fp16, Scheme::native).peak) == 0);
}

TEST_CASE("a device is said without its vendor and form factor") {
    const auto said = [](const char* name, const char* expected) { CHECK(short_name(name) == expected); };
    said("NVIDIA H100 SXM5 80GB", "H100");
    said("NVIDIA H100 PCIe 80GB", "H100 PCIe");
    said("NVIDIA A100 SXM4 80GB", "A100 80\u00a0GB");
    said("NVIDIA GeForce RTX 4090", "RTX 4090");
    said("NVIDIA GH200 Grace Hopper 96GB", "GH200");
    said("AMD Instinct MI300X", "MI300X");
    said("Apple M1 Max (32-core GPU)", "M1 Max");
    said("Apple MacBook Pro (M4 Max, 40-core GPU)", "MacBook Pro M4 Max");
    said("My own", "My own");
    said("", "");
}
