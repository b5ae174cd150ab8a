#include <algorithm>
#include <cstring>

#include "allocations.hpp"
#include "catch.hpp"
#include "moe_router/adaptive.hpp"
#include "moe_router/layer.hpp"
#include "moe_router/tokenizer.hpp"

using namespace ridgepoint;
using namespace ridgepoint::router;

namespace {

constexpr std::size_t vocabulary = 50;

RouteConfig small_config() {
    RouteConfig config;
    config.width = 16;
    config.router_width = 24;
    config.expert_width = 20;
    config.sequence_length = 32;
    config.frequency_threshold = 4;
    config.cache_size = 10;
    config.arrival_tokens_per_s = 10;
    config.cache_ttl_seconds = 5;
    return config;
}

/// Tokens of which low numbers are frequent.
std::vector<std::uint32_t> stream(std::size_t count) {
    Random random(9);
    std::vector<std::uint32_t> tokens(count);
    for (std::uint32_t& token : tokens) {
        const std::uint64_t a = random.next() % vocabulary, b = random.next() % vocabulary;
        token = static_cast<std::uint32_t>(a * b / vocabulary);
    }
    return tokens;
}

struct Run {
    explicit Run(const RouteConfig& given, const Kernels& kernels = best_kernels())
        : config(resolved(given)),
          shape(*layer_shape(given, vocabulary)),
          layer(meter, shape, config, kernels),
          router(meter, shape, config, layer.gate),
          context(meter, shape.width),
          hidden(meter, shape.sequence_length * shape.width),
          output(meter, shape.width) {}

    /// Calls `visit(token, hidden)` for every token, sequence by sequence.
    template <class Visit>
    void over(const std::vector<std::uint32_t>& tokens, Visit visit) {
        const std::size_t length = shape.sequence_length;
        for (std::size_t first = 0; first + length <= tokens.size(); first += length) {
            std::fill_n(context.data(), shape.width, 0.0f);
            layer.embedding.embed({tokens.data() + first, length}, context.data(), hidden.data());
            for (std::size_t i = 0; i < length; ++i) visit(tokens[first + i], hidden.data() + i * shape.width);
        }
    }

    MemoryMeter meter;
    RouteConfig config;
    LayerShape shape;
    Layer layer;
    AdaptiveRouter router;
    Buffer<float> context, hidden, output;
};

}  // namespace

TEST_CASE("fast, cached and learned add up to the tokens, and the cache keeps its size") {
    const auto tokens = stream(2048);
    Run run(small_config());
    std::size_t seen = 0;
    run.over(tokens, [&](std::uint32_t token, const float* hidden) {
        Decision d;
        const PathCounts before = run.router.counts();
        const Path path = run.router.route(token, hidden, d);
        PathCounts expected = before;
        ++expected[path];
        ++seen;
        const PathCounts& now = run.router.counts();
        REQUIRE((now.fast == expected.fast && now.cached == expected.cached && now.learned == expected.learned));
        REQUIRE(run.router.cache().size() <= 10);
        float sum = 0;
        for (std::size_t i = 0; i < run.shape.top_k; ++i) sum += d.weight[i];
        REQUIRE(sum == Approx(1).epsilon(1e-5));
    });
    const PathCounts& counts = run.router.counts();
    CHECK(counts.total() == seen);
    CHECK(seen == tokens.size());
    CHECK(counts.fast > 0);
    CHECK(counts.cached > 0);
    CHECK(counts.learned > 0);
    const auto& cache = run.router.cache().counters();
    CHECK(cache.hits == counts.cached);
    CHECK(cache.misses == counts.learned);
    CHECK(cache.peak_size == 10);
    CHECK(cache.expired > 0);
}

TEST_CASE("with nothing frequent and no cache every decision is the gating network's") {
    RouteConfig config = small_config();
    config.frequency_threshold = 1e9;
    config.cache_size = 0;
    Run run(config);
    run.over(stream(512), [&](std::uint32_t token, const float* hidden) {
        Decision adaptive, gated;
        CHECK(run.router.route(token, hidden, adaptive) == Path::learned);
        run.layer.gate.decide(hidden, gated);
        REQUIRE(std::memcmp(&adaptive, &gated, sizeof adaptive) == 0);
    });
    CHECK(run.router.counts().learned == 512);
}

TEST_CASE("without a context every decision is the gating network's on every path") {
    RouteConfig config = small_config();
    config.context_weight = 0;
    Run run(config);
    run.over(stream(1024), [&](std::uint32_t token, const float* hidden) {
        Decision adaptive, gated;
        run.router.route(token, hidden, adaptive);
        run.layer.gate.decide(hidden, gated);
        REQUIRE(same_experts(adaptive, gated, run.shape.top_k));
    });
    CHECK(run.router.counts().fast > 0);
    CHECK(run.router.counts().cached > 0);
}

TEST_CASE("the time to live is of the stream's own time") {
    RouteConfig config = small_config();
    config.frequency_threshold = 1e9;
    config.cache_ttl_seconds = 0.25;  // two and a half tokens
    Run run(config);
    const float* hidden = run.hidden.data();
    Decision d;
    CHECK(run.router.route(1, hidden, d) == Path::learned);
    CHECK(run.router.route(1, hidden, d) == Path::cached);
    CHECK(run.router.route(1, hidden, d) == Path::cached);
    CHECK(run.router.route(1, hidden, d) == Path::learned);
    CHECK(run.router.now_s() == Approx(0.4));
}

