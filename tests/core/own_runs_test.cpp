// What an H200 and an H100 did for us, measured by scripts/measure-gpu, against what train says and what fits assume.

#include <algorithm>
#include <map>

#include "ask.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;

namespace {

Json of_device(const std::string& id) { return json_file("core/data/hardware/" + id + ".json"); }

/// Bytes a second, or FLOP a second, of the best kernel of a kind and format.
double best(const std::string& device, const std::string& kernel, const std::string& format = "") {
    double rate = 0;
    const Json kernels = json_file("core/data/own-kernels.json")["devices"][device];
    for (const Json& k : kernels) {
        if (k["kernel"] != kernel || k.value("format", "") != format) continue;
        const double amount = k.contains("bytes")  ? figure(k, "bytes")
                              : k.contains("flop") ? figure(k, "flop")
                                                   : 2 * figure(k, "m") * figure(k, "n") * figure(k, "k");
        rate = std::max(rate, amount / figure(k, "seconds"));
    }
    return rate;
}

const Json llama_cpp{{"preset", "calibrated"}, {"software", "llama.cpp-cuda"}};

/// `serve` of a network on an H200.
Json served(const std::string& model, Json more) {
    more["model"] = model;
    more["hardware"] = "H200";
    return ask("serve", more);
}

}  // namespace

TEST_CASE("memory and matrices of an H200 and an H100 reach the shares of the data sheet that fits give them") {
    struct Shares {
        std::string device;
        double read, bf16, fp8, int8;
    };
    const Json fit = json_file("core/data/software/unknown.json");
    for (const auto& reached : {Shares{"H200", 0.91, 0.69, 0.62, 0.45}, Shares{"H100", 0.93, 0.71, 0.62, 0.44}}) {
        INFO(reached.device);
        const Json device = of_device(reached.device);
        const auto of_sheet = [&](const std::string& format) {
            return best(reached.device, "product", format) / figure(device, "peak_flop_per_s." + format);
        };
        const double bandwidth = figure(device, "memory_bandwidth_bytes_per_s");
        const double read = best(reached.device, "read") / bandwidth;
        CHECK(read == Approx(reached.read).epsilon(0.01));
        CHECK(read == Approx(figure(fit, "bandwidth_efficiency")).epsilon(0.08));
        CHECK(of_sheet("bf16") == Approx(reached.bf16).epsilon(0.01));
        CHECK(of_sheet("bf16") == Approx(figure(fit, "efficiency")).epsilon(0.09));
        // Fewer bits reach less: a bound by their data sheet is further from the truth.
        CHECK(of_sheet("fp8") == Approx(reached.fp8).epsilon(0.01));
        CHECK(of_sheet("int8") == Approx(reached.int8).epsilon(0.01));
        // Attention over a long cache reads as fast as anything does.
        CHECK(best(reached.device, "attention of a token") > 0.9 * bandwidth);
    }
}

TEST_CASE("a layer that Transformers launches takes the host some ninety launches of a kernel") {
    const Json kernels = json_file("core/data/own-kernels.json")["devices"]["H200"];
    double launch = 0;
    for (const Json& k : kernels)
        if (k["kernel"] == "launch by the host") launch = figure(k, "seconds");
    REQUIRE(launch == Approx(6.86e-6));
    const double layer = figure(json_file("core/data/software/transformers.json"), "host_launch_s");
    CHECK(layer / launch > 70);
    CHECK(layer / launch < 120);
}

TEST_CASE("training steps of our own that no fit has seen: all 18 in the band, and within 14 %") {
    const Json data = json_file("core/data/unseen-runs.json");
    REQUIRE(data["training"].size() == 18);
    int in_band = 0;
    for (const Json& run : data["training"]) {
        const Json r = ask("train", with(run["request"], "assumptions", "calibrated"));
        const double measured = figure(run, "step_s");
        INFO(run["id"].get<std::string>());
        CHECK(figure(r, "step_s") == Approx(measured).epsilon(0.14));
        in_band += figure(r, "step_low_s") <= measured && measured <= figure(r, "step_high_s");
    }
    CHECK(in_band == 18);
}

