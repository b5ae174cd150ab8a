#include "ridgepoint/roofline.hpp"

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

// Llama3_8B: 8,030,261,248 parameters, 16.060522496e9 bytes at fp16, 16.060522496e9 FLOP a token, 32 layers.
// H100: 989e12 FLOP/s, 3.35e12 bytes/s, 64e9 bytes/s to the host, 700 W, 10 us. A100: 312e12, 2.039e12, 32e9, 400 W, 15
// us.
Json on(const char* hardware, const Json& fields = Json::object()) {
    Json request{{"model", "Llama3_8B"}, {"hardware", hardware}};
    request.update(fields);
    return ask("roofline", request);
}

/// 100,000 parameters, two layers of two heads of four: small enough to follow with a pencil.
const Json pencil_model{
    {"family", "transformer"}, {"parameters", 100000}, {"layers", 2}, {"hidden_dim", 8}, {"heads", 2}};
const Json pencil_device{{"peak_flop_per_s", {{"fp16", 1e9}}},
                         {"memory_capacity_bytes", 1e9},
                         {"memory_bandwidth_bytes_per_s", 1e6},
                         {"dispatch_overhead_s", 0.5}};

/// A training step of three sequences of four tokens.
Json train(const Json& fields = Json::object()) {
    Json request{
        {"model", pencil_model}, {"hardware", pencil_device}, {"phase", "training"}, {"batch", 3}, {"context", 4}};
    request.update(fields);
    return ask("roofline", request);
}

RooflineResult solve(RooflineRequest r, const Assumptions& a) {
    r.assumptions = a;
    return roofline_figures(r);
}

double seconds(const RooflineRequest& r) { return in_si(roofline_figures(r).latency); }

/// The grid's variations of one pair: batches, precisions, phases and assumptions.
template <class Visit>
void for_each_case(Visit visit) {
    for_each_pair<RooflineRequest>([&](RooflineRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            r.assumptions = a;
            for (const double batch : {1.0, 64.0}) {
                r.batch = batch;
                for (const Precision p : {Precision::fp16, Precision::int8}) {
                    r.precision = p;
                    for (const Phase phase : {Phase::inference, Phase::training}) {
                        r.phase = phase;
                        visit(r);
                    }
                }
            }
        }
    });
}

constexpr double rounding = 1e-12;

}  // namespace

TEST_CASE("one token on an H100 waits for its weights") {
    const Json r = on("H100");
    CHECK(figure(r, "memory_s") == Approx(4.794186e-3).epsilon(1e-6));   // 16.060522496e9 / 3.35e12
    CHECK(figure(r, "compute_s") == Approx(3.247831e-5).epsilon(1e-6));  // 16.060522496e9 / (989e12 x 0.5)
    CHECK(figure(r, "overhead_s") == Approx(3.3e-4));                    // 10 us + 32 x 10 us
    CHECK(figure(r, "latency_s") == Approx(5.124186e-3).epsilon(1e-6));  // 4.794186 + 0.33
    CHECK(figure(r, "throughput_per_s") == Approx(195.1529).epsilon(1e-5));
    CHECK(r["regime"] == "memory");
    CHECK(figure(r, "arithmetic_intensity_flop_per_byte") == 1);             // 2 FLOP and 2 bytes a parameter
    CHECK(figure(r, "ridge_point_flop_per_byte") == Approx(295.2239));       // 989 / 3.35
    CHECK(figure(r, "attainable_ridge_flop_per_byte") == Approx(147.6119));  // half of it
    CHECK(figure(r, "mfu") == Approx(3.169136e-3).epsilon(1e-5));            // 16.0605 / (5.124186e-3 x 989e3)
    CHECK(figure(r, "hfu") == figure(r, "mfu"));
    CHECK(figure(r, "energy_j") == Approx(1.0840368).epsilon(1e-5));  // 700 x (0.3 + 0.7 x 0.003169) x 5.124186e-3
    CHECK(figure(r, "work_flop") == 16060522496);
    CHECK(figure(r, "traffic_bytes") == 16060522496);
    CHECK(figure(r, "footprint_bytes") == 16060522496);
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
    const Json r = on("A100", {{"batch", 256}});
    CHECK(figure(r, "compute_s") == Approx(26.355729e-3).epsilon(1e-6));  // 256 x 16.0605e9 / (312e12 x 0.5)
    CHECK(figure(r, "memory_s") == Approx(7.876666e-3).epsilon(1e-6));    // 16.0605e9 / 2.039e12
    CHECK(figure(r, "latency_s") == Approx(26.690729e-3).epsilon(1e-6));  // + 15 us + 320 us
    CHECK(r["regime"] == "compute");
    const Json book = on("A100", {{"batch", 256}, {"assumptions", "textbook"}});
    CHECK(figure(book, "memory_s") == Approx(209.519315e-3).epsilon(1e-6));  // 7.876666 x (1 + 0.1 x 256)
    CHECK(book["regime"] == "memory");
}

