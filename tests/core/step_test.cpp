#include "ridgepoint/step.hpp"

#include <cmath>

#include "catch.hpp"

using namespace ridgepoint;

namespace {

/// 50 FLOP/s reached, 10 bytes/s, room for 100 bytes, a link of 1 byte/s, 1 s of dispatch, a quarter second a layer.
Machine<> machine() {
    Machine<> m;
    m.peak = FlopPerSecond<>{100};
    m.efficiency = 0.5;
    m.bandwidth = BytesPerSecond<>{10};
    m.bandwidth_efficiency = 1;
    m.capacity = Bytes<>{100};
    m.host_link = BytesPerSecond<>{1};
    m.overlap = 1;
    m.dispatch = Seconds<>{1};
    m.layer_overhead = Seconds<>{0.25};
    return m;
}

/// 2 s of arithmetic, 5 s of traffic, 2 s of overhead.
Step step() {
    Step s;
    s.work = Flop<>{100};
    s.traffic = Bytes<>{50};
    s.weights = s.footprint = Bytes<>{40};
    s.layers = 4;
    return s;
}

double latency(const Step& s, const Machine<>& m) { return in_si(time_step(s, m).latency); }
double memory(const Step& s, const Machine<>& m) { return in_si(time_step(s, m).memory); }

/// As `step`, with a footprint of so many bytes.
Step holding(double footprint, Offload offload = Offload::spill) {
    Step s = step();
    s.footprint = Bytes<>{footprint};
    s.offload = offload;
    return s;
}

}  // namespace

TEST_CASE("each leg is what is asked for over the rate") {
    const Timing<> t = time_step(step(), machine());
    CHECK(in_si(t.compute) == 2);   // 100 / (100 x 0.5)
    CHECK(in_si(t.memory) == 5);    // 50 / 10
    CHECK(in_si(t.overhead) == 2);  // 1 + 4 x 0.25
}

TEST_CASE("overlap hides the shorter leg, wholly, partly or not at all") {
    Machine<> m = machine();
    CHECK(latency(step(), m) == 7);  // 5 + 2
    m.overlap = 0.5;
    CHECK(latency(step(), m) == 8);  // 5 + 0.5 x 2 + 2
    m.overlap = 0;
    CHECK(latency(step(), m) == 9);  // 5 + 2 + 2
}

TEST_CASE("the regime is the longest leg") {
    Step s = step();
    CHECK(time_step(s, machine()).regime == Regime::memory);
    s.work = Flop<>{300};  // 6 s
    CHECK(time_step(s, machine()).regime == Regime::compute);
    s.layers = 100;  // 26 s
    CHECK(time_step(s, machine()).regime == Regime::overhead);
    s.overhead_counts = false;
    CHECK(time_step(s, machine()).regime == Regime::compute);
}

TEST_CASE("equal legs count as memory") {
    Step s = step();
    s.work = Flop<>{250};  // 5 s as well
    CHECK(time_step(s, machine()).regime == Regime::memory);
    s.layers = 16;  // and 1 + 16 x 0.25 = 5 s of overhead
    CHECK(time_step(s, machine()).regime == Regime::memory);
}

TEST_CASE("bandwidth efficiency slows the memory leg alone") {
    Machine<> m = machine();
    m.bandwidth_efficiency = 0.5;
    CHECK(memory(step(), m) == 10);
    CHECK(in_si(time_step(step(), m).compute) == 2);
}

TEST_CASE("dispatches and layers multiply their overheads") {
    Step s = step();
    s.dispatches = 0;
    CHECK(in_si(time_step(s, machine()).overhead) == 1);
    s.dispatches = 3;
    s.layers = 0;
    CHECK(in_si(time_step(s, machine()).overhead) == 3);
}

TEST_CASE("a step without work or traffic has a zero leg") {
    Step s = step();
    s.work = Flop<>{0};
    CHECK(latency(s, machine()) == 7);
    s.traffic = Bytes<>{0};
    CHECK(latency(s, machine()) == 2);
    CHECK(time_step(s, machine()).regime == Regime::overhead);
}

