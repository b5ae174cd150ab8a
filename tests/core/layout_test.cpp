#include "ridgepoint/layout.hpp"

#include "ask.hpp"
#include "grid.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

// Llama3_70B: 70,553,706,496 parameters, 80 layers of 8,192, 64 heads of 128, 8 of them with keys and values.
Json asking(const Json& fields) {
    Json request{{"model", "Llama3_70B"}, {"hardware", "H100"},      {"arrival", "closed"},   {"concurrency", 1},
                 {"requests", 1},         {"request_overhead_s", 0}, {"prompt_tokens", 2048}, {"output_tokens", 2}};
    request.update(fields);
    return request;
}
/// One request alone, whose second token has 2,049 before it.
Json load_of(const Json& fields) { return ask("load", asking(fields)); }

Json over(const char* degree, double devices) { return {{"parallel", {{degree, devices}}}}; }

constexpr Seconds<> wait{5e-6};

}  // namespace

TEST_CASE("an all-reduce sends 2(t - 1)/t of its bytes and waits log2 t times") {
    const Exchange near = all_reduce(Bytes<>{16384}, 8, 8);
    CHECK(in_si(near.sent) == 28672);
    CHECK(in_si(near.sent_far) == 0);
    CHECK(near.waits == 3);
    // Two nodes: the eight parts of a node first, then an eighth by each device over the network.
    const Exchange far = all_reduce(Bytes<>{16384}, 16, 8);
    CHECK(in_si(far.sent) == 28672);
    CHECK(in_si(far.sent_far) == 2048);
    CHECK(far.waits == 3 + 3);
    CHECK(in_si(all_reduce(Bytes<>{16384}, 1, 8).sent) == 0);
}

TEST_CASE("an all-to-all keeps the part that stays") {
    CHECK(in_si(all_to_all(Bytes<>{8000}, 8, 8).sent) == 7000);
    const Exchange far = all_to_all(Bytes<>{16000}, 16, 8);
    CHECK(in_si(far.sent) == 7000);
    CHECK(in_si(far.sent_far) == 8000);
}

TEST_CASE("the fullest of eight ranks has 12.5 % more than 256 tokens") {
    // 1 + sqrt(2 x 2.0794 / 256) = 1.12746
    CHECK(fullest_rank(8, 256) == Approx(1.12746).epsilon(1e-5));
    CHECK(fullest_rank(1, 256) == 1);
    CHECK(fullest_rank(8, 1e-3) == 8);
}

TEST_CASE("an expert's tokens take whole tiles: half of one is spare, or as many rows as there are tokens") {
    // gpt-oss 20B: 32 experts of 597,404,160 weights, 4 a token. 1,024 tokens reach all of them, 128 each.
    const Model& m = **registry().find_model("GptOss_20B");
    const double tiles = 2 * 597404160.0 * 32 * 31.5;
    CHECK(in_si(padding_work(m, 1024, {})) == Approx(tiles));
    CHECK(in_si(padding_work(m, 1024, {.tensor = 8})) == Approx(tiles / 8));
    // Eight copies spread their 8,192 tokens over the experts, four to a device.
    CHECK(in_si(padding_work(m, 1024, {.expert = 8, .data = 8})) == Approx(tiles / 8));
    CHECK(in_si(padding_work(m, 8, {})) == Approx(2 * 597404160.0 * 4 * 8));
    CHECK(in_si(padding_work(**registry().find_model("Llama3_8B"), 1024, {})) == 0);
}

TEST_CASE("70B on eight H100s by hand: 8.50 ms a token") {
    // 141,107,412,992 / 8 + 671,416,320 / 8 bytes at 3.35e12 B/s: 5.290254 ms. 80 gaps of 10 us. 160 all-reduces of
    // 16,384 bytes: 160 x 28,672 / 450e9 = 0.010194 ms, and 160 x 15 us of waiting.
    const Json r = load_of(over("tensor", 8));
    CHECK(figure(r, "itl_s.mean") == Approx(8.500448e-3).epsilon(1e-6));
    CHECK(figure(r, "devices") == 8);
    CHECK(figure(r, "device_weights_bytes") == 141107412992.0 / 8);
    CHECK(figure(r, "device_cache_bytes") == 79e9 - 141107412992.0 / 8);
}

TEST_CASE("slow links take the time") {
    Json slow = over("tensor", 8);
    slow["link_latency_s"] = 1e-4;
    CHECK(figure(load_of(slow), "time_share.links") > 0.5);
    CHECK(figure(load_of(slow), "itl_s.mean") == Approx(8.500448e-3 + 160 * (3e-4 - 15e-6)).epsilon(1e-6));
}

TEST_CASE("a pipeline gives one sequence no speed but a place, and full ones their number of stages") {
    // 8B fits one device, so that it can be compared.
    Json small{{"model", "Llama3_8B"}}, piped = over("pipeline", 4);
    piped.update(small);
    const double alone = figure(load_of(small), "itl_s.mean"), hops = 3 * (4096 * 2 / 450e9 + 5e-6);
    CHECK(figure(load_of(piped), "itl_s.mean") == Approx(alone + hops).epsilon(1e-9));
    piped.update({{"concurrency", 4}, {"requests", 4}, {"max_batched_tokens", 16384}});
    CHECK(figure(load_of(piped), "itl_s.mean") == Approx(alone + hops).epsilon(1e-9));
}

