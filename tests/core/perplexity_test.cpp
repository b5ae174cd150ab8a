#include "ridgepoint/perplexity.hpp"
#include "ask.hpp"
#include "ridgepoint/fits.hpp"

using namespace ridgepoint;

TEST_CASE("perplexity of quantized weights") {
    const auto compressed = [](const Json& fields) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"bits", 4}, {"assumptions", "calibrated"}};
        request.update(fields);
        return request;
    };
    const auto& fits = Fits::embedded();
    REQUIRE(fits.has_value());
    const AlgorithmFit* rtn = fits->of(Algorithm::rtn);
    REQUIRE(rtn != nullptr);
    const double loss =
        rtn->loss * std::pow(8.030261248e9 / 7e9, -rtn->size_exponent) * std::pow(15e12 / 2e12, rtn->tokens_exponent);
    const Json groups = ask("compress", compressed(Json::object()));
    CHECK(figure(groups, "perplexity_ratio") == Approx(std::exp(loss)));
    CHECK(figure(groups, "perplexity_ratio_low") == Approx(std::exp(loss * rtn->low)));
    CHECK(figure(groups, "perplexity_ratio_high") == Approx(std::exp(std::fmax(loss * rtn->high, loss + rtn->floor))));
    CHECK(groups["accuracy_delta"].is_null());
    const Json rows = ask("compress", compressed({{"group_size", 0}}));
    CHECK(figure(rows, "perplexity_ratio") == Approx(std::exp(loss * rtn->whole_row_factor)));
    // Fewer bits never help, and 16 cost nothing.
    double last = 1;
    for (int bits = 16; bits >= 3; --bits) {
        const double ratio = figure(ask("compress", compressed({{"bits", bits}})), "perplexity_ratio");
        CHECK(ratio >= last);
        last = ratio;
    }
    CHECK(figure(ask("compress", compressed({{"bits", 16}})), "perplexity_ratio") == 1);
    CHECK(figure(ask("compress", compressed({{"bits", 15}})), "perplexity_ratio") > 1);
    const Json two = ask("compress", compressed({{"bits", 2}}));
    CHECK(two["perplexity_ratio"].is_null());
    CHECK(says(two["notes"], "no table covers rtn with so few bits"));
    // Round to nearest with one scale a row: in 3 bits from 2.2 times to 99 times (OmniQuant's table).
    const Json destroyed = ask("compress", compressed({{"bits", 3}, {"group_size", 0}}));
    CHECK(destroyed["perplexity_ratio"].is_null());
    CHECK(says(destroyed["notes"], "vary too widely"));
    CHECK(ask("compress", compressed({{"algorithm", "hqq"}, {"group_size", 0}}))["perplexity_ratio"].is_null());
    CHECK(ask("compress", compressed({{"algorithm", "w8a8"}}))["perplexity_ratio"].is_null());
    CHECK(figure(ask("compress", compressed({{"algorithm", "w8a8"}, {"bits", 8}})), "perplexity_ratio") > 1);
    CHECK(ask("compress", compressed({{"model", "ResNet50"}}))["perplexity_ratio"].is_null());
    CHECK(error_of("compress", compressed({{"algorithm", "wanda"}})) == "not_applicable");
    const Json plain = ask("compress", compressed({{"assumptions", "first-principles"}, {"algorithm", "gptq"}}));
    CHECK(figure(plain, "accuracy_delta") == -0.025);
    CHECK(plain["perplexity_ratio"].is_null());
    CHECK(says(plain["notes"], "algorithm"));
}

