#include "measured_file.hpp"

using namespace ridgepoint;
using namespace measured_file;

namespace {

Error refused(const Json& json) {
    Measurements all;
    const auto ok = read_measurements(json.dump(), all, registry());
    CHECK_FALSE(ok.has_value());
    return ok ? Error{ErrorCode::malformed_json, "", ""} : ok.error();
}

}  // namespace

TEST_CASE("a file whose experts alone are in MXFP4 keeps the rest wider, as its size tells") {
    const auto weights_read = [](const char* format, double bits) {
        const Json of_oss{{"model", "GptOss_20B"}, {"precision", format}, {"weights_bits", bits}};
        return comparisons(read(file({changed_point(of_oss)})), std::nullopt)[0].further.weights_bytes;
    };
    // Four of 32 experts of 597.4e6 weights at 4.25 bits; outside them 1,798e6 less the input embedding's 579e6, of
    // which a row is read, at 8.5 bits, or at what a smaller file leaves them.
    const double experts = 4 * 597404160.0 * 4.25 / 8, rest = (1797824064 - 579133440) / 8.0;
    CHECK(weights_read("GGUF MXFP4", 4.63) == Approx(experts + rest * 8.5).epsilon(1e-4));
    CHECK(weights_read("GGUF Q4_K_M, experts MXFP4", 4.44) == Approx(experts + rest * 6.46).epsilon(1e-3));
    CHECK(weights_read("GGUF Q4_K_M", 4.63) == Approx((4 * 597404160.0 + 8 * rest) * 4.63 / 8).epsilon(1e-4));
}

TEST_CASE("batches under llama.cpp are fitted, but of mixtures and of its kernels until May 2024") {
    const auto fitted = [](const char* model, const char* software, double sequences = 4) {
        const Json batch{{"kind", "decode_itl"}, {"unit", "ms/token"}, {"batch", sequences},
                         {"value", 8},           {"model", model},     {"software", software}};
        const MeasuredComparison c = comparisons(read(file({changed_point(batch)})), std::nullopt)[0];
        CHECK(c.further.attention_flop > 0);
        return c.fitted;
    };
    CHECK(fitted("Llama3_8B", "llama.cpp-cuda"));
    CHECK(fitted("Llama3_8B", "llama.cpp-metal"));
    CHECK_FALSE(fitted("Llama3_8B", "llama.cpp-cuda-2024"));
    CHECK_FALSE(fitted("GptOss_20B", "llama.cpp-cuda"));
    CHECK(fitted("GptOss_20B", "llama.cpp-cuda", 1));
    CHECK(fitted("Llama3_8B", "llama.cpp-cuda-2024", 1));
}

TEST_CASE("a measured token against the engine's") {
    const Measurements all = read(file({point}));
    const auto compared = comparisons(all, assumptions_of(Preset::first_principles));
    REQUIRE(compared.size() == 1);
    CHECK(compared[0].missing == "");
    CHECK(compared[0].measured == 0.01);
    CHECK(compared[0].predicted == Approx(5.194316e-3).epsilon(1e-6));
    CHECK(compared[0].error() == Approx(-0.4805684).epsilon(1e-6));
    // The parts that a fit would need, before any rate is assumed.
    CHECK(compared[0].further.weights_bytes == Approx(16.060522496e9));
    CHECK(compared[0].further.weights == Approx(8.030261248e9));
    CHECK(compared[0].further.cache_bytes == Approx(268435456));
    CHECK(compared[0].further.layers == 32);
    CHECK(compared[0].further.times == 1);
    CHECK(compared[0].first.times == 0);
    const auto known = comparisons(all, std::nullopt);
    CHECK(known[0].software == Software::llama_cpp_cuda);
    CHECK(known[0].predicted > compared[0].predicted);
    CHECK(known[0].low < known[0].predicted);
}

TEST_CASE("the terms of a prompt count each weight that it passes, whatever unpacking costs") {
    // All but the input embedding of 128,256 × 4,096, of which only the prompt's rows are read.
    for (const Preset preset : {Preset::first_principles, Preset::calibrated}) {
        const Json prompt = changed_point({{"kind", "prefill"}, {"value", 10000}});
        const auto compared = comparisons(read(file({prompt})), assumptions_of(preset));
        REQUIRE(compared[0].missing == "");
        const double all = 8.030261248e9, unread = (128256.0 - 2048) * 4096;
        CHECK(compared[0].first.weights == Approx(preset == Preset::calibrated ? all - unread : all));
        CHECK(compared[0].first.weights_bytes == Approx(2 * compared[0].first.weights));
    }
}