TEST_CASE("without overlap the legs add") {
    const Json r = on("A100", {{"batch", 256}, {"assumptions", {{"overlap", 0}}}});
    CHECK(figure(r, "latency_s") == Approx(34.567395e-3).epsilon(1e-6));  // 26.355729 + 7.876666 + 0.335
}

TEST_CASE("eager execution pays ten times the launches") {
    const Json r = on("H100", {{"assumptions", {{"execution", "eager"}}}});
    CHECK(figure(r, "overhead_s") == Approx(3.21e-3));  // 10 us + 32 x 100 us
    CHECK(r["regime"] == "memory");
    const Json tiny =
        ask("roofline", {{"model", "Llama3_2_1B"}, {"hardware", "H100"}, {"assumptions", {{"execution", "eager"}}}});
    CHECK(tiny["regime"] == "overhead");  // 1.24e9 x 2 / 3.35e12 = 0.74 ms against 16 x 0.1 ms
}

TEST_CASE("a stated layer overhead comes before the execution mode's") {
    const Json r = on("H100", {{"assumptions", {{"execution", "eager"}, {"layer_overhead_s", 0}}}});
    CHECK(figure(r, "overhead_s") == Approx(1e-5));
}

TEST_CASE("efficiencies divide their own leg") {
    const Json r = on("H100", {{"assumptions", {{"efficiency", 0.25}, {"bandwidth_efficiency", 0.8}}}});
    CHECK(figure(r, "compute_s") == Approx(6.495661e-5).epsilon(1e-6));  // twice 3.247831e-5
    CHECK(figure(r, "memory_s") == Approx(5.992732e-3).epsilon(1e-6));   // 4.794186 / 0.8
    CHECK(figure(r, "flop_per_s") == Approx(247.25e12));                 // 989e12 x 0.25
    CHECK(figure(r, "peak_flop_per_s") == 989e12);
}

TEST_CASE("a mixture of experts reads the experts its batch touches") {
    // Mixtral_8x7B: 46.702792704e9 parameters, 12.879925248e9 active, 2 of 8 experts.
    // (46.702792704 - 12.879925248) / 6 = 5.637144576e9 an expert.
    const Json one = ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}});
    CHECK(figure(one, "traffic_bytes") == Approx(25.759850496e9));  // 2 x active
    CHECK(figure(one, "footprint_bytes") == Approx(93.405585408e9));
    const Json four = ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}, {"batch", 4}});
    // 8 (1 - 0.75^4) = 5.46875 experts: 2 x (46.702792704e9 - 2.53125 x 5.637144576e9)
    CHECK(figure(four, "traffic_bytes") == Approx(64.867541e9).epsilon(1e-6));
    CHECK(figure(four, "work_flop") == Approx(4 * 25.759850496e9));
    const Json all =
        ask("roofline", {{"model", "Mixtral_8x7B"}, {"hardware", "H200"}, {"assumptions", {{"moe_weights", "all"}}}});
    CHECK(figure(all, "traffic_bytes") == Approx(93.405585408e9));
}

