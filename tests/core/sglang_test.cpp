// SGLang as a server: prompts before answers, launched by the host up to version 0.5.9, with vLLM's figures otherwise.

#include "ask.hpp"
#include "grid.hpp"
#include "model/load_simulation.hpp"
#include "ridgepoint/plan.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

LoadRequest load_under(Software software, const char* model = "Llama3_8B") {
    LoadRequest r;
    r.serving.model = *registry().find_model(model);
    r.serving.hardware = *registry().find_hardware("H100");
    r.serving.assumptions = assumptions_of(Preset::calibrated, software);
    return r;
}

Mixed prompt_of(const Model& m, double tokens) {
    return {.prompts = 1, .prompt_tokens = tokens, .prompt_pairs = causal_pairs(m, tokens, 0), .prompts_ended = 1};
}

/// How long an answer of 200 tokens to a prompt of 512 takes after its first, while a prompt of 4,096 tokens comes that
/// wants one token: of the simulation, and by hand from its steps.
struct Held {
    double simulated, alone, reading;
};

Held held_up_by_prompt(LoadRequest r) {
    const MixedSteps steps = steps_of(r);
    const Model& m = *r.serving.model;
    const Simulated run = simulate(
        r, steps, {{.arrival = 0, .prompt = 512, .output = 200}, {.arrival = 0.3, .prompt = 4096, .output = 1}}, 0,
        false);
    Held held{run.requests[0].finished - run.requests[0].first_token, 0, in_si(steps.time(prompt_of(m, 4096)))};
    for (int written = 1; written < 200; ++written)
        held.alone += in_si(steps.time({.answers = 1, .context_reach = steps.in_reach()(512 + written)}));
    return held;
}

double waits_for_host(LoadRequest r, double tokens) {
    const MixedSteps steps = steps_of(r);
    const Mixed pass = prompt_of(*r.serving.model, tokens);
    return in_si(steps.machine(pass).host_launch) * steps.step(pass).layers;
}

Json answer(const Json& fields) {
    Json request{{"model", "Llama3_8B"},  {"hardware", "H100"},
                 {"arrival", "closed"},   {"concurrency", 32},
                 {"prompt_tokens", 1024}, {"output_tokens", 64},
                 {"requests", 128},       {"assumptions", {{"preset", "calibrated"}, {"software", "sglang"}}}};
    request.update(fields);
    return ask("load", request);
}

}  // namespace

TEST_CASE("under SGLang an answer waits while a prompt is read; under vLLM it goes on beside it") {
    for (const Software software : {Software::sglang, Software::sglang_0_5_9}) {
        const Held held = held_up_by_prompt(load_under(software));
        CHECK(held.simulated == Approx(held.alone + held.reading).epsilon(1e-9));
    }
    const Held beside = held_up_by_prompt(load_under(Software::unknown));
    CHECK(beside.simulated < beside.alone + beside.reading);
    CHECK(beside.simulated > beside.alone + 0.8 * beside.reading);
    LoadRequest told = load_under(Software::unknown);
    told.chunked_prefill = false;
    const Held whole = held_up_by_prompt(told);
    CHECK(whole.simulated == Approx(whole.alone + whole.reading).epsilon(1e-9));
}

TEST_CASE("a request that says how prompts are read has them so under any software") {
    const auto without_words = [](Json r) {
        for (const char* field : {"unread", "notes", "trace"}) r.erase(field);
        return r;
    };
    const Json by_default = without_words(answer(Json::object()));
    const Json apart = without_words(answer({{"chunked_prefill", false}}));
    const Json mixed = without_words(answer({{"chunked_prefill", true}}));
    CHECK(by_default == apart);
    CHECK(figure(mixed, "itl_s.p90") != figure(apart, "itl_s.p90"));
}

TEST_CASE("up to 0.5.9 SGLang's host launches each layer that reads a prompt; since then where no graph is captured") {
    // 61 layers of 0.7 ms: latents in all of them and experts in all but three launch half as many kernels again.
    LoadRequest old = load_under(Software::sglang_0_5_9, "DeepSeek_V3");
    CHECK(waits_for_host(old, 1) == Approx(61 * 0.7e-3 * (1 + 0.5 + 0.5 * 58 / 61)));
    // One that was measured took 82.6 ms (sgl-project/sglang, pull request 12160).
    CHECK(waits_for_host(old, 1) == Approx(0.0826).epsilon(0.05));
    LoadRequest now = load_under(Software::sglang, "DeepSeek_V3");
    CHECK(waits_for_host(now, 2048) == 0);
    CHECK(waits_for_host(now, 2049) == waits_for_host(old, 2049));

    LoadRequest plain = load_under(Software::sglang);
    CHECK(waits_for_host(plain, 8192) == 0);
    plain.max_batched_tokens = 1024;
    CHECK(waits_for_host(plain, 1025) == Approx(32 * 0.7e-3));
    plain.parallel.pipeline = 2;
    CHECK(waits_for_host(plain, 64) == Approx(32 * 0.7e-3));
    LoadRequest amd = load_under(Software::sglang);
    amd.serving.hardware = *registry().find_hardware("MI300X");
    CHECK(waits_for_host(amd, 64) == Approx(32 * 0.7e-3));
    CHECK(waits_for_host(load_under(Software::unknown), 512) == 0);
}

TEST_CASE("what SGLang has no figures of its own for is vLLM's, without its bands, and a note says so") {
    const LoadRequest sglang = load_under(Software::sglang), vllm = load_under(Software::unknown);
    const Mixed answers{.answers = 16, .context_reach = 16 * 32 * 1024.0};
    CHECK(steps_of(sglang).time(answers).value == steps_of(vllm).time(answers).value);
    CHECK(server_rates(sglang).request_overhead.value == server_rates(vllm).request_overhead.value);
    CHECK(server_rates(sglang).steps_ahead == server_rates(vllm).steps_ahead);

    const Json r = answer(Json::object());
    CHECK(r["itl_s"]["low"].is_null());
    CHECK(says(r["notes"], "No fit covers SGLang"));
    CHECK(says(r["notes"], "Waiting prompts are read first"));
    CHECK_FALSE(says(r["notes"], "Figures that were fitted to servers were changed"));
    CHECK_FALSE(says(answer({{"assumptions", "calibrated"}})["notes"], "SGLang"));
}

TEST_CASE("a plan for SGLang has answers wait for the prompts, as its simulation does") {
    const auto planned = [](const char* software) {
        const Json r = ask("plan", {{"model", "Llama3_8B"},
                                    {"candidates", {"H100"}},
                                    {"demand", {{"rate_per_s", 4}}},
                                    {"prompt_tokens", 2048},
                                    {"output_tokens", 256},
                                    {"max_devices", 1},
                                    {"assumptions", {{"preset", "calibrated"}, {"software", software}}}});
        return r["options"].at(r["cheapest"].get<std::size_t>());
    };
    const Json apart = planned("sglang"), beside = planned("unknown");
    CHECK(figure(apart, "latency_s") > figure(beside, "latency_s"));
    const Json run = answer({{"arrival", "poisson"},
                             {"rate_per_s", 4},
                             {"prompt_tokens", 2048},
                             {"output_tokens", 256},
                             {"requests", 1000}});
    CHECK(figure(apart, "latency_s") == Approx(figure(run, "itl_s.mean")).epsilon(0.15));
}
