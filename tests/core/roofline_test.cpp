#include "ridgepoint/roofline.hpp"

#include <utility>

#include "cases.hpp"
#include "grid.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

TEST_CASE("one token on an H100 waits for its weights") {
    const Json r = on("H100");
    CHECK(figure(r, "memory_s") == Approx(4.874316e-3).epsilon(1e-6));   // 16.328957952e9 / 3.35e12
    CHECK(figure(r, "compute_s") == Approx(3.464968e-5).epsilon(1e-6));  // 17.134264320e9 / (989e12 x 0.5)
    CHECK(figure(r, "overhead_s") == Approx(3.2e-4));                    // 32 x 10 us
    CHECK(figure(r, "latency_s") == Approx(5.194316e-3).epsilon(1e-6));  // 4.874316 + 0.32
    CHECK(figure(r, "throughput_per_s") == Approx(192.5181).epsilon(1e-5));
    CHECK(r["regime"] == "memory");
    CHECK(figure(r, "arithmetic_intensity_flop_per_byte") == Approx(1.0493177));  // 17.134264320 / 16.328957952
    CHECK(figure(r, "ridge_point_flop_per_byte") == Approx(295.2239));            // 989 / 3.35
    CHECK(figure(r, "attainable_ridge_flop_per_byte") == Approx(147.6119));       // half of it
    CHECK(figure(r, "mfu") == Approx(3.335345e-3).epsilon(1e-5));                 // 17.13426 / (5.194316e-3 x 989e3)
    CHECK(figure(r, "hfu") == figure(r, "mfu"));
    CHECK(figure(r, "energy_j") ==
          Approx(3.4792212).epsilon(1e-6));  // 700 x (0.3 + 0.7 x 4.874316 / 5.194316) x 5.194316e-3
    CHECK(figure(r, "work_flop") == 17134264320);
    CHECK(figure(r, "traffic_bytes") == 16328957952);
    CHECK(figure(r, "footprint_bytes") == 16328957952);
    CHECK(r["feasible"] == true);
    CHECK(figure(r, "spill_bytes") == 0);
}

TEST_CASE("the textbook adds a tenth of the weights in activations") {
    const Json r = on("H100", {{"assumptions", "textbook"}});
    CHECK(figure(r, "memory_s") == Approx(5.273604e-3).epsilon(1e-6));   // 1.1 x 4.794186
    CHECK(figure(r, "latency_s") == Approx(5.603604e-3).epsilon(1e-6));  // + 0.33
    CHECK(figure(r, "hfu") == Approx(1.1 * figure(r, "mfu")));
    CHECK(says(r["notes"], "1.1 times MFU"));
}

TEST_CASE("256 tokens on an A100 wait for the arithmetic") {
    const Json r = on("A100", {{"batch", 256}, {"context", 128}});
    CHECK(figure(r, "compute_s") == Approx(26.465857e-3).epsilon(1e-6));  // 256 x 16.127631360e9 / (312e12 x 0.5)
    CHECK(figure(r, "memory_s") == Approx(9.983075e-3).epsilon(1e-6));    // (16.0605e9 + 4.2950e9) / 2.039e12
    CHECK(figure(r, "latency_s") == Approx(26.785857e-3).epsilon(1e-6));  // + 320 us
    CHECK(r["regime"] == "compute");
    const Json book = on("A100", {{"batch", 256}, {"assumptions", "textbook"}});
    CHECK(figure(book, "memory_s") == Approx(209.519315e-3).epsilon(1e-6));  // 7.876666 x (1 + 0.1 x 256)
    CHECK(book["regime"] == "memory");
}

TEST_CASE("without overlap the legs add") {
    const Json r = on("A100", {{"batch", 256}, {"context", 128}, {"assumptions", {{"overlap", 0}}}});
    CHECK(says(r["trace"], "Of the shorter leg, 100 % is not hidden by the longer."));
    CHECK(!says(on("A100", {{"batch", 256}, {"context", 128}})["trace"], "not hidden"));
    CHECK(figure(r, "latency_s") == Approx(36.768932e-3).epsilon(1e-6));  // 26.465857 + 9.983075 + 0.32
}

