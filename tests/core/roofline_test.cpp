#include "ridgepoint/roofline.hpp"

#include <utility>

#include "ask.hpp"
#include "grid.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

// Llama3_8B: 8,030,261,248 parameters, 16.060522496e9 bytes at fp16, 16.060522496e9 FLOP a token, 32 layers; 131,072
// bytes of cache and 524,288 FLOP of attention for each token of context, 268.435456e6 and 1.073741824e9 for 2048.
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
    CHECK(says(tiny["trace"], "The host launches them in 1.60 ms, and the device waits for it."));
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
    CHECK(says(spill["notes"], "62.78 GB outside cross the host link at 32.0 GB/s"));
    CHECK(says(spill["notes"], "has 80 GB, of which a program may use 79 GB."));
    CHECK(says(spill["trace"], "do not fit"));
    const Json all = large({{"offload", "all"}});
    CHECK(figure(all, "memory_s") == Approx(4.430578176));  // 141.778501632 / 32
    CHECK(says(all["notes"], "all traffic is timed at the host link"));
    const Json ignore = large({{"offload", "ignore"}});
    CHECK(figure(ignore, "memory_s") == Approx(69.533350e-3).epsilon(1e-7));  // 141.778501632e9 / 2.039e12
    CHECK(ignore["feasible"] == false);
    CHECK(says(ignore["notes"], "those of a device with room for them"));
}

TEST_CASE("a model too large for a device without a host link is timed as resident, and the note says so") {
    Json device = pencil_device;
    device["memory_capacity_bytes"] = 150000;
    // 200,000 bytes of weights, and 64 of cache for each of 100 tokens of context.
    const Json small{{"model", pencil_model}, {"hardware", device}, {"context", 100}};
    const Json r = ask("roofline", small);
    CHECK(figure(r, "memory_s") == Approx(0.2064));  // 206,400 / 1e6
    CHECK(figure(r, "spill_bytes") == 56400);
    CHECK(says(r["notes"], "lists no host link"));
    const Json given = ask("roofline", with(small, "assumptions.default_host_link_bytes_per_s", 1e5));
    CHECK(figure(given, "memory_s") == Approx(0.714));  // 150,000 / 1e6 + 56,400 / 1e5
}

TEST_CASE("training: forward, two backward passes, and the attention of whole sequences") {
    const Json r = train();
    // Forward: 2 x 100,000 x 3 x 4 = 2,400,000, and 4 x 2 layers x 8 x 4 x 4 x 3 = 3,072 of attention.
    CHECK(figure(r, "work_flop") == 7209216);  // 3 x 2,403,072
    // Activations: 4 x 3 x 8 x 2 = 192 values x 34 = 6,528 bytes.
    // Footprint: weights 200,000 + gradients 200,000 + Adam 1,200,000 + 6,528.
    CHECK(figure(r, "footprint_bytes") == 1606528);
    CHECK(figure(r, "traffic_bytes") == 3213056);       // each of them written and read once: twice 1,606,528
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
    CHECK(footprint(0) == 1606528);
    CHECK(footprint(1) == 706528);  // 200,000 + 200,000 + 300,000 + 6,528
    CHECK(footprint(2) == 556528);  // 200,000 +  50,000 + 300,000 + 6,528
    CHECK(footprint(3) == 406528);  //  50,000 +  50,000 + 300,000 + 6,528
}

TEST_CASE("training: low-rank adapters need no gradients of the frozen weights") {
    const Json r = train({{"lora", true}});
    // 8 wide x 2 layers x 128 = 2,048 trained parameters: gradients 4,096 bytes, Adam 24,576.
    CHECK(figure(r, "footprint_bytes") == 235200);  // 200,000 + 4,096 + 24,576 + 6,528
    CHECK(figure(r, "work_flop") == 4806144);       // 2 x 2,403,072
    CHECK(figure(r, "traffic_bytes") == 470400);    // twice the footprint
}

