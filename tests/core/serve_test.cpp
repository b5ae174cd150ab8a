#include "ridgepoint/serve.hpp"

#include "cases.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

/// The textbook's own Llama 3 8B, of round figures.
const Json textbook_llama_8b{{"family", "transformer"},
                             {"parameters", 8.03e9},
                             {"forward_flops", 16.06e9},
                             {"layers", 32},
                             {"hidden_dim", 4096},
                             {"heads", 32},
                             {"kv_heads", 8}};

}  // namespace

TEST_CASE("published figures: 5.19, 2.76 and 1.54 ms a token at fp16, int8 and int4, the cache in the same") {
    // (16.060522496e9 + 0.268435456e9) / 3.35e12 + 32 x 10 us = 4.874316 + 0.32 ms; half and a quarter of the first.
    const auto itl = [](const char* precision) {
        return figure(served({{"precision", precision}, {"kv_precision", "weights"}}), "itl_s");
    };
    CHECK(itl("fp16") == Approx(5.194316e-3).epsilon(1e-6));
    CHECK(itl("int8") == Approx(2.757158e-3).epsilon(1e-6));
    CHECK(itl("int4") == Approx(1.538579e-3).epsilon(1e-6));
}

TEST_CASE("where a decoding step stands on the roofline") {
    // 2 x 8.030261248e9 + 4 x 32 x 32 x 128 x 2048 = 17.13426432e9 FLOP over 16.328957952e9 bytes, in 5.194316 ms.
    const Json fp16 = served();
    CHECK(figure(fp16, "decode_arithmetic_intensity_flop_per_byte") == Approx(1.049318).epsilon(1e-6));
    CHECK(figure(fp16, "decode_achieved_flop_per_s") == Approx(17.13426432e9 / figure(fp16, "itl_s")));
    CHECK(figure(fp16, "decode_bandwidth_bytes_per_s") == 3.35e12);
    CHECK(figure(fp16, "decode_flop_per_s") == Approx(0.5 * 989e12));
    // Four times fewer bytes, the same work; also where the assumptions do not time it.
    const Json int4 =
        served({{"precision", "int4"}, {"kv_precision", "int4"}, {"assumptions", {{"decode_compute", false}}}});
    CHECK(figure(int4, "decode_compute_s") == 0);
    CHECK(figure(int4, "decode_arithmetic_intensity_flop_per_byte") == Approx(4 * 1.049318).epsilon(1e-6));
    // Speculation verifies five tokens of a sequence in a pass.
    const Json drafted = served({{"draft_model", "Llama3_8B"}, {"draft_tokens", 4}});
    CHECK(figure(drafted, "decode_arithmetic_intensity_flop_per_byte") == Approx(5 * 1.049318).epsilon(1e-6));
}

TEST_CASE("a step achieves at most what its place on the roofline allows") {
    for_each_served([](const ServeRequest& r) {
        const ServeResult s = serve_figures(r);
        const double memory_roof = in_si(s.decode_bandwidth) * in_si(s.decode_intensity);
        // SRAM holds what it can of a small model, and that much is read faster than the memory allows.
        if (r.hardware->sram_capacity) return;
        CHECK(in_si(s.decode_achieved) <= memory_roof * (1 + rounding));
        if (r.assumptions.decode_compute)
            CHECK(in_si(s.decode_achieved) <= in_si(s.decode_attainable) * (1 + rounding));
    });
}

TEST_CASE("published figures: 16.06, 8.03 and 4.02 GB of weights") {
    const auto weights = [](const char* precision) {
        return figure(served({{"precision", precision}}), "weights_bytes");
    };
    CHECK(weights("fp16") == 16060522496);
    CHECK(weights("int8") == 8030261248);
    CHECK(weights("int4") == 4015130624);
}

TEST_CASE("published figures: 70.97 ms to the first token in the textbook") {
    const Json r = ask(
        "serve", {{"model", textbook_llama_8b}, {"hardware", "H100"}, {"context", 2048}, {"assumptions", "textbook"}});
    // 2 x 8.03e9 x 2048 = 32.89088e12 and 4 x 32 x 4096 x 2048^2 = 2.199023e12 FLOP at 494.5e12, and 10 us.
    CHECK(figure(r, "ttft_s") == Approx(70.970e-3).epsilon(1e-5));
}

