#include "ridgepoint/explain.hpp"

#include "explained.hpp"
#include "grid.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;

namespace {

std::string conclusion(const Json& baseline, const Json& proposal) {
    return sentence(ask_explain(baseline, proposal), "conclusion");
}

double ratio(const Json& result, const char* cause) {
    for (const Json& f : member(result, "factors"))
        if (f["name"] == cause) return figure(f, "ratio");
    return 1;
}

const Json eager{{"assumptions", {{"execution", "eager"}}}};

/// 64 requests whose weights and cache are kept in one format.
Json in(const char* precision) {
    return {{"batch", 64}, {"precision", precision}, {"assumptions", {{"kv_precision", "weights"}}}};
}

}  // namespace

TEST_CASE("published figures: A100 to H100 with eager execution is 1.39 times as fast") {
    const Json r = ask_explain(side("Llama3_8B", "A100", published), side("Llama3_8B", "H100", published));
    CHECK(figure(r, "baseline.latency_s") == Approx(11.091666e-3).epsilon(1e-6));  // 7.876666 + 0.015 + 3.2
    CHECK(figure(r, "proposal.latency_s") == Approx(8.004186e-3).epsilon(1e-6));   // 4.794186 + 0.010 + 3.2
    CHECK(figure(r, "speedup") == Approx(1.385733).epsilon(1e-6));                 // 11.091666 / 8.004186
    CHECK(r["baseline_regime"] == "memory");
    CHECK(r["proposal_regime"] == "memory");
    CHECK(r["regime_shift"] == false);
    CHECK(r["conclusion"] == "memory_to_memory");
    CHECK(sentence(r, "text").find("Speedup: 1.39×") != std::string::npos);
    CHECK(sentence(r, "markdown").rfind("### Differential analysis: **1.39×**", 0) == 0);
}

TEST_CASE("published figures: at batch 256 it is 2.57 times, compute to compute") {
    const Json big{{"batch", 256}, {"assumptions", published_assumptions}};
    const Json r = ask_explain(side("Llama3_8B", "A100", big), side("Llama3_8B", "H100", big));
    CHECK(figure(r, "speedup") == Approx(2.565913).epsilon(1e-5));  // (26.355729 + 3.215) / (8.314446 + 3.21)
    CHECK(r["conclusion"] == "compute_to_compute");
    CHECK(ratio(r, "peak_flop_per_s") > 2.5);
}

TEST_CASE("where launches run ahead of the device the upgrade is worth its bandwidth") {
    const Json r = ask_explain(side("Llama3_8B", "A100", eager), side("Llama3_8B", "H100", eager));
    CHECK(figure(r, "speedup") == Approx(1.603352).epsilon(1e-6));  // (8.008317 + 0.32) / (4.874316 + 0.32)
    CHECK(r["conclusion"] == "memory_to_memory");
    CHECK(ratio(r, "memory_bandwidth") == Approx(figure(r, "speedup")).epsilon(1e-12));
    // A host that takes 6 ms holds the faster device alone: 8.328317 / 6.
    const Json slow{{"assumptions", {{"host_launch_s", 6e-3 / 32}}}};
    const Json held = ask_explain(side("Llama3_8B", "A100", slow), side("Llama3_8B", "H100", slow));
    CHECK(figure(held, "speedup") == Approx(1.388053).epsilon(1e-6));
    CHECK(held["conclusion"] == "to_overhead");
    CHECK(sentence(held, "text").find("If the host kept ahead of the device, the proposal would be 1.16× as fast.") !=
          std::string::npos);                                                      // 6 / 5.194316
    CHECK(sentence(held, "text").find(" alone would give") == std::string::npos);  // nothing else has changed
}

