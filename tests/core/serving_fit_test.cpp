// What servers add to steps: their rates in a simulation, and their bands.

#include "ridgepoint/serving_fit.hpp"

#include <fstream>

#include "ask.hpp"
#include "grid.hpp"
#include "model/load_simulation.hpp"
#include "model/prompt_kernels.hpp"
#include "prose/text.hpp"
#include "ridgepoint/measured.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

Json calibrated(const Json& fields) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"},  {"arrival", "closed"}, {"concurrency", 4},
                 {"prompt_tokens", 512}, {"output_tokens", 32}, {"requests", 16},      {"assumptions", "calibrated"}};
    request.update(fields);
    return ask("load", request);
}

LoadRequest calibrated_load() {
    LoadRequest r;
    r.serving.model = *registry().find_model("Llama3_8B");
    r.serving.hardware = *registry().find_hardware("H100");
    r.serving.assumptions = assumptions_of(Preset::calibrated);
    r.prompt.mean = 512;
    r.output.mean = 64;
    return r;
}

double fitted_links() { return *assumptions_of(Preset::calibrated).fit->link_efficiency; }

const ServingFit& all_servers() { return *ServingFits::embedded()->of(Software::unknown); }

}  // namespace

TEST_CASE("the note on accuracy names whose devices the measured servers ran on") {
    const Json served = json_file("core/data/measured/served.json");
    for (const Json& one : served["runs"]) {
        INFO(one["id"]);
        const Json& device = one["request"]["hardware"];
        CHECK((device.is_string() ? registry().find_hardware(device.get<std::string>())->get()->vendor
                                  : device["vendor"].get<std::string>()) == "NVIDIA");
    }
    CHECK(says(calibrated(Json::object())["notes"], "published runs of servers on NVIDIA's devices"));
}

TEST_CASE("each sequence of a step takes the host's time") {
    // Four sequences of 32 tokens: each step of four waits 4 x 1 ms more, and of one user alone 1 ms.
    for (const double users : {1.0, 4.0}) {
        const Json without = calibrated({{"concurrency", users}, {"sequence_overhead_s", 0}, {"requests", users}});
        const Json with = calibrated({{"concurrency", users}, {"sequence_overhead_s", 1e-3}, {"requests", users}});
        CHECK(figure(with, "itl_s.mean") - figure(without, "itl_s.mean") == Approx(users * 1e-3).epsilon(1e-9));
    }
}

TEST_CASE("each token of a prompt takes a time outside the devices, unless a request's whole time is given") {
    const auto first = [](const Json& fields) { return figure(calibrated(fields), "ttft_s.mean"); };
    const double none = first({{"request_overhead_s", 0}});
    CHECK(first({{"request_overhead_s", 0}, {"prompt_overhead_s", 1e-4}}) - none == Approx(512 * 1e-4));
    const ServingFit& fit = all_servers();
    CHECK(first(Json::object()) - none == Approx(fit.request_overhead.value + 512 * fit.prompt_overhead.value));
    CHECK(figure(calibrated({{"request_overhead_s", 0}}), "time_share.host") <
          figure(calibrated({{"request_overhead_s", 0}, {"prompt_overhead_s", 1e-4}}), "time_share.host"));
    // Of data sheets alone a request takes 15 ms, however long.
    const Json sheets{{"assumptions", "first-principles"}};
    CHECK(first(sheets) - first(with(sheets, "request_overhead_s", 0)) == Approx(0.015));
}

TEST_CASE("a calibrated server launches each layer of a step of more than 512 tokens from the host") {
    LoadRequest r = calibrated_load();
    r.sequence_overhead = Seconds<>{0};
    const auto of_prompt = [&](double tokens) {
        return steps_of(r).time({.prompts = 1, .prompt_tokens = tokens, .prompts_ended = 1}).value;
    };
    const double layers = *r.serving.model->layers, hosted = layers * 0.7e-3;
    // 512 tokens take an H100 less than its host takes for 32 layers; what is longer hides the host's time.
    CHECK(of_prompt(512) < hosted);
    CHECK(of_prompt(513) == Approx(hosted));
    CHECK(of_prompt(8192) > 2 * hosted);
    // With answers beside it a step has their tokens too.
    CHECK(steps_of(r).machine({.answers = 1, .prompt_tokens = 512}).host_launch.value == 0.7e-3);
    CHECK(steps_of(r).machine({.answers = 600}).host_launch.value == 0);
    for (const Assumptions& other :
         {assumptions_of(Preset::calibrated, Software::tensorrt_llm), assumptions_of(Preset::first_principles)}) {
        r.serving.assumptions = other;
        CHECK(steps_of(r).machine({.prompt_tokens = 8192}).host_launch.value == 0);
    }
}