TEST_CASE("the first token waits for arithmetic, weights' reading hidden behind it, and the launches") {
    const Json r = served();
    // Of 8,030,261,248 weights 2 x 128,256 x 4,096 are embeddings: 2 x 6,979,588,096 x 2048 + 2 x 525,336,576 for the
    // last token's head, and 4 x 32 x 4096 x 2048 x 2049 / 2 = 1.100048e12: 29.689492e12 FLOP at 494.5e12; 10 us + 32 x
    // 10 us.
    CHECK(figure(r, "prefill_compute_s") == Approx(60.039418e-3).epsilon(1e-6));
    CHECK(figure(r, "prefill_memory_s") == Approx(4.794186e-3).epsilon(1e-6));
    CHECK(figure(r, "ttft_s") == Approx(60.369418e-3).epsilon(1e-6));
    CHECK(r["prefill_regime"] == "compute");
    CHECK(served({{"context", 128}})["prefill_regime"] == "memory");  // 3.62 ms of arithmetic against 4.79 of weights
}

TEST_CASE("a prompt of 128 k tokens takes 12.8 s, not 22.5") {
    // 2 x 6,979,588,096 x 131072 = 1.829657e15 and 524,288 x 131072 x 131073 / 2 = 4.503634e15 FLOP at 494.5e12.
    CHECK(figure(served({{"context", 131072}}), "prefill_compute_s") == Approx(12.807466).epsilon(1e-6));
}

TEST_CASE("parts of a prompt take as long as the whole") {
    const auto arithmetic = [](const Json& fields) { return figure(served(fields), "prefill_compute_s"); };
    const double head = 2 * 525336576 / 494.5e12;
    CHECK(arithmetic({{"context", 512}}) + arithmetic({{"context", 2048}, {"cached_prefix", 512}}) - head ==
          Approx(arithmetic({{"context", 2048}})));
}

TEST_CASE("the first token of a batch, and of one prompt alone") {
    const Json alone = served(), many = served({{"batch", 8}});
    CHECK(figure(alone, "ttft_one_prompt_s") == figure(alone, "ttft_s"));
    CHECK(figure(many, "ttft_one_prompt_s") == figure(alone, "ttft_s"));
    CHECK(figure(many, "ttft_s") == Approx(8 * 60.039418e-3 + 0.33e-3).epsilon(1e-6));
    CHECK(says(many["trace"], "First token of 8 prompts read together: "));
    const Json apart{{"batch", 8}, {"decode_hardware", "A100"}, {"link_bytes_per_s", 1e10}};
    CHECK(figure(served(apart), "ttft_one_prompt_s") == Approx(60.369418e-3 + 26.8435456e-3).epsilon(1e-6));
}

TEST_CASE("energy: the busier of arithmetic and bandwidth drives the power") {
    const Json r = served();
    // Decode: 700 x (0.3 + 0.7 x 4.874316 / 5.194316) x 5.194316e-3; the prompt does half its peak for 60.039 ms.
    CHECK(figure(r, "token_energy_j") == Approx(3.4792212).epsilon(1e-6));
    CHECK(figure(r, "prefill_energy_j") == Approx(27.387235).epsilon(1e-6));
    // Eight sequences read the weights once: 16.060522496e9 + 8 x 0.268435456e9 bytes in 5.435226 ms and 0.32.
    CHECK(figure(served({{"batch", 8}}), "token_energy_j") ==
          Approx(700 * (0.3 * 5.755226e-3 + 0.7 * 5.435226e-3) / 8).epsilon(1e-6));
    // All of it all the time, or nothing when idle.
    const auto idle_at = [](double share) {
        return figure(served({{"assumptions", {{"idle_power_share", share}}}}), "token_energy_j");
    };
    CHECK(idle_at(1) == Approx(700 * 5.194316e-3).epsilon(1e-6));
    CHECK(idle_at(0) == Approx(700 * 4.874316e-3).epsilon(1e-6));
    const Json drafted = served({{"draft_model", "Llama3_2_1B"}}), draft = served({{"model", "Llama3_2_1B"}});
    CHECK(figure(drafted, "token_energy_j") > figure(draft, "token_energy_j"));
    Json powerless = ask("hardware", {{"id", "H100"}});
    powerless["tdp_w"] = nullptr;
    CHECK(served({{"hardware", powerless}})["token_energy_j"].is_null());
}

