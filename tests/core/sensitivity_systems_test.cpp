#include "ridgepoint/sensitivity_systems.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

const Json trained_gpt3{
    {"model", "GPT3"},      {"hardware", "A100"},      {"parallel", {{"tensor", 8}, {"pipeline", 8}, {"data", 16}}},
    {"global_batch", 1536}, {"recomputation", "full"}, {"delta", 0.001}};
Json without_delta(Json request) {
    request.erase("delta");
    return request;
}

const Json few_to_turn{
    {"model", "Llama3_8B"}, {"hardware", "H100"}, {"rate_per_s", 8}, {"requests", 60}, {"output_tokens", 50}};

}  // namespace

TEST_CASE("a training step: the elasticities of all rates, less those of all waits, are -1") {
    // Twice all rates and half of all waits: half of the step. Joules of a product are no rate, and here none count.
    for (const Json& layout : {Json{{"tensor", 8}, {"pipeline", 8}, {"data", 16}}, Json{{"tensor", 16}, {"data", 8}},
                               Json{{"data", 64}}, Json::object()}) {
        const Json r = ask("sensitivity_train", with(trained_gpt3, "parallel", layout));
        const double rates = elasticity_of(r, "peak_flop_per_s") + elasticity_of(r, "memory_bandwidth") +
                             elasticity_of(r, "device_link");
        const double waits = elasticity_of(r, "layer_overhead") + elasticity_of(r, "link_latency");
        INFO(r["elasticities"].dump());
        CHECK(rates - waits == Approx(-1).epsilon(1e-6));
        CHECK(elasticity_of(r, "efficiency") == elasticity_of(r, "peak_flop_per_s"));
        for (const char* unread : {"memory_capacity", "host_link", "dispatch_overhead"})
            CHECK(elasticity_of(r, unread) == 0);
        if (layout.empty()) CHECK(elasticity_of(r, "device_link") == 0);
    }
}

TEST_CASE("a training step: an elasticity is the share of the step that the property takes") {
    const auto step = [](double gap) {
        return figure(ask("train", with(without_delta(trained_gpt3), "rates.layer_gap_s", gap)), "step_s");
    };
    const double gap = 1e-4, with_gaps = step(gap), without = step(0);
    const Json r = ask("sensitivity_train", with(trained_gpt3, "rates.layer_gap_s", gap));
    CHECK(figure(r, "baseline_s") == with_gaps);
    CHECK(elasticity_of(r, "layer_overhead") == Approx(1 - without / with_gaps).epsilon(1e-5));
    CHECK(elasticity_of(r, "layer_overhead") > 0.01);
}

TEST_CASE("the band of a rate of tokens is that of the time per token") {
    const Json served{{"model", "Llama3_8B"},
                      {"hardware", "H100"},
                      {"maximum", true},
                      {"requests", 100},
                      {"assumptions", {{"preset", "calibrated"}, {"software", "vllm"}}}};
    const Json r = ask("sensitivity_load", with(served, "target", "throughput")), load = ask("load", served);
    CHECK(figure(r, "baseline_s") == Approx(1 / figure(load, "tokens_per_s")));
    CHECK(figure(r, "baseline_low_s") == Approx(1 / figure(load, "tokens_high_per_s")));
    CHECK(figure(r, "baseline_high_s") == Approx(1 / figure(load, "tokens_low_per_s")));
}

TEST_CASE("a training step: the worked case, its band, and one that does not fit") {
    const Json fitted = with(with(trained_gpt3, "assumptions", "calibrated"), "attention", "eager");
    const Json r = ask("sensitivity_train", fitted);
    CHECK(figure(r, "baseline_s") == Approx(28.5).epsilon(2e-3));
    CHECK(elasticity_of(r, "peak_flop_per_s") == Approx(-0.589).epsilon(2e-3));
    CHECK(elasticity_of(r, "memory_bandwidth") == Approx(-0.153).epsilon(5e-3));
    CHECK(r["binding_constraint"] == "peak_flop_per_s");
    CHECK(r["binding_regime"] == "compute");
    CHECK(figure(r, "baseline_low_s") < figure(r, "baseline_s"));
    CHECK(sentence(r, "explanation").rfind("Peak FLOP/s binds: 1 % more of it changes the step by −0.", 0) == 0);
    const Json crowded = ask("sensitivity_train", {{"model", "Llama3_70B"}, {"hardware", "A100"}});
    CHECK(crowded["feasible"] == false);
    CHECK(crowded["binding_constraint"] == "memory_capacity");
    CHECK(sentence(crowded, "explanation").find("the run does not fit") != std::string::npos);
}