TEST_CASE("absent rates of a server are those fitted where assumptions are calibrated, else those of data sheets") {
    const auto rates = [](const Json& more) {
        Json all{{"parallel", {{"tensor", 2}}}};
        all.update(more);
        return calibrated(all);
    };
    const ServingFit& fit = all_servers();
    CHECK(figure(rates(Json::object()), "e2e_s.mean") ==
          figure(rates({{"link_efficiency", fitted_links()},
                        {"request_overhead_s", fit.request_overhead.value},
                        {"prompt_overhead_s", fit.prompt_overhead.value},
                        {"sequence_overhead_s", fit.sequence_overhead.value}}),
                 "e2e_s.mean"));
    const Json bound{{"assumptions", "first-principles"}};
    Json told = bound;
    told.update({{"link_efficiency", 1}, {"request_overhead_s", 0.015}, {"sequence_overhead_s", 0}});
    CHECK(figure(rates(bound), "e2e_s.mean") == figure(rates(told), "e2e_s.mean"));
}

TEST_CASE("devices without links of their own reach half of what NVLink would of its rate") {
    // A prompt of 512 tokens in bf16 on two L40S: 32 layers send 2 x 512 x 4096 x 2 bytes, over PCIe 4.0 at 32 GB/s.
    const Json two{{"hardware", "L40S"}, {"parallel", {{"tensor", 2}}}, {"concurrency", 1}, {"requests", 1}};
    const auto waits = [&](double share) {
        Json set = two;
        set.update({{"link_efficiency", share}, {"request_overhead_s", 0}, {"sequence_overhead_s", 0}});
        return figure(calibrated(set), "ttft_s.mean");
    };
    const double sent_s = 32.0 * 2 * 512 * 4096 * 2 / 32e9;
    CHECK(waits(0.25) - waits(0.5) == Approx(2 * sent_s));
    Json none = two;
    none.update({{"request_overhead_s", 0}, {"sequence_overhead_s", 0}});
    CHECK(figure(calibrated(none), "ttft_s.mean") == Approx(waits(fitted_links() / 2)));
}

TEST_CASE("a calibrated server on AMD's devices reaches a share of what one on NVIDIA's does") {
    // The same device by another maker: 0.3 of its arithmetic, 0.7 of its memory, 0.35 of its links.
    LoadRequest of_amd = calibrated_load();
    Hardware device = *of_amd.serving.hardware;
    device.vendor = "AMD";
    of_amd.serving.hardware = std::make_shared<Hardware>(device);
    LoadRequest told = calibrated_load();
    CHECK(in_si(links_of(of_amd).device) == Approx(0.35 * in_si(links_of(told).device)));
    const auto of_one = [](const LoadRequest& r) { return steps_of(r).machine({.answers = 1}); };
    CHECK(of_one(of_amd).bandwidth_efficiency == Approx(0.7 * of_one(told).bandwidth_efficiency));
    const auto of_prompt = [](const LoadRequest& r) { return steps_of(r).machine({.prompt_tokens = 4096}).efficiency; };
    CHECK(of_prompt(of_amd) == Approx(0.3 * of_prompt(told)));
    // Nothing of it where the software is named, from data sheets, or where an own share is set.
    for (const Assumptions& other :
         {assumptions_of(Preset::calibrated, Software::tensorrt_llm), assumptions_of(Preset::first_principles)}) {
        of_amd.serving.assumptions = told.serving.assumptions = other;
        CHECK(of_prompt(of_amd) == of_prompt(told));
    }
    of_amd.serving.assumptions = told.serving.assumptions = assumptions_of(Preset::calibrated);
    of_amd.serving.assumptions.bandwidth_efficiency = told.serving.assumptions.bandwidth_efficiency = 0.5;
    CHECK(of_one(of_amd).bandwidth_efficiency == of_one(told).bandwidth_efficiency);
}