TEST_CASE("decode reads every weight, or of the input embedding one row") {
    const Json rows{{"embedding_read", "rows"}};
    // 8,030,261,248 - 525,336,576 + 4,096 weights and the cache; 2 x 7,504,924,672 FLOP and attention.
    const Json r = served({{"assumptions", rows}});
    CHECK(figure(r, "decode_memory_s") == Approx((2 * 7504928768.0 + 268435456) / 3.35e12));
    CHECK(figure(r, "decode_compute_s") == Approx((2 * 7504924672.0 + 1073741824) / 494.5e12));
    CHECK(figure(r, "weights_bytes") == 16060522496);
    // Where the output head is the same matrix, it is read whole.
    CHECK(served({{"model", "Llama3_2_1B"}, {"assumptions", rows}})["decode_memory_s"] ==
          served({{"model", "Llama3_2_1B"}})["decode_memory_s"]);
}

TEST_CASE("latent attention: absorbed in decode, expanded in the prompt") {
    // DeepSeek-AI 2024: 2 x 128 x (2 x 512 + 64) x 61 = 16,990,208 FLOP a cached token, 4.25 times 4 x 61 x 128 x 128.
    const Json r = served({{"model", "DeepSeek_V3"}, {"context", 4096}});
    constexpr double active = 37552297472;
    CHECK(figure(r, "decode_compute_s") == Approx((2 * active + 16990208.0 * 4096) / 494.5e12));
    // 2 x 128 x (128 + 64 + 128) x 61 = 4,997,120 a pair; 2 x 129,280 x 7,168 weights are embeddings.
    const double matrices = 2 * (active - 2 * 926679040.0) * 4096 + 2 * 926679040.0;
    CHECK(figure(r, "prefill_compute_s") == Approx((matrices + 4997120.0 * 4096 * 4097 / 2) / 494.5e12));
}

TEST_CASE("local layers keep and attend to their window alone") {
    // Gemma3_4B: 29 of 34 layers see 1,024 tokens; 2 x 4 x 256 values of two bytes a token and layer.
    const Json r = served({{"model", "Gemma3_4B"}, {"context", 8192}});
    CHECK(figure(r, "kv_cache_bytes") == (29.0 * 1024 + 5 * 8192) * 4096);
    CHECK(figure(r, "decode_compute_s") == Approx((2 * 3880099328.0 + 4 * 8 * 256 * 70656.0) / 494.5e12));
    CHECK_FALSE(says(r["notes"], "upper bound"));
    // Mistral's first model has a window in each layer, so a cache that stops growing.
    const auto cache = [](double context) {
        return figure(served({{"model", "Mistral_7B"}, {"context", context}}), "kv_cache_bytes");
    };
    CHECK(cache(4096) == 4096 * 131072.0);
    CHECK(cache(32768) == cache(4096));
    const Json book = served({{"model", "Gemma3_4B"}, {"context", 8192}, {"assumptions", "textbook"}});
    CHECK(figure(book, "kv_cache_bytes") == 34.0 * 8192 * 4096);
    CHECK(says(book["notes"], "an upper bound"));
}

TEST_CASE("tokens per second: of one sequence, and of all") {
    const Json r = served({{"batch", 8}});
    CHECK(figure(r, "tokens_per_s_per_request") == Approx(1 / figure(r, "itl_s")));
    CHECK(figure(r, "tokens_per_s") == Approx(8 / figure(r, "itl_s")));
}

