#include "ridgepoint/roofline.hpp"

#include "cases.hpp"
#include "grid.hpp"

using namespace ridgepoint;

TEST_CASE("a precision the device lacks is timed at another rate, and the note names both") {
    const Json r = on("H100", {{"precision", "int4"}, {"scheme", "native"}});
    CHECK(figure(r, "peak_flop_per_s") == 989e12);
    CHECK(says(r["notes"], "lists no INT4 rate"));
    CHECK(says(r["notes"], "FP16 rate"));
    const Json v100 = on("V100", {{"precision", "bf16"}});
    CHECK(says(v100["notes"], "lists no BF16 rate"));
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
    CHECK(says(on("H100", {{"precision", "int8"}})["notes"], "Weight-only INT8"));
    const Json cache{{"kv_precision", "int8"}};
    const Json native = on("H100", {{"precision", "int8"}, {"scheme", "native"}, {"assumptions", cache}});
    CHECK(native["notes"].empty());
    CHECK(figure(native, "peak_flop_per_s") == 1979e12);
    CHECK(says(on("H100", {{"precision", "fp8"}})["notes"], "the arithmetic runs in FP8 too"));
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