TEST_CASE("PyTorch's own loss keeps more of the logits than a step counts, and train says so") {
    const Json data = json_file("core/data/unseen-runs.json");
    std::map<std::string, double> peak;
    for (const Json& run : data["training"]) peak[run["id"]] = figure(run, "peak_bytes");
    const Json request{{"model", "Llama3_2_1B"}, {"hardware", "H200"}, {"micro_batch", 4}, {"sequence", 2048}};
    const Json r = ask("train", request);
    const double logits = 4 * 2048 * 128256.0;
    CHECK(figure(r, "memory.logits_bytes") == 4 * logits);
    // From 2 to 4 sequences, 4,096 more tokens: what is not activations is logits.
    const double more = peak["llama-1b-4x2048"] - peak["llama-1b-2x2048"] - figure(r, "memory.activations_bytes") / 2;
    CHECK(more / (logits / 2) == Approx(20).epsilon(0.05));
    const double compiled = peak["llama-1b-4x2048"] - peak["llama-1b-4x2048-compiled"];
    CHECK(20 - compiled / logits == Approx(9).epsilon(0.1));
    CHECK(says(r["notes"], "PyTorch's own loss took 9 bytes compiled, 20 in eager mode"));
    CHECK_FALSE(says(ask("train", with(request, "micro_batch", 1))["notes"], "PyTorch's own loss"));
}

TEST_CASE("under Transformers a token waits for the host that launches its layers, whatever the batch") {
    const Json transformers{{"preset", "calibrated"}, {"software", "transformers"}};
    const double launch = figure(json_file("core/data/software/transformers.json"), "host_launch_s");
    for (const int batch : {1, 32})
        CHECK(figure(served("Llama3_8B", {{"batch", batch}, {"context", 512}, {"assumptions", transformers}}),
                     "itl_s") == Approx(32 * launch));
    // Launched as one graph, it does not.
    Json compiled = transformers;
    compiled["host_launch_s"] = 0;
    const Json request{{"context", 512}, {"assumptions", compiled}};
    CHECK(figure(served("Llama3_8B", request), "itl_s") < 0.4 * 32 * launch);
    // A slower device is what takes the time, and the host runs ahead of it.
    const Json slow = ask("serve", {{"model", "Llama3_8B"}, {"hardware", "L4"}, {"assumptions", transformers}});
    CHECK(figure(slow, "itl_s") > 2 * 32 * launch);
}

namespace {

/// What `serve` says of a point of several sequences under llama.cpp.
Json of_batch(const Json& point) {
    static const std::map<std::string, std::string> networks{{"Llama-3.1-8B", "Llama3_8B"},
                                                             {"Qwen2.5-7B", "Qwen2_5_7B"},
                                                             {"gpt-oss-20b", "GptOss_20B"},
                                                             {"gpt-oss-120b", "GptOss_120B"},
                                                             {"Qwen3-30B-A3B", "Qwen3_30B_A3B"}},
        devices{{"NVIDIA H200-SXM-141GB", "H200"},
                {"NVIDIA H100-80GB HBM3", "H100"},
                {"NVIDIA DGX Spark (GB10)", "DGX_Spark"}};
    const std::string format = sentence(point, "precision");
    Json request{{"model", networks.at(sentence(point, "model"))},
                 {"hardware", devices.at(sentence(point, "hardware"))},
                 {"batch", point["batch"]},
                 {"context", figure(point, "input_len") + figure(point, "output_len") / 2},
                 {"assumptions", llama_cpp},
                 {"precision", format == "fp16"         ? "fp16"
                               : format == "GGUF Q8_0"  ? "int8"
                               : format == "GGUF MXFP4" ? "fp4"
                                                        : "int4"}};
    return ask("serve", request);
}

struct Batches {
    double least = 100, most = 0;  ///< of measured / predicted time
    int count = 0, in_band = 0;
};

/// Of networks without experts, and of mixtures.
std::map<bool, Batches> batches_under_llama_cpp() {
    std::map<bool, Batches> batches;
    for (const char* source : {"own", "lcspark"}) {
        const Json points = json_file("core/data/measured/" + std::string(source) + ".json")["points"];
        for (const Json& point : points) {
            if (point["kind"] != "decode_itl" || sentence(point, "software").rfind("llama.cpp", 0) != 0) continue;
            const Json r = of_batch(point);
            const double seconds = figure(point, "value") / 1000, times = seconds / figure(r, "itl_s");
            const std::string model = sentence(point, "model");
            const bool dense = model == "Llama-3.1-8B" || model == "Qwen2.5-7B";
            CHECK(r["itl_low_s"].is_null() != dense);
            Batches& some = batches[dense];
            some.least = std::min(some.least, times);
            some.most = std::max(some.most, times);
            ++some.count;
            if (dense) some.in_band += figure(r, "itl_low_s") <= seconds && seconds <= figure(r, "itl_high_s");
        }
    }
    return batches;
}

}  // namespace