TEST_CASE("weights that fit the on-chip memory stream from it") {
    Machine<> m = machine();
    m.sram_capacity = Bytes<>{40};
    m.sram_bandwidth = BytesPerSecond<>{100};
    CHECK(memory(step(), m) == 0.5);
    m.sram_capacity = Bytes<>{39};
    CHECK(memory(step(), m) == 5);
    m.sram_bandwidth = BytesPerSecond<>{0};
    m.sram_capacity = Bytes<>{40};
    CHECK(memory(step(), m) == 5);
}

TEST_CASE("a flash device streams from flash unless the weights fit on chip") {
    Machine<> m = machine();
    m.flash_bandwidth = BytesPerSecond<>{2};
    CHECK(memory(step(), m) == 25);
    m.sram_capacity = Bytes<>{40};
    m.sram_bandwidth = BytesPerSecond<>{100};
    CHECK(memory(step(), m) == 0.5);
}

TEST_CASE("spill: only the share outside crosses the host link") {
    CHECK(memory(holding(100), machine()) == 5);
    CHECK(memory(holding(200), machine()) == 27.5);   // half at 10, half at 1: 25/10 + 25/1
    CHECK(memory(holding(400), machine()) == 38.75);  // a quarter at 10, the rest at 1: 1.25 + 37.5
}

TEST_CASE("spill is continuous where the memory becomes too small") {
    CHECK(memory(holding(100), machine()) == 5);
    CHECK(memory(holding(100 * (1 + 1e-9)), machine()) == Approx(5).epsilon(1e-7));
}

TEST_CASE("offload all: one byte too many sends everything over the link") {
    CHECK(memory(holding(100, Offload::all), machine()) == 5);
    CHECK(memory(holding(100.000001, Offload::all), machine()) == 50);
    CHECK(memory(holding(200, Offload::all), machine()) == 50);
}

TEST_CASE("offload ignore: timed as if it fitted") { CHECK(memory(holding(200, Offload::ignore), machine()) == 5); }

TEST_CASE("without a host link nothing can spill") {
    Machine<> m = machine();
    m.host_link = BytesPerSecond<>{0};
    CHECK(memory(holding(200), m) == 5);
    CHECK(memory(holding(200, Offload::all), m) == 5);
}

TEST_CASE("a host link faster than the memory does not make spilling pay") {
    Machine<> m = machine();
    m.host_link = BytesPerSecond<>{1000};
    CHECK(memory(holding(200), m) == 5);
    CHECK(memory(holding(200, Offload::all), m) == 5);
}

TEST_CASE("a smaller memory never makes a step faster") {
    for (const Offload offload : {Offload::spill, Offload::all, Offload::ignore}) {
        double before = 0;
        for (double capacity = 400; capacity > 1; capacity /= 1.1) {
            Machine<> m = machine();
            m.capacity = Bytes<>{capacity};
            const double now = latency(holding(200, offload), m);
            CHECK(now >= before);
            before = now;
        }
    }
}

TEST_CASE("attention runs at a rate of its own, and a FLOP takes its energy and its scaling") {
    // 8e12 FLOP at 100e12 x 0.5 and 2e12 at half of that: 0.16 + 0.08 s; beside, 8e12 x 1 fs + 2e12 x 2 fs = 0.012 s.
    Machine<> m{};
    m.peak = FlopPerSecond<>{100e12};
    m.bandwidth = BytesPerSecond<>{1e12};
    m.efficiency = 0.5;
    m.bandwidth_efficiency = m.overlap = 1;
    m.attention_rate = 0.5;
    m.seconds_per_flop = 1e-15;
    m.attention_seconds_per_flop = 2e-15;
    Step step;
    step.work = Flop<>{10e12};
    step.attention = Flop<>{2e12};
    CHECK(in_si(time_step(step, m).compute) == Approx(0.252));
    // 0.5 FLOP of the vector units beside each of 8e12, at 100e12 FLOP/s.
    m.vector_peak = FlopPerSecond<>{100e12};
    m.vector_flop_per_product = 0.5;
    CHECK(in_si(time_step(step, m).compute) == Approx(0.292));
}