TEST_CASE("training: attention that keeps its scores keeps the square of the context") {
    // Korthikanti et al. 2023, equation 2: 192 values x (34 + 5 x 2 heads x 4 / 8 = 39) = 7,488 bytes.
    CHECK(figure(train({{"assumptions", {{"attention", "eager"}}}}), "footprint_bytes") == 1607488);
}

TEST_CASE("training: the logits of the whole vocabulary are kept in FP32") {
    const Json vocabulary = with(pencil_model, "vocab_size", 50);
    CHECK(figure(train({{"model", vocabulary}}), "footprint_bytes") == 1606528 + 2400);  // 4 bytes x 4 x 3 x 50
    CHECK(figure(train({{"model", vocabulary}, {"activation_recomputation", true}}), "footprint_bytes") == 1602784);
}

TEST_CASE("training: 8,192 tokens of Llama3_8B keep 36.5 GB of activations and 4.2 GB of logits") {
    const auto footprint = [](const char* attention) {
        return figure(
            on("H100", {{"phase", "training"}, {"context", 8192}, {"assumptions", {{"attention", attention}}}}),
            "footprint_bytes");
    };
    // 34 x 8192 x 4096 x 32 and 4 x 8192 x 128256, beside 2 + 2 + 12 bytes a parameter.
    CHECK(footprint("flash") == 16 * 8030261248.0 + 36507222016 + 4202692608);
    CHECK(footprint("eager") == footprint("flash") + 5.0 * 32 * 8192 / 4096 * 8192 * 4096 * 32);  // 343.6e9 more
}