TEST_CASE("perplexity worked by hand: what a model loses grows with the tokens it was trained on") {
    // A fit of round figures: ln ratio 0.1 at 4 bits, twice that a bit less, and a root of the tokens.
    const AlgorithmFit fit{.id = "own",
                           .loss = 0.1,
                           .slope_per_bit = std::log(2.0),
                           .tokens_exponent = 0.5,
                           .whole_row_factor = 3,
                           .least_bits = 3,
                           .whole_row_least_bits = 4,
                           .pattern_factor = 2.5,
                           .least_training_tokens = 1e12,
                           .most_training_tokens = 2e12,
                           .low = 0.5,
                           .high = 2,
                           .floor = 0.15};
    Model m;
    m.parameters = 7e9;
    m.training_tokens = 2e12;
    CHECK(quantized_perplexity(&fit, 4, 128, m)->median == Approx(std::exp(0.1)));
    CHECK(quantized_perplexity(&fit, 4, 128, m)->low == Approx(std::exp(0.05)));
    CHECK(quantized_perplexity(&fit, 4, 128, m)->high == Approx(std::exp(0.25)));  // 0.1 + 0.15 is above 2 · 0.1
    CHECK(quantized_perplexity(&fit, 3, 128, m)->median == Approx(std::exp(0.2)));
    CHECK(quantized_perplexity(&fit, 3, 128, m)->high == Approx(std::exp(0.4)));
    CHECK(quantized_perplexity(&fit, 4, 0, m)->median == Approx(std::exp(0.3)));
    CHECK(quantized_perplexity(&fit, 3, 0, m).error() == Unmeasured::whole_rows);
    CHECK(quantized_perplexity(&fit, 2, 128, m).error() == Unmeasured::bits);
    CHECK(quantized_perplexity(nullptr, 4, 128, m).error() == Unmeasured::algorithm);
    CHECK(pruned_perplexity(&fit, false, m)->median == Approx(std::exp(0.1)));
    CHECK(pruned_perplexity(&fit, true, m)->median == Approx(std::exp(0.25)));
    AlgorithmFit sized = fit;  // with 2:4, four times the parameters at an exponent of a half: half the loss
    sized.size_exponent = 0.5;
    m.parameters = 28e9;
    CHECK(pruned_perplexity(&sized, true, m)->median == Approx(std::exp(0.125)));
    CHECK(pruned_perplexity(&sized, false, m)->median == Approx(std::exp(0.1)));
    m.parameters = 7e9;
    m.training_tokens = 1e12;
    CHECK(pruned_perplexity(&fit, false, m)->median == Approx(std::exp(0.1)));
    m.training_tokens = 0.3e12;
    CHECK(pruned_perplexity(&fit, false, m).error() == Unmeasured::training_tokens);
    m.training_tokens = 8e12;  // four times as many: twice the loss
    CHECK(quantized_perplexity(&fit, 4, 128, m)->median == Approx(std::exp(0.2)));
    CHECK(pruned_perplexity(&fit, false, m).error() == Unmeasured::training_tokens);
    m.training_tokens.reset();  // between 1 and 15 trillion: √15 = 3.873 in the middle, √(3.873/2) = 1.3916
    const MaybePerplexity unknown = quantized_perplexity(&fit, 4, 128, m);
    CHECK(unknown->median == Approx(std::exp(0.13916)).epsilon(1e-5));
    CHECK(unknown->low == Approx(std::exp(0.5 * 0.1 / std::sqrt(2.0))));
    CHECK(unknown->high == Approx(std::exp(2 * 0.1 * std::sqrt(7.5))));
    CHECK(pruned_perplexity(&fit, false, m).error() == Unmeasured::training_tokens);
}

TEST_CASE("perplexity of pruned weights is known for half of them, and of models that two documents tell of") {
    const auto pruned = [](double sparsity, const char* pattern, const char* model = "Llama2_7B",
                           const char* algorithm = "wanda") {
        return ask("compress", {{"model", model},
                                {"hardware", "A100"},
                                {"method", "pruning"},
                                {"sparsity", sparsity},
                                {"pattern", pattern},
                                {"algorithm", algorithm},
                                {"assumptions", "calibrated"}});
    };
    const double any = figure(pruned(0.5, "unstructured"), "perplexity_ratio");
    CHECK(any > 1.15);
    CHECK(any < 1.35);
    CHECK(figure(pruned(0.5, "n_m"), "perplexity_ratio") > any);
    CHECK(figure(pruned(0, "unstructured"), "perplexity_ratio") == 1);
    CHECK(pruned(0.9, "unstructured")["perplexity_ratio"].is_null());
    CHECK(pruned(0.5, "structured")["perplexity_ratio"].is_null());
    const Json longer = pruned(0.5, "unstructured", "Llama3_8B");
    CHECK(longer["perplexity_ratio"].is_null());
    CHECK(says(longer["notes"], "only for models trained on 1 to 2 trillion tokens"));
    // DenoiseRotator, tables 19 and 21: 2:4 costs Llama 2 70B 1.65 and 1.73 times, and 7B 2.24 and 2.06 times.
    const double seven = figure(pruned(0.5, "n_m"), "perplexity_ratio");
    const double seventy = figure(pruned(0.5, "n_m", "Llama2_70B"), "perplexity_ratio");
    CHECK(seven > 1.8);
    CHECK(seventy < 1.75);
    CHECK(figure(pruned(0.5, "unstructured", "Llama2_70B"), "perplexity_ratio") == any);
    const Json smallest = pruned(0.5, "unstructured", "Llama2_7B", "magnitude");
    CHECK(smallest["perplexity_ratio"].is_null());
    CHECK(says(smallest["notes"], "millions of times as high, depending on the model"));
}
