// What rate a server keeps up with, and what rate keeps its promises.

#include <algorithm>

#include "cases.hpp"
#include "grid.hpp"
#include "model/load_simulation.hpp"
#include "ridgepoint/load.hpp"

using namespace ridgepoint;

TEST_CASE("at the rate that saturates, requests that come evenly hardly wait; a little above it the queue grows") {
    for (const auto& [prompt, output] : {std::pair{1024, 256}, {500, 150}, {128, 350}}) {
        const Json lengths{{"prompt_tokens", prompt}, {"output_tokens", output}, {"arrival", "constant"}};
        const double most = figure(loaded_8b(lengths), "saturation_per_s");
        const auto waiting = [&](double share) {
            return figure(loaded_8b(with(with(lengths, "rate_per_s", share * most), "requests", 2500)), "mean_waiting");
        };
        INFO(prompt << " + " << output << " tokens at " << most << " a second");
        CHECK(waiting(0.98) < 1);
        CHECK(waiting(1.06) > 10);
    }
}

TEST_CASE("requests that come at random meet in a step, so that they saturate a server sooner; a rush has that rate") {
    Json rush{{"requests", 7500}};
    const double evenly = figure(loaded_8b({{"arrival", "constant"}}), "saturation_per_s");
    double before = evenly;
    for (const char* arrival : {"poisson", "bursty"}) {
        rush.update({{"arrival", arrival}, {"rate_per_s", 1.05 * evenly}});
        const Json r = loaded_8b(rush);
        INFO(arrival << " " << figure(r, "saturation_per_s"));
        CHECK(figure(r, "saturation_per_s") < 0.97 * before);
        // It begins and ends with a batch that is not full.
        CHECK(figure(r, "requests_per_s") == Approx(figure(r, "saturation_per_s")).epsilon(0.04));
        before = figure(r, "saturation_per_s");
    }
}

TEST_CASE("what saturates a server is bounded by the steps it takes, where few answers are written at a time") {
    const auto enough = [](const char* model, double most_at_a_time, double answer) {
        LoadRequest r;
        r.serving.model = *registry().find_model(model);
        r.serving.hardware = *registry().find_hardware("H100");
        r.max_batch = most_at_a_time;
        r.prompt.mean = 1;
        r.output.mean = answer;
        return enough_to_saturate(r, steps_of(r));
    };
    CHECK(enough("Llama3_8B", 256, 256) == 1024);
    CHECK(enough("Llama3_2_1B", 1, 256) == 64);
    CHECK(enough("Llama3_2_1B", 1, 400000) == 4);   // 2e6 steps, each of them one answer's
    CHECK(enough("Llama3_8B", 256, 450000) == 4);   // its cache leaves no room for a second answer
    CHECK(enough("Llama3_8B", 256, 200000) == 19);  // nor here for a third; prompts take steps too
}

TEST_CASE("what judges a rate is bounded by the steps it takes, and by what was asked for") {
    LoadRequest r;
    r.serving.model = *registry().find_model("Llama3_8B");
    r.serving.hardware = *registry().find_hardware("B200");
    const auto enough = [&](double requests, double most_at_a_time, double answer) {
        r.requests = requests;
        r.max_batch = most_at_a_time;
        r.prompt.mean = 1;
        r.output.mean = answer;
        return enough_to_judge(r, steps_of(r));
    };
    CHECK(enough(200, 256, 256) == 200);
    CHECK(enough(5000, 256, 256) == 5000);
    CHECK(enough(1000, 1, 1000) == 199);  // 2e5 steps of 1,000 tokens and a prompt's share
    CHECK(enough(200, 1, 50000) == 32);   // fewer would judge nothing
}

TEST_CASE("of lengths that spread, a server refuses what its memory does not hold while it is saturated") {
    const Json r = loaded_8b({{"prompt_tokens", {{"mean", 28456}, {"spread", 1.6}}},
                              {"output_tokens", {{"mean", 4598}, {"spread", 0.5}}},
                              {"seed", 467877},
                              {"requests", 66}});
    CHECK(figure(r, "saturation_per_s") > 0);
    // Those 66 fit, of 131,072 bytes a token; among the 1,024 that saturate the server there is one that does not.
    LoadRequest spread;
    spread.prompt = {28456, 1.6};
    spread.output = {4598, 0.5};
    spread.seed = 467877;
    const auto longest = [&](double count) {
        double most = 0;
        for (const Served& one : arrivals_of(spread, count, 1)) most = std::fmax(most, one.prompt + one.output);
        return most;
    };
    const double room = figure(r, "device_cache_bytes") / 131072;
    CHECK(longest(66) < room);
    CHECK(longest(1024) > room);
}

TEST_CASE("a rate beyond saturation is said and still answered") {
    const Json slow = loaded_8b({{"rate_per_s", 1}, {"requests", 200}});
    const Json fast = loaded_8b({{"rate_per_s", 1000}, {"requests", 600}});
    CHECK(slow["saturated"] == false);
    CHECK(fast["saturated"] == true);
    CHECK(figure(slow, "saturation_per_s") < 1000);
    CHECK(says(fast["notes"], "the queue keeps growing"));
}

TEST_CASE("the largest rate under limits keeps them, and a tenth more does not") {
    const Json limits{{"slo", {{"ttft_s", 0.5}, {"itl_s", 0.01}}}, {"requests", 400}};
    const double rate = figure(loaded_8b(limits), "largest_rate_per_s");
    CHECK(figure(loaded_8b(with(limits, "rate_per_s", rate)), "good_share") >= 0.9);
    CHECK(figure(loaded_8b(with(limits, "rate_per_s", 1.1 * rate)), "good_share") < 0.9);
    const Json impossible = loaded_8b({{"slo", {{"itl_s", 1e-4}}}, {"requests", 50}});
    CHECK(impossible["largest_rate_per_s"].is_null());
    CHECK(figure(impossible, "good_share") == 0);
}
