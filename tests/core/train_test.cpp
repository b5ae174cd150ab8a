#include "ridgepoint/train.hpp"

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

/// Two layers of 12·h² weights and nothing else, h 1,024, 16 heads.
const Json small{{"name", "two layers"},         {"layers", 2},     {"hidden_dim", 1024},      {"heads", 16},
                 {"parameters", 24 * 1048576.0}, {"unit", "token"}, {"intermediate_dim", 4096}};

Json trained(const Json& fields) {
    Json request{{"model", small}, {"hardware", "H100"}, {"sequence", 1024}};
    request.update(fields);
    return ask("train", request);
}

Json over(double tensor, double pipeline, double data) {
    return {{"tensor", tensor}, {"pipeline", pipeline}, {"data", data}};
}

/// Korthikanti et al. 2023, table 3.
Json megatron(const char* name, double micro_batch, double global, const Json& parallel, double interleaving) {
    const Json models = json_file("core/data/training-steps.json")["models"];
    return {{"model", models[std::string("Megatron ") + name]},
            {"hardware", "A100"},
            {"parallel", parallel},
            {"micro_batch", micro_batch},
            {"global_batch", global},
            {"interleaving", interleaving},
            {"attention", "eager"},
            {"gradient_precision", "fp32"}};
}

}  // namespace

TEST_CASE("stages within a node do not wait for the network, a node full of them included") {
    Json device = ask("hardware", {{"id", "H100"}});
    const auto hops = [&](double tensor, double network) {
        device["network_bytes_per_s"] = network;
        return figure(trained({{"hardware", device}, {"parallel", over(tensor, 2, 1)}, {"global_batch", 4}}),
                      "times.pipeline_s");
    };
    CHECK(hops(4, 1e9) == hops(4, 50e9));
    CHECK(hops(8, 1e9) > 2 * hops(8, 50e9));
}

TEST_CASE("two layers by hand on one H100") {
    // Forward of a layer: 2·1,024·12·1,024² FLOP and 4,096 of each of 1,024·1,025/2 pairs at 494.5e12 a second; 22 + 30
    // bytes of each of 1,024² values at 3.35e12; a gap of 10 us. 52.111 + 4.347 + 16.276 + 10 us.
    const Json r = trained(Json::object());
    CHECK(figure(r, "times.forward_s") == Approx(2 * 82.734e-6).epsilon(1e-4));
    // Backward: twice the products, 2.5 times attention, twice the rest.
    CHECK(figure(r, "times.backward_s") == Approx(2 * (2 * 52.111e-6 + 2.5 * 4.347e-6 + 2 * 26.276e-6)).epsilon(1e-4));
    // 24 bytes of Adam's state, 6 x 4 of gradients, in BF16 without a scale 4 x 4, and 4 of weights, for 25,165,824.
    CHECK(figure(r, "times.optimizer_s") == Approx(52 * 25165824.0 / 3.35e12));
    CHECK(figure(trained({{"precision", "bf16"}}), "times.optimizer_s") == Approx(44 * 25165824.0 / 3.35e12));
    CHECK(figure(r, "memory.activations_bytes") == 34 * 1048576.0 * 2);
    CHECK(figure(r, "memory.weights_bytes") == 2 * 25165824.0);
    CHECK(figure(r, "memory.optimizer_bytes") == 12 * 25165824.0);
    // 6 FLOP a weight and token, and 3 x 4,096 of each of 1,024·1,025/2 pairs of two layers.
    const double useful = 6 * 25165824.0 * 1024 + 6 * 4096 * 524800.0;
    CHECK(figure(r, "mfu") == Approx(useful / 989e12 / figure(r, "step_s")));
}

