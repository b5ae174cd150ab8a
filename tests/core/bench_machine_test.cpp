#include <cmath>
#include <limits>

#include "bench/machine.hpp"
#include "bench/runner.hpp"
#include "catch.hpp"

using namespace ridgepoint::bench;

namespace {

/// Shows the time in whole steps; only work moves it.
struct SteppingClock final : ridgepoint::Clock {
    double time_s = 0, step_s = 1e-4;
    double now_s() override { return step_s == 0 ? time_s : std::floor(time_s / step_s) * step_s; }
};

Timing taking(double seconds) {
    Timing timing;
    timing.median_s = timing.low_s = timing.high_s = seconds;
    timing.resolved = true;
    return timing;
}

/// A machine by its formulas: 64 GB/s up to 1 MiB, 8 GB/s beyond; 1e10 operations a second in fp32, twice and four
/// times in int8 and int4; matrices reach 0.8, vectors 0.5, reading 0.5 beyond the cache; a call takes 1 us.
std::vector<Sample> simulated(double largest_bytes = 64 << 20) {
    std::vector<Sample> samples;
    for (const Task& task : machine_tasks(largest_bytes)) {
        const double rate = 1e10 * (1 << static_cast<int>(task.format));
        const double bytes_per_s = task.traffic_bytes() <= 1 << 20 ? 64e9 : 8e9;
        double seconds = task.work() / (task.kind == Kind::arithmetic ? rate : bytes_per_s);
        if (task.kind == Kind::product) {
            const double arithmetic_s = task.work() / rate / (task.shape.batch > 1 ? 0.8 : 0.5);
            const double memory_s = task.traffic_bytes() / bytes_per_s / (bytes_per_s > 1e10 ? 1 : 0.5);
            seconds = 1e-6 + (probe_of(task.shape) == Probe::overhead ? 0 : std::max(arithmetic_s, memory_s));
        }
        samples.push_back({task, taking(seconds)});
    }
    return samples;
}

}  // namespace

TEST_CASE("a coarse clock gets repeats of fifty steps, and the time of a pass is right to two parts in a hundred") {
    SteppingClock clock;
    const Timing timing =
        time_of(clock, 1e-4, {}, [&](std::size_t passes) { clock.time_s += 3e-6 * static_cast<double>(passes); });
    CHECK(timing.resolved);
    CHECK(timing.passes * 3e-6 >= 5e-3);
    CHECK(timing.median_s == Approx(3e-6).epsilon(0.02));
    CHECK(timing.spread() <= 0.02);
}

TEST_CASE("a fine clock needs no more than the least time") {
    SteppingClock clock;
    clock.step_s = 0;
    const Timing timing =
        time_of(clock, 1e-8, {}, [&](std::size_t passes) { clock.time_s += 1e-6 * static_cast<double>(passes); });
    CHECK(timing.passes >= 1000);
    CHECK(timing.passes <= 2000);
    CHECK(timing.median_s == Approx(1e-6));
}

TEST_CASE("work that never moves the clock ends, and is not resolved") {
    SteppingClock clock;
    Effort effort;
    effort.most_passes = 64;
    const Timing timing = time_of(clock, 1e-4, effort, [](std::size_t) {});
    CHECK(timing.passes == 64);
    CHECK_FALSE(timing.resolved);
    CHECK(timing.median_s == 0);
}

TEST_CASE("what a compiler makes faster while it is timed is timed again") {
    SteppingClock clock;
    clock.step_s = 0;
    double passes_until = 3000;  // the warm-up and half of the repeats
    const Timing timing = time_of(clock, 1e-8, {}, [&](std::size_t passes) {
        const auto count = static_cast<double>(passes);
        clock.time_s += count * (passes_until > 0 ? 4e-6 : 1e-6);
        passes_until -= count;
    });
    CHECK(timing.median_s == Approx(1e-6));
    CHECK(timing.drift == Approx(1));
}

