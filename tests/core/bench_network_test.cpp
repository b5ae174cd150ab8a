#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "bench/runner.hpp"
#include "bench/serving.hpp"
#include "catch.hpp"
#include "language_model/forward.hpp"
#include "language_model/weights_file.hpp"

using namespace ridgepoint::bench;
namespace lm = ridgepoint::lm;

namespace {

/// Length of the difference of two rows over that of the second.
double difference(const float* row, const float* exact, std::size_t count) {
    double apart = 0, length = 0;
    for (std::size_t i = 0; i < count; ++i) {
        apart += std::pow(row[i] - exact[i], 2);
        length += std::pow(exact[i], 2);
    }
    return std::sqrt(apart / length);
}

/// A device of one thread: 1e9, 2e9 and 4e9 operations a second in the three formats.
ridgepoint::Hardware thread_device() {
    ridgepoint::Hardware device;
    device.id = "own";
    device.peak.fp32 = ridgepoint::FlopPerSecond<>{1e9};
    device.peak.int8 = ridgepoint::FlopPerSecond<>{2e9};
    device.peak.int4 = ridgepoint::FlopPerSecond<>{4e9};
    device.memory_capacity = {1e9};
    device.memory_bandwidth = {1};
    return device;
}

/// Reads 1e9 bytes a second, products reach half of the arithmetic, a call takes 1 us, and all but products 5 us.
Machine machine() {
    Machine m{};
    m.read = {{16384, {1e9, 1e9, 1e9}}};
    m.operations_per_s = {Figure{1e9}, Figure{2e9}, Figure{4e9}};
    m.matrix_efficiency = m.vector_efficiency = {0.5, 0.5, 0.5};
    m.rest_s = {5e-6, 5e-6, 5e-6};
    m.overhead_s = {1e-6, 1e-6, 1e-6};
    m.bandwidth_efficiency = {1, 1, 1};
    return m;
}

}  // namespace

TEST_CASE("through the kernels the language model gives the logits that it gives by itself") {
    const lm::Model model = untrained_model(network_shape);
    const std::size_t vocabulary = network_shape.vocabulary;
    const std::vector<std::vector<std::uint16_t>> sequences{{5, 77, 300, 511, 2}, {9, 9, 100, 44, 7}, {0, 1, 2, 3, 4}};
    std::vector<lm::Trace> exact(sequences.size());
    for (std::size_t b = 0; b < sequences.size(); ++b)
        lm::forward(model, lm::float_layers(model), sequences[b], exact[b]);
    for (const Kernels* kernels : {&scalar_kernels(), simd128_kernels(), widest_kernels()}) {
        if (kernels == nullptr) continue;
        for (const auto& [format, most] : {std::pair{Format::fp32, 1e-5}, {Format::int8, 0.05}, {Format::int4, 0.25}}) {
            INFO(kernels->name << ", format " << static_cast<int>(format));
            Network network(*kernels, model, format, sequences.size());
            for (std::size_t position = 0; position < sequences[0].size(); ++position) {
                std::vector<std::uint16_t> tokens;
                for (const auto& sequence : sequences) tokens.push_back(sequence[position]);
                const auto& logits = network.step(tokens, position);
                for (std::size_t b = 0; b < sequences.size(); ++b)
                    CHECK(difference(&logits[b * vocabulary], &exact[b].logits[position * vocabulary], vocabulary) <
                          most);
            }
        }
    }
}

TEST_CASE("the language model that runs has the parameters of the one that is trained") {
    CHECK(parameters_of(network_shape) == 130368);
    CHECK(parameters_of(network_shape) == lm::Model(network_shape).parameters());
    std::ifstream file("core/data/language_model/large.bin", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto trained = lm::read_weights(bytes);
    REQUIRE(trained);
    CHECK(trained->model.shape == network_shape);
}

TEST_CASE("a step of the language model is predicted by serve, by hand") {
    const Machine m = machine();
    // 2 · 130,368 operations at half of 1e9 a second, then nine calls and the rest; the cache of one token is attended
    // to.
    const auto alone = predict_step(m, {Kind::step, Format::fp32, 0, {0, 0, 1}}, thread_device());
    REQUIRE(alone);
    CHECK(alone->arithmetic_s == Approx(2 * 130368 / 0.5e9).epsilon(0.01));
    CHECK(alone->memory_s == Approx(4 * 130368 / 1e9).epsilon(0.01));
    CHECK(alone->overhead_s == Approx(9e-6 + 5e-6));
    CHECK(alone->seconds == Approx(alone->memory_s + alone->overhead_s).epsilon(0.01));
    // Four sequences read the same weights of half a byte.
    const auto four = predict_step(m, {Kind::step, Format::int4, 0, {0, 0, 4}}, thread_device());
    REQUIRE(four);
    CHECK(four->arithmetic_s == Approx(4 * 2 * 130368 / 2e9).epsilon(0.01));
    CHECK(four->memory_s == Approx(130368 / 2 / 1e9).epsilon(0.05));
    CHECK(four->overhead_s == Approx(9e-6 + 4 * 5e-6));
    CHECK(four->limit == Limit::arithmetic);
    CHECK(!predict_step(Machine{}, {Kind::step, Format::fp32, 0, {0, 0, 1}}, ridgepoint::Hardware{}));
}

TEST_CASE("steps in three formats and four batches are predicted, and none is measured before") {
    const std::vector<Task> steps = tested_steps();
    CHECK(steps.size() == 12);
    for (const Task& step : steps) {
        CHECK(step.kind == Kind::step);
        CHECK(step.traffic_bytes() == Approx(130368 * (step.format == Format::fp32   ? 4
                                                       : step.format == Format::int8 ? 1
                                                                                     : 0.5)));
    }
    for (const Task& task : machine_tasks(65536)) CHECK(task.kind != Kind::step);
    std::vector<Sample> rests;
    for (const Task& task : machine_tasks(65536)) {
        if (task.kind != Kind::rest) continue;
        Timing timing;
        timing.median_s = 1e-6 * static_cast<double>(rests.size() + 1);
        rests.push_back({task, timing});
    }
    CHECK(machine_of(rests).rest_s == std::array<double, formats>{1e-6, 2e-6, 3e-6});
}

TEST_CASE("what a step takes beside its products is run without any of them") {
    struct Still final : ridgepoint::Clock {
        double now_s() override { return 0; }
    } clock;
    static std::size_t products;
    products = 0;
    Kernels counted = scalar_kernels();
    counted.int8 = [](const std::int8_t* w, const std::uint8_t* x, std::int32_t* y, const Shape& shape) {
        ++products;
        scalar_kernels().int8(w, x, y, shape);
    };
    Runner runner(counted, clock, 1);
    runner.run({Kind::rest, Format::int8, 0, {0, 0, 1}}, 2);
    CHECK(products == 0);
    runner.run({Kind::step, Format::int8, 0, {0, 0, 2}}, 1);
    const std::size_t once = products;
    runner.run({Kind::step, Format::int8, 0, {0, 0, 2}}, 1);
    CHECK(products - once == 9);
}