TEST_CASE("a cached prefix spares its share of the prompt") {
    const Json r = served({{"cached_prefix", 1536}});
    // 512 new tokens: 2 x 6,979,588,096 x 512 + 2 x 525,336,576, and 524,288 x (512 x 1536 + 512 x 513 / 2) of
    // attention: 7.629319e12 FLOP.
    CHECK(figure(r, "prefill_compute_s") == Approx(15.428351e-3).epsilon(1e-6));
    CHECK(figure(r, "prompt_cache_hit_ratio") == 0.75);
    // Of the cache of 1,536 tokens, 131,072 bytes each are read.
    CHECK(figure(r, "prefill_memory_s") - figure(served(), "prefill_memory_s") ==
          Approx(131072 * 1536 / 3.35e12).epsilon(1e-9));
    CHECK(figure(r, "itl_s") == figure(served(), "itl_s"));
    CHECK(error_of("serve", serving({{"cached_prefix", 2048}})) == "out_of_range");
}

TEST_CASE("one more word of a prompt that is there takes as long as one more word of an answer") {
    const Json follow_up = served({{"context", 2049}, {"cached_prefix", 2048}});
    CHECK(figure(follow_up, "prefill_memory_s") == Approx(figure(served(), "decode_memory_s")).epsilon(1e-9));
}

TEST_CASE("the cache stays in 16 bits unless told") {
    const Json r = served({{"precision", "int4"}});
    CHECK(figure(r, "weights_bytes") == 4015130624);
    CHECK(figure(r, "kv_cache_bytes") == 268435456);
    CHECK(figure(r, "total_bytes") == 4283566080);
    CHECK(figure(r, "decode_memory_s") == Approx(1.278676e-3).epsilon(1e-6));  // 4.28356608e9 / 3.35e12
    CHECK(says(r["notes"], "The KV cache is kept in FP16 though the weights are in INT4"));
    const auto cache = [](const Json& fields) { return figure(served(fields), "kv_cache_bytes"); };
    CHECK(cache({{"precision", "int4"}, {"kv_precision", "weights"}}) == 67108864);
    CHECK(cache({{"precision", "int4"}, {"assumptions", {{"kv_precision", "weights"}}}}) == 67108864);
    CHECK(cache({{"precision", "int4"}, {"assumptions", "textbook"}}) == 67108864);
    CHECK(cache({{"precision", "int4"}, {"assumptions", "calibrated"}}) == 268435456);
    CHECK(cache({{"precision", "fp16"}, {"kv_precision", "fp8"}}) == 134217728);
    CHECK(cache({{"precision", "fp32"}}) == 268435456);
    CHECK_FALSE(says(served({{"precision", "int4"}, {"kv_precision", "fp16"}})["notes"], "The KV cache is stored"));
}

TEST_CASE("a verification reads the experts of all its tokens, as that many sequences would") {
    const Json mixture{{"model", "Mixtral_8x7B"}, {"hardware", "B200"}};
    const Json one = served(mixture), four = served(with(mixture, "batch", 4));
    const Json drafted = served(with(with(mixture, "draft_model", "Llama3_2_1B"), "draft_tokens", 3));
    const double cache = figure(one, "kv_cache_bytes") / figure(one, "decode_bandwidth_bytes_per_s");
    CHECK(figure(drafted, "decode_memory_s") == Approx(figure(four, "decode_memory_s") - 3 * cache));
    CHECK(figure(drafted, "decode_memory_s") > 1.5 * figure(one, "decode_memory_s"));
}

TEST_CASE("speculative decoding: K drafts and one verification for the tokens they yield") {
    // Llama3_2_1B drafts. Each time is taken from its own request: one token of the draft, one of the target, which
    // stays memory-bound for five tokens at once. 1 + 0.7 (1 - 0.7^4) / 0.3 = 2.7731 tokens a round.
    const double draft = figure(served({{"model", "Llama3_2_1B"}}), "itl_s");
    const double verify = figure(served(), "itl_s");
    const Json r = served({{"draft_model", "Llama3_2_1B"}});
    CHECK(figure(r, "itl_s") == Approx((4 * draft + verify) / 2.7731).epsilon(1e-9));
    const Json always = served({{"draft_model", "Llama3_2_1B"}, {"draft_acceptance", 1}});
    CHECK(figure(always, "itl_s") == Approx((4 * draft + verify) / 5).epsilon(1e-9));
    const Json never = served({{"draft_model", "Llama3_2_1B"}, {"draft_acceptance", 0}});
    CHECK(figure(never, "itl_s") == Approx(4 * draft + verify).epsilon(1e-9));
    const Json two = served({{"draft_model", "Llama3_2_1B"}, {"draft_tokens", 2}, {"draft_acceptance", 0.5}});
    CHECK(figure(two, "itl_s") == Approx((2 * draft + verify) / 1.75).epsilon(1e-9));  // 1 + 0.5 x 0.75 / 0.5
}

