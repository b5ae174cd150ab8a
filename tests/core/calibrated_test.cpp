#include "calibrated.hpp"
#include "grid.hpp"
#include "prose/text.hpp"
#include "ridgepoint/fits.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/serve.hpp"
#include "ridgepoint/synthesize.hpp"

using namespace ridgepoint;

namespace {

/// 2048 tokens of Llama 3 8B in 4 bits.
ServeRequest prompt_on(const char* device, Software software) {
    const auto& registry = Registry::embedded();
    REQUIRE(registry.has_value());
    ServeRequest r;
    r.model = *registry->find_model("Llama3_8B");
    r.hardware = *registry->find_hardware(device);
    r.precision = Precision::int4;
    r.context = 2048;
    r.assumptions = assumptions_of(Preset::calibrated, software);
    return r;
}

}  // namespace

TEST_CASE("calibrated: a token by hand") {
    // Of the input embedding, 128,256 x 4,096 weights, one row is read: 7,504,928,768 weights.
    // (15.009857536e9 + 268.435456e6) / (3.35e12 x 0.9) + (5 x 7.504928768e9 + 50 x 268.435456e6) / 67e12 + 32 x 50 us
    // = 5.067427 + 0.760395 + 1.6 ms.
    CHECK(figure(served_under(round_parameters), "itl_s") == Approx(7.427821e-3).epsilon(1e-6));
    // Eight sequences read eight caches; the vector units see to them side by side.
    // Of eight rows, (15.009914880e9 + 8 x 268.435456e6) / 3.015e12 = 5.690680 ms.
    CHECK(figure(served_under(round_parameters, {{"batch", 8}}), "itl_s") == Approx(8.051076e-3).epsilon(1e-6));
    // A forward pass of another model has no cache; one of states reads them. Mamba_2_8B: (5.5366912e9 + 12.451840e6) /
    // 3.015e12 + 5 x 2.7683456e9 / 67e12 + 64 x 50 us + 10 us.
    const Json pass =
        ask("roofline", {{"model", "Mamba_2_8B"}, {"hardware", "H100"}, {"assumptions", round_parameters}});
    CHECK(figure(pass, "latency_s") == Approx(5.257105e-3).epsilon(1e-6));
}

TEST_CASE("calibrated: a prompt's traffic by hand") {
    // 2048 tokens in four passes of 512. Each reads 7,513,313,280 weights of half a byte, writes and reads them in 16
    // bits, and reads a cache of 1024 tokens on average: (3,756,656,640 x (1 + 4 / 0.5) + 134,217,728) x 4. Of the
    // hidden state 10 x 2048 x 32 x 4096; of 32 x 32 x 2048 x 2049 / 2 scores 20 each.
    ServeRequest r = prompt_on("RTX4090", Software::llama_cpp_cuda_2024);
    r.weight_bits = 4;
    r.assumptions.prompts = {.micro_batch = 512, .unpacked_bytes = 4, .score_bytes = 20, .activation_bytes = 10};
    const Step step = prefill_step(r);
    CHECK(in_si(step.traffic) == Approx(181431508992.0).epsilon(1e-12));
    CHECK(in_si(step.attention) == Approx(4.0 * 32 * 128 * 67141632).epsilon(1e-12));
    CHECK(step.layers == 128);
    // Passes of 64 tokens have kernels that unpack for themselves: (3,756,656,640 + 134,217,728) x 32.
    r.assumptions.prompts = {.micro_batch = 64, .unpacked_bytes = 4};
    CHECK(in_si(prefill_step(r).traffic) == Approx(124507979776.0).epsilon(1e-12));
    // No prompt of another preset has kernels.
    r.assumptions = {};
    CHECK(prefill_step(r).layers == 32);
    CHECK(in_si(prefill_step(r).attention) == 0);
}

