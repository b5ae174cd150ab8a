// Plans of training runs.

#include "grid.hpp"
#include "planned.hpp"
#include "prose/text.hpp"
#include "ridgepoint/plan.hpp"

using namespace ridgepoint;

TEST_CASE("the cheapest to train, asked with train, is done in time and fits") {
    for (const double days : {24, 12, 6}) {
        const Json best = best_of(ask("plan", with(training, "demand.days", days)));
        CHECK(best["meets"] == true);
        CHECK(best["binds"] == "deadline");
        const Json run = ask("train", {{"model", "Llama3_8B"},
                                       {"hardware", best["hardware"]},
                                       {"parallel", best["parallel"]},
                                       {"global_batch", 1024},
                                       {"tokens", 1e11},
                                       {"micro_batch", best["micro_batch"]},
                                       {"zero_stage", best["zero_stage"]},
                                       {"recomputation", best["recomputation"]}});
        CHECK(run["feasible"] == true);
        CHECK(figure(run, "time_to_train_s") == Approx(figure(best, "latency_s")));
        CHECK(figure(run, "time_to_train_s") <= days * 86400);
        CHECK(figure(run, "cost_usd") == Approx(figure(best, "cost_usd")));
    }
}

TEST_CASE("why a cheaper one cannot train: memory, or the deadline") {
    const auto binds = [](const Json& request, const char* device, const char* other = "GH200") {
        const Json r = ask("plan", with(request, "candidates", {device, other}));
        for (const Json& option : r["options"])
            if (option["meets"] == false && option["hardware"] == device) return sentence(option, "binds");
        return std::string();
    };
    // 70 billion parameters with their state take 290 GB of each of four devices.
    Json large = with(training, "demand.days", 1000);
    large.update({{"model", "Llama3_70B"}, {"max_devices", 4}});
    for (const char* device : {"H100", "H200", "B200"}) CHECK(binds(large, device) == "memory");
    CHECK(binds(with(training, "max_devices", 64), "GH200", "H200") == "deadline");
}

TEST_CASE("stages that divide the layers and copies that divide the batch are layouts, too") {
    // 80 layers in five stages; 1,536 sequences among 192 copies. Neither 5 nor 192 is a power of two.
    const auto by_hand = [](double batch, double pipeline, double data) {
        return figure(ask("train", {{"model", "Llama3_70B"},
                                    {"hardware", "MI300X"},
                                    {"parallel", {{"tensor", 2}, {"pipeline", pipeline}, {"data", data}}},
                                    {"zero_stage", 1},
                                    {"global_batch", batch},
                                    {"tokens", 1e12}}),
                      "cost_usd");
    };
    const auto of_plan = [](double batch) {
        const Json r = ask("plan", {{"model", "Llama3_70B"},
                                    {"demand", {{"tokens", 1e12}, {"days", 30}}},
                                    {"candidates", Json::array({"MI300X"})},
                                    {"global_batch", batch},
                                    {"max_devices", 4096}});
        CHECK(says(r["notes"], cat({"A step takes ", batch == 1024 ? "1,024" : "1,536", " sequences"}).c_str()));
        return figure(best_of(r), "cost_usd");
    };
    CHECK(of_plan(1024) <= by_hand(1024, 5, 32) * (1 + 1e-9));
    CHECK(of_plan(1536) <= by_hand(1536, 1, 192) * (1 + 1e-9));
}

TEST_CASE("a later deadline never costs more") {
    double last = HUGE_VAL;
    for (const double days : {3.5, 6.0, 12.0, 24.0, 60.0, 240.0}) {
        const Json r = ask("plan", with(training, "demand.days", days));
        const double cost = r["cheapest"].is_null() ? HUGE_VAL : figure(best_of(r), "cost_usd");
        CHECK(cost <= last);
        last = cost;
    }
}

TEST_CASE("a setting that a plan does not read is said to be unused") {
    CHECK(says(ask("plan", with(training, "output_tokens", 512))["notes"],
               "Not used in a training plan: output_tokens."));
    CHECK(says(planned({}, {{"global_batch", 512}})["notes"], "Not used in a serving plan: global_batch."));
    CHECK(!says(ask("plan", training)["notes"], "Not used"));
}

TEST_CASE("a training run is laid out in every way that the devices allow, and in none beyond") {
    const auto considered = [](double devices) {
        return figure(ask("plan", with(with(training, "candidates", {"H100"}), "max_devices", devices)), "considered");
    };
    // Tensor, pipeline and data in powers of two whose product is at most four, or sixteen with eight to a node.
    CHECK(considered(4) == 10);
    CHECK(considered(16) == 34);
}

TEST_CASE("what lacks memory for a run is no near miss where it would be late by years, too") {
    const Json r = ask("plan", with(training, "demand.days", 6));
    const std::string reason = sentence(r, "reason");
    INFO(reason);
    CHECK(reason.find("takes") != std::string::npos);
    for (const Json& option : r["options"])
        if (option["meets"] == false && option["latency_s"].is_number())
            CHECK(figure(option, "latency_s") < 3 * 6 * 86400);
}