TEST_CASE("repeats come to their median and quartiles, and a machine that slows down is seen") {
    const Timing steady = summary_of({4, 1, 2, 8, 3});
    CHECK(steady.median_s == 3);
    CHECK(steady.low_s == 2);
    CHECK(steady.high_s == 4);
    CHECK(steady.spread() == Approx(2.0 / 3));
    CHECK(summary_of({1, 1, 1, 1.1, 1.2, 1.2, 1.3, 1.3, 1.3}).drift == Approx(1.3));
    CHECK(summary_of({1, 1, 1, 1.1, 1.2, 1.2, 1.3, 1.3, 1.3}).drift > throttled_drift);
    CHECK(summary_of({}).repeats == 0);
    CHECK(quantile_of({1, 2, 4, 8}, 0.25) == 1.75);
}

TEST_CASE("threads together do the sum of their rates") {
    const std::vector<Timing> threads{taking(2e-6), taking(2e-6)};
    CHECK(together(threads).median_s == Approx(1e-6));
    CHECK(together(std::vector{taking(1e-6), taking(3e-6)}).median_s == Approx(0.75e-6));
    CHECK(together({}).median_s == 0);
}

TEST_CASE("a machine is found again in what it measures") {
    const Machine machine = machine_of(simulated());
    CHECK(machine.read.size() == 13);
    CHECK(machine.read.front().bytes_per_s.value == Approx(64e9));
    CHECK(machine.memory_bytes_per_s() == Approx(8e9));
    for (std::size_t f = 0; f < formats; ++f) {
        CHECK(machine.operations_per_s[f].value == Approx(1e10 * (1 << f)));
        CHECK(machine.matrix_efficiency[f] == Approx(0.8));
        CHECK(machine.vector_efficiency[f] == Approx(0.5));
    }
    CHECK(machine.efficiency.low == Approx(0.5));
    CHECK(machine.efficiency.high == Approx(0.8));
    CHECK(machine.bandwidth_efficiency.value == Approx(0.5));
    CHECK(machine.overhead_s.value == Approx(1e-6));
}

TEST_CASE("on that machine each tested product takes what is predicted, and the limit is named") {
    const Machine machine = machine_of(simulated());
    // 8 MiB of weights, 8 kB and 4 kB of vectors, at half of 8 GB/s.
    const Prediction vector = predict(machine, {Kind::product, Format::fp32, 0, {1024, 2048, 1}});
    CHECK(vector.limit == Limit::memory);
    CHECK(vector.seconds == Approx((1024 * 2048 * 4 + 2048 * 4 + 1024 * 4) / 4e9 + 1e-6));
    const Prediction matrix = predict(machine, {Kind::product, Format::int8, 0, {512, 512, 8}});
    CHECK(matrix.limit == Limit::arithmetic);
    CHECK(matrix.seconds == Approx(2.0 * 512 * 512 * 8 / 2e10 / 0.8 + 1e-6));
    CHECK(predict(machine, {Kind::product, Format::fp32, 0, {4, 32, 1}}).limit == Limit::overhead);
}

TEST_CASE("beyond 15 % a prediction was off, and where reading and arithmetic take alike, for their overlap") {
    using enum Judged::Outcome;
    const Prediction apart{1e-3, 1e-3, 0.5e-3, 0, Limit::memory}, alike{1e-3, 0.7e-3, 1e-3, 0, Limit::arithmetic};
    CHECK(judge(apart, 1.14e-3).error == Approx(0.14));
    CHECK(judge(apart, 1.14e-3).outcome == as_predicted);
    CHECK(judge(apart, 0.86e-3).outcome == as_predicted);
    CHECK(judge(apart, 1.16e-3).outcome == slower);
    CHECK(judge(alike, 1.16e-3).outcome == overlapping);
    CHECK(judge(alike, 0.84e-3).outcome == faster);
}

