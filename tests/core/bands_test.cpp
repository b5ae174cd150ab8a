// Which results have a calibrated band, how wide it is, and where a note says why there is none.

#include <map>

#include "calibrated.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;

TEST_CASE("bands are those of the residuals, and only calibrated results have one") {
    const SoftwareFit* fit = embedded_fits().of(Software::llama_cpp_cuda);
    REQUIRE(fit != nullptr);
    const Json result = served_under(calibrated_with({{"software", "llama.cpp-cuda"}}));
    const double low = figure(result, "itl_low_s") / figure(result, "itl_s");
    CHECK(low >= Approx(fit->moving.low));
    CHECK(figure(result, "itl_high_s") == Approx(figure(result, "itl_s") * fit->moving.high));
    CHECK(figure(result, "ttft_low_s") == Approx(figure(result, "ttft_s") * fit->computing.low));
    CHECK(says(result["notes"], "measurements of llama.cpp-cuda"));
    // The longest time is the lowest rate.
    CHECK(figure(result, "decode_achieved_low_flop_per_s") ==
          Approx(figure(result, "decode_achieved_flop_per_s") / fit->moving.high));
    CHECK(figure(result, "decode_achieved_high_flop_per_s") ==
          Approx(figure(result, "decode_achieved_flop_per_s") / low));
    CHECK(figure(result, "decode_attainable_ridge_flop_per_byte") ==
          Approx(figure(result, "decode_flop_per_s") / figure(result, "decode_bandwidth_bytes_per_s")));
    const Json pass = ask("roofline", {{"model", "Llama3_8B"},
                                       {"hardware", "H100"},
                                       {"assumptions", calibrated_with({{"software", "llama.cpp-cuda"}})}});
    CHECK(figure(pass, "achieved_low_flop_per_s") ==
          Approx(figure(pass, "work_flop") / figure(pass, "latency_high_s")));
    CHECK(figure(pass, "achieved_high_flop_per_s") ==
          Approx(figure(pass, "work_flop") / figure(pass, "latency_low_s")));
    for (const char* preset : {"first-principles", "textbook"}) {
        CHECK(served_under(preset)["itl_low_s"].is_null());
        CHECK(served_under(preset)["ttft_high_s"].is_null());
        CHECK(served_under(preset)["decode_achieved_high_flop_per_s"].is_null());
    }
}

TEST_CASE("the band of a token reaches no lower than its bytes at the full bandwidth, but of batches of a mixture") {
    const auto token = [](const char* call, const char* model, const char* hardware, double batch) {
        return ask(call, {{"model", model}, {"hardware", hardware}, {"batch", batch}, {"assumptions", "calibrated"}});
    };
    const Residuals& errors = embedded_fits().of(Software::unknown)->moving;
    // 16.06e9 bytes less the input embedding's 1.05e9, and 268e6 of cache, at 300 GB/s.
    CHECK(figure(token("roofline", "Llama3_8B", "L4", 1), "latency_low_s") == Approx(50.93e-3).epsilon(1e-3));
    for (const char* hardware : {"L4", "RTX4090", "H100", "A100"})
        for (const double batch : {1, 16}) {
            INFO(hardware << " " << batch);
            const Json pass = token("roofline", "Llama3_8B", hardware, batch),
                       served = token("serve", "Llama3_8B", hardware, batch);
            const double low = figure(pass, "latency_low_s"), latency = figure(pass, "latency_s");
            const double least =
                figure(pass, "traffic_bytes") / in_si((*registry().find_hardware(hardware))->memory_bandwidth);
            CHECK(low == Approx(std::max(least, latency * errors.low)));
            CHECK(figure(served, "itl_low_s") == Approx(low));
        }
    const Json mixture = token("roofline", "Mixtral_8x7B", "H200", 16);
    CHECK(figure(mixture, "latency_low_s") == Approx(figure(mixture, "latency_s") * errors.low));
}

