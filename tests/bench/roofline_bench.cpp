// One roofline of the core against the same formula in plain C, in one process and in turns.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "plain.h"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/roofline.hpp"

namespace {

using namespace ridgepoint;

constexpr int count = 1000;

std::vector<double> batches() {
    std::vector<double> list(count);
    for (int i = 0; i < count; ++i) list[static_cast<std::size_t>(i)] = i + 1;
    return list;
}

RooflineRequest request() {
    const Registry& registry = *Registry::embedded();
    RooflineRequest r;
    r.model = *registry.find_model("Llama3_8B");
    r.hardware = *registry.find_hardware("H100");
    return r;
}

plain_input format_number() {
    const RooflineRequest r = request();
    return {*r.model->parameters,
            *r.model->layers,
            2,
            0,
            *r.hardware->peak.fp16 / FlopPerSecond<>{1},
            r.hardware->memory_bandwidth / BytesPerSecond<>{1},
            r.hardware->memory_capacity / Bytes<>{1},
            *r.hardware->tdp / Watts<>{1},
            *r.hardware->dispatch_overhead / Seconds<>{1},
            r.assumptions.layer_overhead / Seconds<>{1},
            r.assumptions.efficiency,
            r.assumptions.bandwidth_efficiency,
            r.assumptions.overlap};
}

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
    const plain_input input = format_number();
    for (auto _ : state) {
        plain_rooflines(&input, list.data(), results.data(), count);
        benchmark::DoNotOptimize(results.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(plain_c);

/// A comparison means something only if both compute the same.
void require_same_figures() {
    const std::vector<double> list = batches();
    std::vector<plain_result> results(count);
    const plain_input input = format_number();
    plain_rooflines(&input, list.data(), results.data(), count);
    RooflineRequest r = request();
    for (std::size_t i = 0; i < list.size(); ++i) {
        r.batch = list[i];
        const RooflineResult c = roofline_figures(r);
        const plain_result& p = results[i];
        const double pairs[][2] = {{c.latency / Seconds<>{1}, p.latency},
                                   {c.mfu, p.mfu},
                                   {c.hfu, p.hfu},
                                   {*c.energy / Joules<>{1}, p.energy},
                                   {c.traffic / Bytes<>{1}, p.traffic}};
        for (const auto& [a, b] : pairs) {
            if (std::fabs(a - b) <= 1e-12 * std::fabs(b)) continue;
            std::fprintf(stderr, "batch %g: the core gives %.17g, plain C %.17g\n", list[i], a, b);
            std::exit(1);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    require_same_figures();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