TEST_CASE("a step ends at the largest working set that a cache or the memory holds, and no slow timing makes one") {
    const auto ends = [](const Machine& machine) {
        std::vector<double> sizes;
        for (const Level& level : machine.read)
            if (level.ends_step) sizes.push_back(level.bytes);
        return sizes;
    };
    std::vector<Sample> samples = simulated();
    CHECK(ends(machine_of(samples)) == std::vector<double>{1 << 20, 64 << 20});
    for (Sample& sample : samples)
        if (sample.task.kind == Kind::read && sample.task.bytes == 1 << 16) sample.timing = taking(1);
    CHECK(ends(machine_of(samples)) == std::vector<double>{1 << 20, 64 << 20});
}

TEST_CASE("as a device a machine has the rates of all threads, and the constants of one, which are never nothing") {
    const Machine one = machine_of(simulated());
    Machine all = one;
    all.operations_per_s[0].value = 5e10;
    all.read.back().bytes_per_s.value = 20e9;
    const DeviceFigures figures = device_figures(all, one);
    CHECK(figures.peak_flop_per_s[0] == 5e10);
    CHECK(figures.memory_bytes_per_s == 20e9);
    CHECK(figures.dispatch_s == Approx(1e-6));
    CHECK(figures.layer_overhead_s == figures.dispatch_s);
    CHECK(figures.bandwidth_efficiency == Approx(0.5));
    CHECK(device_figures({}, {}).efficiency == 1e-9);
}

TEST_CASE("one timing that is too short is trouble, noise and heat only in more than a quarter") {
    Timing noisy = taking(1), hot = taking(1), brief = taking(1);
    noisy.high_s = 1.06;
    hot.drift = 1.2;
    brief.resolved = false;
    const auto among = [&](std::vector<Timing> some, std::size_t count) {
        some.resize(count, taking(1));
        return troubles_of(some);
    };
    CHECK(among({brief}, 100).unresolved == 1);
    CHECK(among({noisy, hot}, 4).noisy == 0);
    CHECK(among({noisy, noisy, hot}, 7).noisy == 2);
    CHECK(among({noisy, hot, hot}, 7).throttled == 2);
}

TEST_CASE("without samples nothing is predicted, and nothing breaks") {
    const Machine machine = machine_of({});
    CHECK(machine.memory_bytes_per_s() == 0);
    CHECK(predict(machine, tested_products()[0]).seconds == 0);
    CHECK(judge({}, 1).error == 0);
}

TEST_CASE("between two sizes of the working set the rate goes from one to the other") {
    Machine machine{};
    machine.read = {{1024, {8, 8, 8}}, {4096, {4, 4, 4}}};
    CHECK(read_bytes_per_s(machine, 100) == 8);
    CHECK(read_bytes_per_s(machine, 2048) == Approx(6));
    CHECK(read_bytes_per_s(machine, 1e9) == 4);
}

TEST_CASE("the batch from which quantization gains less is found between those measured") {
    const std::vector<double> batches{1, 4, 16};
    const std::vector<double> fp32{4, 8, 16}, int4{1, 4, 16};
    CHECK(crossover_batch(batches, fp32, int4, 3) == Approx(2));
    CHECK(crossover_batch(batches, fp32, int4, 5) == 0);
    CHECK(std::isinf(crossover_batch(batches, fp32, int4, 0.5)));
}

TEST_CASE("no product that is tested has been run before, and they are a dozen at least") {
    CHECK(tested_products().size() >= 12);
    for (const Task& product : tested_products()) CHECK(probe_of(product.shape) == Probe::none);
}

TEST_CASE("the tasks run, in memory that grows to the largest of them") {
    SteppingClock clock;
    Runner runner(scalar_kernels(), clock, 1e-4);
    for (const Task& task : machine_tasks(65536))
        if (task.traffic_bytes() < 1e6) runner.run(task, 1);
    // All bytes are 0x3c: weights of 60 times activations of 60.
    runner.run({Kind::product, Format::int8, 0, {4, 32, 1}}, 2);
    CHECK(static_cast<const std::int32_t*>(runner.outputs())[3] == 32 * 60 * 60);
    // Halves of 12 and 3, less 8.
    runner.run({Kind::product, Format::int4, 0, {4, 32, 1}}, 1);
    CHECK(static_cast<const std::int32_t*>(runner.outputs())[0] == 16 * (4 - 5) * 60);
}
