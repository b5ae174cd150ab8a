// Runs of servers and of llama.cpp that no fit has seen, against what load and serve say of them.

#include <algorithm>
#include <cmath>

#include "ask.hpp"
#include "prose/text.hpp"
#include "readme.hpp"
#include "ridgepoint/serving_fit.hpp"

using namespace ridgepoint;

namespace {

/// Predicted / measured, in order, and how many were measured within a band.
struct Ratios {
    std::vector<double> sorted;
    int in_band = 0;

    double median() const { return sorted[sorted.size() / 2]; }

    void add(double measured, double predicted, double low, double high) {
        sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), predicted / measured), predicted / measured);
        in_band += low <= measured && measured <= high;
    }
};

Json held_out() { return json_file("core/data/unseen-runs.json"); }

/// Of runs of a kind, under the software that the server is, or as if nobody had named it.
Ratios runs_of(const std::string& kind, const std::string& figure_of_run, bool named = true) {
    Ratios ratios;
    const Json data = held_out();
    for (const Json& run : data["runs"]) {
        if (run["kind"] != kind || !run["measured"].contains(figure_of_run)) continue;
        Json request = run["request"];
        const std::string model = request["model"];
        if (data["models"].contains(model)) request["model"] = data["models"][model];
        request["assumptions"] = {{"preset", "calibrated"},
                                  {"software", named ? run.value("software", "unknown") : "unknown"}};
        const Json& r = ask_once("load", request)[figure_of_run];
        const bool has_band = !r["low"].is_null();
        ratios.add(figure(run["measured"], figure_of_run), figure(r, "mean"), has_band ? figure(r, "low") : HUGE_VAL,
                   has_band ? figure(r, "high") : 0);
    }
    return ratios;
}

/// How many lie where the band of vLLM's servers would be.
double within(const Ratios& ratios, Residuals ServingFit::* residuals) {
    const Residuals& band = ServingFits::embedded()->of(Software::unknown)->*residuals;
    return static_cast<double>(std::count_if(ratios.sorted.begin(), ratios.sorted.end(), [&](double ratio) {
        return band.low <= 1 / ratio && 1 / ratio <= band.high;
    }));
}

}  // namespace

TEST_CASE("served runs that no fit has seen: tokens come as told, but of small models on older servers") {
    const Ratios tokens = runs_of("served", "itl_s"), small = runs_of("small", "itl_s");
    REQUIRE(tokens.sorted.size() == 8);
    CHECK(tokens.sorted.front() > 0.95);
    CHECK(tokens.sorted.back() < 1.1);
    CHECK(tokens.in_band == 8);
    // The host, which planned each step after the one before it, is waited for.
    REQUIRE(small.sorted.size() == 7);
    CHECK(small.sorted.front() < 0.5);
    CHECK(small.sorted.back() < 0.75);
}

TEST_CASE("served mixtures that no fit has seen: all tokens in their band, where they have one") {
    const Ratios tokens = runs_of("mixture", "itl_s");
    REQUIRE(tokens.sorted.size() == 12);
    // The four with experts spread over eight B200s have none.
    CHECK(tokens.in_band == 8);
    CHECK(tokens.sorted.front() > 0.85);
    CHECK(tokens.sorted.back() < 1.2);
}

TEST_CASE("runs of SGLang by which its server was built: nearer than as vLLM's, and not within vLLM's bands") {
    const Ratios tokens = runs_of("sglang", "itl_s"), first = runs_of("sglang", "ttft_s");
    const Ratios as_vllm = runs_of("sglang", "itl_s", false), first_as_vllm = runs_of("sglang", "ttft_s", false);
    REQUIRE(tokens.sorted.size() == 15);
    CHECK(tokens.sorted.front() > 0.7);
    CHECK(tokens.sorted.back() < 1.12);
    CHECK(tokens.median() == Approx(0.93).epsilon(0.03));
    CHECK(as_vllm.median() < 0.9);
    CHECK(tokens.in_band == 0);
    CHECK(within(tokens, &ServingFit::itl) < 12);
    REQUIRE(first.sorted.size() == 9);
    CHECK(first.median() == Approx(0.71).epsilon(0.03));
    CHECK(first_as_vllm.median() < 0.67);
    CHECK(within(first, &ServingFit::ttft) < 6);
}

TEST_CASE("runs of SGLang that were found later: no further off than as vLLM's, still too early on new devices") {
    const Ratios tokens = runs_of("sglang-later", "itl_s"), first = runs_of("sglang-later", "ttft_s");
    const Ratios as_vllm = runs_of("sglang-later", "itl_s", false),
                 first_as_vllm = runs_of("sglang-later", "ttft_s", false);
    REQUIRE(tokens.sorted.size() == 25);
    CHECK(tokens.median() >= as_vllm.median());
    CHECK(within(tokens, &ServingFit::itl) < 5);
    REQUIRE(first.sorted.size() == 19);
    CHECK(first.median() > first_as_vllm.median());
    CHECK(within(first, &ServingFit::ttft) < 9);
}

TEST_CASE("served runs that no fit has seen: first tokens come too early where many prompts come at once") {
    const Ratios first = runs_of("served", "ttft_s");
    REQUIRE(first.sorted.size() == 6);
    CHECK(first.sorted.front() > 0.35);
    CHECK(first.sorted.back() < 1.3);
    CHECK(first.in_band >= 2);
}