TEST_CASE("training: weights in four bits, activations and gradients in sixteen") {
    const auto training = [](const char* precision, const char* scheme) {
        return figure(train({{"precision", precision}, {"scheme", scheme}}), "footprint_bytes");
    };
    // Weights 50,000, gradients 200,000, Adam 1,200,000, activations 6,528; in int8 weights of 100,000.
    CHECK(training("int4", "weight_only") == 1456528);
    CHECK(training("int4", "native") == 1456528);
    CHECK(training("int8", "native") == 1506528);
    CHECK(training("fp8", "native") == 1503264);  // activations of one byte: 3,264
    CHECK(training("fp32", "native") == 400000 + 400000 + 1200000 + 13056);
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

TEST_CASE("everywhere: the precision of the arithmetic is the one whose rate of the device is used") {
    for (const auto& device : registry().hardware) {
        for (std::size_t i = 0; i < precision_names.size(); ++i) {
            for (const Scheme scheme : {Scheme::weight_only, Scheme::native}) {
                RooflineRequest r;
                r.model = registry().models.front();
                r.hardware = device;
                r.precision = static_cast<Precision>(i);
                r.scheme.chosen = scheme;
                const RooflineResult result = roofline_figures(r);
                const auto& rate = device->peak.at(result.arithmetic_precision);
                INFO(device->id << " " << precision_names[i]);
                REQUIRE(rate.has_value());
                CHECK(*rate == result.peak);
            }
        }
    }
    CHECK(on("H100", {{"precision", "fp8"}})["arithmetic_precision"] == "fp8");
    CHECK(on("H100", {{"precision", "fp8"}, {"scheme", "weight_only"}})["arithmetic_precision"] == "fp16");
    CHECK(on("V100", {{"precision", "bf16"}})["arithmetic_precision"] == "fp16");
}

TEST_CASE("weight-only arithmetic at fp16 is noted, native arithmetic only where nobody chose it") {
    CHECK(says(on("H100", {{"precision", "int8"}})["notes"], "Weight-only int8"));
    const Json cache{{"kv_precision", "int8"}};
    const Json native = on("H100", {{"precision", "int8"}, {"scheme", "native"}, {"assumptions", cache}});
    CHECK(native["notes"].empty());
    CHECK(figure(native, "peak_flop_per_s") == 1979e12);
    CHECK(says(on("H100", {{"precision", "fp8"}})["notes"], "The arithmetic runs in fp8 too"));
}

TEST_CASE("where nobody chose a scheme, it is the usual one of the format, the model and the device") {
    const auto rate = [](const char* model, const char* device, const char* precision) {
        const Json r = ask("roofline", {{"model", model}, {"hardware", device}, {"precision", precision}});
        return figure(r, "peak_flop_per_s");
    };
    CHECK(rate("Llama3_8B", "H100", "fp8") == 1979e12);
    CHECK(rate("Llama3_8B", "A100", "fp8") == 312e12);  // it lists no rate: expanded
    CHECK(rate("Llama3_8B", "H100", "int8") == 989e12);
    CHECK(rate("Mamba_2_8B", "H100", "int8") == 989e12);
    CHECK(rate("ResNet50", "H100", "int8") == 1979e12);
    CHECK(rate("BERT_Base", "A100", "int8") == 624e12);
    CHECK(rate("ResNet50", "A100", "int4") == 312e12);
    const auto images = [](const Json& fields) {
        return ask("roofline", with(with(with(fields, "model", "ResNet50"), "hardware", "A100"), "batch", 256));
    };
    // Activations in the format of the arithmetic: 51.114064e6 bytes of weights, 0.1 of that an image in 16 bits.
    CHECK(figure(images({{"precision", "int8"}}), "traffic_bytes") == Approx(51.114064e6 / 2 * 26.6));
    CHECK(figure(images({{"precision", "int4"}}), "traffic_bytes") == Approx(51.114064e6 * (0.25 + 25.6)));
    // A device without a rate for it, and training: 16 bits.
    CHECK(figure(ask("roofline", {{"model", "ResNet50"}, {"hardware", "V100"}, {"precision", "int8"}}),
                 "traffic_bytes") == Approx(51.114064e6 * (0.5 + 0.1)));
    CHECK(figure(images({{"precision", "int8"}, {"phase", "training"}}), "peak_flop_per_s") == 312e12);
    // The preset of the textbook computes in the format wherever it can.
    CHECK(figure(images({{"precision", "int4"}, {"assumptions", "textbook"}}), "peak_flop_per_s") == 1248e12);
}

TEST_CASE("figures the device does not state are noted") {
    Json device = pencil_device;
    device.erase("dispatch_overhead_s");
    const Json r = ask("roofline", {{"model", pencil_model}, {"hardware", device}});
    CHECK(says(r["notes"], "states no dispatch overhead; 10.0 µs is assumed"));
    CHECK(says(r["notes"], "no energy is given"));
    CHECK(r["energy_j"].is_null());
}

TEST_CASE("a sound request has a trace in words and nothing to note") {
    const Json r = on("H100");
    CHECK(r["notes"].empty());
    CHECK(says(r["trace"], "Memory: 16.33 GB at 3.35 TB/s takes 4.87 ms."));
    CHECK(says(r["trace"], "The step is memory-bound: 5.19 ms"));
}

TEST_CASE("everywhere: the legs make the latency by the law, unless the device waits for the host") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const double hidden = 1 - r.assumptions.overlap;
        const double legs = in_si(max(t.compute, t.memory)) + hidden * in_si(min(t.compute, t.memory));
        const Step step = roofline_workload(r).step;
        const Machine<> machine = roofline_machine(r);
        const double on_device = in_si(device_overhead(step, machine)), host = in_si(host_time(step, machine));
        const double expected = std::fmax(legs + on_device, host);
        const double overhead = legs + on_device < host ? host : on_device;
        if (std::fabs(in_si(t.latency) - expected) <= rounding * expected && in_si(t.overhead) == overhead) return;
        INFO(label(r));
        CHECK(in_si(t.latency) == expected);
        CHECK(in_si(t.overhead) == overhead);
    });
}