TEST_CASE("a load of one user: between tokens the device is what it is to serve") {
    // A cache that grows from 1,024 to 1,056 tokens, against one of 1,040.
    const Json alone{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"arrival", "closed"},
                     {"concurrency", 1},     {"requests", 5},      {"prompt_tokens", 1024},
                     {"output_tokens", 32},  {"target", "itl"},    {"delta", 0.001}};
    const Json loaded = ask("sensitivity_load", alone);
    const Json served =
        ask("sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"target", "itl"}, {"context", 1040}});
    for (const char* knob : {"memory_bandwidth", "layer_overhead", "peak_flop_per_s", "efficiency"})
        CHECK(elasticity_of(loaded, knob) == Approx(elasticity_of(served, knob)).margin(2e-3));
    CHECK(loaded["binding_constraint"] == "memory_bandwidth");
}

TEST_CASE("a load: at the maximum more memory writes more tokens, and below it nothing does") {
    // 26 GB of weights beside 16 of cache, which batches of 256 would fill many times over.
    const Json crowded{{"model", "Llama2_13B"}, {"hardware", "A100_40GB"}, {"maximum", true},     {"requests", 60},
                       {"max_batch", 256},      {"prompt_tokens", 2000},   {"output_tokens", 40}, {"delta", 0.2}};
    const Json most = ask("sensitivity_load", crowded);
    CHECK(elasticity_of(most, "memory_capacity") < -0.02);
    const Json figures = ask("load", without_delta(crowded));
    CHECK(figure(most, "baseline_s") == Approx(1 / figure(figures, "tokens_per_s")).epsilon(1e-12));

    const Json rare = ask("sensitivity_load", with(with(few_to_turn, "rate_per_s", 0.05), "target", "throughput"));
    for (const auto& [knob, value] : rare["elasticities"].items()) {
        INFO(knob);
        CHECK(std::fabs(value.get<double>()) < 0.005);
    }
    CHECK(sentence(rare, "explanation").rfind("No property of the devices changes", 0) == 0);
}

TEST_CASE("a load that barely fits: capacity is turned up alone") {
    // A prompt of 50,000 tokens takes 6.6 of the 7.1 GB beside the weights: a tenth less memory would not hold it.
    const Json request{{"model", "Llama3_8B"},   {"hardware", "RTX4090"}, {"arrival", "closed"}, {"concurrency", 1},
                       {"prompt_tokens", 44000}, {"output_tokens", 10},   {"requests", 2}};
    const Json r = ask("sensitivity_load", request);
    CHECK(elasticity_of(r, "memory_capacity") == 0);
    CHECK(elasticity_of(r, "peak_flop_per_s") < -0.1);
}

TEST_CASE("sensitivity of systems refuses by name") {
    CHECK(error_of("sensitivity_load", with(few_to_turn, "delta", 0)) == "out_of_range");
    CHECK(error_of("sensitivity_load", with(few_to_turn, "target", "step")) == "unknown_name");
    CHECK(error_of("sensitivity_train", with(trained_gpt3, "target", "itl")) == "unknown_field");
    CHECK(error_of("sensitivity_train", with(trained_gpt3, "parallel.tensor", 7)) == "out_of_range");
    const Json r = ask("sensitivity_load", with(few_to_turn, "price_usd_per_hour", 2));
    CHECK(r["notes"].dump().find("Not used in these elasticities: price_usd_per_hour") != std::string::npos);
}

TEST_CASE("a training step: devices in all are laid out before it is said what goes unused") {
    Json request{
        {"model", "Llama2_7B"}, {"hardware", "A100"}, {"devices", 64}, {"zero_stage", 3}, {"global_batch", 1024}};
    const Json laid = ask("sensitivity_train", request);
    CHECK_FALSE(says(laid["notes"], "zero_stage"));
    request.erase("devices");
    CHECK(laid["elasticities"] == ask("sensitivity_train", with(request, "parallel.data", 64))["elasticities"]);
}