TEST_CASE("the factors of the published upgrade: bandwidth made it, arithmetic stayed unused") {
    const Json r = ask_explain(side("Llama3_8B", "A100", published), side("Llama3_8B", "H100", published));
    // Memory-bound on both, so only two causes add anything: bandwidth and 5 us of dispatch. The mean over both orders:
    // bandwidth sqrt(11.091666/8.009186 x 11.086666/8.004186), overhead sqrt(11.091666/11.086666 x 8.009186/8.004186).
    CHECK(ratio(r, "memory_bandwidth") == Approx(1.384988).epsilon(1e-5));
    CHECK(ratio(r, "overhead") == Approx(1.000538).epsilon(1e-6));
    CHECK(ratio(r, "peak_flop_per_s") == Approx(1));
    CHECK(r["unused"].size() == 2);                               // arithmetic, and a faster link that nothing crosses
    CHECK(figure(r["unused"][0], "bought") == Approx(3.169872));  // 989 / 312
    CHECK(r["unused"][0]["name"] == "peak_flop_per_s");
    CHECK(figure(r["unused"][0], "used") == Approx(1));
    CHECK(r["alone"]["name"] == "memory_bandwidth");
    CHECK(figure(r, "alone.speedup") == Approx(1.384868).epsilon(1e-6));  // 11.091666 / (4.794186 + 3.215)
    CHECK(sentence(r, "text").find("Bought but unused: 3.17× peak FLOP/s") != std::string::npos);
    for (const char* form : {"text", "markdown"})
        CHECK(sentence(r, form).find("\nMemory bandwidth alone would give 1.38×.\n") != std::string::npos);
}

TEST_CASE("half the bytes a value is one cause, twice the batch another") {
    const Json bytes = ask_explain(side("Llama3_8B", "H100"), side("Llama3_8B", "H100", {{"precision", "int8"}}));
    CHECK(bytes["factors"].size() == 1);
    CHECK(ratio(bytes, "bytes_per_value") == Approx(figure(bytes, "speedup")));
    const Json work =
        ask_explain(side("Llama3_8B", "A100", {{"batch", 16}}), side("Llama3_8B", "A100", {{"batch", 32}}));
    CHECK(work["factors"].size() == 1);
    CHECK(ratio(work, "work") == Approx(figure(work, "speedup")));
    CHECK(bytes["per_sample"] == false);
    CHECK(sentence(bytes, "text").find("The batches differ") == std::string::npos);
}

TEST_CASE("where the batches differ a sample is compared, and both paces are named") {
    const auto has = [](const Json& r, const char* words) {
        return sentence(r, "text").find(words) != std::string::npos &&
               sentence(r, "markdown").find(words) != std::string::npos;
    };
    const Json one = side("Llama3_8B", "H100"), eight = side("Llama3_8B", "H100", {{"batch", 8}});
    // A step reads the same weights for eight tokens as for one, and eight caches: 5.194316 and 5.755226 ms.
    const Json more = ask_explain(one, eight);
    CHECK(more["per_sample"] == true);
    CHECK(figure(more, "speedup") == Approx(7.220312).epsilon(1e-6));
    CHECK(figure(more, "speedup") ==
          Approx(figure(more, "proposal.throughput_per_s") / figure(more, "baseline.throughput_per_s")));
    CHECK(figure(more, "speedup_per_sample") == figure(more, "speedup"));
    CHECK(ratio(more, "work") == Approx(figure(more, "speedup")).epsilon(1e-12));
    CHECK(more["conclusion"] == "memory_to_memory");
    CHECK(sentence(more, "text").find("Speedup: 7.22× per sample\n") != std::string::npos);
    CHECK(sentence(more, "markdown").rfind("### Differential analysis: **7.22×** per sample\n", 0) == 0);
    CHECK(has(more, "The batches differ: the proposal is 7.22× as fast per sample, 0.90× per step."));

    const Json fewer = ask_explain(eight, one);
    CHECK(fewer["conclusion"] == "slower");
    CHECK(has(fewer, "The proposal is slower: it takes 7.22× as long per sample. The largest loss comes from work"));
    CHECK(has(fewer, "the proposal is 0.14× as fast per sample, 1.11× per step."));

    // 256 and 512 tokens on an A100, compute-bound: 2 x 26.785857 / 53.251713, a step 26.785857 / 53.251713.
    const Json full = ask_explain(side("Llama3_8B", "A100", {{"batch", 256}, {"context", 128}}),
                                  side("Llama3_8B", "A100", {{"batch", 512}, {"context", 128}}));
    CHECK(full["conclusion"] == "compute_to_compute");
    CHECK(has(full, "the proposal is 1.01× as fast per sample, 0.50× per step."));
}

