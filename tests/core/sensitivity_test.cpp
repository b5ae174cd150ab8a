#include "ridgepoint/sensitivity.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

Json asked(const Json& fields) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    request.update(fields);
    return ask("sensitivity", request);
}

/// The textbook's own Llama 3 70B and A100.
const Json textbook_llama_70b{{"family", "transformer"},
                              {"parameters", 70.6e9},
                              {"forward_flops", 141.2e9},
                              {"layers", 80},
                              {"hidden_dim", 8192},
                              {"heads", 64},
                              {"kv_heads", 8}};
const Json textbook_a100{{"peak_flop_per_s", {{"fp16", 312e12}}},
                         {"memory_capacity_bytes", 85899345920},
                         {"memory_bandwidth_bytes_per_s", 2.039e12},
                         {"host_link_bytes_per_s", 32e9},
                         {"dispatch_overhead_s", 1.5e-5}};

Json headline(const Json& assumptions) {
    return ask("sensitivity",
               {{"model", textbook_llama_70b}, {"hardware", textbook_a100}, {"assumptions", assumptions}});
}

}  // namespace

TEST_CASE("elasticities of a memory-bound token are shares of its time") {
    // T 5.194316 ms: 4.874316 of memory, 0.32 of layers.
    const Json r = asked(Json::object());
    CHECK(figure(r, "baseline_s") == Approx(5.194316e-3).epsilon(1e-6));
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.9383942).epsilon(1e-6));  // -4.874316 / 5.194316
    CHECK(figure(r, "elasticities.layer_overhead") == Approx(0.0616058).epsilon(1e-5));     // 0.32 / 5.194316
    for (const char* knob : {"dispatch_overhead", "peak_flop_per_s", "memory_capacity", "host_link", "efficiency"})
        CHECK(figure(r, std::string("elasticities.") + knob) == 0);
    CHECK(r["binding_constraint"] == "memory_bandwidth");
    CHECK(r["knob"] == "memory_bandwidth");
    CHECK(figure(r, "devices_needed") == 1);
}

TEST_CASE("secants are the textbook's finite differences") {
    const Json up = asked({{"delta", 0.1}}), down = asked({{"delta", -0.1}});
    CHECK(figure(up, "secants.memory_bandwidth") == Approx(-0.8530856).epsilon(1e-6));    // -0.9383942 / 1.1
    CHECK(figure(down, "secants.memory_bandwidth") == Approx(-1.0426602).epsilon(1e-6));  // -0.9383942 / 0.9
    CHECK(figure(up, "secants.layer_overhead") == Approx(0.0616058).epsilon(1e-5));       // linear: no difference
    CHECK(error_of("sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"delta", 0}}) == "out_of_range");
}

TEST_CASE("a compute-bound step answers to peak and efficiency alike") {
    const Json r = asked({{"batch", 512}, {"context", 128}});
    CHECK(r["binding_constraint"] == "peak_flop_per_s");
    CHECK(figure(r, "elasticities.peak_flop_per_s") < -0.9);
    CHECK(figure(r, "elasticities.memory_bandwidth") == 0);
}

TEST_CASE("a spilling model: capacity binds, the host link moves the time") {
    // Llama3_70B on an A100: 79e9 / 2.039e12 = 38.744483 ms, 62.778501632e9 / 32e9 = 1961.828176 ms, 0.8 of overhead.
    const Json r = asked({{"model", "Llama3_70B"}, {"hardware", "A100"}});
    CHECK(figure(r, "baseline_s") == Approx(2.001372659).epsilon(1e-8));
    CHECK(figure(r, "elasticities.host_link") == Approx(-0.9802413).epsilon(1e-6));         // -1961.828176 / T
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.0193590).epsilon(1e-5));  // -38.744483 / T
    // Another byte of memory moves a byte from 32e9 to 2.039e12 bytes/s: 79e9 x (1/2.039e12 - 1/32e9) = -2430.005517
    // ms.
    CHECK(figure(r, "elasticities.memory_capacity") == Approx(-1.2141694).epsilon(1e-6));
    CHECK(r["binding_constraint"] == "memory_capacity");
    CHECK(r["knob"] == "host_link");
    CHECK(r["binding_regime"] == "capacity");
    CHECK(r["knob_regime"] == "capacity");
    // The capacity's own elasticity is the larger one.
    CHECK(sentence(r, "explanation").find("the host link affects the time most") != std::string::npos);
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "devices_needed") == 2);
    CHECK(figure(r, "footprint_bytes") == 141778501632);
    CHECK(figure(r, "capacity_bytes") == 79e9);
}

