#include "ridgepoint/compress.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

// Llama3_8B: 8,030,261,248 parameters; 32.121044992e9 bytes at 32 bits, 16.060522496e9 FLOP a token.
// H100: 67e12 FLOP/s at fp32, 989e12 at fp16, 1979e12 at int8, 3.35e12 bytes/s; 0.33 ms of overhead.
Json compressed(const Json& fields, const char* model = "Llama3_8B", const char* hardware = "H100") {
    Json request{{"model", model}, {"hardware", hardware}};
    request.update(fields);
    return ask("compress", request);
}

Json pruned(double sparsity, const char* pattern, const Json& assumptions = "first-principles") {
    return compressed(
        {{"method", "pruning"}, {"sparsity", sparsity}, {"pattern", pattern}, {"assumptions", assumptions}});
}

double latency(const Json& fields) {
    Json request{{"model", "ResNet50"}, {"hardware", "A100"}, {"batch", 256}};
    request.update(fields);
    return figure(ask("roofline", request), "latency_s");
}

}  // namespace

TEST_CASE("quantization: sizes by bits") {
    const Json r = compressed({{"bits", 4}});
    CHECK(figure(r, "original_bytes") == 32121044992);
    CHECK(figure(r, "compressed_bytes") == 4015130624);  // an eighth
    CHECK(figure(r, "compression_ratio") == 8);
    CHECK(figure(r, "memory_savings") == 0.875);
    CHECK(figure(compressed({{"bits", 3}}), "compression_ratio") == Approx(32.0 / 3));
    CHECK(figure(compressed({{"bits", 32}}), "memory_savings") == 0);
}

TEST_CASE("calibrated: a weight is stored with its share of the group's scale and zero") {
    const auto stored = [](double bits, double group) {
        return compressed({{"bits", bits}, {"group_size", group}, {"assumptions", "calibrated"}})["bits_per_weight"];
    };
    CHECK(stored(4, 128) == 4.15625);  // 4 + (16 + 4) / 128
    CHECK(stored(8, 64) == 8.375);
    CHECK(stored(16, 128) == 16);
    CHECK(compressed({{"bits", 4}})["bits_per_weight"].is_null());
}

TEST_CASE("calibrated: sizes, ratio and savings are of the bits that are stored") {
    for (const Json& fields : {Json{{"bits", 4}, {"group_size", 16}}, Json{{"bits", 3}, {"group_size", 64}},
                               Json{{"bits", 8}, {"group_size", 0}}, Json{{"bits", 16}},
                               Json{{"bits", 4}, {"assumptions", {{"software", "llama.cpp-cuda"}}}}}) {
        Json request = fields;
        if (!request.contains("assumptions")) request["assumptions"] = Json::object();
        request["assumptions"]["preset"] = "calibrated";
        const Json r = compressed(request);
        const double stored = figure(r, "bits_per_weight");
        CHECK(figure(r, "compression_ratio") == Approx(32 / stored));
        CHECK(figure(r, "compressed_bytes") == Approx(figure(r, "original_bytes") * stored / 32));
        CHECK(figure(r, "memory_savings") == Approx(1 - stored / 32));
    }
    const Json fine = compressed({{"bits", 4}, {"group_size", 16}, {"assumptions", "calibrated"}});
    CHECK(figure(fine, "bits_per_weight") == 5.25);  // 4 + (16 + 4) / 16
    CHECK(figure(fine, "compression_ratio") == Approx(6.0952).epsilon(1e-4));
    // What a model that writes no tokens loses is in no table, nor how it would be stored.
    const Json images = compressed({{"model", "ResNet50"}, {"bits", 4}, {"assumptions", "calibrated"}});
    CHECK(images["bits_per_weight"].is_null());
    CHECK(figure(images, "compression_ratio") == 8);
}

TEST_CASE("quantization: the published table of accuracy") {
    const auto delta = [](double bits) { return quantization_accuracy_delta(bits, Accounting::corrected); };
    for (const double bits : {16, 24, 32}) CHECK(delta(bits) == 0);
    CHECK(delta(8) == -0.002);
    for (const double bits : {4, 5, 6, 7}) CHECK(delta(bits) == -0.025);
    for (const double bits : {1, 2, 3}) CHECK(delta(bits) == -0.05);
}