TEST_CASE("everywhere: figures are finite, utilization is a share, throughput is batch over latency") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const bool sound = std::isfinite(in_si(t.latency)) && in_si(t.latency) > 0 && t.mfu >= 0 && t.mfu <= 1 &&
                           t.hfu >= t.mfu * (1 - rounding) && t.hfu <= 1 && in_si(t.bandwidth) > 0 &&
                           std::fabs(in_si(t.throughput) * in_si(t.latency) / r.batch - 1) < rounding &&
                           t.feasible == (in_si(t.spill) == 0) &&
                           t.feasible == (t.footprint <= roofline_machine(r).capacity) &&
                           roofline_machine(r).capacity <= r.hardware->memory_capacity;
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

TEST_CASE("everywhere: a larger batch takes longer, but not longer a sample unless more of its cache spills") {
    for_each_pair<RooflineRequest>([](RooflineRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            double before = 0, before_each = HUGE_VAL;
            Bytes<> spill;
            for (double batch = 1; batch <= 4096; batch *= 4) {
                r.batch = batch;
                const RooflineResult result = solve(r, a);
                const double now = in_si(result.latency);
                const bool more_spills = std::exchange(spill, result.spill) < result.spill;
                const bool monotone =
                    now >= before * (1 - rounding) && (more_spills || now / batch <= before_each * (1 + rounding));
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
        r.assumptions.layer_overhead = r.assumptions.host_launch = Seconds<>{0};
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

TEST_CASE(
    "everywhere: the roof is that of the bandwidth reached, and meets what is reachable and the peak at its ridges") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        INFO(label(r));
        CHECK(in_si(t.attainable_ridge * t.bandwidth) == Approx(in_si(t.attainable)).epsilon(1e-12));
        CHECK(in_si(t.peak_ridge * t.bandwidth) == Approx(in_si(t.peak)).epsilon(1e-12));
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
    CHECK_FALSE(says(notes({{"context", 512}, {"lora", false}}), "Not used"));
    CHECK(says(notes({{"context", 512}, {"assumptions", "textbook"}}), "Not used in inference at fp16: context."));
    CHECK(says(notes({{"context", 512}, {"model", "ResNet50"}}), "Not used in inference at fp16: context."));
    CHECK(says(notes({{"lora", true}, {"zero_stage", 1}}), "Not used in inference at fp16: zero_stage, lora."));
    CHECK(says(notes({{"data_parallel", 2}, {"activation_recomputation", true}}),
               "Not used in inference at fp16: data_parallel, activation_recomputation."));
    CHECK_FALSE(says(notes({{"phase", "training"}, {"lora", true}, {"zero_stage", 1}}), "Not used"));
    CHECK(says(notes({{"scheme", "native"}}), "Not used in inference at fp16: scheme."));
    CHECK_FALSE(says(notes({{"scheme", "weight_only"}, {"precision", "int4"}}), "Not used"));
    CHECK(says(notes({{"phase", "training"}, {"model", "ResNet50"}, {"context", 512}}),
               "Not used in training at fp16: context."));
}

TEST_CASE("a mixture that does not fit: of its experts only those touched cross the host link") {
    const Json request{{"model", "DeepSeek_V3"}, {"hardware", "H100"}};
    const Json r = ask("roofline", request);
    // 1.342 TB against 79 GB; a token touches 5.5 % of them.
    CHECK(says(r["notes"], "1.263 TB stay outside, and the "));
    CHECK(!says(r["notes"], "1.263 TB outside cross"));
}

TEST_CASE("textbook: the roofline of a token says why serve times it differently") {
    const auto notes = [](const char* model, const char* preset) {
        return ask("roofline", {{"model", model}, {"hardware", "H100"}, {"assumptions", preset}})["notes"];
    };
    CHECK(says(notes("Llama3_8B", "textbook"), "serve counts the cache"));
    CHECK(!says(notes("Llama3_8B", "first-principles"), "serve counts the cache"));
    CHECK(!says(notes("ResNet50", "textbook"), "serve counts the cache"));
}