TEST_CASE("a network of images reads a tenth of its weights again for each image") {
    // ResNet50: 25,557,032 parameters, 8.178368512e9 FLOP, 50 layers. fp16: 51.114064e6 bytes.
    const Json r = ask("roofline", {{"model", "ResNet50"}, {"hardware", "A100"}, {"batch", 256}});
    CHECK(figure(r, "traffic_bytes") == Approx(1359.6341024e6));          // 51.114064e6 x (1 + 25.6)
    CHECK(figure(r, "compute_s") == Approx(13.420912e-3).epsilon(1e-6));  // 256 x 8.178368512e9 / 156e12
    CHECK(figure(r, "memory_s") == Approx(0.666814e-3).epsilon(1e-5));    // 1359.6341e6 / 2.039e12
}

TEST_CASE("stated activations take the place of the fraction") {
    Json model = pencil_model;
    model["family"] = "cnn";
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
    // Llama3_70B at fp16: 141.107412992e9 bytes; 80e9 at 2.039e12, 61.107412992e9 at 32e9 bytes/s.
    const auto large = [](const Json& assumptions) {
        return ask("roofline", {{"model", "Llama3_70B"}, {"hardware", "A100"}, {"assumptions", assumptions}});
    };
    const Json spill = large("first-principles");
    CHECK(figure(spill, "memory_s") == Approx(1.948841590).epsilon(1e-8));  // 0.039234919 + 1.909606656
    CHECK(figure(spill, "spill_bytes") == Approx(61.107412992e9));
    CHECK(spill["feasible"] == false);
    CHECK(says(spill["notes"], "61.11 GB outside cross the host link at 32 GB/s"));
    CHECK(says(spill["trace"], "do not fit"));
    const Json all = large({{"offload", "all"}});
    CHECK(figure(all, "memory_s") == Approx(4.409606656));  // 141.107412992 / 32
    CHECK(says(all["notes"], "all traffic is timed at the host link"));
    const Json ignore = large({{"offload", "ignore"}});
    CHECK(figure(ignore, "memory_s") == Approx(69.204224e-3).epsilon(1e-7));  // 141.107412992e9 / 2.039e12
    CHECK(ignore["feasible"] == false);
    CHECK(says(ignore["notes"], "those of a device with room for them"));
}

TEST_CASE("a model too large for a device without a host link is timed as resident, and the note says so") {
    Json device = pencil_device;
    device["memory_capacity_bytes"] = 150000;
    const Json r = ask("roofline", {{"model", pencil_model}, {"hardware", device}});
    CHECK(figure(r, "memory_s") == Approx(0.2));  // 200,000 / 1e6
    CHECK(figure(r, "spill_bytes") == 50000);
    CHECK(says(r["notes"], "lists no host link"));
    const Json given =
        ask("roofline",
            {{"model", pencil_model}, {"hardware", device}, {"assumptions", {{"default_host_link_bytes_per_s", 1e5}}}});
    CHECK(figure(given, "memory_s") == Approx(0.65));  // 150,000 / 1e6 + 50,000 / 1e5
}

TEST_CASE("training: forward, two backward passes, and the attention of whole sequences") {
    const Json r = train();
    // Forward: 2 x 100,000 x 3 x 4 = 2,400,000, and 4 x 2 layers x 8 x 4 x 4 x 3 = 3,072 of attention.
    CHECK(figure(r, "work_flop") == 7209216);  // 3 x 2,403,072
    // Activations: 4 x 3 x 8 x 2 = 192 values x (34 + 5 x 2 x 4 / 8 = 39) = 7,488 bytes.
    // Footprint: weights 200,000 + gradients 200,000 + Adam 1,200,000 + 7,488.
    CHECK(figure(r, "footprint_bytes") == 1607488);
    CHECK(figure(r, "traffic_bytes") == 3214976);       // each of them written and read once: twice 1,607,488
    CHECK(figure(r, "overhead_s") == Approx(0.50006));  // 0.5 + 3 x 2 x 10 us
    CHECK(figure(r, "mfu") == Approx(7209216 / (1e9 * figure(r, "latency_s"))));
}

TEST_CASE("training: recomputation trades a forward pass for activations") {
    const Json r = train({{"activation_recomputation", true}});
    CHECK(figure(r, "work_flop") == 9612288);        // 4 x 2,403,072
    CHECK(figure(r, "footprint_bytes") == 1600384);  // activations 192 x 2 = 384
    CHECK(figure(r, "hfu") == Approx(figure(r, "mfu") * 4 / 3));
}