TEST_CASE("batches under llama.cpp: in their band without experts; of mixtures it is said how far off they were") {
    auto batches = batches_under_llama_cpp();
    const Batches dense = batches[true], mixtures = batches[false];
    CHECK(dense.count == 28);
    CHECK(dense.in_band >= 25);
    CHECK(dense.least > 0.75);
    CHECK(dense.most < 1.25);
    CHECK(mixtures.count == 36);
    const std::string measured =
        "batches of MoE models took " + decimals(mixtures.least, 1) + " to " + decimals(mixtures.most, 1) + " times";
    INFO(measured);
    const Json request{{"batch", 4}, {"assumptions", llama_cpp}};
    CHECK(says(served("GptOss_20B", request)["notes"], measured));
    CHECK_FALSE(says(served("Llama3_8B", request)["notes"], measured));
    Json roofline = request;
    roofline["hardware"] = "H200";
    for (const char* model : {"GptOss_20B", "Llama3_8B"}) {
        roofline["model"] = model;
        const bool mixture = std::string(model) == "GptOss_20B";
        CHECK(ask("roofline", roofline)["latency_low_s"].is_null() == mixture);
        CHECK(says(ask("roofline", roofline)["notes"], measured) == mixture);
    }
    // Its kernels of before June 2024 were others.
    Json earlier = request;
    earlier["assumptions"]["software"] = "llama.cpp-cuda-2024";
    CHECK(served("Llama3_8B", earlier)["itl_low_s"].is_null());
}

TEST_CASE("llama.cpp takes a token of each of up to eight sequences longer, and of more at the rates of prompts") {
    const auto step = [](double batch, const char* precision) {
        return served("Llama3_8B",
                      {{"batch", batch}, {"context", 16}, {"precision", precision}, {"assumptions", llama_cpp}});
    };
    const auto memory = [&](double batch, const char* precision) {
        return figure(step(batch, precision), "decode_memory_s");
    };
    // Each column takes the weights anew, as far as the kernels for few columns reach.
    const double column = memory(4, "int4") - memory(3, "int4");
    CHECK(memory(8, "int4") - memory(4, "int4") == Approx(4 * column).epsilon(0.01));
    CHECK(memory(12, "int4") - memory(8, "int4") < 0.2 * column);
    // Products are those of a prompt of as many tokens, less its attention.
    const Json prompt = served("Llama3_8B", {{"context", 512}, {"precision", "int4"}, {"assumptions", llama_cpp}});
    CHECK(figure(step(512, "int4"), "decode_compute_s") == Approx(figure(prompt, "prefill_compute_s")).epsilon(0.1));
}

TEST_CASE("a mixture's prompt is padded in every pass of llama.cpp's 512 tokens") {
    const auto matrices = [](double tokens) {
        const Json request{{"context", tokens}, {"precision", "fp4"}, {"assumptions", llama_cpp}};
        return figure(served("GptOss_20B", request), "prefill_compute_s");
    };
    // Sixteen passes pad as one does sixteen times; attention, over a longer prompt, comes on top.
    CHECK(matrices(8192) > 16 * matrices(512));
    CHECK(matrices(8192) < 1.2 * 16 * matrices(512));
}