TEST_CASE("quantization: more bits never cost accuracy, except in the textbook's table") {
    for (double bits = 1; bits < 32; ++bits)
        CHECK(quantization_accuracy_delta(bits, Accounting::corrected) <=
              quantization_accuracy_delta(bits + 1, Accounting::corrected));
    CHECK(quantization_accuracy_delta(8, Accounting::textbook) == -0.002);
    CHECK(quantization_accuracy_delta(9, Accounting::textbook) == -0.025);
}

TEST_CASE("pruning: the published curve of accuracy") {
    const auto delta = [](double sparsity) { return pruning_accuracy_delta(sparsity, Accounting::corrected); };
    CHECK(delta(0) == 0);
    CHECK(delta(0.5) == Approx(-0.001));
    CHECK(delta(0.75) == Approx(-0.04481689));  // -0.01 e^1.5
    CHECK(delta(0.9) == Approx(-0.06049647));   // -0.01 e^1.8
    CHECK(delta(1) == Approx(-0.07242743));     // capped at 0.99: -0.01 e^1.98
}

TEST_CASE("pruning: more sparsity never gains accuracy, and nowhere is there a jump") {
    const auto delta = [](double sparsity) { return pruning_accuracy_delta(sparsity, Accounting::corrected); };
    constexpr double step = 1.0 / 4096;
    for (double s = 0; s < 1; s += step) {
        INFO(s);
        CHECK(delta(s + step) <= delta(s));
        CHECK(delta(s) - delta(s + step) < 0.27 * step);  // steepest just below 0.75: 4 x 0.0438 + 2 x 0.0448
    }
}

TEST_CASE("pruning: the textbook's curve jumps at a half") {
    const auto delta = [](double sparsity) { return pruning_accuracy_delta(sparsity, Accounting::textbook); };
    CHECK(delta(0.3) == -0.001);
    CHECK(delta(0.5) == -0.001);
    CHECK(delta(0.51) == Approx(-0.02773195));  // -0.01 e^1.02
    CHECK(says(pruned(0.3, "unstructured", "textbook")["notes"], "jumps at a sparsity of 0.5"));
    CHECK(says(pruned(0.3, "unstructured")["notes"], "joined to −0.001 at 0.5 and to 0 at 0"));
    CHECK_FALSE(says(pruned(0.3, "unstructured", "textbook")["notes"], "joined to"));
}

TEST_CASE("a memory-bound step gains nearly the ratio of bytes") {
    // FP32: (32.121044992e9 + 268.435456e6 of cache, in 16 bits throughout) / 3.35e12 + 0.32 = 9.988502 ms.
    const Json int8 = compressed({{"bits", 8}});
    CHECK(figure(int8, "speedup") == Approx(3.570864).epsilon(1e-6));  // / (2.477223 + 0.32)
    CHECK(int8["regime"] == "memory");
    CHECK(figure(compressed({{"bits", 4}}), "speedup") == Approx(6.247982).epsilon(1e-6));  // / (1.278676 + 0.32)
    CHECK(figure(compressed({{"bits", 32}}), "speedup") == 1);
    // With a cache that follows the weights, 10.068632 ms: (32.121044992e9 + 536.870912e6) / 3.35e12 + 0.32.
    const Json follows{{"bits", 4}, {"assumptions", {{"kv_precision", "weights"}}}};
    CHECK(figure(compressed(follows), "speedup") == Approx(6.544111).epsilon(1e-6));  // / (1.218579 + 0.32)
}

TEST_CASE("a compute-bound step gains the ratio of arithmetic rates") {
    // ResNet50, 256 images: 2.093662339e12 FLOP. A100 at fp32 9.75e12 reached: 214.734599 + 0.515 ms.
    const auto speedup = [](const Json& fields) {
        return figure(compressed(with(fields, "batch", 256), "ResNet50", "A100"), "speedup");
    };
    CHECK(speedup({{"bits", 8}, {"scheme", "weight_only"}}) ==
          Approx(15.445675).epsilon(1e-6));                                                  // / (13.420912 + 0.515)
    CHECK(speedup({{"bits", 8}, {"scheme", "native"}}) == Approx(29.790478).epsilon(1e-6));  // / (6.710456 + 0.515)
    CHECK(speedup({{"bits", 8}}) == speedup({{"bits", 8}, {"scheme", "native"}}));           // as is usual for images
    CHECK(speedup({{"bits", 4}}) == speedup({{"bits", 4}, {"scheme", "weight_only"}}));
    CHECK(compressed({{"bits", 8}, {"batch", 256}}, "ResNet50", "A100")["regime"] == "compute");
}