TEST_CASE("a calibrated server plans a step ahead: who comes while one runs waits for the one after it too") {
    LoadRequest r = calibrated_load();
    r.arrival.chosen = Arrival::constant;
    r.requests = 2;
    const MixedSteps steps = steps_of(r);
    const auto written = [&](double cached) {
        return steps.time({.answers = 1, .context_reach = steps.in_reach()(cached)}).value;
    };
    Mixed prompt{
        .prompts = 1, .prompt_tokens = 512, .prompt_pairs = causal_pairs(*r.serving.model, 512, 0), .prompts_ended = 1};
    // The second comes in the midst of the third further token, cached 515; the fourth was planned before it came.
    const double first = steps.time(prompt).value, comes = first + written(513) + written(514) + written(515) / 2;
    Mixed both = prompt;
    both.answers = 1;
    both.context_reach = steps.in_reach()(517);
    const double second = written(515) / 2 + written(516) + steps.time(both).value;
    const Simulated run = simulate(r, steps, arrivals_of(r, 2, 1 / comes), 0, false);
    CHECK(run.requests[0].first_token == Approx(first).epsilon(1e-12));
    CHECK(run.requests[1].first_token - comes == Approx(second).epsilon(1e-9));
    r.serving.assumptions = assumptions_of(Preset::calibrated, Software::tensorrt_llm);
    CHECK(server_rates(r).steps_ahead == 0);
    r.serving.assumptions = assumptions_of(Preset::first_principles);
    CHECK(server_rates(r).steps_ahead == 0);
}

TEST_CASE("a server multiplies weights of their own format as they are, and unpacks only fewer bits") {
    // Of 8.03e9 weights all but the 128,256 x 4,096 rows of the embedding are read; an H100's vector units do 67e12
    // FLOP/s.
    for (const char* precision : {"bf16", "int4"}) {
        const Json alone = calibrated({{"concurrency", 1},
                                       {"requests", 1},
                                       {"output_tokens", 2},
                                       {"precision", precision},
                                       {"sequence_overhead_s", 0}});
        const Json other = ask("serve", {{"model", "Llama3_8B"},
                                         {"hardware", "H100"},
                                         {"context", 513},
                                         {"precision", precision},
                                         {"assumptions", "calibrated"}});
        const Assumptions all = assumptions_of(Preset::calibrated);
        const Assumptions trt = assumptions_of(Preset::calibrated, Software::tensorrt_llm);
        const double read = 8030261248 - 128256.0 * 4096, unpacking = all.vector_flop_per_weight * read / 67e12;
        // Its arithmetic, of which the other's rates hide less: two FLOP a weight, and 524,288 a token of the cache.
        const double seconds = (2 * read + 524288.0 * 513) / 989e12;
        const double computing = seconds * ((1 - all.overlap) / all.efficiency - (1 - trt.overlap) / trt.efficiency);
        const double saved = precision == std::string("int4") ? 0 : unpacking + computing;
        CHECK(figure(other, "itl_s") - figure(alone, "itl_s.mean") == Approx(saved).epsilon(1e-5).margin(1e-9));
    }
}