TEST_CASE("under textbook accounting steps are compared, whatever their batches, and that is said") {
    const Json textbook{{"assumptions", "textbook"}}, eight{{"assumptions", "textbook"}, {"batch", 8}};
    for (const Json& baseline : {textbook, Json::object()}) {
        const Json r = ask_explain(side("Llama3_8B", "H100", baseline), side("Llama3_8B", "H100", eight));
        CHECK(r["per_sample"] == false);
        CHECK(figure(r, "speedup") == Approx(figure(r, "baseline.latency_s") / figure(r, "proposal.latency_s")));
        CHECK(figure(r, "speedup_per_sample") ==
              Approx(figure(r, "proposal.throughput_per_s") / figure(r, "baseline.throughput_per_s")));
        CHECK(sentence(r, "text").find("per sample\n") == std::string::npos);
        CHECK(sentence(r, "text").find("The batches differ: the proposal is ") != std::string::npos);
    }
}

TEST_CASE("the same on both sides: speedup 1 and no factors") {
    const Json r = ask_explain(side("Llama3_8B", "H100"), side("Llama3_8B", "H100"));
    CHECK(figure(r, "speedup") == 1);
    CHECK(r["factors"].empty());
    CHECK(r["unused"].empty());
    CHECK(figure(r, "alone.speedup") == 1);
    CHECK(r["regime_shift"] == false);
    CHECK(r["baseline"] == r["proposal"]);
    CHECK(sentence(r, "text").find("Nothing that the step depends on has changed") != std::string::npos);
    CHECK(sentence(r, "text").find("bandwidth") == std::string::npos);
}

TEST_CASE("every conclusion has its pair") {
    const Json many{{"batch", 128}, {"context", 128}}, int8{{"precision", "int8"}};
    CHECK(conclusion(side("Llama3_8B", "A100"), side("Llama3_8B", "H100")) == "memory_to_memory");
    CHECK(conclusion(side("ResNet50", "A100", many), side("ResNet50", "H100", many)) == "compute_to_compute");
    CHECK(conclusion(side("Llama3_2_1B", "A100", eager), side("Llama3_2_1B", "H100", eager)) == "overhead_to_overhead");
    // 64 tokens on an A100: 16.3 ms of memory, 7.03 of arithmetic; 4.08 of memory with weights and cache in int4.
    CHECK(conclusion(side("Llama3_8B", "A100", in("fp16")), side("Llama3_8B", "A100", in("int4"))) ==
          "memory_to_compute");
    // 128 tokens: 13.2 ms of arithmetic against 8.9 on an A100, 4.2 against 5.4 on an H100.
    CHECK(conclusion(side("Llama3_8B", "A100", many), side("Llama3_8B", "H100", many)) == "compute_to_memory");
    CHECK(conclusion(side("Llama3_2_1B", "L4", eager), side("Llama3_2_1B", "H100", eager)) == "to_overhead");
    CHECK(conclusion(side("Llama3_2_1B", "H100", eager), side("Llama3_2_1B", "H100")) == "from_overhead");
    CHECK(conclusion(side("Llama3_8B", "H100"), side("Llama3_8B", "A100")) == "slower");
    CHECK(conclusion(side("Llama3_70B", "H100", int8), side("Llama3_70B", "L4", int8)) == "proposal_does_not_fit");
    CHECK(conclusion(side("Llama3_70B", "L4", int8), side("Llama3_70B", "H100", int8)) == "baseline_does_not_fit");
    CHECK(conclusion(side("Llama3_70B", "A100"), side("Llama3_70B", "H100")) == "neither_fits");
}

TEST_CASE("the words follow the conclusion") {
    const auto text = [](const Json& a, const Json& b) { return sentence(ask_explain(a, b), "text"); };
    const auto has = [](const std::string& all, const char* part) { return all.find(part) != std::string::npos; };
    const Json int8{{"precision", "int8"}};
    CHECK(has(text(side("Llama3_8B", "A100"), side("Llama3_8B", "H100")), "Both configurations are memory-bound"));
    const std::string slower = text(side("Llama3_8B", "H100"), side("Llama3_8B", "A100"));
    CHECK(has(slower, "The proposal is slower: it takes 1.60× as long."));  // 8.328317 / 5.194316
    CHECK(has(slower, "The largest loss comes from memory bandwidth"));
    CHECK(has(text(side("Llama3_70B", "H100", int8), side("Llama3_70B", "L4", int8)),
              "The proposal does not fit: 71.22 GB"));
    CHECK(has(text(side("Llama3_70B", "L4", int8), side("Llama3_70B", "H100", int8)),
              "Baseline regime: memory-bound (does not fit)"));
    // Fewer bytes for each weight, on the same device: 16.3 ms of memory become 4.08, beside 7.03 of arithmetic.
    CHECK(has(text(side("Llama3_8B", "A100", in("fp16")), side("Llama3_8B", "A100", in("int4"))),
              "the memory wait shrank until the arithmetic became the longer leg"));
}