TEST_CASE("speculative decoding: verifying many tokens at large batches costs arithmetic") {
    // Five tokens for each of 128 sequences: 640 x 16.06e9 FLOP at 494.5e12 take 20.8 ms, more than reading takes.
    const double plain = figure(served({{"batch", 128}}), "decode_compute_s");
    const double verifying = figure(served({{"batch", 128}, {"draft_model", "Llama3_2_1B"}}), "decode_compute_s");
    CHECK(verifying == Approx(5 * plain));
}

TEST_CASE("disaggregation: the cache crosses the link, the second device decodes") {
    const Json apart = served({{"decode_hardware", "A100"}, {"link_bytes_per_s", 1e10}});
    CHECK(figure(apart, "transfer_s") == Approx(26.8435456e-3));  // 268,435,456 / 1e10
    CHECK(figure(apart, "ttft_s") == Approx(figure(served(), "ttft_s") + 26.8435456e-3));
    CHECK(figure(apart, "itl_s") == figure(served({{"hardware", "A100"}}), "itl_s"));
    CHECK(figure(served(), "transfer_s") == 0);
}

TEST_CASE("disaggregation: either device may be too small") {
    const Json target{{"model", "Llama3_70B"}, {"precision", "fp8"}};  // 70.6 GB
    CHECK(served(with(with(target, "hardware", "H200"), "decode_hardware", "H100"))["feasible"] == true);
    CHECK(served(with(with(target, "hardware", "L4"), "decode_hardware", "H100"))["feasible"] == false);
    CHECK(served(with(with(target, "hardware", "H100"), "decode_hardware", "L4"))["feasible"] == false);
}

TEST_CASE("decode becomes compute-bound at a large batch") {
    // Short contexts: a sequence adds 16.06e9 FLOP / 494.5e12 = 32.5 us of arithmetic and almost no traffic.
    CHECK(served({{"context", 16}})["decode_regime"] == "memory");
    CHECK(served({{"context", 16}, {"batch", 100}})["decode_regime"] == "memory");   // 3.25 ms against 4.86
    CHECK(served({{"context", 16}, {"batch", 200}})["decode_regime"] == "compute");  // 6.5 ms against 4.92
    const Json book = served({{"context", 16}, {"batch", 200}, {"assumptions", "textbook"}});
    CHECK(book["decode_regime"] == "memory");
    CHECK(says(book["notes"], "never compute-bound"));
}

TEST_CASE("a small model launched eagerly is bound by its launches") {
    const Json r = served({{"model", "Llama3_2_1B"}, {"assumptions", {{"execution", "eager"}}}});
    CHECK(r["decode_regime"] == "overhead");  // 16 x 0.1 ms against 0.76 ms
}

TEST_CASE("a mixture of experts reads its active parameters for one sequence") {
    const Json one = served({{"model", "Mixtral_8x7B"}, {"hardware", "H200"}});
    // 2 x 12.879925248e9 and 2 x 32 x 8 x 128 x 2048 x 2 of cache, at 4.8e12.
    CHECK(figure(one, "decode_memory_s") == Approx(5.422560e-3).epsilon(1e-6));
    CHECK(figure(one, "weights_bytes") == Approx(93.405585408e9));
}

TEST_CASE("only language models with attention are served") {
    for (const char* id : {"ResNet50", "Mamba_2_8B", "DLRM", "StableDiffusion_v1_5", "ViT_B_16", "BERT_Base"}) {
        INFO(id);
        CHECK(error_of("serve", serving({{"model", id}})) == "not_applicable");
    }
    CHECK(error_of("serve", serving({{"draft_model", "Mamba_130M"}})) == "not_applicable");
}

TEST_CASE("a context beyond the model's own is noted") {
    CHECK(says(served({{"context", 200000}})["notes"], "trained for at most 131,072"));
    CHECK_FALSE(says(served()["notes"], "trained for"));
}