TEST_CASE("the parts of a step add up to it, and what is computed again shows in HFU alone") {
    for (const char* again : {"none", "selective", "full"}) {
        for (const char* preset : {"first-principles", "calibrated"}) {
            const Json r = trained({{"recomputation", again},
                                    {"attention", "eager"},
                                    {"assumptions", preset},
                                    {"parallel", over(8, 2, 4)},
                                    {"zero_stage", 1},
                                    {"global_batch", 32}});
            double sum = 0;
            for (const auto& [name, part] : r["times"].items()) {
                CHECK(part >= 0);
                sum += part.get<double>();
            }
            CHECK(sum == Approx(figure(r, "step_s")).epsilon(1e-12));
            const double more = figure(r, "hfu") / figure(r, "mfu");
            if (std::string(again) == "none") CHECK(more == 1);
            else if (std::string(again) == "full") CHECK(more == Approx(4.0 / 3));
            else CHECK((more > 1 && more < 4.0 / 3));
            CHECK(figure(r, "hfu") < 1);
        }
    }
}

TEST_CASE("a setting that no figure of a training depends on is said to be unused") {
    CHECK(says(trained({{"restart_s", 60}})["notes"], "Not used in this training: restart_s."));
    CHECK(!says(trained(Json::object())["notes"], "Not used"));
}

TEST_CASE("a pipeline waits for (p - 1) / m of its passes, less where stages are interleaved") {
    Json deep = small;
    deep.update({{"layers", 64}, {"parameters", 64 * 12 * 1048576.0}});
    const Json base{{"model", deep}, {"parallel", over(8, 8, 1)}, {"global_batch", 64}};
    const auto share = [&](double pieces) {
        const Json r = trained(with(base, "interleaving", pieces));
        const double others = figure(r, "times.bubble_s") + figure(r, "times.data_s") + figure(r, "times.optimizer_s");
        return figure(r, "times.bubble_s") / (figure(r, "step_s") - others);
    };
    CHECK(share(1) == Approx(7.0 / 64));
    CHECK(share(3) == Approx(7.0 / 64 / 3));
}

TEST_CASE("activations are those of Korthikanti et al. 2023, figure 7") {
    const Json base = megatron("22B", 4, 4, over(8, 1, 1), 1);
    const auto kept = [&](const char* again, bool sequence_parallel) {
        const Json r = ask("train", with(with(base, "recomputation", again), "sequence_parallel", sequence_parallel));
        return figure(r, "memory.activations_bytes");
    };
    const double all = kept("none", false);
    CHECK(kept("none", true) / all == Approx(0.6684).epsilon(0.01));
    CHECK(kept("selective", false) / all == Approx(0.4942).epsilon(0.01));
    CHECK(kept("selective", true) / all == Approx(0.1618).epsilon(0.01));
    CHECK(kept("full", false) / all == Approx(0.0764).epsilon(0.01));
}

TEST_CASE("of two stages the fuller counts: the first with both passes' activations, or the last with the logits") {
    // A layer keeps 34 x 1,024 tokens x 1,024 = 35,651,584 bytes of a pass; logits are 1,024 x 65,536 x 4 =
    // 268,435,456.
    const auto memory = [](double vocabulary) {
        return trained({{"model", with(small, "vocab_size", vocabulary)},
                        {"parallel", over(1, 2, 1)},
                        {"global_batch", 4}})["memory"];
    };
    CHECK(figure(memory(65536), "activations_bytes") == 35651584);
    CHECK(figure(memory(65536), "logits_bytes") == 268435456);
    CHECK(figure(memory(1024), "activations_bytes") == 2 * 35651584.0);
    CHECK(figure(memory(1024), "logits_bytes") == 0);
    // One stage has its only pass and the logits.
    const Json alone = trained({{"model", with(small, "vocab_size", 1024)}})["memory"];
    CHECK(figure(alone, "activations_bytes") == 2 * 35651584.0);
    CHECK(figure(alone, "logits_bytes") == 4194304);
    // Interleaved in two parts, the last stage has run half of its layers for both passes: 1 + 1/2 passes of its
    // layers.
    const Json halves = trained({{"model", with(with(small, "layers", 4), "vocab_size", 65536)},
                                 {"parallel", over(1, 2, 1)},
                                 {"global_batch", 4},
                                 {"interleaving", 2}})["memory"];
    CHECK(figure(halves, "activations_bytes") == 1.5 * 2 * 35651584.0);
}