TEST_CASE("from fp16 a compute-bound network gains from native int8 alone") {
    const double fp16 = latency({{"precision", "fp16"}});
    const double weight_only = latency({{"precision", "int4"}, {"scheme", "weight_only"}});
    const double native = latency({{"precision", "int8"}, {"scheme", "native"}});
    CHECK(fp16 / weight_only >= 1);
    CHECK(fp16 / weight_only < 1.1);
    CHECK(fp16 / native == Approx(1.928724).epsilon(1e-6));  // (13.420912 + 0.515) / (6.710456 + 0.515)
}

TEST_CASE("pruning halves the work of the weights and none of attention, by hand: 1,024 tokens at once") {
    // 1,024 x (2 x 8,030,261,248 + 4 x 32 x 32 x 128 x 2,048) FLOP at 33.5e12: 523.75 ms, and 278.29 ms of half the
    // weights.
    const Json r = compressed({{"method", "pruning"},
                               {"sparsity", 0.5},
                               {"pattern", "n_m"},
                               {"batch", 1024},
                               {"assumptions", "first-principles"}});
    CHECK(r["regime"] == "compute");
    CHECK(figure(r, "speedup") == Approx((523.7427 + 0.32) / (278.2813 + 0.32)).epsilon(1e-4));
}

TEST_CASE("pruning saves time only where kernels can skip") {
    CHECK(figure(pruned(0.9, "unstructured"), "speedup") == 1);
    CHECK(figure(pruned(0.5, "structured"), "speedup") ==
          Approx(1.922968).epsilon(1e-6));  // 9.988502 / (4.794186 + 0.080130 of cache + 0.32)
    for (const double sparsity : {0.45, 0.5, 0.55})
        CHECK(figure(pruned(sparsity, "n_m"), "speedup") == Approx(1.922968).epsilon(1e-6));
    for (const double sparsity : {0.44, 0.56, 0.9}) CHECK(figure(pruned(sparsity, "n_m"), "speedup") == 1);
    CHECK(says(pruned(0.5, "structured")["notes"],
               "Without the overhead and the cache, which stay, the speedup would be 2.00×."));
    CHECK(says(pruned(0.5, "n_m")["notes"], "the speedup would be 2.00×."));
    CHECK_FALSE(says(pruned(0.9, "unstructured")["notes"], "Without the overhead"));
    CHECK_FALSE(says(pruned(0.5, "structured", "textbook")["notes"], "Without the overhead"));
    CHECK(says(pruned(0.9, "unstructured")["notes"], "no time"));
    CHECK_FALSE(says(pruned(0.5, "structured")["notes"], "no time"));
}

TEST_CASE("pruning: the textbook's speedups are the ratios") {
    CHECK(figure(pruned(0.9, "unstructured", "textbook"), "speedup") == 1);
    CHECK(figure(pruned(0.75, "structured", "textbook"), "speedup") == Approx(4));
    CHECK(figure(pruned(0.5, "n_m", "textbook"), "speedup") == 2);
    CHECK(figure(pruned(0.6, "n_m", "textbook"), "speedup") == 1);
}