TEST_CASE("eager launches run ahead of the device: they take time only where they take longer") {
    const Json eager{{"execution", "eager"}};
    const Json r = on("H100", {{"assumptions", eager}});
    CHECK(figure(r, "latency_s") == figure(on("H100"), "latency_s"));  // 5.194 ms, and 32 x 100 us of launches
    CHECK(figure(r, "overhead_s") == Approx(3.2e-4));
    CHECK(r["regime"] == "memory");
    CHECK(says(r["trace"], "The host launches them in 3.20 ms, ahead of the device."));
    // Llama3_2_1B: 2.538737664e9 / 3.35e12 + 16 x 10 us = 0.918 ms on the device, 16 x 100 us on the host.
    const Json tiny = ask("roofline", {{"model", "Llama3_2_1B"}, {"hardware", "H100"}, {"assumptions", eager}});
    CHECK(figure(tiny, "latency_s") == Approx(1.6e-3));
    CHECK(figure(tiny, "overhead_s") == Approx(1.6e-3));
    CHECK(figure(tiny, "memory_s") == Approx(0.757832e-3).epsilon(1e-6));
    CHECK(tiny["regime"] == "overhead");
    CHECK(says(tiny["trace"], "The host takes 1.60 ms to launch them, and the device waits for it."));
}

TEST_CASE("the textbook adds eager launches to the step") {
    const Json r = on("H100", {{"assumptions", {{"preset", "textbook"}, {"execution", "eager"}}}});
    CHECK(figure(r, "overhead_s") == Approx(3.21e-3));                   // 10 us + 32 x 100 us
    CHECK(figure(r, "latency_s") == Approx(8.483604e-3).epsilon(1e-6));  // 5.273604 + 3.21
}

TEST_CASE("stated launches come before the execution mode's") {
    const Json none{{"execution", "eager"}, {"host_launch_s", 0}};
    CHECK(on("H100", {{"assumptions", none}})["latency_s"] == on("H100")["latency_s"]);
    const Json slow{{"host_launch_s", 1e-3}};
    CHECK(figure(on("H100", {{"assumptions", slow}}), "latency_s") == Approx(32e-3));
    const Json gap{{"execution", "eager"}, {"layer_overhead_s", 0}};
    CHECK(figure(on("H100", {{"assumptions", gap}}), "overhead_s") == 0);
    const Json book{{"preset", "textbook"}, {"execution", "eager"}, {"layer_overhead_s", 0}};
    CHECK(figure(on("H100", {{"assumptions", book}}), "overhead_s") == Approx(1e-5));
}

TEST_CASE("weights stored in few bits are multiplied with activations of 16") {
    const auto step = [](const char* precision, const char* scheme) {
        return ask("roofline", {{"model", "ResNet50"},
                                {"hardware", "A100"},
                                {"batch", 256},
                                {"precision", precision},
                                {"scheme", scheme}});
    };
    const double fp16 = figure(step("fp16", "weight_only"), "traffic_bytes");
    // 51.114064e6 x (1 + 25.6) against 51.114064e6 x (0.25 + 25.6)
    CHECK(fp16 / figure(step("int4", "weight_only"), "traffic_bytes") == Approx(1.0290135));
    CHECK(fp16 / figure(step("int8", "weight_only"), "traffic_bytes") == Approx(1.0191571));
    CHECK(fp16 / figure(step("int8", "native"), "traffic_bytes") == Approx(2));
    const Json book = ask("roofline", {{"model", "ResNet50"},
                                       {"hardware", "A100"},
                                       {"batch", 256},
                                       {"precision", "int4"},
                                       {"scheme", "weight_only"},
                                       {"assumptions", "textbook"}});
    CHECK(fp16 / figure(book, "traffic_bytes") == Approx(4));
}

