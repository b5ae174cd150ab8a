#include "ridgepoint/serve.hpp"

#include "cases.hpp"
#include "grid.hpp"

using namespace ridgepoint;

TEST_CASE("a program may use what the device states, or all but what the driver takes") {
    const auto most = [](const char* device, const Json& assumptions) {
        return figure(served({{"hardware", device}, {"assumptions", assumptions}}), "memory_utilization");
    };
    const double total = 16328957952;
    CHECK(most("H100", "first-principles") == total / 79e9);
    CHECK(most("H100", {{"reserve_bytes", 2e9}}) == total / 78e9);
    CHECK(most("H100", "textbook") == total / 80e9);
    CHECK(most("MacBookM4Max", "first-principles") == total / 115448720916);
    CHECK(most("MacBookM4Max", "textbook") == total / 128e9);
    CHECK(most("TPUv5p", "first-principles") == total / 102005473280);  // no GPU with a host link of its own
}

TEST_CASE("16 sequences of 4,096 tokens of a 7B model in INT4 do not fit an A10G, at most 9 do") {
    // 6.738415616e9 / 2 of weights and 2 x 32 x 32 x 128 x 4096 x 2 = 2.147483648e9 a sequence, of 24e9.
    const Json r =
        served({{"model", "Llama2_7B"}, {"hardware", "A10G"}, {"precision", "int4"}, {"batch", 16}, {"context", 4096}});
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "max_batch") == 9);
    CHECK(figure(r, "total_bytes") == 3369207808 + 16 * 2147483648.0);
}

TEST_CASE("speculative decoding: the draft's weights and cache need room too") {
    const Json r = served({{"draft_model", "Llama3_2_1B"}}), draft = served({{"model", "Llama3_2_1B"}});
    CHECK(figure(r, "total_bytes") == figure(served(), "total_bytes") + figure(draft, "total_bytes"));
    CHECK(figure(r, "max_batch") < figure(served(), "max_batch"));
}

TEST_CASE("a model that does not fit says so and spills") {
    const Json r = served({{"model", "Llama3_70B"}});
    CHECK(r["feasible"] == false);
    // 141.107412992e9 of weights and 2 x 80 x 8 x 128 x 2048 x 2 = 0.67108864e9 of cache against 79e9.
    CHECK(figure(r, "spill_bytes") == Approx(62.778501632e9));
    CHECK(figure(r, "memory_utilization") == Approx(1.794664578).epsilon(1e-8));
    CHECK(figure(r, "max_batch") == 0);
    CHECK(figure(r, "decode_memory_s") == Approx(1.00449618).epsilon(1e-6));  // 79 / 3350 + 62.778501632 / 64
    CHECK(says(r["notes"], "over the host link"));
}

TEST_CASE("max_batch is the largest that fits") {
    int fitting = 0;
    for_each_served([&](ServeRequest r) {
        for (const double context : {512.0, 30000.0}) {
            r.context = context;
            const double most = serve_figures(r).max_batch;
            r.batch = most + 1;
            if (serve_figures(r).feasible) {
                INFO(label(r) << ", " << context << ": " << most << " said, one more fits");
                CHECK(false);
            }
            r.batch = most;
            if (most < 1) continue;
            ++fitting;
            if (serve_figures(r).feasible) continue;
            INFO(label(r) << ", " << context << ": " << most << " said, but does not fit");
            CHECK(false);
        }
    });
    CHECK(fitting > 500);
}

TEST_CASE("max_batch is no figure the room for the draft model was forgotten in") {
    const double most = figure(served({{"draft_model", "Llama3_2_1B"}}), "max_batch");
    CHECK(served({{"draft_model", "Llama3_2_1B"}, {"batch", most}})["feasible"] == true);
    CHECK(served({{"draft_model", "Llama3_2_1B"}, {"batch", most + 1}})["feasible"] == false);
}

TEST_CASE("serving that does not fit names the smallest devices that hold it") {
    const Json r = ask("serve", {{"model", "Llama3_70B"}, {"hardware", "H100"}});
    CHECK(r["feasible"] == false);
    CHECK(r["fitting_devices"].size() == 3);
    double last = 0;
    for (const Json& id : r["fitting_devices"]) {
        CHECK(ask("serve", {{"model", "Llama3_70B"}, {"hardware", id}})["feasible"] == true);
        const double capacity = figure(ask("hardware", {{"id", id}}), "memory_capacity_bytes");
        CHECK(capacity >= last);
        last = capacity;
    }
    // Alone, whatever layout was asked for; and where heads allow no more devices to share a layer, stages do.
    const Json spread = ask("serve", {{"model", "Llama3_70B"},
                                      {"hardware", "H100"},
                                      {"context", 131072},
                                      {"batch", 64},
                                      {"parallel", {{"tensor", 8}}}});
    for (const Json& id : spread["fitting_devices"])
        CHECK(figure(ask("hardware", {{"id", id}}), "memory_capacity_bytes") > figure(spread, "total_bytes"));
    CHECK(figure(spread, "devices_needed") == 64);
    // By the names that tables have, not by their ids.
    CHECK(says(r["notes"], "The smallest single devices of the registry that hold it: B200, M2 Ultra or MI300X."));
    CHECK(ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}})["fitting_devices"].empty());
    const Json none = ask("serve", {{"model", "Llama3_405B"}, {"hardware", "H100"}, {"batch", 1e6}, {"context", 1e5}});
    CHECK(none["fitting_devices"].empty());
    CHECK(says(none["notes"], "No single device of the registry holds it."));
}