TEST_CASE("what the device did not change is not said to make the ratio") {
    const auto text = [](const Json& a, const Json& b) { return sentence(ask_explain(a, b), "text"); };
    const auto has = [](const std::string& all, const char* part) { return all.find(part) != std::string::npos; };
    const auto batch = [](const char* device, int n) {
        return side("Llama3_8B", device, {{"batch", n}, {"context", 128}});
    };
    const std::string read = text(batch("H100", 1), batch("H100", 8));
    CHECK(has(read, "at the same rate: the ratio follows the bytes moved and the overhead per sample."));
    CHECK_FALSE(has(read, "follows the memory bandwidth"));
    const std::string counted = text(batch("A100", 256), batch("A100", 512));
    CHECK(has(counted, "at the same rate: the ratio follows the work and the overhead per sample."));
    const std::string across = text(batch("A100", 1), batch("A100", 256));
    CHECK(has(across, "moved from memory to compute: each byte now comes with more work."));
    const Json small{{"batch", 1}, {"assumptions", "textbook"}}, large{{"batch", 256}, {"assumptions", "textbook"}};
    CHECK(has(text(side("ResNet50", "A100", large), side("ResNet50", "A100", small)),
              "the work and the overhead per step."));
    CHECK(has(text(batch("A100", 1), batch("H100", 1)), "follows the memory bandwidth"));
}

TEST_CASE("capacity is said to decide only where it does") {
    const auto text = [](const Json& a, const Json& b) { return sentence(ask_explain(a, b), "text"); };
    const auto has = [](const std::string& all, const char* part) { return all.find(part) != std::string::npos; };
    const Json int8{{"precision", "int8"}};
    CHECK(has(text(side("Llama3_70B", "H100", int8), side("Llama3_70B", "L4", int8)), "Capacity, not speed, decides"));
    CHECK(has(text(side("Llama3_70B", "L4", int8), side("Llama3_70B", "H100", int8)), "measures capacity, not speed"));
    // 70.554e9 of weights and 0.671e9 of cache; the L4 holds 24e9 less the driver's 1e9. The H100 has room for all.
    CHECK(has(text(side("Llama3_70B", "L4", int8), side("Llama3_70B", "H100", int8)),
              "The baseline does not fit: 71.22 GB leaves 48.22 GB outside"));
    CHECK(has(text(side("Llama3_70B", "H100", int8), side("Llama3_70B", "L4", int8)),
              "The proposal does not fit: 71.22 GB leaves 48.22 GB outside"));
    // The microcontroller lacks speed even more than room: 0.0041 of the arithmetic's share, 0.36 of the capacity's.
    const std::string far = text(side("Llama3_8B", "A100"), side("Llama3_8B", "nRF52840"));
    CHECK_FALSE(has(far, "Capacity, not speed"));
    CHECK(has(far, "The largest loss comes from peak FLOP/s (0.0038"));
    CHECK_FALSE(has(far, " 0.00×"));
    CHECK_FALSE(has(far, "0.0000×"));
    const std::string back = text(side("Llama3_8B", "nRF52840"), side("Llama3_8B", "A100"));
    CHECK(has(back, "The proposal fits."));
}

TEST_CASE("what is said of both sides stands once, what is said of one under its name") {
    const Json weight_only{{"precision", "int4"}};
    const Json alike =
        member(ask_explain(side("Llama3_8B", "H100", weight_only), side("Llama3_8B", "H200", weight_only)), "notes");
    CHECK(alike.size() == 2);
    CHECK(says(alike, "Weight-only INT4"));
    CHECK_FALSE(says(alike, "Baseline:"));
    CHECK_FALSE(says(alike, "Proposal:"));
    const auto notes = [&](const Json& a, const Json& b) { return member(ask_explain(a, b), "notes"); };
    const Json plain = side("Llama3_8B", "H100"), narrow = side("Llama3_8B", "H100", weight_only);
    CHECK(says(notes(narrow, plain), "Baseline: Weight-only INT4"));
    CHECK(says(notes(plain, narrow), "Proposal: Weight-only INT4"));
    // The same sentence with other figures in it is another one: 141.1e9 of weights and 0.671e9 of cache.
    const Json full = notes(side("Llama3_70B", "L4"), side("Llama3_70B", "H100"));
    CHECK(says(full, "Baseline: 141.8 GB does not fit in 23 GB"));
    CHECK(says(full, "Proposal: 141.8 GB does not fit in 79 GB"));
}