TEST_CASE("training: ZeRO shards optimizer, then gradients, then weights") {
    const auto footprint = [](int stage) {
        return figure(train({{"zero_stage", stage}, {"data_parallel", 4}}), "footprint_bytes");
    };
    CHECK(footprint(0) == 1607488);
    CHECK(footprint(1) == 707488);  // 200,000 + 200,000 + 300,000 + 7,488
    CHECK(footprint(2) == 557488);  // 200,000 +  50,000 + 300,000 + 7,488
    CHECK(footprint(3) == 407488);  //  50,000 +  50,000 + 300,000 + 7,488
}

TEST_CASE("training: low-rank adapters need no gradients of the frozen weights") {
    const Json r = train({{"lora", true}});
    // 8 wide x 2 layers x 128 = 2,048 trained parameters: gradients 4,096 bytes, Adam 24,576.
    CHECK(figure(r, "footprint_bytes") == 236160);  // 200,000 + 4,096 + 24,576 + 7,488
    CHECK(figure(r, "work_flop") == 4806144);       // 2 x 2,403,072
    CHECK(figure(r, "traffic_bytes") == 472320);    // twice the footprint
}

TEST_CASE("training: the textbook times one token a sample and says so") {
    const Json r = train({{"assumptions", "textbook"}});
    CHECK(figure(r, "work_flop") == 1800000);             // 3 x 2 x 100,000 x 3
    CHECK(figure(r, "traffic_bytes") == Approx(260000));  // 200,000 x (1 + 0.1 x 3)
    CHECK(figure(r, "footprint_bytes") == 1613056);       // 1,600,000 + 192 x 34 x 2
    CHECK(figure(train({{"assumptions", "textbook"}, {"activation_recomputation", true}}), "footprint_bytes") ==
          1603840);  // 1,600,000 + 192 x 10 x 2
    CHECK(says(r["notes"], "one token a sample"));
}

TEST_CASE("a precision the device lacks is timed at another rate, and the note names both") {
    const Json r = on("H100", {{"precision", "int4"}, {"scheme", "native"}});
    CHECK(figure(r, "peak_flop_per_s") == 989e12);
    CHECK(says(r["notes"], "lists no int4 rate"));
    CHECK(says(r["notes"], "fp16 rate"));
    const Json v100 = on("V100", {{"precision", "bf16"}});
    CHECK(says(v100["notes"], "lists no bf16 rate"));
    CHECK_FALSE(says(on("H100", {{"precision", "bf16"}})["notes"], "lists no"));
}

TEST_CASE("weight-only arithmetic at fp16 is noted, native arithmetic is not") {
    CHECK(says(on("H100", {{"precision", "int8"}})["notes"], "Weight-only int8"));
    const Json native = on("H100", {{"precision", "int8"}, {"scheme", "native"}});
    CHECK(native["notes"].empty());
    CHECK(figure(native, "peak_flop_per_s") == 1979e12);
}

TEST_CASE("figures the device does not state are noted") {
    Json device = pencil_device;
    device.erase("dispatch_overhead_s");
    const Json r = ask("roofline", {{"model", pencil_model}, {"hardware", device}});
    CHECK(says(r["notes"], "states no dispatch overhead; 10 µs is assumed"));
    CHECK(says(r["notes"], "no energy is given"));
    CHECK(r["energy_j"].is_null());
}

TEST_CASE("a sound request has a trace in words and nothing to note") {
    const Json r = on("H100");
    CHECK(r["notes"].empty());
    CHECK(says(r["trace"], "Memory: 16.06 GB at 3.35 TB/s takes 4.794 ms."));
    CHECK(says(r["trace"], "The step is memory-bound: 5.124 ms"));
}

TEST_CASE("everywhere: the legs make the latency by the law") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const double hidden = 1 - r.assumptions.overlap;
        const double legs = in_si(max(t.compute, t.memory)) + hidden * in_si(min(t.compute, t.memory));
        const double expected = legs + in_si(t.overhead);
        if (std::fabs(in_si(t.latency) - expected) <= rounding * expected) return;
        INFO(label(r));
        CHECK(in_si(t.latency) == expected);
    });
}