TEST_CASE("a server reads prompts at the rates of the one that was measured by itself") {
    // 512 tokens of Llama 3 8B on an H100: 2 x (8,030,261,248 - 2 x 525,336,576) FLOP a token, the head's once, and
    // 16,384 of each of 32 x 512 x 513 / 2 pairs; 989e12 FLOP/s, 700 W.
    const Assumptions trt = assumptions_of(Preset::calibrated, Software::tensorrt_llm);
    const double matrices = 2.0 * 6979588096 * 512 + 2.0 * 525336576, scores = 16384.0 * 32 * 512 * 513 / 2;
    const double each = 1 / (989e12 * trt.efficiency) + trt.prompts.joules_per_flop / 700;
    const Mixed prompt{.prompts = 1, .prompt_tokens = 512, .prompt_pairs = 32.0 * 512 * 513 / 2, .prompts_ended = 1};
    LoadRequest r = calibrated_load();
    const auto computes = [&] {
        const MixedSteps steps = steps_of(r);
        return compute_time(steps.step(prompt), steps.machine(prompt)).value;
    };
    CHECK(computes() == Approx((matrices + scores) * each).epsilon(1e-6));
    // What somebody chose stays; so does what unpacks.
    r.serving.assumptions.efficiency = 0.5;
    CHECK(steps_of(r).machine(prompt).efficiency == 0.5);
    r = calibrated_load();
    r.serving.precision = Precision::int4;
    CHECK(steps_of(r).machine(prompt).efficiency == assumptions_of(Preset::calibrated).efficiency);
}

TEST_CASE("a layer of experts launches half as many kernels again as one without, latent attention too") {
    LoadRequest r = calibrated_load();
    const auto overhead = [&](const char* model) {
        r.serving.model = *registry().find_model(model);
        return steps_of(r).machine({.answers = 1}).layer_overhead.value;
    };
    const double plain = assumptions_of(Preset::calibrated).layer_overhead.value;
    CHECK(overhead("Llama3_8B") == plain);
    CHECK(overhead("Mixtral_8x7B") == Approx(1.5 * plain));
    // Latents in all layers, experts in all but the first three.
    CHECK(overhead("DeepSeek_V3") == Approx((1 + 0.5 + 0.5 * 58 / 61) * plain));
    r.serving.precision = Precision::fp4;  // whose weights an H100 unpacks
    CHECK(overhead("GptOss_120B") == Approx(1.5 * plain));
    r.serving.assumptions.layer_overhead = Seconds<>{1e-5};
    CHECK(overhead("Mixtral_8x7B") == 1e-5);
    r.serving.assumptions = assumptions_of(Preset::calibrated, Software::tensorrt_llm);
    CHECK(overhead("Mixtral_8x7B") == r.serving.assumptions.layer_overhead.value);
}

TEST_CASE("rows of a prompt pass each of its experts: read, written and added up, with the gated width between") {
    // gpt-oss 20B: 24 layers, 4 experts, hidden and wide 2,880, two bytes a value; three moves of the one, six of the
    // other.
    const Model& m = **registry().find_model("GptOss_20B");
    const auto moved = [&](const Parallel& ranks) {
        Step step;
        add_kernels(m, {}, {.tokens = 1000, .parallel = ranks}, step);
        return in_si(step.traffic);
    };
    CHECK(moved({}) == Approx(1000.0 * 24 * 4 * 2 * (3 + 6) * 2880));
    CHECK(moved({.tensor = 8}) == Approx(1000.0 * 24 * 4 * 2 * (3 + 6.0 / 8) * 2880));
    CHECK(moved({.tensor = 2, .expert = 16, .data = 8}) == Approx(1000.0 * 24 * 4 * 2 * (3 + 6) * 2880 / 2));
    Step step;
    add_kernels(**registry().find_model("Llama3_8B"), {}, {.tokens = 1000}, step);
    CHECK(in_si(step.traffic) == 0);
}

TEST_CASE("a calibrated server reads a cache in FP8 no faster than in 16 bits on Hopper") {
    // 32 layers that look back on 1,000 tokens of 2 x 8 x 128 values: as of 2 bytes on an H100, of 1 on a B200.
    const auto cache = [](const char* device, Software software = Software::unknown) {
        LoadRequest r = calibrated_load();
        r.serving.hardware = *registry().find_hardware(device);
        r.serving.kv_precision.chosen = CachePrecision::fp8;
        r.serving.assumptions = assumptions_of(Preset::calibrated, software);
        const MixedSteps steps = steps_of(r);
        const Mixed none{.answers = 1}, some{.answers = 1, .context_reach = 32 * 1000};
        return in_si(steps.step(some).traffic - steps.step(none).traffic) / (32.0 * 1000 * 2 * 8 * 128);
    };
    CHECK(cache("H100") == Approx(2));
    CHECK(cache("B200") == Approx(1));
    CHECK(cache("H100", Software::tensorrt_llm) == Approx(1));
}