/// Equal figures of a forward pass and a decoded token, to the last bit.
void equal_tokens(const RooflineRequest& r) {
    ServeRequest s;
    s.model = r.model;
    s.hardware = r.hardware;
    s.batch = r.batch;
    s.context = r.context;
    s.precision = r.precision;
    s.scheme = r.scheme;
    s.assumptions = r.assumptions;
    const RooflineResult pass = roofline_figures(r);
    const ServeResult token = serve_figures(s);
    const bool bands = pass.latency_band == token.itl_band;
    const bool equal = in_si(pass.latency) == in_si(token.itl) && in_si(pass.memory) == in_si(token.decode_memory) &&
                       in_si(pass.compute) == in_si(token.decode_compute) &&
                       in_si(pass.overhead) == in_si(token.decode_overhead) &&
                       in_si(pass.footprint) == in_si(token.total) && pass.feasible == token.feasible &&
                       in_si(pass.spill) == in_si(token.spill) && pass.regime == token.decode_regime && bands;
    if (equal) return;
    INFO(label(r) << " batch " << r.batch << " context " << r.context << ": " << in_si(pass.latency) << " and "
                  << in_si(token.itl));
    CHECK(equal);
}

TEST_CASE("everywhere: a forward pass of a model that generates tokens is the token that serve decodes") {
    const Assumptions fitted = assumptions_of(Preset::calibrated), plain{};
    for_each_pair<RooflineRequest>([&](RooflineRequest r) {
        if (!generates_tokens(*r.model)) return;
        for (const Assumptions& a : {plain, with_execution(plain, Execution::eager), fitted,
                                     assumptions_of(Preset::calibrated, Software::tensorrt)}) {
            r.assumptions = a;
            for (const double batch : {1.0, 48.0}) {
                r.batch = batch;
                for (const double context : {1.0, 2048.0, 100000.0}) {
                    r.context = context;
                    for (const Precision p : {Precision::fp32, Precision::fp16, Precision::fp8, Precision::int4}) {
                        r.precision = p;
                        equal_tokens(r);
                    }
                }
            }
        }
    });
}

TEST_CASE("efficiencies divide their own leg") {
    const Json r = on("H100", {{"assumptions", {{"efficiency", 0.25}, {"bandwidth_efficiency", 0.8}}}});
    CHECK(figure(r, "compute_s") == Approx(6.929935e-5).epsilon(1e-6));  // twice 3.464968e-5
    CHECK(figure(r, "memory_s") == Approx(6.092895e-3).epsilon(1e-6));   // 4.874316 / 0.8
    CHECK(figure(r, "flop_per_s") == Approx(247.25e12));                 // 989e12 x 0.25
    CHECK(figure(r, "peak_flop_per_s") == 989e12);
}

TEST_CASE("a mixture of experts reads the experts its batch touches") {
    // Mixtral_8x7B: 46.702792704e9 parameters, 12.879925248e9 active, 2 of 8 experts.
    // (46.702792704 - 12.879925248) / 6 = 5.637144576e9 an expert; 268.435456e6 bytes of cache a sequence.
    const Json one = ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}});
    CHECK(figure(one, "traffic_bytes") == Approx(26.028285952e9));    // 2 x active + cache
    CHECK(figure(one, "footprint_bytes") == Approx(93.674020864e9));  // 2 x all + cache
    const Json four = ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}, {"batch", 4}});
    // 8 (1 - 0.75^4) = 5.46875 experts: 2 x (46.702792704e9 - 2.53125 x 5.637144576e9) + 4 x 268.435456e6
    CHECK(figure(four, "traffic_bytes") == Approx(65.941282816e9).epsilon(1e-9));
    CHECK(figure(four, "work_flop") == Approx(4 * (25.759850496e9 + 1.073741824e9)));
    const Json all =
        ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}, {"assumptions", {{"moe_weights", "all"}}}});
    CHECK(figure(all, "traffic_bytes") == Approx(93.674020864e9));
}

TEST_CASE("a network of images reads a tenth of its weights again for each image") {
    // ResNet50: 25,557,032 parameters, 8.178368512e9 FLOP, 50 layers. fp16: 51.114064e6 bytes.
    const Json r = ask("roofline", {{"model", "ResNet50"}, {"hardware", "A100"}, {"batch", 256}});
    CHECK(figure(r, "traffic_bytes") == Approx(1359.6341024e6));          // 51.114064e6 x (1 + 25.6)
    CHECK(figure(r, "compute_s") == Approx(13.420912e-3).epsilon(1e-6));  // 256 x 8.178368512e9 / 156e12
    CHECK(figure(r, "memory_s") == Approx(0.666814e-3).epsilon(1e-5));    // 1359.6341e6 / 2.039e12
}