TEST_CASE("more sequences leave the band of a decoded token, but under kernels of their own") {
    // llama.cpp alone takes several tokens by its kernels for prompts; what those took says nothing of a server.
    const auto widths = [](const Json& software, double batch, const char* precision = "fp16") {
        const Json r = ask("roofline", {{"model", "Llama3_8B"},
                                        {"hardware", "H100"},
                                        {"context", 128},
                                        {"batch", batch},
                                        {"precision", precision},
                                        {"assumptions", calibrated_with({{"software", software}})}});
        CHECK((r["regime"] == "compute") == (precision == std::string("fp32")));
        return std::pair{figure(r, "latency_low_s") / figure(r, "latency_s"),
                         figure(r, "latency_high_s") / figure(r, "latency_s")};
    };
    for (const Software software :
         {Software::unknown, Software::tensorrt_llm, Software::lmdeploy, Software::exllamav2, Software::gpt_fast}) {
        const Residuals& errors = embedded_fits().of(software)->moving;
        for (const auto& [batch, precision] : {std::pair{1, "fp16"}, {2, "fp16"}, {16, "fp16"}, {64, "fp32"}}) {
            const auto [low, high] =
                widths(std::string(software_names[static_cast<unsigned>(software)]), batch, precision);
            INFO(embedded_fits().of(software)->id << " " << batch);
            CHECK(low >= Approx(errors.low));
            CHECK(high == Approx(errors.high));
        }
    }
    CHECK(widths("llama.cpp-cuda", 2).first < 0.9 * widths("llama.cpp-cuda", 1).first);
}

TEST_CASE("there is a band where something like it was measured, and a note says why elsewhere") {
    const auto band = [](const char* call, Json request, const Json& software = "unknown") {
        request["assumptions"] = calibrated_with({{"software", software}});
        const Json r = ask(call, request);
        const Json& low = r.contains("itl_low_s") ? r["itl_low_s"] : r["latency_low_s"];
        const std::string all = r["notes"].dump();
        const auto at = all.find("No band: ");
        CHECK(low.is_null() == (at != std::string::npos));
        return at == std::string::npos ? "" : all.substr(at, all.find('"', at) - at);
    };
    const auto on = [](const char* device, const char* model = "Llama3_8B") {
        return Json{{"model", model}, {"hardware", device}, {"precision", "int4"}};
    };
    const std::string elsewhere = "No band: only GPUs with 68 GB/s to 8 TB/s of memory bandwidth were measured.";
    for (const char* call : {"serve", "roofline"}) {
        for (const char* device : {"H100", "B300", "MI300X", "M1", "MacBookM4Max", "JetsonOrinNano", "RTX4090"})
            CHECK(band(call, on(device)).empty());
        for (const char* device : {"Cerebras_CS3", "Groq_LPU", "Pixel8", "TPUv5e"})
            CHECK(band(call, on(device)) == elsewhere);
        CHECK(band(call, on("H100"), "llama.cpp-metal") == "No band: llama.cpp-metal does not run on NVIDIA devices.");
        CHECK(band(call, on("M4_Pro"), "tensorrt-llm") == "No band: tensorrt-llm does not run on Apple devices.");
        CHECK(band(call, on("M4_Pro"), "llama.cpp-metal").empty());
        CHECK(band(call, on("RX7900XTX"), "llama.cpp-cuda").empty());
        CHECK(band(call, on("H100"), "sglang").find("no fit covers SGLang") != std::string::npos);
        CHECK(band(call, with(on("RTX4090", "Llama3_70B"), "precision", "fp16")).find("host link") !=
              std::string::npos);
    }
    CHECK(band("roofline", on("H100", "DLRM_v2")) == "No band: this fit covers language models.");
    CHECK(band("roofline", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"phase", "training"}})
              .find("covers inference") != std::string::npos);
    CHECK(band("roofline", with(on("A100", "ResNet50"), "precision", "fp16")) ==
          "No band: this fit covers language models.");
    CHECK(band("roofline", with(on("A100", "ResNet50"), "precision", "fp16"), "tensorrt").empty());
}

