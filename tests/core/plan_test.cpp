#include "ridgepoint/plan.hpp"

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

const Json demand{{"model", "Llama3_70B"}, {"rate_per_s", 5}, {"slo_ttft_s", 1}, {"slo_itl_s", 0.05}};

Json planned(const Json& fields) {
    Json request = demand;
    request.update(fields);
    return ask("plan", request);
}

/// Dollars an hour of the cheapest; infinite where nothing meets the demand.
double cheapest(const Json& fields) {
    const Json r = planned(fields);
    return r["feasible"] == true ? figure(r["front"][0], "price_usd_per_hour") : HUGE_VAL;
}

const Json training{{"model", "Llama3_8B"}, {"tokens", 1e11}, {"deadline_s", 1e6}, {"max_devices", 256}};

}  // namespace

TEST_CASE("the cheapest, asked with load, keeps the limits") {
    for (const double rate : {0.5, 5.0, 20.0}) {
        for (const double itl : {0.02, 0.05}) {
            const Json limits{{"rate_per_s", rate}, {"slo_itl_s", itl}}, r = planned(limits);
            INFO(rate << " " << itl);
            CHECK(r["feasible"] == true);
            const Json best = r["front"][0];
            CHECK(best["simulated"] == true);
            Json request = demand;
            request.update(limits);
            request["hardware"] = best["device"];
            for (const char* part : {"tensor", "pipeline", "data"}) request["parallel"][part] = best[part];
            const Json served = ask("load", request);
            CHECK(figure(served, "good_share") >= 0.9);
            CHECK(figure(served, "devices") == figure(best, "devices"));
            CHECK(figure(best, "latency_s") == Approx(figure(served, "itl.mean_s")).epsilon(0.35));
            CHECK(figure(best, "cost_usd") == Approx(figure(best, "price_usd_per_hour") / 3600 / rate / 256 * 1e6));
        }
    }
}

TEST_CASE("70B, ten requests a second: four MI300X, at the price of their file") {
    const Json best = planned({{"rate_per_s", 10}})["front"][0];
    CHECK(best["device"] == "MI300X");
    CHECK(figure(best, "tensor") == 4);
    CHECK(figure(best, "price_usd_per_hour") == Approx(4 * 2.59));
    CHECK(figure(best, "cost_usd") == Approx(4 * 2.59 / 3600 / 2560 * 1e6));
}

TEST_CASE("another device never makes the cheapest dearer") {
    std::vector<std::string> candidates;
    double last = HUGE_VAL;
    for (const char* id : {"A10G", "H100", "RTX4090", "A100", "MI300X", "GH200", "B200"}) {
        candidates.push_back(id);
        const double price = cheapest({{"candidates", candidates}});
        INFO(id);
        CHECK(price <= last);
        last = price;
    }
    CHECK(last < HUGE_VAL);
}

TEST_CASE("a looser limit, a lower rate or more devices never make it dearer") {
    double last = HUGE_VAL;
    for (const double itl : {0.004, 0.008, 0.012, 0.02, 0.03, 0.05, 0.1, 1.0}) {
        const double price = cheapest({{"slo_itl_s", itl}});
        INFO(itl);
        CHECK(price <= last);
        last = price;
    }
    last = HUGE_VAL;
    for (const double ttft : {0.05, 0.1, 0.2, 0.5, 1.0, 5.0}) {
        const double price = cheapest({{"slo_ttft_s", ttft}});
        CHECK(price <= last);
        last = price;
    }
    last = HUGE_VAL;
    for (const double devices : {1, 2, 4, 8, 16, 64}) {
        const double price = cheapest({{"max_devices", devices}});
        CHECK(price <= last);
        last = price;
    }
}

TEST_CASE("the front costs more and takes less, step by step") {
    for (const Json& r : {planned(Json::object()), ask("plan", training)}) {
        CHECK(r["feasible"] == true);
        for (std::size_t i = 1; i < r["front"].size(); ++i) {
            CHECK(figure(r["front"][i], "cost_usd") >= figure(r["front"][i - 1], "cost_usd"));
            CHECK(figure(r["front"][i], "latency_s") < figure(r["front"][i - 1], "latency_s"));
        }
        for (const Json& cheaper : r["cheaper"]) {
            CHECK(figure(cheaper, "price_usd_per_hour") < figure(r["front"][0], "price_usd_per_hour"));
            CHECK(sentence(cheaper, "why") != "");
        }
        for (const Json& price : r["prices"]) {
            CHECK(sentence(price, "source") != "");
            CHECK(sentence(price, "date") != "");
        }
        CHECK(says(r["notes"], "Prices are assumptions"));
    }
}