TEST_CASE("calibrated: the rate of matrices goes with the kernels") {
    // Data sheet of the RTX 4090: 165.2e12 FLOP/s in FP16 with sums in FP32, 330.3e12 with sums in FP16, 660.6e12 in
    // INT8.
    const auto machine = [](Software software) {
        return serve_problem(prompt_on("RTX4090", software)).prefill_machine;
    };
    CHECK(in_si(machine(Software::tensorrt_llm).peak) == 165.2e12);
    CHECK(in_si(machine(Software::llama_cpp_cuda_2024).peak) == 330.3e12);
    CHECK(in_si(machine(Software::llama_cpp_cuda).peak) == 660.6e12);
    CHECK(machine(Software::llama_cpp_cuda).attention_rate == Approx(165.2 / 660.6));
    CHECK(machine(Software::tensorrt_llm).attention_rate == 1);
    // At 1 pJ a FLOP in FP16 and 450 W, half of it in INT8, and 0.2 FLOP of the vector units beside each.
    ServeRequest r = prompt_on("RTX4090", Software::llama_cpp_cuda);
    r.assumptions.prompts.joules_per_flop = 1e-12;
    r.assumptions.prompts.vector_flop_per_product = 0.2;
    const Machine<> m = serve_problem(r).prefill_machine;
    CHECK(m.seconds_per_flop == Approx(0.5e-12 / 450));
    CHECK(m.vector_flop_per_product == 0.2);
    CHECK(in_si(m.vector_peak) == 82.6e12);
    CHECK(m.attention_seconds_per_flop == Approx(1e-12 / 450));
}