TEST_CASE("pruning: the ratio follows the sparsity, and everything pruned is capped") {
    CHECK(figure(pruned(0, "unstructured"), "compression_ratio") == 1);
    CHECK(figure(pruned(0.75, "unstructured"), "compression_ratio") == 4);
    CHECK(figure(pruned(0.75, "unstructured"), "memory_savings") == 0.75);
    CHECK(figure(pruned(1, "unstructured"), "compression_ratio") == Approx(100));
    CHECK(says(pruned(1, "unstructured")["notes"], "capped at 0.99"));
    CHECK(figure(pruned(0.995, "unstructured"), "compression_ratio") == Approx(100));
    // The reference: 200 at 0.995, and 100 at 1.
    CHECK(figure(pruned(0.995, "unstructured", "textbook"), "compression_ratio") == Approx(200));
    CHECK(!says(pruned(0.995, "unstructured", "textbook")["notes"], "capped"));
    CHECK(figure(pruned(1, "unstructured", "textbook"), "compression_ratio") == Approx(100));
    CHECK(says(pruned(1, "unstructured", "textbook")["notes"], "capped at 0.99"));
}

TEST_CASE("every accuracy figure is called an estimate and names its source") {
    CHECK(says(compressed({{"bits", 4}})["notes"], "estimate"));
    CHECK(says(compressed({{"bits", 4}})["notes"], "Gholami et al. 2021"));
    CHECK(says(pruned(0.5, "unstructured")["notes"], "Blalock et al. 2020"));
}

TEST_CASE("pruning: what was measured of language models stands beside a survey of other networks") {
    const Json notes = pruned(0.5, "unstructured")["notes"];
    CHECK(says(notes, "The estimate does not hold for language models"));
    CHECK(says(notes, "perplexity is 1.2 to 2.3 times as high with Wanda and SparseGPT"));
    CHECK(says(notes, "1.4 to millions of times with magnitude pruning"));
    CHECK_FALSE(says(compressed({{"method", "pruning"}, {"sparsity", 0.5}}, "ResNet50")["notes"], "language model"));
    CHECK(says(pruned(0.5, "structured")["notes"], "removing whole rows or channels costs more accuracy"));
    CHECK_FALSE(says(notes, "whole rows"));
    CHECK_FALSE(says(pruned(0, "structured")["notes"], "It is "));
}

TEST_CASE("bits no arithmetic unit has are timed at fp16, and the note says so") {
    CHECK(says(compressed({{"bits", 5}})["notes"], "multiplies in 5 bits"));
    CHECK_FALSE(says(compressed({{"bits", 8}})["notes"], "multiplies in"));
}

TEST_CASE("fewer bits never slow a step") {
    for (const char* scheme : {"weight_only", "native"}) {
        double before = 0;
        for (int bits = 32; bits >= 1; --bits) {
            const double now = figure(compressed({{"bits", bits}, {"scheme", scheme}}), "speedup");
            INFO(scheme << " " << bits);
            CHECK(now >= before * (1 - 1e-12));
            before = now;
        }
    }
}

TEST_CASE("what the textbook's speedup does not use is noted when it is set, and changes nothing") {
    const Json textbook{{"assumptions", "textbook"}, {"bits", 4}};
    const Json plain = compressed(textbook);
    CHECK_FALSE(says(plain["notes"], "Not used"));
    const Json set = compressed(with(with(textbook, "batch", 64), "scheme", "weight_only"));
    CHECK(says(set["notes"], "Not used in quantization to 4 bits without calibration: scheme."));
    CHECK(says(set["notes"], "the speedup is the same at any batch."));
    for (const Json& other : {plain, compressed({{"bits", 4}, {"batch", 64}})})
        CHECK_FALSE(says(other["notes"], "the same at any batch"));
    CHECK(set["speedup"] == plain["speedup"]);
    // Above the ridge the reference compares rates, and the scheme chooses one.
    const auto above = [&](const char* scheme) {
        return compressed(with(with(textbook, "bits", 8), "scheme", scheme), "StableDiffusion_v1_5", "A100");
    };
    CHECK(figure(above("weight_only"), "speedup") == 1);
    CHECK(figure(above("native"), "speedup") == 2);
    CHECK_FALSE(says(above("native")["notes"], "Not used"));
}