TEST_CASE("stated activations take the place of the fraction") {
    Json model{{"family", "cnn"}, {"unit", "image"}, {"parameters", 100000}};
    model["activation_bytes_per_sample"] = 7000;
    const auto traffic = [&](const Json& assumptions) {
        return figure(ask("roofline",
                          {{"model", model}, {"hardware", pencil_device}, {"batch", 3}, {"assumptions", assumptions}}),
                      "traffic_bytes");
    };
    CHECK(traffic("first-principles") == 221000);              // 200,000 + 3 x 7,000
    CHECK(traffic({{"activation_fraction", 0.5}}) == 500000);  // 200,000 x (1 + 3 x 0.5)
}

TEST_CASE("a model too large for its device spills over the host link") {
    // Llama3_70B at fp16: 141.107412992e9 bytes of weights, 671.088640e6 of cache; 79e9 at 2.039e12, 62.778501632e9 at
    // 32e9 bytes/s: of 80e9 the driver takes 1e9.
    const auto large = [](const Json& assumptions) {
        return ask("roofline", {{"model", "Llama3_70B"}, {"hardware", "A100"}, {"assumptions", assumptions}});
    };
    const Json spill = large("first-principles");
    CHECK(figure(spill, "memory_s") == Approx(2.000572659).epsilon(1e-8));  // 0.038744483 + 1.961828176
    CHECK(figure(spill, "spill_bytes") == Approx(62.778501632e9));
    CHECK(spill["feasible"] == false);
    CHECK(says(spill["notes"], "62.78 GB stays outside, and each pass moves 62.78 GB over the host link at 32.0 GB/s"));
    CHECK(says(spill["notes"], "has 80 GB, of which a program can use 79 GB."));
    CHECK(says(spill["trace"], "does not fit"));
    const Json kept = large({{"reserve_bytes", 80e9}});
    CHECK(says(kept["notes"], "has 80 GB, and all of it is kept back: nothing is left for a program."));
    CHECK(says(kept["notes"], "does not fit in 0 B"));
    CHECK(says(kept["trace"], "against 0 B"));
    const Json all = large({{"offload", "all"}});
    CHECK(figure(all, "memory_s") == Approx(4.430578176));  // 141.778501632 / 32
    CHECK(says(all["notes"], "all traffic is timed at the host link"));
    const Json ignore = large({{"offload", "ignore"}});
    CHECK(figure(ignore, "memory_s") == Approx(69.533350e-3).epsilon(1e-7));  // 141.778501632e9 / 2.039e12
    CHECK(ignore["feasible"] == false);
    CHECK(says(ignore["notes"], "those of a device with enough memory"));
}

TEST_CASE("a model too large for a device without a host link is timed as resident, and the note says so") {
    Json device = pencil_device;
    device["memory_capacity_bytes"] = 150000;
    // 200,000 bytes of weights, and 64 of cache for each of 100 tokens of context.
    const Json small{{"model", pencil_model}, {"hardware", device}, {"context", 100}};
    const Json r = ask("roofline", small);
    CHECK(figure(r, "memory_s") == Approx(0.2064));  // 206,400 / 1e6
    CHECK(figure(r, "spill_bytes") == 56400);
    CHECK(says(r["notes"], "no host link is listed"));
    const Json given = ask("roofline", with(small, "assumptions.default_host_link_bytes_per_s", 1e5));
    CHECK(figure(given, "memory_s") == Approx(0.714));  // 150,000 / 1e6 + 56,400 / 1e5
}

TEST_CASE("figures the device does not state are noted") {
    Json device = pencil_device;
    device.erase("dispatch_overhead_s");
    const Json r = ask("roofline", {{"model", pencil_model}, {"hardware", device}});
    CHECK(says(r["notes"], "No dispatch overhead is given for"));
    CHECK(says(r["notes"], "no figure for energy"));
    CHECK(r["energy_j"].is_null());
}