TEST_CASE("weight_bits: what is stored, with its scales") {
    // Q4_K_M: 8.030261248e9 x 4.89 / 8.
    const Json q4 =
        served_under("first-principles", {{"precision", "int4"}, {"kv_precision", "fp16"}, {"weight_bits", 4.89}});
    CHECK(figure(q4, "weights_bytes") == Approx(4.908497e9).epsilon(1e-6));
    CHECK(figure(q4, "itl_s") == Approx((4.908497e9 + 268435456) / 3.35e12 + 3.2e-4).epsilon(1e-6));
    CHECK(error_of("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"weight_bits", 0}}) == "out_of_range");
}

TEST_CASE("a device without a plain FP32 rate unpacks for nothing, and the result says so") {
    Json device{{"peak_flop_per_s", {{"fp16", 989e12}}},
                {"memory_capacity_bytes", 80e9},
                {"memory_bandwidth_bytes_per_s", 3.35e12}};
    const Json result = served_under(round_parameters, {{"hardware", device}});
    CHECK(figure(result, "itl_s") == Approx(6.667427e-3).epsilon(1e-6));
    CHECK(says(result["notes"], "No FP32 rate"));
}

TEST_CASE("every software has a fit, and every fit a software; vLLM and SGLang have that of all") {
    CHECK(embedded_fits().software.size() == software_names.size() - 3);
    for (const Software shared : {Software::vllm, Software::sglang, Software::sglang_0_5_9})
        CHECK(embedded_fits().of(shared) == embedded_fits().of(Software::unknown));
    CHECK(embedded_fits().algorithms.size() == algorithm_names.size() - 1);
    CHECK(embedded_fits().of(Algorithm::magnitude) == nullptr);  // between models it differs without bound
    for (std::size_t i = 0; i < software_names.size(); ++i) {
        const SoftwareFit* fit = embedded_fits().of(static_cast<Software>(i));
        INFO(software_names[i]);
        REQUIRE(fit != nullptr);
        const Assumptions a = assumptions_of(Preset::calibrated, static_cast<Software>(i));
        CHECK(a.fit == fit);
        CHECK(a.layer_overhead.value == fit->layer_overhead.value);
        for (const Residuals* r : {&fit->moving, &fit->computing, &fit->ratio}) {
            CHECK(r->low < 1);
            CHECK(r->high > 1);
        }
    }
}

TEST_CASE("software needs the calibrated preset, and one that is known") {
    const auto with_assumptions = [](const Json& a) {
        return Json{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"assumptions", a}};
    };
    const Json alone = answer("serve", with_assumptions({{"software", "trt"}}));
    CHECK(sentence(alone, "error.field") == "assumptions.software");
    CHECK(sentence(alone, "error.message").find("llama.cpp-cuda") != std::string::npos);
    const Json other = answer("serve", with_assumptions({{"software", "gpt-fast"}, {"preset", "textbook"}}));
    CHECK(sentence(other, "error.code") == "not_applicable");
    CHECK(sentence(other, "error.message").find("calibrated") != std::string::npos);
    const Json sweep{{"call", "serve"},
                     {"base", with_assumptions("calibrated")},
                     {"axes", {{"assumptions.software", {"gpt-fast", "tinychat"}}}},
                     {"outputs", {"itl_s"}}};
    CHECK(sentence(Json::parse(sweep_columns(sweep.dump()).header_json), "error.code") == "not_applicable");
}

TEST_CASE("the device that calibrated synthesis asks for meets the target") {
    for (const char* model : {"Llama3_8B", "Llama3_70B", "Mixtral_8x7B"}) {
        const Json asked = ask("synthesize", {{"model", model}, {"target_s", 0.05}, {"assumptions", "calibrated"}});
        const Json device{{"peak_flop_per_s", {{"fp16", asked["flop_per_s"]}, {"fp32", asked["vector_flop_per_s"]}}},
                          {"memory_capacity_bytes", asked["capacity_bytes"]},
                          {"memory_bandwidth_bytes_per_s", asked["bandwidth_bytes_per_s"]}};
        const Json result = ask("serve", {{"model", model}, {"hardware", device}, {"assumptions", "calibrated"}});
        INFO(model);
        CHECK(figure(result, "itl_s") == Approx(0.05).epsilon(1e-9));
        CHECK(figure(asked, "latency_low_s") < 0.05);
        CHECK(figure(asked, "latency_high_s") > 0.05);
    }
}

TEST_CASE("the device that calibrated synthesis asks for a prompt has the power for it") {
    for (const char* model : {"Llama3_8B", "Llama2_70B"}) {
        const Json asked = ask("synthesize", {{"model", model},
                                              {"target_s", 0.5},
                                              {"phase", "prefill"},
                                              {"context", 4096},
                                              {"assumptions", "calibrated"}});
        // 700 W at 989e12 FLOP/s, an H100's
        CHECK(figure(asked, "tdp_w") == Approx(figure(asked, "flop_per_s") * 700 / 989e12));
        const Json device{{"peak_flop_per_s", {{"fp16", asked["flop_per_s"]}, {"fp32", asked["vector_flop_per_s"]}}},
                          {"tdp_w", asked["tdp_w"]},
                          {"memory_capacity_bytes", asked["capacity_bytes"]},
                          {"memory_bandwidth_bytes_per_s", asked["bandwidth_bytes_per_s"]}};
        const Json request{{"model", model}, {"hardware", device}, {"context", 4096}, {"assumptions", "calibrated"}};
        INFO(model);
        CHECK(figure(ask("serve", request), "ttft_s") == Approx(0.5).epsilon(1e-9));
    }
    const Json decode = ask("synthesize", {{"model", "Llama3_8B"}, {"target_s", 0.05}, {"assumptions", "calibrated"}});
    CHECK(decode["tdp_w"].is_null());
    CHECK(ask("synthesize", {{"model", "Llama3_8B"}, {"target_s", 0.5}, {"phase", "prefill"}})["tdp_w"].is_null());
}

TEST_CASE("the note on a prompt's arithmetic says what its kernels do") {
    const auto notes = [](const char* software) {
        return ask("serve", {{"model", "Llama3_8B"},
                             {"hardware", "RTX4090"},
                             {"precision", "int4"},
                             {"assumptions", {{"preset", "calibrated"}, {"software", software}}}})["notes"];
    };
    CHECK(says(notes("llama.cpp-cuda"), "activations are rounded to 8 bits"));
    CHECK_FALSE(says(notes("llama.cpp-cuda"), "so the arithmetic runs at the FP16 rate"));
    CHECK(says(notes("llama.cpp-cuda-2024"), "so the arithmetic runs at the FP16 rate"));
}

TEST_CASE("kernels that multiply in INT8 do so in FP4 too, whatever rate the device lists") {
    const auto prompt = [](const Json& fields) {
        Json request{{"model", "GptOss_20B"}, {"hardware", "DGX_Spark"},
                     {"precision", "fp4"},    {"weight_bits", 4.63},
                     {"context", 2048},       {"assumptions", calibrated_with({{"software", "llama.cpp-cuda"}})}};
        request.update(fields);
        return ask("serve", request);
    };
    const Json usual = prompt(Json::object());
    CHECK(usual["ttft_s"] == prompt({{"scheme", "weight_only"}})["ttft_s"]);
    CHECK(figure(usual, "ttft_s") > 1.5 * figure(prompt({{"scheme", "native"}}), "ttft_s"));
    CHECK_FALSE(says(usual["notes"], "the arithmetic runs in fp4"));
    // Measured, and not fitted to: 2,048 tokens at 3,783 a second (llama.cpp, benches/dgx-spark.md, build 6918).
    CHECK(figure(usual, "ttft_low_s") < 2048 / 3783.0);
    CHECK(figure(usual, "ttft_high_s") > 2048 / 3783.0);
}

TEST_CASE("calibrated: the note tells measurements of another kind of step from none at all") {
    const auto notes = [](const char* call, Json request, const char* software) {
        request["hardware"] = "H100";
        request["model"] = "Llama3_8B";
        request["assumptions"] = {{"preset", "calibrated"}, {"software", software}};
        return ask(call, request)["notes"];
    };
    CHECK(says(notes("serve", Json::object(), "tensorrt-llm"),
               "Further tokens: calibrated on other software, as the 41 published measurements of tensorrt-llm are "
               "all of prompts and "
               "large batches. On sources"));
    CHECK(says(notes("serve", Json::object(), "tensorrt-llm"),
               "First token: calibrated on 41 published measurements of tensorrt-llm. On sources"));
    CHECK(says(notes("compress", {{"method", "quantization"}, {"bits", 8}}, "tensorrt-llm"),
               "the 41 published measurements of tensorrt-llm are unpaired."));
    for (const char* call : {"serve", "roofline"})
        for (const char* software : {"exllamav2", "gpt-fast", "llama.cpp-cuda", "llama.cpp-metal", "lmdeploy",
                                     "tensorrt-llm", "tinychat", "transformers"})
            CHECK(!says(notes(call, Json::object(), software), "there are no published measurements"));
}

TEST_CASE("a transformer among networks on images moves what its own products put out") {
    const auto of_bert = [](double activation_fraction) {
        Json assumptions = calibrated_with({{"software", "tensorrt"}});
        if (activation_fraction > 0) assumptions["activation_fraction"] = activation_fraction;
        return ask("roofline", {{"model", "BERT_Large"},
                                {"hardware", "A100_40GB"},
                                {"batch", 128},
                                {"precision", "fp16"},
                                {"assumptions", assumptions}});
    };
    // As of ResNet-50 a share of the weights' 670 MB, x 128 * 24 * 10,240 values / 335,141,888 weights / 0.4347.
    const double share = figure(json_file("core/data/software/tensorrt.json"), "activation_fraction");
    const double weights = 2 * 335141888.0, outputs = 128 * 24 * 10240 / 335141888.0, of_resnet = 11.11e6 / 25557032;
    CHECK(figure(of_bert(0), "traffic_bytes") == Approx(weights * (1 + 128 * share * outputs / of_resnet)));
    // What somebody assumes is what they say.
    CHECK(figure(of_bert(0.2), "traffic_bytes") == Approx(weights * (1 + 128 * 0.2)));
    // TensorRT's demo of BERT, at 007c347: 51.61 ms. On T4s, which draw all their power, it took twice the prediction.
    CHECK(figure(of_bert(0), "latency_s") == Approx(51.61e-3).epsilon(0.25));
}