TEST_CASE("what a method does not use is noted when it is set") {
    CHECK(says(compressed({{"method", "pruning"}, {"bits", 4}})["notes"],
               "Not used in pruning without calibration: bits."));
    CHECK(says(compressed({{"sparsity", 0.5}})["notes"],
               "Not used in quantization to 8 bits without calibration: sparsity."));
    CHECK(says(compressed({{"pattern", "n_m"}})["notes"],
               "Not used in quantization to 8 bits without calibration: pattern."));
    CHECK_FALSE(says(compressed({{"bits", 4}})["notes"], "Not used"));
    CHECK_FALSE(says(pruned(0.5, "n_m")["notes"], "Not used"));
    CHECK(says(compressed({{"method", "pruning"}, {"scheme", "native"}})["notes"],
               "Not used in pruning without calibration: scheme."));
    CHECK(says(compressed({{"bits", 5}, {"scheme", "native"}})["notes"],
               "Not used in quantization to 5 bits without calibration: scheme."));
    CHECK_FALSE(says(compressed({{"bits", 8}, {"scheme", "native"}, {"batch", 64}})["notes"], "Not used"));
    const Json fitted{{"assumptions", "calibrated"}, {"bits", 4}, {"algorithm", "gptq"}, {"group_size", 64}};
    CHECK_FALSE(says(compressed(fitted)["notes"], "Not used"));
    CHECK(says(compressed(with(fitted, "assumptions", "first-principles"))["notes"],
               "Not used in quantization to 4 bits without calibration: algorithm, group_size."));
    CHECK(says(compressed(with(with(fitted, "algorithm", "wanda"), "method", "pruning"))["notes"],
               "Not used in pruning: bits, group_size."));
}

TEST_CASE("calibrated: where no time is saved the speedup has no band") {
    const Json r = ask("compress", {{"model", "Llama3_8B"},
                                    {"hardware", "H100"},
                                    {"method", "pruning"},
                                    {"sparsity", 0.5},
                                    {"pattern", "unstructured"},
                                    {"assumptions", "calibrated"}});
    CHECK(figure(r, "speedup") == 1);
    CHECK(r["speedup_low"].is_null());
}

TEST_CASE("a result names the format of so many bits, where there is one") {
    CHECK(compressed({{"bits", 4}})["precision"] == "int4");
    CHECK(compressed({{"bits", 16}})["precision"] == "fp16");
    CHECK(compressed({{"bits", 5}})["precision"].is_null());
    CHECK(pruned(0.5, "n_m")["precision"].is_null());
}

TEST_CASE("groups that the fit does not tell from the usual ones are said to share their perplexity") {
    const auto notes = [](double group) {
        return ask("compress", {{"model", "Llama2_7B"},
                                {"hardware", "RTX4090"},
                                {"bits", 4},
                                {"group_size", group},
                                {"assumptions", "calibrated"}})["notes"];
    };
    CHECK(says(notes(32), "groups of 32 are given the same perplexity"));
    for (const double group : {0.0, 128.0}) CHECK_FALSE(says(notes(group), "the same perplexity"));
}

TEST_CASE("the algorithms listed are those for which a request gets a perplexity") {
    const auto asked = [](const Json& fields) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"assumptions", "calibrated"}};
        request.update(fields);
        return request;
    };
    CHECK(ask("compress", asked({{"assumptions", "first-principles"}}))["algorithms"].empty());
    for (const Json& fields : {Json{{"bits", 8}}, Json{{"bits", 4}}, Json{{"bits", 3}, {"group_size", 0}},
                               Json{{"method", "pruning"}, {"sparsity", 0.5}, {"model", "Llama2_7B"}}}) {
        const Json listed = ask("compress", asked(fields))["algorithms"];
        CHECK_FALSE(listed.empty());
        for (const std::string_view name : algorithm_names) {
            Json named = asked(fields);
            named["algorithm"] = name;
            const Json told = answer("compress", named);
            INFO(named.dump());
            CHECK(!member(told, "result.perplexity_ratio").is_null() ==
                  (std::find(listed.begin(), listed.end(), name) != listed.end()));
        }
    }
}

TEST_CASE("a speedup says what fewer bits gain, not what crosses the host link without them") {
    for (const char* model : {"Llama3_8B", "Llama3_70B", "Llama3_405B"}) {
        INFO(model);
        const Json r =
            ask("compress", {{"model", model}, {"hardware", "H100"}, {"method", "quantization"}, {"bits", 4}});
        CHECK(figure(r, "speedup") > 4);
        CHECK(figure(r, "speedup") <= figure(r, "compression_ratio"));
    }
}