TEST_CASE("everywhere: figures are finite, utilization is a share, throughput is batch over latency") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const bool sound = std::isfinite(in_si(t.latency)) && in_si(t.latency) > 0 && t.mfu >= 0 && t.mfu <= 1 &&
                           t.hfu >= t.mfu * (1 - rounding) && t.hfu <= 1 && in_si(t.bandwidth) > 0 &&
                           std::fabs(in_si(t.throughput) * in_si(t.latency) / r.batch - 1) < rounding &&
                           t.feasible == (in_si(t.spill) == 0) &&
                           t.feasible == (t.footprint <= r.hardware->memory_capacity);
        if (sound) return;
        INFO(label(r) << " mfu " << t.mfu << " hfu " << t.hfu << " latency " << in_si(t.latency));
        CHECK(sound);
    });
}

TEST_CASE("everywhere: more of a resource never slows") {
    for_each_case([](RooflineRequest r) {
        const auto device = r.hardware;
        const double before = seconds(r) * (1 + rounding);
        const auto holds = [&](const char* what, auto change) {
            r.hardware = changed(device, change);
            if (seconds(r) <= before) return;
            INFO(label(r) << ": twice the " << what);
            CHECK(seconds(r) <= before);
        };
        holds("bandwidth", [](Hardware& h) { scale_bandwidth(h, 2); });
        holds("arithmetic", [](Hardware& h) { scale_peak(h, 2); });
        holds("capacity", [](Hardware& h) { h.memory_capacity = h.memory_capacity * 2; });
        holds("host link", [](Hardware& h) { scale(h.host_link, 2); });
    });
}

TEST_CASE("everywhere: a larger batch takes longer, but not longer a sample") {
    for_each_pair<RooflineRequest>([](RooflineRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            double before = 0, before_each = HUGE_VAL;
            for (double batch = 1; batch <= 4096; batch *= 4) {
                r.batch = batch;
                const double now = in_si(solve(r, a).latency);
                const bool monotone = now >= before * (1 - rounding) && now / batch <= before_each * (1 + rounding);
                if (!monotone) {
                    INFO(label(r) << " batch " << batch);
                    CHECK(monotone);
                }
                before = now;
                before_each = now / batch;
            }
        }
    });
}

TEST_CASE("everywhere: twice every rate without overhead is half the time") {
    for_each_case([](RooflineRequest r) {
        r.assumptions.layer_overhead = Seconds<>{0};
        r.hardware = changed(r.hardware, [](Hardware& h) { h.dispatch_overhead = Seconds<>{0}; });
        const double before = seconds(r);
        r.hardware = changed(r.hardware, [](Hardware& h) {
            scale_peak(h, 2);
            scale_bandwidth(h, 2);
            scale(h.host_link, 2);
        });
        scale(r.assumptions.default_host_link, 2);
        if (seconds(r) == before / 2) return;
        INFO(label(r));
        CHECK(seconds(r) == before / 2);
    });
}

TEST_CASE("everywhere: the regime is that of the largest leg") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        Regime expected = t.compute <= t.memory ? Regime::memory : Regime::compute;
        if (r.assumptions.corrected() && max(t.compute, t.memory) < t.overhead) expected = Regime::overhead;
        if (t.regime == expected) return;
        INFO(label(r));
        CHECK(t.regime == expected);
    });
}

TEST_CASE("what a forward pass does not use is noted when it is set") {
    const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    const auto notes = [&](const Json& fields) {
        Json request = base;
        request.update(fields);
        return ask("roofline", request)["notes"];
    };
    CHECK_FALSE(says(notes(Json::object()), "Not used"));
    CHECK_FALSE(says(notes({{"context", 2048}, {"lora", false}}), "Not used"));
    CHECK(says(notes({{"context", 512}}), "Not used in inference: context."));
    CHECK(says(notes({{"lora", true}, {"zero_stage", 1}}), "Not used in inference: zero_stage, lora."));
    CHECK(says(notes({{"data_parallel", 2}, {"activation_recomputation", true}}),
               "Not used in inference: data_parallel, activation_recomputation."));
    CHECK_FALSE(says(notes({{"phase", "training"}, {"lora", true}, {"zero_stage", 1}}), "Not used"));
}