TEST_CASE("why a cheaper one fails: memory, time between tokens, first token, rate") {
    const auto fails = [](const Json& fields, const char* device) {
        const Json r = planned(fields);
        for (const Json& failure : r["cheaper"])
            if (failure["device"] == device) return sentence(failure, "fails");
        return std::string();
    };
    // One device each, so that little else can be.
    const Json one{{"max_devices", 1}, {"candidates", {"H100", "MI300X"}}};
    CHECK(fails(one, "H100") == "memory");
    Json fast = one;
    fast["slo_itl_s"] = 0.01;
    CHECK(fails(fast, "MI300X") == "itl");
    Json busy = one;
    busy["rate_per_s"] = 1000;
    CHECK(fails(busy, "MI300X") == "rate");
    Json late = one;
    late.update({{"slo_ttft_s", 0.02}, {"slo_itl_s", 1}, {"rate_per_s", 0.01}});
    CHECK(fails(late, "MI300X") == "ttft");
    CHECK(planned(late)["feasible"] == false);
    CHECK(says(planned(late)["notes"], "No layout of up to 1 devices"));
}

TEST_CASE("the cheapest to train, asked with train, is done by the deadline and fits") {
    for (const double deadline : {2e6, 1e6, 5e5}) {
        const Json r = ask("plan", with(training, "deadline_s", deadline));
        CHECK(r["feasible"] == true);
        const Json best = r["front"][0];
        Json request{{"model", "Llama3_8B"}, {"hardware", best["device"]},         {"global_batch", 1024},
                     {"tokens", 1e11},       {"micro_batch", best["micro_batch"]}, {"zero_stage", best["zero_stage"]}};
        for (const char* part : {"tensor", "pipeline", "data"}) request["parallel"][part] = best[part];
        request["recomputation"] = best["recomputation"];
        const Json run = ask("train", request);
        CHECK(run["fits"] == true);
        CHECK(figure(run, "run_s") == Approx(figure(best, "latency_s")));
        CHECK(figure(run, "run_s") <= deadline);
        CHECK(figure(run, "cost_usd") == Approx(figure(best, "cost_usd")));
    }
}

TEST_CASE("a later deadline never costs more") {
    double last = HUGE_VAL;
    for (const double deadline : {3e5, 5e5, 1e6, 2e6, 5e6, 2e7}) {
        const Json r = ask("plan", with(training, "deadline_s", deadline));
        const double cost = r["feasible"] == true ? figure(r["front"][0], "cost_usd") : HUGE_VAL;
        CHECK(cost <= last);
        last = cost;
    }
}

TEST_CASE("a demand that cannot be planned for is refused by name") {
    const auto refused = [](const Json& fields, const char* field, const char* words) {
        Json request = demand;
        request.update(fields);
        const Json json = answer("plan", request);
        INFO(json.dump().substr(0, 300));
        CHECK(sentence(json, "error.field") == field);
        CHECK(sentence(json, "error.message").find(words) != std::string::npos);
    };
    refused({{"candidates", {"L4"}}}, "candidates", "no price is known of L4");
    refused({{"candidates", {"H1000"}}}, "candidates", "H1000");
    refused({{"tokens", 1e9}}, "deadline_s", "go together");
    refused({{"deadline_s", 1e6}}, "tokens", "go together");
    refused({{"max_devices", 1e6}}, "max_devices", "1 to 16384");
    refused({{"prompt_tokens", 0}}, "prompt_tokens", "1 to");
    refused({{"model", "ResNet50"}}, "model", "");
    refused({{"model", "ResNet50"}, {"tokens", 1e9}, {"deadline_s", 1e6}}, "model", "transformer");
}

TEST_CASE("a network that no source states is said to be assumed, where a layout reaches it") {
    const char* words = "No network between nodes is stated";
    const Json run{{"model", "Llama3_8B"}, {"hardware", "RTX4080"}, {"global_batch", 256}};
    CHECK(says(ask("train", with(run, "parallel.data", 16))["notes"], words));
    CHECK_FALSE(says(ask("train", with(run, "parallel.data", 8))["notes"], words));
    CHECK_FALSE(says(ask("train", with(with(run, "parallel.data", 16), "hardware", "Trainium2"))["notes"], words));
    const Json server{{"model", "Llama3_8B"}, {"hardware", "RTX4080"}, {"requests", 20}};
    CHECK(says(ask("load", with(server, "parallel", {{"tensor", 8}, {"pipeline", 2}}))["notes"], words));
    CHECK_FALSE(says(ask("load", with(server, "parallel", {{"tensor", 8}, {"data", 2}}))["notes"], words));
    const Json planned{{"model", "Llama3_8B"},
                       {"tokens", 1e12},
                       {"deadline_s", 1e7},
                       {"candidates", {"RTX4080"}},
                       {"max_devices", 1024}};
    CHECK(says(ask("plan", planned)["notes"], words));
}