TEST_CASE("a colon that is not between two numbers is no pattern of pruning") {
    const auto missing = [](const char* how) {
        const auto ppl = [](const char* precision, double value) {
            return changed_point({{"id", std::string(precision) == "dense" ? "own-0" : "own-1"},
                                  {"kind", "prune_ppl"},
                                  {"model", "Llama2_7B"},
                                  {"precision", precision},
                                  {"unit", "ppl"},
                                  {"value", value}});
        };
        return comparisons(read(file({ppl("dense", 5), ppl(how, 6)})), std::nullopt)[1].missing;
    };
    for (const char* how : {"Wanda 50% (table 3: anywhere)", "Wanda 50% (table:4)", "Wanda 2:4"})
        CHECK(missing(how) == "");
    CHECK(missing("Wanda 1:4") == "1:4, a pattern that is not modelled");
}

TEST_CASE("with a measured point stand the rates of its device, as a fit needs them") {
    const Measurements all = read(file({point, changed_point({{"precision", "int4"}, {"weights_bits", 4}})}));
    for (const MeasuredComparison& c : comparisons(all, std::nullopt)) {
        CHECK(in_si(c.peak) == 989e12);
        CHECK(in_si(c.fp16_peak) == 989e12);
        CHECK(in_si(c.int8_peak) == 1979e12);
        CHECK(in_si(c.accumulate_peak) == 0);
        CHECK(in_si(c.vector_peak) == 67e12);
        CHECK(in_si(c.bandwidth) == 3.35e12);
        CHECK(in_si(c.tdp) == 700);
        CHECK(c.arithmetic_bytes == 2);
        CHECK(c.unpacks == (c.point->precision == "int4"));
    }
}

TEST_CASE("only steps of one device have the terms of a fit of one") {
    const auto of_one = [](const Json& fields) {
        const auto compared = comparisons(read(file({changed_point(fields)})), assumptions_of(Preset::calibrated));
        REQUIRE(compared[0].missing == "");
        return compared[0].of_one_device;
    };
    CHECK(of_one(Json::object()));
    CHECK_FALSE(of_one({{"devices", 2}, {"tp", 2}}));
}

TEST_CASE("kernels that unpack into memory first are told from those that were fitted") {
    const Measurements all = read(
        file({point, changed_point({{"precision", "quanto int4"}}), changed_point({{"precision", "bitsandbytes nf4"}}),
              changed_point({{"precision", "int8 dyn-act int8-weight"}})}));
    const auto compared = comparisons(all, std::nullopt);
    CHECK(compared[0].fitted);
    for (const std::size_t other : {1, 2, 3}) CHECK_FALSE(compared[other].fitted);
}

TEST_CASE("the terms of a pass over images or texts give its traffic, whatever the share that activations have") {
    for (const char* model : {"ResNet50", "BERT_Large"}) {
        const Measurements all = read(file({changed_point({{"kind", "infer_images_per_s"},
                                                           {"model", model},
                                                           {"software", "tensorrt"},
                                                           {"batch", 4},
                                                           {"value", 800}})}));
        for (const double share : {0.0, 0.7}) {
            Assumptions assumed = assumptions_of(Preset::calibrated, Software::tensorrt);
            if (share > 0) assumed.activation_fraction = share;
            const MeasuredComparison c = comparisons(all, assumed)[0];
            REQUIRE(c.missing == "");
            CHECK(c.first.cache_bytes == 0);
            CHECK(c.first.weights == 0);
            RooflineRequest pass;
            pass.model = *registry().find_model(model, "");
            pass.hardware = *registry().find_hardware("H100", "");
            pass.batch = 4;
            pass.assumptions = assumed;
            const double traffic = in_si(roofline(pass)->traffic);
            CHECK(c.first.weights_bytes + *assumed.activation_fraction * c.first.activation_bytes ==
                  Approx(traffic).epsilon(1e-9));
        }
        // Where none is assumed, of as much as the weights.
        CHECK(comparisons(all, assumptions_of(Preset::first_principles))[0].first.activation_bytes > 0);
    }
}

TEST_CASE("a name that the registry has is taken as it is, and a first token without a band has none") {
    const Measurements all =
        read(file({changed_point({{"hardware", "NVIDIA H100 SXM5 80GB"}, {"model", "Llama 3 / 3.1 8B"}}),
                   changed_point({{"kind", "ttft"}, {"unit", "ms"}, {"value", 80}})}));
    const auto plain = comparisons(all, assumptions_of(Preset::first_principles));
    CHECK(plain[0].missing == "");
    CHECK(plain[0].taken.hardware == "");
    CHECK(plain[0].taken.model == "");
    CHECK_FALSE(plain[1].banded);
    CHECK(comparisons(all, assumptions_of(Preset::calibrated))[1].banded);
}