TEST_CASE("parameters, gradients and optimizer take what figure 1 of the same paper shows") {
    // 45.56 GiB of 22B and of 175B, 31.64 of 530B, 32.96 of 1T: 18 bytes a parameter.
    const auto bytes = [](const Json& request) {
        const Json r = ask("train", request);
        return figure(r, "memory.weights_bytes") + figure(r, "memory.gradients_bytes") +
               figure(r, "memory.optimizer_bytes");
    };
    constexpr double gib = 1073741824;
    CHECK(bytes(megatron("22B", 4, 4, over(8, 1, 1), 1)) == Approx(45.5625 * gib).epsilon(0.02));
    CHECK(bytes(megatron("175B", 1, 64, over(8, 8, 1), 3)) == Approx(45.5625 * gib).epsilon(0.02));
    CHECK(bytes(megatron("530B", 1, 280, over(8, 35, 1), 3)) == Approx(31.64 * gib).epsilon(0.02));
    CHECK(bytes(megatron("1T", 1, 512, over(8, 64, 1), 1)) == Approx(32.96 * gib).epsilon(0.02));
}

TEST_CASE("ZeRO divides the optimizer, then gradients, then weights") {
    const auto memory = [](double stage) {
        return trained({{"parallel", over(1, 1, 8)}, {"zero_stage", stage}})["memory"];
    };
    const Json none = memory(0), whole = memory(3);
    const char* parts[] = {"optimizer_bytes", "gradients_bytes", "weights_bytes"};
    for (int stage = 1; stage <= 3; ++stage)
        for (int part = 0; part < 3; ++part)
            CHECK(figure(memory(stage), parts[part]) == figure(none, parts[part]) / (stage > part ? 8 : 1));
    CHECK(figure(none, "workspace_bytes") == 0);
    CHECK(figure(whole, "workspace_bytes") == 24 * 1048576.0 * 2);  // both layers, gathered whole in 16 bits
    // Each copy updates the part whose state it holds.
    const auto update = [](double stage) {
        return figure(trained({{"parallel", over(1, 1, 8)}, {"zero_stage", stage}}), "times.optimizer_s");
    };
    for (const double stage : {1, 2, 3}) CHECK(update(stage) == Approx(update(0) / 8));
}

TEST_CASE("layers without experts send no token to any") {
    const auto sent = [](double dense) {
        Json model = ask("models", {{"id", "Mixtral_8x7B"}});
        if (dense > 0) model["dense_layers"] = dense;
        return figure(trained({{"model", model}, {"parallel", with(over(1, 1, 8), "expert", 8)}}), "times.expert_s");
    };
    // 1,024 tokens go to two of eight experts as 16.8 MB, seven eighths of them over 450 GB/s, four times in each of 32
    // layers; and the fullest expert is waited for.
    CHECK(sent(0) > 4.1e-3);
    CHECK(sent(0) < 4 * 4.1e-3);
    CHECK(sent(8) < sent(0));
}

TEST_CASE("adapters leave weights as they are stored, and 16 bits for what is trained") {
    const Json base{{"model", "Llama3_70B"}, {"hardware", "H100"}, {"recomputation", "full"}};
    const Json lora = ask("train", with(base, "lora", true));
    const Json qlora = ask("train", with(with(base, "lora", true), "weight_precision", "int4"));
    CHECK(figure(qlora, "memory.weights_bytes") == figure(lora, "memory.weights_bytes") / 4);
    CHECK(qlora["memory"]["activations_bytes"] == lora["memory"]["activations_bytes"]);
    CHECK(qlora["memory"]["gradients_bytes"] == lora["memory"]["gradients_bytes"]);
    // 8,192 x 80 x 128 parameters of 16 bits.
    CHECK(figure(lora, "memory.gradients_bytes") == 8192 * 80 * 128 * 2);
    CHECK(qlora["feasible"] == true);
    CHECK(lora["feasible"] == false);
    CHECK(says(qlora["notes"], "16 bits"));
    const Json whole = ask("train", base);
    CHECK(figure(lora, "times.backward_s") < 0.7 * figure(whole, "times.backward_s"));
}