TEST_CASE("published figures: 4854.57 ms, bound by memory capacity, and the host link to turn") {
    const Json r = headline("textbook");
    CHECK(figure(r, "baseline_s") == Approx(4.854565));  // 141.2e9 x 1.1 / 32e9 = 4.85375, 0.8 and 0.015 ms
    CHECK(r["binding_constraint"] == "memory_capacity");
    CHECK(r["knob"] == "host_link");
    CHECK(figure(r, "elasticities.host_link") == Approx(-0.9998321).epsilon(1e-6));  // -4.85375 / 4.854565
    CHECK(figure(r, "elasticities.memory_bandwidth") == 0);
    CHECK(figure(r, "devices_needed") == 2);
    CHECK(sentence(r, "explanation").find("Memory capacity binds") != std::string::npos);
}

TEST_CASE("published figures: with the weights resident bandwidth is worth fifteen times the arithmetic") {
    const Json r = headline({{"preset", "textbook"}, {"offload", "ignore"}});
    // 141.2e9 x 1.1 / 2.039e12 = 76.174595 ms and 0.815: -0.9894141, over a tenth -0.8994674; the textbook prints
    // -0.88.
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.9894141).epsilon(1e-6));
    CHECK(figure(r, "secants.memory_bandwidth") == Approx(-0.8994674).epsilon(1e-6));
    CHECK(std::fabs(figure(r, "secants.peak_flop_per_s")) * 15 <= std::fabs(figure(r, "secants.memory_bandwidth")));
    CHECK(figure(r, "elasticities.host_link") == 0);
    CHECK(r["binding_constraint"] == "memory_capacity");
}

TEST_CASE("a step that waits for the host answers to the time of a launch alone") {
    const Json r = asked({{"model", "Llama3_2_1B"}, {"assumptions", {{"execution", "eager"}}}});
    CHECK(r["binding_constraint"] == "layer_overhead");
    CHECK(figure(r, "elasticities.layer_overhead") == 1);
    for (const char* knob : {"memory_bandwidth", "peak_flop_per_s", "dispatch_overhead"})
        CHECK(figure(r, std::string("elasticities.") + knob) == 0);
}