TEST_CASE("a rack whose totals stand as those of one device says so") {
    CHECK(says(on("GB200_NVL72")["notes"], "GB200 NVL72 rack is 72 devices counted as one"));
    CHECK(says(ask("serve", {{"model", "Llama3_8B"}, {"hardware", "GB200_NVL72"}})["notes"], "72 devices"));
    CHECK_FALSE(says(on("B200")["notes"], "counted as one"));
}

TEST_CASE("a sound request has a trace in words and nothing to note") {
    const Json r = on("H100");
    CHECK(r["notes"].empty());
    CHECK(says(r["trace"], "Memory: 16.33 GB at 3.35 TB/s takes 4.87 ms."));
    CHECK(says(r["trace"], "The step is memory-bound: 5.19 ms"));
}

TEST_CASE("what a forward pass does not use is noted when it is set") {
    const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    const auto notes = [&](const Json& fields) {
        Json request = base;
        request.update(fields);
        return ask("roofline", request)["notes"];
    };
    CHECK_FALSE(says(notes(Json::object()), "Not used"));
    CHECK_FALSE(says(notes({{"context", 512}, {"lora", false}}), "Not used"));
    CHECK(says(notes({{"context", 512}, {"assumptions", "textbook"}}), "Not used in inference at FP16: context."));
    CHECK(says(notes({{"context", 512}, {"model", "ResNet50"}}), "Not used in inference at FP16: context."));
    CHECK(says(notes({{"lora", true}, {"zero_stage", 1}}), "Not used in inference at FP16: zero_stage, lora."));
    CHECK(says(notes({{"data_parallel", 2}, {"activation_recomputation", true}}),
               "Not used in inference at FP16: data_parallel, activation_recomputation."));
    CHECK_FALSE(says(notes({{"phase", "training"}, {"lora", true}, {"zero_stage", 1}}), "Not used"));
    CHECK(says(notes({{"scheme", "native"}}), "Not used in inference at FP16: scheme."));
    CHECK_FALSE(says(notes({{"scheme", "weight_only"}, {"precision", "int4"}}), "Not used"));
    CHECK(says(notes({{"phase", "training"}, {"model", "ResNet50"}, {"context", 512}}),
               "Not used in training at FP16: context."));
}

TEST_CASE("a mixture that does not fit: of its experts only those touched cross the host link") {
    const Json request{{"model", "DeepSeek_V3"}, {"hardware", "H100"}};
    const Json r = ask("roofline", request);
    // 1.342 TB against 79 GB; a token touches 5.5 % of them.
    CHECK(says(r["notes"], "1.263 TB stays outside, and each pass moves "));
    CHECK(!says(r["notes"], "in each pass 1.263 TB"));
}

TEST_CASE("textbook: the roofline of a token says why serve times it differently") {
    const auto notes = [](const char* model, const char* preset) {
        return ask("roofline", {{"model", model}, {"hardware", "H100"}, {"assumptions", preset}})["notes"];
    };
    CHECK(says(notes("Llama3_8B", "textbook"), "serve counts the cache"));
    CHECK(!says(notes("Llama3_8B", "first-principles"), "serve counts the cache"));
    CHECK(!says(notes("ResNet50", "textbook"), "serve counts the cache"));
}

TEST_CASE("a share of activations that was not fitted is one of the weights, an encoder's too") {
    const auto traffic = [](double share) {
        return figure(
            ask("roofline", {{"model", "BERT_Large"},
                             {"hardware", "H100"},
                             {"batch", 4},
                             {"assumptions",
                              {{"preset", "calibrated"}, {"software", "tensorrt"}, {"activation_fraction", share}}}}),
            "traffic_bytes");
    };
    const double weights = traffic(0);
    CHECK(traffic(0.5) == Approx(weights * (1 + 4 * 0.5)).epsilon(1e-12));
    // What was fitted to images: 128 · 24 · 10 · 1,024 values of 335,141,888 weights, against 0.435 of each weight
    // there.
    CHECK(traffic(0.917) == Approx(weights * (1 + 4 * 0.917 * 0.216)).epsilon(2e-3));
}