TEST_CASE("the sentences name every part, and the parts make the whole") {
    const auto traced = [](const Json& fields) { return served(fields)["trace"]; };
    const Json plain = traced(Json::object());
    CHECK(says(plain, "takes 60.0 ms, reading the weights 4.79 ms alongside, overhead 330 µs; 60.4 ms in all."));
    CHECK(says(plain, "takes 4.87 ms, the arithmetic 34.6 µs alongside, overhead 320 µs; 5.19 ms in all."));
    const Json apart = traced({{"assumptions", {{"overlap", 0}}}, {"decode_hardware", "A100"}});
    // 60.039418 + 4.794186 + 0.33 + 2.684355 ms
    CHECK(says(apart, "reading the weights 4.79 ms, overhead 330 µs, moving the cache 2.68 ms; 67.8 ms in all."));
    // Llama3_2_1B: 2 x 1,235,814,400 bytes of weights and 2 x 16 x 8 x 64 x 2048 x 2 of cache.
    const Json drafted = traced({{"draft_model", "Llama3_2_1B"}});
    CHECK(says(drafted, "16.06 GB of weights, 268.4 MB of cache, 2.539 GB of the draft model's; 18.87 GB in all"));
    CHECK(says(drafted, "Each verification: "));
    CHECK(says(drafted, "one every "));
}

TEST_CASE("a model that cannot be served is told what it lacks") {
    const auto refusal = [](const char* model) {
        return answer("serve", {{"model", model}, {"hardware", "H100"}})["error"]["message"].get<std::string>();
    };
    CHECK(refusal("Mamba_2_8B").rfind("model Mamba_2_8B has no attention heads; serving needs", 0) == 0);
    CHECK(refusal("ResNet50").rfind("model ResNet50 generates no tokens; serving needs", 0) == 0);
}

TEST_CASE("what serving does not use is noted when it is set") {
    const auto notes = [](const Json& fields) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
        request.update(fields);
        return ask("serve", request)["notes"];
    };
    CHECK_FALSE(says(notes(Json::object()), "Not used"));
    CHECK(says(notes({{"draft_tokens", 8}, {"link_bytes_per_s", 1e10}}),
               "Not used in serving at FP16: draft_tokens, link_bytes_per_s."));
    CHECK_FALSE(says(notes({{"draft_tokens", 8}, {"draft_model", "Llama3_2_1B"}}), "Not used"));
}

TEST_CASE("the speedup over fp16 is that of a device with room, and has a band where measured speedups give one") {
    const auto served = [](const char* model, const char* precision, const Json& assumptions) {
        return ask("serve",
                   {{"model", model}, {"hardware", "H100"}, {"precision", precision}, {"assumptions", assumptions}});
    };
    const auto ratio = [&](const char* model, const Json& assumptions) {
        return figure(served(model, "fp16", assumptions), "itl_s") /
               figure(served(model, "int4", assumptions), "itl_s");
    };
    const Json room{{"serving_offload", "ignore"}};
    CHECK(figure(served("Llama3_8B", "fp16", "calibrated"), "speedup_over_fp16") == 1);
    CHECK(served("Llama3_8B", "fp16", "calibrated")["speedup_over_fp16_low"].is_null());
    CHECK(figure(served("Llama3_8B", "int4", Json::object()), "speedup_over_fp16") ==
          ratio("Llama3_8B", Json::object()));
    CHECK(figure(served("Llama3_8B", "int4", Json::object()), "itl_fp16_s") ==
          figure(served("Llama3_8B", "fp16", Json::object()), "itl_s"));
    CHECK(figure(served("Llama3_70B", "int4", Json::object()), "itl_fp16_s") ==
          figure(served("Llama3_70B", "fp16", room), "itl_s"));
    // 70 billion weights of 16 bits do not fit.
    CHECK(figure(served("Llama3_70B", "int4", Json::object()), "speedup_over_fp16") == ratio("Llama3_70B", room));
    const Json fitted = served("Llama3_8B", "int4", "calibrated");
    CHECK(figure(fitted, "speedup_over_fp16_low") < figure(fitted, "speedup_over_fp16"));
    CHECK(figure(fitted, "speedup_over_fp16_high") > figure(fitted, "speedup_over_fp16"));
}