TEST_CASE("where a device does not fit it is its capacity alone that is asked for") {
    const Json r = ask_explain(side("Llama3_70B", "A100"), side("Llama3_70B", "B200"));
    CHECK(r["alone"]["name"] == "memory_capacity");
    CHECK(ratio(r, "memory_capacity") > 1);
}

TEST_CASE("textbook assumptions look at regimes alone") {
    const Json textbook{{"assumptions", "textbook"}};
    CHECK(conclusion(side("Llama3_70B", "A100", textbook), side("Llama3_70B", "H100", textbook)) == "memory_to_memory");
}

TEST_CASE("a name of one's own stays in its cell of the Markdown table") {
    const Json model{{"name", "mine | yours\n|| ours"}, {"parameters", 1e9}};
    Json before = side("Llama3_8B", "A100"), after = side("Llama3_8B", "H100");
    before["model"] = after["model"] = model;
    const Json r = ask_explain(before, after);
    CHECK(sentence(r, "markdown")
              .find("\n| baseline | mine \\| yours \\|\\| ours on A100 80\u00a0GB, FP16, batch 1 | ") !=
          std::string::npos);
    CHECK(sentence(r, "markdown").find("\n| proposal | mine \\| yours \\|\\| ours on H100, FP16, batch 1 | ") !=
          std::string::npos);
    CHECK(sentence(r, "text").find("Baseline: mine | yours") != std::string::npos);
}

TEST_CASE("markdown is a heading, a table of both sides and one of the factors") {
    const std::string text = sentence(ask_explain(side("Llama3_8B", "A100"), side("Llama3_8B", "H100")), "markdown");
    CHECK(text.find("| baseline | Llama 3 / 3.1 8B on A100 80\u00a0GB, FP16, batch 1 | 8.33 ms | memory-bound |\n") !=
          std::string::npos);
    CHECK(text.find("| proposal | Llama 3 / 3.1 8B on H100, FP16, batch 1 | 5.19 ms | memory-bound |\n") !=
          std::string::npos);
    CHECK(text.find("| factor | ratio |\n|:--|--:|\n| memory bandwidth | 1.60× |\n") != std::string::npos);
    const Json int8{{"precision", "int8"}};
    const Json spilled = ask_explain(side("Llama3_70B", "L4", int8), side("Llama3_70B", "H100", int8));
    CHECK(sentence(spilled, "markdown").find("| memory-bound (does not fit) |\n") != std::string::npos);
    for (const Json& note : spilled["notes"])
        CHECK(sentence(spilled, "markdown").find("\nNote: " + note.get<std::string>() + "\n") != std::string::npos);
}

TEST_CASE("calibrated: of extra arithmetic the rate that counts is named") {
    const Json calibrated{{"assumptions", "calibrated"}};
    const Json r = ask_explain(side("Llama3_8B", "A100", calibrated), side("Llama3_8B", "H100", calibrated));
    CHECK(ratio(r, "peak_flop_per_s") > 1.1);
    CHECK(sentence(r, "text").find("Extra FLOP/s go unused") == std::string::npos);
    CHECK((sentence(r, "text").find("the FP32 rate of the vector units") != std::string::npos ||
           sentence(r, "text").find("Arithmetic counts too") != std::string::npos));
}

TEST_CASE("calibrated: a step against itself has no band") {
    const Json calibrated{{"assumptions", "calibrated"}};
    const Json same = ask_explain(side("Llama3_8B", "H100", calibrated), side("Llama3_8B", "H100", calibrated));
    CHECK(figure(same, "speedup") == 1);
    CHECK(same["speedup_low"].is_null());
    const Json other = ask_explain(side("Llama3_8B", "A100", calibrated), side("Llama3_8B", "H100", calibrated));
    CHECK(other["speedup_low"].is_number());
}