TEST_CASE("what waits for links is told beside the rates") {
    const Json r = ask("sensitivity", {{"model", "Llama3_70B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 8}}}});
    CHECK(figure(r, "elasticities.link_latency") > 0.1);
    CHECK(says(Json::array({r["explanation"]}), ", inter-device link latency 0.28."));
    const Json alone = ask("sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    CHECK_FALSE(says(Json::array({alone["explanation"]}), "link"));
}

TEST_CASE("when no property matters none is blamed on the arithmetic") {
    // A step of overhead alone: no FLOP stated, and so small a model that nothing else counts.
    const Json r = ask("sensitivity", {{"model", {{"family", "cnn"}, {"unit", "image"}, {"parameters", 1}}},
                                       {"hardware", "H100"},
                                       {"assumptions", {{"layer_overhead_s", 0}}}});
    CHECK(r["binding_constraint"] == "dispatch_overhead");
    CHECK(figure(r, "elasticities.peak_flop_per_s") == 0);
}

TEST_CASE("the targets are those of serve") {
    const Json served = ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    for (const char* target : {"latency", "itl"})
        CHECK(figure(asked({{"target", target}}), "baseline_s") == figure(served, "itl_s"));
    CHECK(figure(asked({{"target", "ttft"}}), "baseline_s") == figure(served, "ttft_s"));
    CHECK(asked({{"target", "itl"}})["binding_constraint"] == "memory_bandwidth");
    CHECK(asked({{"target", "ttft"}})["binding_constraint"] == "peak_flop_per_s");
}

TEST_CASE("it takes every field of the request inside") {
    for (const Json& more : {Json{{"weight_bits", 4.89}}, Json{{"kv_precision", "int8"}, {"scheme", "native"}}}) {
        const Json serving = ask("serve", with(with(more, "model", "Llama3_8B"), "hardware", "H100"));
        CHECK(figure(asked(with(more, "target", "itl")), "baseline_s") == figure(serving, "itl_s"));
        CHECK(figure(asked(with(more, "target", "ttft")), "baseline_s") == figure(serving, "ttft_s"));
    }
    for (const Field& f : serve_request_fields) CHECK(describe<SensitivityRequest>().find(f.name) != nullptr);
    for (const Field& f : roofline_request_fields) CHECK(describe<SensitivityRequest>().find(f.name) != nullptr);
}

TEST_CASE("time between tokens on a second device answers to that device") {
    const Json r = asked({{"target", "itl"}, {"decode_hardware", "A100"}});
    const Json alone = asked({{"target", "itl"}, {"hardware", "A100"}});
    CHECK(r["elasticities"] == alone["elasticities"]);
    CHECK(r["baseline_s"] == alone["baseline_s"]);
}

TEST_CASE("what a target does not depend on is noted when it is set, and changes nothing") {
    const auto unused = [](const Json& fields) {
        std::string found;
        const Json notes = asked(fields)["notes"];
        for (const Json& note : notes)
            if (const std::string text = note; text.rfind("Not used", 0) == 0) found += text;
        return found;
    };
    for (const char* target : {"latency", "itl", "ttft"}) CHECK(unused({{"target", target}}).empty());
    CHECK(unused({{"kv_precision", "int8"}, {"draft_model", "Llama3_2_1B"}, {"decode_hardware", "A100"}}) ==
          "Not used in target latency: kv_precision, draft_model, decode_hardware.");
    CHECK(unused({{"target", "itl"}, {"cached_prefix", 64}, {"phase", "training"}, {"lora", true}}) ==
          "Not used in target itl: phase, lora, cached_prefix.");
    CHECK(unused({{"target", "ttft"}, {"draft_tokens", 8}, {"cached_prefix", 64}, {"kv_precision", "int8"}}) ==
          "Not used in target ttft: draft_tokens.");
    // Of what the whole result leaves unread nothing is said twice.
    CHECK(unused({{"zero_stage", 1}, {"kv_precision", "int8"}}) ==
          "Not used in target latency: zero_stage, kv_precision.");
    CHECK(unused({{"target", "itl"}, {"draft_tokens", 8}, {"decode_hardware", "A100"}}) ==
          "Not used in target itl: draft_tokens.");
    const Json itl{{"target", "itl"}, {"precision", "int8"}};
    const Json textbook = with(itl, "assumptions", "textbook"), scheme = with(textbook, "scheme", "weight_only");
    CHECK(unused(with(itl, "scheme", "native")).empty());
    CHECK(unused(scheme) == "Not used in target itl: scheme.");
    CHECK(asked(scheme)["elasticities"] == asked(textbook)["elasticities"]);
}

TEST_CASE("a property is of a leg of the step, or of the room for it") {
    const auto regimes = [](const Json& fields) {
        const Json r = asked(fields);
        CHECK(r["binding_regime"] == r["knob_regime"]);
        return std::pair(sentence(r, "knob"), sentence(r, "knob_regime"));
    };
    CHECK(regimes(Json::object()) == std::pair<std::string, std::string>("memory_bandwidth", "memory"));
    CHECK(regimes({{"target", "ttft"}}) == std::pair<std::string, std::string>("peak_flop_per_s", "compute"));
    CHECK(regimes({{"assumptions", {{"host_launch_s", 1}}}}) ==
          std::pair<std::string, std::string>("layer_overhead", "overhead"));
}

TEST_CASE("where the device waits for its host, the host's launches bind") {
    const auto explanation = [](const Json& assumptions) {
        return sentence(ask("sensitivity", {{"model", "ResNet50"}, {"hardware", "A100"}, {"assumptions", assumptions}}),
                        "explanation");
    };
    CHECK(explanation({{"execution", "eager"}}).rfind("Host launch binds", 0) == 0);
    CHECK(explanation(Json::object()).find("Host launch") == std::string::npos);
}