TEST_CASE("what a point measures decides what is timed") {
    const Measurements all = read(
        file({changed_point({{"kind", "ttft"}, {"unit", "ms"}, {"value", 80}}),
              changed_point({{"kind", "prefill"}, {"value", 20480}}),
              changed_point({{"kind", "throughput"}, {"output_len", 101}, {"batch", 2}, {"value", 202}}),
              changed_point({{"kind", "infer_images_per_s"}, {"model", "ResNet50"}, {"batch", 4}, {"value", 800}})}));
    const auto compared = comparisons(all, assumptions_of(Preset::first_principles));
    const double first =
        figure(ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", 2048}}), "ttft_s");
    CHECK(compared[0].measured == Approx(0.08));
    CHECK(compared[0].predicted == Approx(first));
    CHECK(compared[1].measured == Approx(0.1));
    CHECK(compared[1].predicted == Approx(first));
    // 2 x 101 tokens at 202 a second; the first comes with the prompt, a hundred at the mean length of the cache.
    CHECK(compared[2].measured == Approx(1));
    CHECK(compared[2].further.times == 100);
    CHECK(compared[3].measured == Approx(0.005));
    CHECK(compared[3].further.times == 0);
    CHECK(compared[3].first.times == 1);
    CHECK(compared[3].first.activation_bytes > 0);
}

TEST_CASE("points without a prediction say why") {
    const Measurements all = read(file(
        {changed_point({{"hardware", "Abacus"}}), changed_point({{"model", "HAL"}}),
         changed_point({{"kind", "infer_images_per_s"}, {"devices", 8}}), changed_point({{"batch", nullptr}}),
         changed_point({{"kind", "kernel_speedup"}}), changed_point({{"kind", "ttft"}, {"input_len", nullptr}}),
         changed_point({{"model", "ResNet50"}}), changed_point({{"kind", "throughput"}, {"output_len", nullptr}})}));
    const auto compared = comparisons(all, std::nullopt);
    const std::array<std::string_view, 8> why{
        "the device is not known",       "the model is not known",
        "images on several devices",     "the batch is not stated",
        "no model of this kind",         "the length of the prompt is not stated",
        "the model generates no tokens", "the length of the answer is not stated"};
    for (std::size_t i = 0; i < why.size(); ++i) CHECK(compared[i].missing == why[i]);
}

TEST_CASE("a point whose weights exceed the memory is left out, as a part of them was elsewhere") {
    const auto verdict = [](double gigabytes) {
        return comparisons(read(file({changed_point({{"hardware", "RTX4060"}, {"weights_gb", gigabytes}})})),
                           std::nullopt)[0]
            .missing;
    };
    CHECK(verdict(8.5) == "");  // an 8 GB card holds 8 x 2^30 bytes, 8.59 GB
    CHECK(verdict(8.7) == "the weights exceed the device's memory, and where the rest was is not stated");
}

TEST_CASE("the batch of a NIM is its users, who ask again when answered") {
    const Json nim{{"software", "NVIDIA NIM 1.8.0 (TensorRT-LLM)"},
                   {"kind", "ttft"},
                   {"unit", "ms"},
                   {"batch", 25},
                   {"output_len", 100}};
    const MeasuredPoint p = read(file({changed_point(nim)})).points[0];
    CHECK(p.concurrency == 25);
    CHECK_FALSE(p.batch.has_value());
}

TEST_CASE("a file may bring its own devices, models and software") {
    Json json = file({changed_point({{"hardware", "my card"}, {"software", "my build"}})});
    json["hardware"] = {{"my card",
                         {{"peak_flop_per_s", {{"fp16", 1e14}}},
                          {"memory_capacity_bytes", 1e11},
                          {"memory_bandwidth_bytes_per_s", 1e12}}}};
    json["software"] = {{"my build", "gpt-fast"}};
    const Measurements all = read(json);
    const auto compared = comparisons(all, std::nullopt);
    CHECK(compared[0].missing == "");
    CHECK(compared[0].software == Software::gpt_fast);
    CHECK(in_si(compared[0].bandwidth) == 1e12);
}

TEST_CASE("a perplexity is compared with the uncompressed model of its own table") {
    const auto ppl = [](const char* id, const char* precision, double bits, double value) {
        return changed_point({{"id", id},
                              {"kind", "quant_ppl"},
                              {"hardware", "n/a"},
                              {"model", "Llama2_7B"},
                              {"precision", precision},
                              {"weights_bits", bits},
                              {"value", value},
                              {"unit", "ppl"}});
    };
    const Measurements all = read(file({ppl("a-1", "fp16", 16, 5.0), ppl("a-2", "GPTQ int4 g128", 4, 5.5),
                                        ppl("b-1", "GPTQ int4 g128", 4, 5.5), ppl("a-3", "RTN int2 g64", 2, 900),
                                        with(ppl("a-4", "GPTQ int4 g128", 4, 5.5), "source_locator", "table 2")}));
    const auto compared = comparisons(all, std::nullopt);
    CHECK(compared[0].missing == "the uncompressed model itself");
    CHECK(compared[1].missing == "");
    CHECK(compared[1].algorithm == "gptq");
    CHECK(compared[1].measured == Approx(1.1));
    CHECK(compared[1].low > 1);
    CHECK(compared[1].predicted > compared[1].low);
    CHECK(compared[1].high > compared[1].predicted);
    CHECK(compared[2].missing == "the uncompressed model is not in its table");
    CHECK(compared[3].missing == "fewer bits than were measured of its algorithm");
    CHECK(compared[3].measured == Approx(180));
    CHECK(compared[4].missing == "the uncompressed model is not in its table");
}

TEST_CASE("weights of more than six bits are stored as eight, which is how kernels unpack them") {
    const auto stored = [](const char* name, double bits) {
        const Measurements all = read(file({changed_point({{"precision", name}, {"weights_bits", bits}})}));
        return arithmetic_of(all.points[0], **registry().find_model("Llama3_8B"));
    };
    CHECK(stored("Q8_0", 8.5) == Precision::int8);
    CHECK(stored("Q6_K", 6.5625) == Precision::int8);
    CHECK(stored("6 bits", 6) == Precision::int4);
    CHECK(stored("Q4_K_M", 4.8) == Precision::int4);
    CHECK(stored("fp16", 16) == Precision::fp16);
    CHECK(stored("bf16", 16) == Precision::bf16);
}

TEST_CASE("a point of a kind that is not known is left out, and the others are compared") {
    const Measurements all = read(file({Json{{"id", "own-1"}, {"kind", "speed"}, {"value", "fast"}}, point}));
    const auto compared = comparisons(all, std::nullopt);
    CHECK(compared[0].point->kind_name == "speed");
    CHECK(compared[0].missing == "not a kind that is known");
    CHECK(compared[1].missing.empty());
}

TEST_CASE("errors of a file name the point and the member") {
    CHECK(refused(file({point, changed_point({{"value", "fast"}})})).field == "points[1].value");
    CHECK(refused(file({changed_point({{"value", 0}})})).field == "points[0].value");
    CHECK(refused(file({changed_point({{"batch", -1}})})).field == "points[0].batch");
    CHECK(refused(file({changed_point({{"kind", 5}})})).field == "points[0].kind");
    for (const char* member : {"batch", "devices", "weights_bits", "weights_gb"})
        for (const double given : {0., 1e-300, 1e300})
            CHECK(refused(file({changed_point({{member, given}})})).field == std::string("points[0].") + member);
    CHECK(refused(file({changed_point({{"batch", 0.5}})})).field == "points[0].batch");
    CHECK(refused(file({changed_point({{"weights_bits", 65}})})).field == "points[0].weights_bits");
    Json without = point;
    without.erase("software");
    CHECK(refused(file({without})).code == ErrorCode::missing_field);
    CHECK(refused(file({7})).field == "points[0]");
    CHECK(refused({{"points", 7}}).field == "points");
    CHECK(refused({{"hardware", {{"x", "Abacus"}}}}).field == "hardware.x");
    CHECK(refused({{"software", {{"x", "trt"}}}}).field == "software.x");
    CHECK(refused({{"measurements", Json::array()}}).code == ErrorCode::unknown_field);
    Measurements all;
    CHECK(read_measurements("{", all, registry()).error().code == ErrorCode::malformed_json);
}

TEST_CASE("errors are summed up by quantiles") {
    std::vector<MeasuredComparison> some(3);
    const double predicted[] = {0.9, 1.05, 1.2};
    for (std::size_t i = 0; i < 3; ++i) {
        some[i].measured = 1;
        some[i].predicted = predicted[i];
        some[i].low = 0.99;
        some[i].high = i == 0 ? 0.995 : 2;
    }
    const ErrorSummary s = summarize({&some[0], &some[1], &some[2]});
    CHECK(s.points == 3);
    CHECK(s.median_error == Approx(0.1));
    CHECK(s.ninth_decile == Approx(0.18));
    CHECK(s.bias == Approx(0.05));
    CHECK(s.in_band == Approx(2.0 / 3));
    CHECK(summarize({}).points == 0);
}