TEST_CASE("README states how far off the served runs are that no fit has seen") {
    const auto range = [](const Ratios& ratios, int places) {
        return decimals(ratios.sorted.front(), places) + " to " + decimals(ratios.sorted.back(), places) + " times";
    };
    const auto middle = [&](const Ratios& ratios) {
        return range(ratios, 1) + " as measured (" + decimals(ratios.median(), 2) + " in the median)";
    };
    const std::string text = readme();
    const std::string slower = decimals(1 / runs_of("small", "itl_s").sorted.front(), 1);
    const Ratios mixtures = runs_of("mixture", "itl_s");
    const std::string of_mixtures = std::to_string(mixtures.in_band) + " of 8";
    for (const std::string& stated :
         {"came out " + range(runs_of("served", "itl_s"), 2) + " as measured",
          of_mixtures + " times between tokens of DeepSeek R1 and gpt-oss",
          "first tokens " + range(runs_of("served", "ttft_s"), 1), "tokens took up to " + slower + " times as long",
          "between tokens came out " + middle(runs_of("sglang", "itl_s")) + ", first tokens " +
              middle(runs_of("sglang", "ttft_s")),
          "on 25 found later " + middle(runs_of("sglang-later", "itl_s")) + " and " +
              middle(runs_of("sglang-later", "ttft_s"))}) {
        INFO(stated);
        CHECK(text.find(stated) != std::string::npos);
    }
}

namespace {

/// What serve says of decoding under llama.cpp, with CUDA or on Apple's GPUs.
Ratios decoding_under(const std::string& software) {
    Ratios ratios;
    const Json data = held_out();
    for (const Json& point : data["decode"]) {
        if (point.value("software", "llama.cpp-cuda") != software) continue;
        const Json r =
            ask("serve", with(point["request"], "assumptions", {{"preset", "calibrated"}, {"software", software}}));
        const bool has_band = !r["itl_low_s"].is_null();
        ratios.add(1 / figure(point, "tokens_per_s"), figure(r, "itl_s"), has_band ? figure(r, "itl_low_s") : HUGE_VAL,
                   has_band ? figure(r, "itl_high_s") : 0);
    }
    return ratios;
}

}  // namespace

TEST_CASE("mixtures of experts under llama.cpp with CUDA, which no fit has seen: all but one in their band") {
    const Ratios ratios = decoding_under("llama.cpp-cuda");
    REQUIRE(ratios.sorted.size() == 24);
    CHECK(ratios.in_band == 23);
    CHECK(readme().find("23 of 24 runs with CUDA lay in the band") != std::string::npos);
    CHECK(ratios.sorted[12] == Approx(0.94).epsilon(0.03));
    // Of one model on one card two people measured 147 and 239 tokens a second.
    CHECK(ratios.sorted.front() > 0.7);
    CHECK(ratios.sorted.back() < 1.15);
}

TEST_CASE("mixtures of experts on Apple's GPUs, which no fit has seen: two of three in their band") {
    const Ratios ratios = decoding_under("llama.cpp-metal");
    REQUIRE(ratios.sorted.size() == 3);
    CHECK(ratios.in_band == 2);
    const std::string took = decimals(1 / ratios.sorted.back(), 1) + " to " + decimals(1 / ratios.sorted.front(), 1);
    INFO(took);
    CHECK(readme().find("2 of 3 on Apple’s GPUs, which took " + took + " times the prediction") != std::string::npos);
}

TEST_CASE("weights under llama.cpp are as wide as in the files people run, and a note says so") {
    const auto served = [](const char* model, const char* precision, const char* software) {
        return ask("serve", {{"model", model},
                             {"hardware", "H100"},
                             {"precision", precision},
                             {"assumptions", {{"preset", "calibrated"}, {"software", software}}}});
    };
    const Json q4 = served("Llama3_8B", "int4", "llama.cpp-cuda");
    CHECK(figure(q4, "weights_bytes") == Approx(8030261248.0 * 4.89 / 8));
    CHECK(says(q4["notes"], "4.89 bits each, scales included, as in llama.cpp's files"));
    CHECK(figure(served("Llama3_8B", "int8", "llama.cpp-metal"), "weights_bytes") == Approx(8030261248.0 * 8.5 / 8));
    CHECK(figure(served("Llama3_8B", "fp16", "llama.cpp-cuda"), "weights_bytes") == 2 * 8030261248.0);
    // ggml-org's file of gpt-oss 20B has 12.1e9 bytes.
    CHECK(figure(served("GptOss_20B", "fp4", "llama.cpp-cuda"), "weights_bytes") == Approx(12.1e9).epsilon(0.02));
    const Json smaller = ask("compress", {{"model", "Llama3_8B"},
                                          {"hardware", "H100"},
                                          {"method", "quantization"},
                                          {"bits", 4},
                                          {"assumptions", {{"preset", "calibrated"}, {"software", "llama.cpp-cuda"}}}});
    CHECK(figure(smaller, "compressed_bytes") == Approx(figure(q4, "weights_bytes")));
    CHECK(figure(smaller, "compression_ratio") == Approx(32 / 4.89));
    const Json vllm = served("Llama3_8B", "int4", "unknown");
    CHECK(figure(vllm, "weights_bytes") == 8030261248.0 / 2);
    CHECK_FALSE(says(vllm["notes"], "bits each"));
    Json own{{"model", "Llama3_8B"},
             {"hardware", "H100"},
             {"precision", "int4"},
             {"weight_bits", 4.5},
             {"assumptions", {{"preset", "calibrated"}, {"software", "llama.cpp-cuda"}}}};
    CHECK(figure(ask("serve", own), "weights_bytes") == Approx(8030261248.0 * 4.5 / 8));
    CHECK_FALSE(says(ask("serve", own)["notes"], "bits each"));
}
