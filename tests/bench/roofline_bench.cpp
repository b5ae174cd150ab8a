// One roofline of the core against the same formula in plain C, in one process and in turns. That both compute the same
// is tested in tests/core/yardstick_test.cpp.

#include <benchmark/benchmark.h>

#include <vector>

#include "yardstick.hpp"

namespace {

using namespace ridgepoint;
using namespace yardstick;

void core(benchmark::State& state) {
    const std::vector<double> list = batches();
    std::vector<RooflineResult> results(count);
    RooflineRequest r = request();
    for (auto _ : state) {
        for (int i = 0; i < count; ++i) {
            r.batch = list[static_cast<std::size_t>(i)];
            roofline_figures(r, results[static_cast<std::size_t>(i)]);
        }
        benchmark::DoNotOptimize(results.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(core);

void plain_c(benchmark::State& state) {
    const std::vector<double> list = batches();
    std::vector<plain_result> results(count);
    const plain_input in = input();
    for (auto _ : state) {
        plain_rooflines(&in, list.data(), results.data(), count);
        benchmark::DoNotOptimize(results.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(plain_c);

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