TEST_CASE("what does not fit names the fewest devices that hold it, and there it does") {
    const Json base{{"model", "Llama3_70B"}, {"hardware", "H100"}, {"recomputation", "full"}, {"zero_stage", 1}};
    const Json r = ask("train", base);
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "headroom_bytes") < 0);
    CHECK(figure(r, "room_bytes") == Approx(figure(r, "memory.total_bytes") + figure(r, "headroom_bytes")));
    const Json there = over(figure(r, "fitting_tensor"), figure(r, "fitting_pipeline"), figure(r, "fitting_data"));
    const Json fitting = ask("train", with(base, "parallel", there));
    CHECK(fitting["feasible"] == true);
    CHECK(fitting["devices"] == r["fitting_devices"]);
    CHECK(says(r["notes"], "It fits"));
}

TEST_CASE("the same work on more copies takes no longer, and each more token its time") {
    double last = 1e9;
    for (const double copies : {1, 2, 4, 8, 16}) {
        const Json r = trained({{"parallel", over(1, 1, copies)}, {"global_batch", 64}, {"tokens", 1e12}});
        CHECK(figure(r, "step_s") < last);
        last = figure(r, "step_s");
        CHECK(figure(r, "time_to_train_s") == Approx(1e12 / figure(r, "tokens_per_s")));
        CHECK(figure(r, "cost_usd") == Approx(3.99 * copies * figure(r, "time_to_train_s") / 3600));
    }
}

TEST_CASE("experts over copies: less to hold, and tokens to send") {
    const auto mixture = [](double expert) {
        return ask("train", {{"model", "Mixtral_8x7B"},
                             {"hardware", "H100"},
                             {"zero_stage", 1},
                             {"global_batch", 64},
                             {"recomputation", "full"},
                             {"parallel", {{"tensor", 2}, {"data", 8}, {"expert", expert}}}});
    };
    const Json together = mixture(1), apart = mixture(8);
    CHECK(figure(together, "times.expert_s") == 0);
    CHECK(figure(apart, "times.expert_s") > 0);
    // 45.1e9 of 46.7e9 weights are routed: an eighth of them, and half of the others.
    CHECK(figure(apart, "memory.weights_bytes") < 0.3 * figure(together, "memory.weights_bytes"));
    CHECK(figure(apart, "times.data_s") < figure(together, "times.data_s"));
}

TEST_CASE("experts spread over copies are sharded over the few that hold the same, by hand") {
    // 2 layers of 4 experts, two a token: 40e6 weights, of which 32e6 are routed. Tensor 1, data 8, expert 4: each
    // device holds 8e6 of those, which one other holds too, and the other 8e6, which all do.
    const Json mixture{
        {"name", "four experts"},    {"layers", 2},  {"hidden_dim", 1024},     {"heads", 16},    {"parameters", 40e6},
        {"active_parameters", 24e6}, {"experts", 4}, {"experts_per_token", 2}, {"unit", "token"}};
    const auto held = [&](double stage, const char* part) {
        const Json parallel{{"data", 8}, {"expert", 4}};
        return figure(trained({{"model", mixture}, {"parallel", parallel}, {"zero_stage", stage}}), part);
    };
    CHECK(held(0, "memory.optimizer_bytes") == Approx(12 * 16e6));
    CHECK(held(1, "memory.optimizer_bytes") == Approx(12 * (8e6 / 8 + 8e6 / 2)));
    CHECK(held(2, "memory.gradients_bytes") == Approx(2 * (8e6 / 8 + 8e6 / 2)));
    CHECK(held(3, "memory.weights_bytes") == Approx(2 * (8e6 / 8 + 8e6 / 2)));
    // Nothing is lost: eight devices hold the state of all 40e6 once.
    CHECK(8 * held(1, "memory.optimizer_bytes") == Approx(12 * 40e6));
    // 24 bytes of state, 4 of gradients that are averaged, 24 of those that are used, and 4 of weights.
    CHECK(held(1, "times.optimizer_s") == Approx(56 * 5e6 / 3.35e12));
    // Gradients: 16e6 bytes over 8 devices of a node, and 16e6 over 2 of different halves of it.
    const double rest = 2 * 7.0 / 8 * 16e6 / 450e9 + 3 * 5e-6, experts = 2 * 1.0 / 2 * 16e6 / 450e9 + 5e-6;
    CHECK(held(0, "times.data_s") == Approx((rest + experts) / 2));
}