TEST_CASE("SIMD and scalar kernels route alike and compute alike, to the last bit") {
    for (const bool mixtral : {false, true}) {
        RouteConfig config = small_config();
        config.gated_experts = mixtral;
        if (mixtral) config.router_width = 0;
        Run simd(config, *simd_kernels()), scalar(config, scalar_kernels());
        const auto tokens = stream(512);
        std::vector<float> outputs[2];
        std::vector<Path> paths[2];
        for (Run* run : {&simd, &scalar}) {
            auto& output = outputs[run == &scalar];
            run->over(tokens, [&](std::uint32_t token, const float* hidden) {
                Decision d;
                paths[run == &scalar].push_back(run->router.route(token, hidden, d));
                run->layer.experts.run(hidden, d, run->output.data());
                output.insert(output.end(), run->output.data(), run->output.data() + run->shape.width);
            });
        }
        CHECK(paths[0] == paths[1]);
        CHECK(std::memcmp(outputs[0].data(), outputs[1].data(), outputs[0].size() * sizeof(float)) == 0);
        CHECK(*std::max_element(outputs[0].begin(), outputs[0].end()) > 0);
    }
}

TEST_CASE("the output is the weighted sum of the experts named") {
    Run run(small_config());
    run.over(stream(32), [&](std::uint32_t, const float* hidden) {
        Decision both, one, other;
        run.layer.gate.decide(hidden, both);
        REQUIRE(both.expert[0] != both.expert[1]);
        REQUIRE(both.weight[0] >= both.weight[1]);
        one.expert[0] = other.expert[1] = both.expert[0];
        one.expert[1] = other.expert[0] = both.expert[1];
        one.weight[0] = 1;
        other.weight[0] = 1;
        Buffer<float> first(run.meter, run.shape.width), second(run.meter, run.shape.width);
        run.layer.experts.run(hidden, both, run.output.data());
        run.layer.experts.run(hidden, one, first.data());
        run.layer.experts.run(hidden, other, second.data());
        for (std::size_t i = 0; i < run.shape.width; ++i)
            REQUIRE(run.output[i] ==
                    Approx(both.weight[0] * first[i] + both.weight[1] * second[i]).margin(1e-5).epsilon(1e-4));
    });
}

TEST_CASE("the gate names the largest outputs with their softmax, and all experts over a text") {
    Run run(small_config());
    std::vector<std::size_t> chosen(run.shape.experts);
    run.over(stream(2048), [&](std::uint32_t, const float* hidden) {
        Decision d;
        run.layer.gate.decide(hidden, d);
        for (std::size_t i = 0; i < run.shape.top_k; ++i) ++chosen[d.expert[i]];
    });
    for (const std::size_t count : chosen) CHECK(count > 0);
}

TEST_CASE("the context moves a hidden state by its share and keeps its size") {
    for (const double weight : {0.0, 0.25, 1.0}) {
        RouteConfig config = small_config();
        config.context_weight = weight;
        Run run(config);
        double size = 0, alike = 0;
        std::size_t count = 0;
        std::vector<float> alone(run.shape.width);
        const auto tokens = stream(4096);
        run.over(tokens, [&](std::uint32_t token, const float* hidden) {
            const std::size_t place = count++ % run.shape.sequence_length;
            if (place == 0) return;  // no context yet
            Buffer<float> none(run.meter, run.shape.width), own(run.meter, run.shape.width);
            run.layer.embedding.embed({&token, 1}, none.data(), own.data());
            for (std::size_t i = 0; i < run.shape.width; ++i) {
                size += static_cast<double>(hidden[i]) * hidden[i];
                alike += static_cast<double>(hidden[i]) * own[i];
            }
        });
        INFO(weight);
        CHECK(size / static_cast<double>(count * run.shape.width) == Approx(1).margin(0.35));
        if (weight == 0) CHECK(alike == Approx(size));
        if (weight == 1) CHECK(alike == 0);
    }
}

TEST_CASE("equal seeds give equal layers, others do not") {
    const auto outputs = [&](double seed) {
        RouteConfig config = small_config();
        config.seed = seed;
        Run run(config);
        std::vector<float> all;
        run.over(stream(64), [&](std::uint32_t, const float* hidden) { all.push_back(hidden[3]); });
        return all;
    };
    CHECK(outputs(4) == outputs(4));
    CHECK(outputs(4) != outputs(5));
}

TEST_CASE("routing and computing allocate nothing") {
    if (!allocations_are_counted) return;
    const auto tokens = stream(1024);
    Run run(small_config());
    Decision d;
    allocations = 0;
    run.over(tokens, [&](std::uint32_t token, const float* hidden) {
        run.router.route(token, hidden, d);
        run.layer.gate.decide(hidden, d);
        run.layer.experts.run(hidden, d, run.output.data());
    });
    const std::size_t found = allocations;
    CHECK(found == 0);
    CHECK(run.router.counts().total() == 1024);
    CHECK(run.router.cache().counters().evicted > 0);
}

TEST_CASE("allocations are counted at all") {
    // Volatile, for a compiler may leave out an allocation that nobody sees.
    std::vector<float>* volatile seen = nullptr;
    allocations = 0;
    seen = new std::vector<float>(100);
    const std::size_t found = allocations;
    delete seen;
    CHECK((found > 0) == allocations_are_counted);
}