TEST_CASE("key-value heads are cut no finer than there are, and nodes are named") {
    const auto model = registry().find_model("Llama3_70B", "model").value();
    CHECK(cache_shards(*model, 4) == 4);
    CHECK(cache_shards(*model, 16) == 8);
    CHECK(cache_shards(*registry().find_model("DeepSeek_V3", "model").value(), 8) == 1);
    const Json r = load_of(over("tensor", 16));
    CHECK(says(r["notes"], "each part is kept on 2 of the 16 devices"));
    CHECK(says(r["notes"], "beyond a node of 8"));
    const auto notes = [](const char* name, double tensor) {
        return ask("serve", {{"model", name}, {"hardware", "H200"}, {"parallel", {{"tensor", tensor}}}})["notes"];
    };
    // The latent cache of DeepSeek is whole on each, from two on; gpt-oss and its like have eight heads.
    CHECK(says(notes("DeepSeek_V3", 2), "so each of the 2 devices holds all of it"));
    CHECK_FALSE(says(notes("DeepSeek_V3", 1), "holds all of it"));
    CHECK_FALSE(says(notes("Llama3_70B", 2), "cannot be split"));
    CHECK_FALSE(says(notes("Llama3_70B", 2), "can be split into"));
}

TEST_CASE("experts spread over all copies leave each device an eighth of them") {
    const auto model = registry().find_model("DeepSeek_V3", "model").value();
    const double routed = expert_parameters(*model) * 256, dense = *model->parameters - routed;
    const Parallel layout{.expert = 8, .data = 8};
    CHECK(in_si(weights_each(*model, 1, layout)) == Approx(dense + routed / 8));
    // 58 layers with experts, two exchanges each, of 8 tokens x 8 experts x 7,168 x 2 bytes, of which 7/8 leave.
    const Links links{BytesPerSecond<>{450e9}, BytesPerSecond<>{5e10}, wait};
    CHECK(in_si(exchange_time(pass_exchange(*model, 8, layout, links), links)) ==
          Approx(116 * (8.0 * 8 * 7168 * 2 * 7 / 8 / 450e9 + 15e-6)).epsilon(1e-9));
}

TEST_CASE("spread experts: what a device reads is what the fullest of them reads") {
    const auto model = registry().find_model("DeepSeek_V3", "model").value();
    const double expert = expert_parameters(*model), routed = 256 * expert, dense = *model->parameters - routed;
    const auto read = [&](double tokens, const Parallel& layout, MoeWeights rule = MoeWeights::touched) {
        return in_si(weights_read_each(*model, 1, tokens, rule, EmbeddingRead::all, layout));
    };
    // One token asks for 8 of 256 experts, one a device in the mean; the fullest of 8 has 1 + sqrt(2 ln 8) = 3.0393
    // times that, of its 32: 32 (1 - (1 - 8/256)^3.0393) = 2.9435.
    const Parallel within{.tensor = 8, .expert = 8};
    CHECK(read(1, within) == Approx((dense / 8 + 2.9435 * expert)).epsilon(1e-4));
    CHECK(read(1, {.tensor = 8}) == Approx(dense / 8 + expert));
    // Tokens of eight copies pass: 64 x 8 / 8 = 64 a device, the fullest 1 + sqrt(2 ln 8 / 64) = 1.25491 times that;
    // 1 - (1 - 8/256)^64 = 0.86890 of the experts are asked for in the mean, 1 - 0.13110^1.25491 there.
    const Parallel spread{.expert = 8, .data = 8};
    CHECK(read(8, spread) == Approx(dense + 32 * 0.92195 * expert).epsilon(1e-4));
    // Where all are read, so they are on each.
    CHECK(read(1, within, MoeWeights::all) == Approx((dense + routed) / 8));
    CHECK(read(1e5, within) == Approx((dense + routed) / 8));
}

TEST_CASE("more devices in tensor parallel hold and read no more each") {
    for (const auto& model : registry().models) {
        if (!generates_tokens(*model)) continue;
        double held = 1e18, read = 1e18;
        for (const double devices : {1, 2, 4, 8, 16, 32, 64}) {
            const Parallel layout{.tensor = devices};
            const Bytes<> reading = weights_read_each(*model, 2, 16, MoeWeights::touched, EmbeddingRead::all, layout);
            CHECK(in_si(weights_each(*model, 2, layout)) <= held);
            CHECK(in_si(reading) <= read);
            held = in_si(weights_each(*model, 2, layout));
            read = in_si(reading);
        }
    }
}

TEST_CASE("layouts that a model cannot be cut to are refused by name") {
    const Json served{{"model", "Llama3_70B"}, {"hardware", "H100"}, {"batch", 4}};
    for (const auto& [degree, devices] :
         {std::pair{"tensor", 6.0}, {"tensor", 0}, {"tensor", 2.5}, {"pipeline", 81}, {"expert", 2}})
        for (const auto& [call, asked] :
             {std::pair<const char*, Json>{"load", asking(Json::object())}, {"serve", served}}) {
            const Json error = error_at(call, with(asked, std::string("parallel.") + degree, devices));
            INFO(call << ", " << degree << " " << devices << ": " << error.dump());
            CHECK(sentence(error, "field") == std::string("parallel.") + degree);
            CHECK(sentence(error, "code") == "out_of_range");
        }
}