TEST_CASE("a calibrated server reads the cache that a part of a prompt looks back on") {
    // 32 layers that look back on 1,000 tokens of 2 x 8 x 128 values of 2 bytes each.
    const MixedSteps steps = steps_of(calibrated_load());
    Mixed part{.prompts = 1, .prompt_tokens = 100};
    const Bytes<> before = steps.step(part).traffic;
    part.prompt_reach = 32 * 1000;
    CHECK((steps.step(part).traffic - before).value == Approx(32.0 * 1000 * 2 * 8 * 128 * 2));
}

TEST_CASE("bands of a served load are those of its fit, and none where that was changed") {
    const ServingFit& fit = all_servers();
    const Json r = calibrated(Json::object());
    CHECK(figure(r, "ttft_s.low") == Approx(figure(r, "ttft_s.mean") * fit.ttft.low));
    CHECK(figure(r, "itl_s.high") == Approx(figure(r, "itl_s.mean") * fit.itl.high));
    CHECK(figure(r, "e2e_s.high") == Approx(figure(r, "e2e_s.mean") * fit.latency.high));
    CHECK(member(r, "tokens_low_per_s").is_null());
    const Json most = calibrated({{"maximum", true}});
    CHECK(figure(most, "tokens_low_per_s") == Approx(figure(most, "tokens_per_s") / fit.throughput.high));
    CHECK(member(most, "ttft_s.low").is_null());
    for (const Json& changed :
         {Json{{"link_efficiency", 0.5}, {"parallel", {{"tensor", 2}}}}, Json{{"assumptions", "first-principles"}},
          Json{{"assumptions", {{"preset", "calibrated"}, {"overlap", 0.5}}}}, Json{{"static", true}}}) {
        INFO(changed.dump());
        CHECK(member(calibrated(changed), "itl_s.low").is_null());
    }
    // One device sends nothing over a link.
    CHECK(figure(calibrated({{"link_efficiency", 0.5}}), "itl_s.low") == figure(r, "itl_s.low"));
    // Above saturation a queue grows for as long as requests come.
    const Json late = calibrated({{"arrival", "poisson"}, {"rate_per_s", 10000}});
    CHECK(member(late, "saturated") == true);
    CHECK(member(late, "ttft_s.low").is_null());
}

TEST_CASE("vLLM by its name is what servers that are not named are taken to be, bands and notes too") {
    const Json unnamed = calibrated({{"maximum", true}});
    Json named = calibrated({{"maximum", true}, {"assumptions", {{"preset", "calibrated"}, {"software", "vllm"}}}});
    CHECK(named == unnamed);
    named = calibrated({{"assumptions", {{"preset", "calibrated"}, {"software", "vllm"}}}});
    CHECK(named == calibrated(Json::object()));
    CHECK(member(named, "itl_s.low").is_number());
}

TEST_CASE("the note on a load says how far off runs were that the fit had not seen") {
    const Residuals& itl = all_servers().itl;
    const auto percent = std::to_string(static_cast<int>(std::round(itl.median_error * 100)));
    const std::string notes = calibrated(Json::object())["notes"].dump();
    const auto runs = std::to_string(static_cast<int>(itl.points));
    CHECK(notes.find("was " + percent + " % for the time between tokens (" + runs + " runs)") != std::string::npos);
}

TEST_CASE("the lab on load states how far off served runs were") {
    std::ifstream file("labs/load/model-note.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto percent = [](const Residuals& errors) { return decimals(errors.median_error * 100, 0) + " %"; };
    const ServingFit& fit = all_servers();
    const std::string stated = "Over " + decimals(fit.itl.points, 0) +
                               " published runs, the median error of the calibrated model is " + percent(fit.itl) +
                               " for the time between tokens, " + percent(fit.ttft) + " for the first token and " +
                               percent(fit.latency) + " for a whole answer";
    INFO(stated);
    CHECK(text.find(stated) != std::string::npos);
}