TEST_CASE("the largest batch of two devices is the one that both hold") {
    for (const auto& [prefill, decode] : {std::pair{"RTX4090", "H100"}, {"H100", "RTX4090"}, {"A10G", "RTX3090"}}) {
        const Json asked{
            {"hardware", prefill}, {"decode_hardware", decode}, {"prompt_tokens", 1024}, {"output_tokens", 512}};
        const double most = figure(served(asked), "max_batch");
        CHECK(most > 0);
        CHECK(served(with(asked, "batch", most))["feasible"] == true);
        CHECK(served(with(asked, "batch", most + 1))["feasible"] == false);
    }
}

TEST_CASE("of two devices it is said which does not hold what") {
    const Json r = ask("serve", {{"model", "Llama3_8B"}, {"hardware", "T4"}, {"decode_hardware", "H100"}});
    CHECK(r["feasible"] == false);
    CHECK(says(r["notes"], "(hardware): 16.33 GB does not fit; decode on "));
    CHECK(says(r["notes"], "(decode_hardware): 16.33 GB fits."));
    CHECK(says(r["notes"], "It fits on 2 of each: tensor 2, pipeline 1."));
    // An H100 alone holds 234; the T4 holds none.
    CHECK(says(r["trace"], " % of the decode device; at most 0 sequences fit on both."));
}

TEST_CASE(
    "each of two devices crosses its host link for what its own part lacks: the prompt's, or the whole answer's") {
    const Json lengths{{"prompt_tokens", 2048}, {"output_tokens", 2048}};
    const auto notes = [&](const char* prefill, const char* decode) {
        return served(with(with(lengths, "hardware", prefill), "decode_hardware", decode))["notes"];
    };
    // 131072 bytes of cache a token beside 16.06 GB of weights, against the 15 GB of a T4.
    CHECK(says(notes("T4", "H100"), "16.33 GB does not fit in 15 GB: 1.329 GB stays outside"));
    CHECK(says(notes("H100", "T4"), "16.6 GB does not fit in 15 GB: 1.597 GB stays outside"));
    CHECK_FALSE(says(notes("H100", "A100"), "stays outside"));
}

TEST_CASE(
    "what no measurement saw has no band: weights that cross the host link, and not those that are taken to fit") {
    const auto band = [](const Json& assumptions) {
        return figure(served({{"model", "Llama3_70B"}, {"assumptions", assumptions}}), "itl_high_s");
    };
    CHECK(std::isnan(band("calibrated")));
    CHECK(band({{"preset", "calibrated"}, {"serving_offload", "ignore"}}) > 0);
    CHECK(figure(served({{"assumptions", "calibrated"}}), "itl_high_s") > 0);
}

TEST_CASE("one prompt of several is read as if it were alone, beside a draft model that leaves it too little room") {
    const Json drafted{
        {"model", "Llama2_13B"}, {"hardware", "A100_40GB"}, {"draft_model", "Llama3_8B"}, {"context", 16}};
    const Json one = ask("serve", drafted), eight = ask("serve", with(drafted, "batch", 8));
    CHECK(one["feasible"] == false);
    CHECK(figure(eight, "ttft_one_prompt_s") == Approx(figure(one, "ttft_s")).epsilon(0.01));  // room for eight answers
    CHECK(figure(one, "ttft_s") > 2 * figure(ask("serve", with(drafted, "draft_model", nullptr)), "ttft_s"));
    for (const double tokens : {1, 4}) {
        const Json r = ask("serve", with(drafted, "draft_tokens", tokens));
        CHECK(says(r["trace"], "Speculation: " + std::to_string(static_cast<int>(tokens)) + " drafted tokens"));
        CHECK(says(r["trace"], "Each verification: "));
    }
}

TEST_CASE("of two devices what spills is the part that the one without room lacks") {
    const auto spill = [](const char* prefill, const char* decode) {
        return figure(served({{"hardware", prefill}, {"decode_hardware", decode}}), "spill_bytes");
    };
    // 16,328,957,952 bytes against the T4's 16e9 less the driver's 1e9.
    CHECK(spill("T4", "H100") == 1328957952);
    CHECK(spill("H100", "T4") == 1328957952);
    CHECK(spill("H100", "A100") == 0);
}

TEST_CASE("a share of memory stays readable at absurd sizes") {
    const auto trace = [](double batch) {
        return ask("serve",
                   {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", 1e6}, {"batch", batch}})["trace"];
    };
    CHECK(says(trace(100), " in all, 166 times the device;"));  // 131072 bytes x 1e6 x 100 and 16.06e9 of 79e9
    CHECK(says(trace(1e4), " in all, more than 1000 times the device;"));
}
