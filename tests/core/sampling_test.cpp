// Choosing a step's tokens: what a sort of the vocabulary takes, against what we measured, and in a load.

#include "ask.hpp"
#include "grid.hpp"
#include "model/load_simulation.hpp"
#include "model/mixed_step.hpp"

using namespace ridgepoint;

namespace {

LoadRequest on_an_h100() {
    LoadRequest r;
    r.serving.model = *registry().find_model("Llama3_8B");
    r.serving.hardware = *registry().find_hardware("H100");
    r.serving.assumptions = assumptions_of(Preset::calibrated);
    return r;
}

Json loaded(const Json& more) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"},  {"arrival", "closed"}, {"concurrency", 64},
                 {"prompt_tokens", 128}, {"output_tokens", 32}, {"requests", 64},      {"sequence_overhead_s", 0}};
    request.update(more);
    return ask("load", request);
}

}  // namespace

TEST_CASE("a sort of the vocabulary takes what it took an H100, from two milliseconds on within 20 %") {
    const Json kernels = json_file("core/data/own-kernels.json")["devices"]["H100"];
    const LoadRequest r = on_an_h100();
    int found = 0;
    for (const Json& k : kernels) {
        if (k["kernel"] != "top-p choice of tokens") continue;
        MixedSteps steps = steps_of(r);
        steps.sort_vocabulary(figure(k, "vocabulary"));
        const double taken = steps.sampling_time({.answers = figure(k, "batch")}).value,
                     measured = figure(k, "seconds");
        INFO(k.dump());
        if (measured > 2e-3) CHECK(taken == Approx(measured).epsilon(0.2));
        else CHECK(taken == Approx(measured).margin(4e-4));
        ++found;
    }
    CHECK(found == 43);
}

TEST_CASE("each step of a load that samples by top-p takes that much longer, a prompt's first token included") {
    // 64 answers of 128,256 entries: 0.25 ms, and 440 bytes each at 3.35 TB/s.
    const double sorted = 2.5e-4 + 440.0 * 64 * 128256 / 3.35e12;
    const Json greedy = loaded(Json::object()), sampled = loaded({{"sampling", "top_p"}});
    CHECK(figure(sampled, "itl_s.mean") - figure(greedy, "itl_s.mean") == Approx(sorted));
    CHECK(figure(sampled, "ttft_s.mean") - figure(greedy, "ttft_s.mean") == Approx(sorted));
    CHECK(loaded({{"sampling", "greedy"}}) == greedy);
}

TEST_CASE("a load of the likeliest tokens says what sampling would add, where that counts") {
    const auto noted = [](const Json& more) { return says(loaded(more)["notes"], "Top-p sampling"); };
    CHECK(noted(Json::object()));
    CHECK_FALSE(noted({{"sampling", "top_p"}}));
    CHECK_FALSE(noted({{"concurrency", 1}, {"requests", 2}, {"model", "Llama3_70B"}, {"precision", "int4"}}));
}

TEST_CASE("stages of a pipeline choose the tokens of their group alone, devices that share a layer all of them") {
    LoadRequest r = on_an_h100();
    r.sampling = Sampling::top_p;
    const auto taken = [&](const Parallel& parallel) {
        r.parallel = parallel;
        return steps_of(r).sampling_time({.answers = 64}).value - 2.5e-4;
    };
    const double alone = taken({});
    CHECK(taken({.tensor = 4}) == Approx(alone));
    CHECK(taken({.pipeline = 4}) == Approx(alone / 4));
    CHECK(steps_of(r).sampling_time({.prompts = 1, .prompt_tokens = 64}).value == 0);
}

TEST_CASE("explain counts what is saved by the likeliest token as overhead") {
    Json baseline{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"arrival", "closed"},
                  {"concurrency", 64},    {"requests", 128},    {"sampling", "top_p"}};
    Json proposal = baseline;
    proposal["sampling"] = "greedy";
    const Json e = ask("explain_load", {{"baseline", baseline}, {"proposal", proposal}});
    REQUIRE(e["factors"].size() == 1);
    CHECK(e["factors"][0]["name"] == "overhead");
    CHECK(figure(e["factors"][0], "ratio") == Approx(figure(e, "speedup")));
}