TEST_CASE("tensor parallel loses by the shape of its products, not by a number of its own") {
    // Cut eight ways, narrow layers reach less of the peak than wide ones: of 8B, hidden 512 a device; of 405B, 2,048.
    const auto reached = [](const char* model, double tensor) {
        const Json r = ask("train", {{"model", model},
                                     {"hardware", "H100"},
                                     {"parallel", {{"tensor", tensor}}},
                                     {"assumptions", "calibrated"}});
        const double arithmetic = figure(r, "times.forward_s") + figure(r, "times.backward_s");
        return figure(r, "hfu") * figure(r, "step_s") / arithmetic;
    };
    CHECK(reached("Llama3_8B", 8) < 0.7 * reached("Llama3_8B", 1));
    CHECK(reached("Llama3_405B", 8) > 0.8 * reached("Llama3_405B", 1));
    CHECK(reached("Llama3_405B", 8) > reached("Llama3_70B", 8));
    CHECK(reached("Llama3_70B", 8) > reached("Llama3_8B", 8));
}

TEST_CASE("devices in all are as many copies as a layout leaves of them") {
    const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"global_batch", 64}};
    const auto laid = [&](const Json& fields) {
        Json request = base;
        request.update(fields);
        Json r = ask("train", request);
        r.erase("unread");
        return r;
    };
    const Json said = laid({{"parallel", over(4, 2, 8)}});
    CHECK(said["devices"] == 64);
    CHECK(laid({{"devices", 64}, {"parallel", {{"tensor", 4}, {"pipeline", 2}}}}) == said);
    CHECK(laid({{"devices", 64}, {"parallel", over(4, 2, 8)}}) == said);
    // Both sides of a comparison too.
    const Json pair{{"baseline", with(base, "devices", 32)}, {"proposal", with(base, "devices", 64)}};
    const Json r = ask("explain_train", pair);
    CHECK(figure(r, "speedup") ==
          Approx(figure(laid({{"devices", 64}}), "tokens_per_s") / figure(laid({{"devices", 32}}), "tokens_per_s")));
    CHECK(r["changed"] == Json{"devices"});
}

TEST_CASE("what a device holds is the sum of its parts, and the total is one of them") {
    double sum = 0;
    const Json memory = ask("train", {{"model", "Llama3_8B"}, {"hardware", "H100"}})["memory"];
    for (const auto& [part, bytes] : memory.items()) sum += bytes.get<double>();
    CHECK(sum == Approx(2 * figure(memory, "total_bytes")));
}

TEST_CASE("what training cannot be is refused by name") {
    const auto refused = [](const Json& fields, const char* field, const char* words) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
        request.update(fields);
        const Json json = answer("train", request);
        INFO(json.dump().substr(0, 300));
        CHECK(sentence(json, "error.field") == field);
        CHECK(sentence(json, "error.message").find(words) != std::string::npos);
    };
    refused({{"model", "ResNet50"}}, "model", "use roofline with phase training");
    refused({{"parallel", over(3, 1, 1)}}, "parallel.tensor", "must divide");
    refused({{"parallel", over(1, 64, 1)}}, "parallel.pipeline", "at most the model's 32 layers");
    refused({{"parallel", over(1, 8, 1)}, {"interleaving", 5}}, "interleaving", "32 layers");
    refused({{"interleaving", 2}}, "interleaving", "nothing to interleave");
    refused({{"parallel", over(1, 1, 8)}, {"global_batch", 12}}, "global_batch", "multiple of");
    refused({{"precision", "int4"}}, "precision", "floating-point");
    refused({{"weight_precision", "int4"}}, "weight_precision", "with lora");
    refused({{"sequence", 0}}, "sequence", "1 to");
    refused({{"devices", 12}, {"parallel", over(8, 1, 1)}}, "devices",
            "a multiple of parallel.tensor × parallel.pipeline (8)");
    refused({{"devices", 16}, {"parallel", over(2, 1, 4)}}, "devices", "match parallel (8 in all)");
    refused({{"micro_batch", 0}}, "micro_batch", "1 to");
    refused({{"tokens", 0}}, "tokens", "1 to");
    refused({{"parallel", {{"expert", 2}}}}, "parallel.expert", "without routed experts");
}