TEST_CASE("a model whose layers keep a state has no band in any call: none was measured") {
    const auto ask_of = [](const char* call, const char* model) {
        return ask(call, {{"model", model}, {"hardware", "H200"}, {"precision", "fp8"}, {"assumptions", "calibrated"}});
    };
    const char* why = "No band: no measured model had layers that keep a state instead of a KV cache.";
    const char* hybrid = "Qwen3_Next_80B_A3B";
    CHECK(ask_of("serve", hybrid)["itl_low_s"].is_null());
    CHECK(ask_of("roofline", "Mamba_2_8B")["latency_low_s"].is_null());
    CHECK(ask_of("load", hybrid)["itl_s"]["low"].is_null());
    for (const auto& [call, model] :
         {std::pair{"serve", hybrid}, {"load", hybrid}, {"roofline", "Mamba_2_8B"}, {"train", hybrid}}) {
        INFO(call);
        CHECK(says(ask_of(call, model)["notes"], why));
    }
}

TEST_CASE("what no measurement did has no band") {
    // A parameter of one's own; a model that does not fit; the same, timed as if it did.
    CHECK(served_under(round_parameters)["itl_low_s"].is_null());
    CHECK(says(served_under(round_parameters)["notes"], "No band: "));
    const Json large{{"model", "Llama3_70B"}};
    CHECK(served_under("calibrated", large)["itl_high_s"].is_null());
    CHECK(figure(served_under(calibrated_with({{"serving_offload", "ignore"}}), large), "itl_high_s") > 0);
    CHECK(figure(served_under(calibrated_with({{"moe_weights", "all"}})), "itl_high_s") > 0);
}

TEST_CASE("a speedup's band: one software's errors go together, two softwares' do not") {
    const auto side = [](const char* device, const char* software) {
        return Json{
            {"model", "Llama3_8B"}, {"hardware", device}, {"assumptions", calibrated_with({{"software", software}})}};
    };
    const Json one = ask("explain", {{"baseline", side("A100", "gpt-fast")}, {"proposal", side("H100", "gpt-fast")}});
    const Json two = ask("explain", {{"baseline", side("A100", "gpt-fast")}, {"proposal", side("H100", "tinychat")}});
    const SoftwareFit* fit = embedded_fits().of(Software::gpt_fast);
    REQUIRE(fit != nullptr);
    CHECK(figure(one, "speedup_low") == Approx(figure(one, "speedup") * fit->ratio.low));
    CHECK(figure(one, "speedup_high") == Approx(figure(one, "speedup") * fit->ratio.high));
    const auto width = [](const Json& r) { return figure(r, "speedup_high") / figure(r, "speedup_low"); };
    CHECK(width(two) > width(one));
    CHECK(ask("explain", {{"baseline", side("A100", "gpt-fast")},
                          {"proposal", {{"model", "Llama3_8B"}, {"hardware", "H100"}}}})["speedup_low"]
              .is_null());
}

TEST_CASE("Transformers has no band for weights that its fit did not have, and says what was measured of them") {
    const auto asked = [](const char* call, const char* precision) {
        return ask(call, {{"model", "Llama2_7B"},
                          {"hardware", "A10G"},
                          {"precision", precision},
                          {"assumptions", {{"preset", "calibrated"}, {"software", "transformers"}}}});
    };
    CHECK(figure(asked("serve", "fp16"), "itl_low_s") > 0);
    CHECK(asked("serve", "int4")["itl_low_s"].is_null());
    CHECK(asked("serve", "int4")["ttft_low_s"].is_null());
    CHECK(asked("roofline", "int8")["latency_low_s"].is_null());
    std::map<std::string, double> in_fp16;
    double least = 100, most = 0;
    const Json points = json_file("core/data/measured/quanto.json")["points"];
    for (const Json& point : points)
        if (point["precision"] == "fp16") in_fp16[point["model"]] = figure(point, "value");
    for (const Json& point : points) {
        if (point["precision"] == "fp16") continue;
        const double times = figure(point, "value") / in_fp16[point["model"]];
        least = std::min(least, times);
        most = std::max(most, times);
    }
    const std::string measured = cat({decimals(least, 1), " to ", decimals(most, 1), " times as long as in FP16"});
    for (const char* call : {"serve", "roofline"}) CHECK(says(asked(call, "int4")["notes"], measured));
    CHECK(!says(asked("serve", "fp16")["notes"], measured));
}
