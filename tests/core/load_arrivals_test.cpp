// When requests come, and how many are answered a second.

#include "cases.hpp"

using namespace ridgepoint;

TEST_CASE("requests come at the rate that was asked for, whatever the seed") {
    // 200 at one in two seconds take 400 s, the gap after the last included.
    for (const char* arrival : {"poisson", "bursty", "constant"}) {
        for (const double seed : {1, 2, 3, 4, 5}) {
            const Json r = loaded_8b({{"arrival", arrival},
                                      {"rate_per_s", 0.5},
                                      {"requests", 200},
                                      {"seed", seed},
                                      {"prompt_tokens", 64},
                                      {"output_tokens", 4}});
            INFO(arrival << ", seed " << seed);
            CHECK(figure(r, "duration_s") > 370);
            CHECK(figure(r, "duration_s") < 401);
        }
    }
}

TEST_CASE("a server that keeps up answers as many as come, and one that does not fewer") {
    const Json calm = loaded_8b({{"rate_per_s", 5}, {"requests", 100}});
    CHECK(figure(calm, "requests_per_s") == 5);
    CHECK(figure(calm, "tokens_per_s") == Approx(5 * 256));
    const Json flooded = loaded_8b({{"rate_per_s", 500}, {"requests", 600}});
    CHECK(flooded["saturated"] == true);
    CHECK(figure(flooded, "requests_per_s") < figure(flooded, "saturation_per_s") * 1.1);
}

TEST_CASE("a server costs what the plan that chose it says") {
    const Json plan = ask("plan", {{"model", "Llama3_8B"}, {"demand", {{"rate_per_s", 10}}}, {"candidates", {"H100"}}});
    const Json& best = plan["options"][plan["cheapest"].get<std::size_t>()];
    const Json server =
        loaded_8b({{"rate_per_s", 10}, {"parallel", best["parallel"]}, {"precision", best["precision"]}});
    CHECK(figure(server, "usd_per_million_tokens") == Approx(figure(best, "cost_usd")));
}

TEST_CASE("what a plan recommends keeps its limits under other seeds too") {
    // By its estimate two GH200s in a pipeline are enough, at a load of 0.999, which no queue survives.
    const Json slo{{"ttft_s", 0.5}, {"itl_s", 0.03}};
    const Json plan = ask("plan", {{"model", "Llama3_8B"},
                                   {"candidates", {"GH200"}},
                                   {"max_devices", 4},
                                   {"demand", {{"rate_per_s", 50}, {"slo", slo}}}});
    const Json& best = plan["options"][plan["cheapest"].get<std::size_t>()];
    CHECK(best["devices"] == 3);
    for (const double seed : {2, 3}) {
        const Json r = loaded_8b({{"hardware", "GH200"},
                                  {"parallel", best["parallel"]},
                                  {"rate_per_s", 50},
                                  {"slo", slo},
                                  {"requests", 400},
                                  {"seed", seed}});
        CHECK(figure(r, "good_share") > 0.9);
    }
}

TEST_CASE("the largest rate is one that a longer run of another seed bears out, but for some per cent") {
    const auto server = [](double rate, double seed) {
        return loaded_8b({{"rate_per_s", rate},
                          {"max_batch", 8},
                          {"output_tokens", 32},
                          {"requests", 4000},
                          {"seed", seed},
                          {"slo", {{"ttft_s", 0.5}, {"itl_s", 0.05}}}});
    };
    const double largest = figure(server(1, 1), "largest_rate_per_s");
    CHECK(figure(server(largest * 0.9, 2), "good_share") > 0.9);
    CHECK(figure(server(largest * 1.03, 2), "good_share") < 0.9);
}

TEST_CASE("a load says what serve says of its format, its length and its server") {
    CHECK(
        says(loaded_8b({{"hardware", "V100"}, {"precision", "bf16"}, {"requests", 2}})["notes"], "lists no BF16 rate"));
    CHECK(says(loaded_8b({{"model", "GPT2_XL"}, {"requests", 2}})["notes"], "trained for at most 1,024 tokens"));
    const Json others = loaded_8b({{"requests", 2},
                                   {"request_overhead_s", nullptr},
                                   {"assumptions", {{"preset", "calibrated"}, {"software", "llama.cpp-cuda"}}}});
    CHECK(says(others["notes"], "There is no band: only vLLM, SGLang and TensorRT-LLM"));
    CHECK_FALSE(says(others["notes"], "left out"));
}

TEST_CASE("where no rate keeps the limits, that is said") {
    const Json r = loaded_8b({{"rate_per_s", 1}, {"requests", 20}, {"slo", {{"itl_s", 0.001}}}});
    CHECK(r["largest_rate_per_s"].is_null());
    CHECK(says(r["notes"], "No rate meets the limits"));
}

TEST_CASE("users who do not divide among the copies send whole requests") {
    const Json r = loaded_8b({{"arrival", "closed"},
                              {"concurrency", 7},
                              {"requests", 100},
                              {"parallel", {{"data", 3}}},
                              {"output_tokens", 8}});
    CHECK(says(r["trace"], "7 users, each asking again once answered, sent 233 requests"));
}
