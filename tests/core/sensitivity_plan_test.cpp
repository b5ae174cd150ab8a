#include "ridgepoint/sensitivity_plan.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

std::string cheapest_device(const Json& request) {
    const Json plan = ask("plan", request);
    return plan["cheapest"].is_null() ? "" : plan["options"][plan["cheapest"].get<std::size_t>()]["hardware"];
}

Json with_price(Json request, const std::string& device, double usd) {
    request["prices"] = Json::array({{{"hardware", device}, {"usd_per_hour", usd}}});
    return request;
}

const Json demand_to_serve{{"model", "Llama3_8B"},
                           {"demand", {{"rate_per_s", 2}}},
                           {"prompt_tokens", 500},
                           {"output_tokens", 100},
                           {"candidates", {"A10", "A100", "H100", "MI300X"}}};
const Json demand_within_limits = with(with(demand_to_serve, "demand.slo.ttft_s", 1), "demand.slo.itl_s", 0.01);
const Json demand_to_train{{"model", "Llama3_8B"},
                           {"demand", {{"tokens", 1e11}, {"days", 60}}},
                           {"sequence", 4096},
                           {"candidates", {"A100", "H100", "MI300X"}},
                           {"max_devices", 256}};

}  // namespace

TEST_CASE("sensitivity of a plan: what the plan does not read, its sensitivity does not") {
    const Json plan = ask("plan", demand_to_serve), sensitivity = ask("sensitivity_plan", demand_to_serve);
    CHECK_FALSE(plan["unread"].empty());
    CHECK(sensitivity["unread"] == plan["unread"]);
}

TEST_CASE("sensitivity of a plan: the same devices meet the demand up to the headroom, and no further") {
    Json one = with(demand_within_limits, "max_devices", 1);
    one["candidates"] = {"H100"};
    const double headroom = figure(ask("sensitivity_plan", one), "headroom");
    CHECK(headroom > 1);
    // Without limits nothing is simulated, and the plan is its estimate.
    Json alone = with(demand_to_serve, "max_devices", 1);
    alone["candidates"] = {"H100"};
    const double largest = 2 * figure(ask("sensitivity_plan", alone), "headroom");
    CHECK(largest > 2 * headroom);
    CHECK(cheapest_device(with(alone, "demand.rate_per_s", 0.9999 * largest)) == "H100");
    CHECK(cheapest_device(with(alone, "demand.rate_per_s", 1.0001 * largest)).empty());
}

TEST_CASE("sensitivity of a plan: a training run's headroom is the days there are over those it takes") {
    const Json r = ask("sensitivity_plan", demand_to_train);
    const double headroom = figure(r, "headroom");
    CHECK(headroom == Approx(60 * 86400 / figure(r, "cheapest.latency_s")));
    Json same = demand_to_train;
    same["candidates"] = Json::array({r["cheapest"]["hardware"]});
    same["max_devices"] = r["cheapest"]["devices"];
    CHECK_FALSE(cheapest_device(with(same, "demand.days", 60 / headroom * 1.0001)).empty());
}

TEST_CASE("sensitivity of a plan: at the price limit another device becomes the cheapest") {
    for (const Json& request : {demand_to_serve, demand_to_train}) {
        const Json r = ask("sensitivity_plan", request);
        const std::string first = r["cheapest"]["hardware"], next = r["runner_up"];
        const double limit = figure(r, "price_limit_usd_per_hour");
        INFO(first << ", " << next << ", " << limit);
        CHECK(first != next);
        CHECK(limit * figure(r, "cheapest.devices") >= figure(r, "cheapest.usd_per_hour"));
        CHECK(cheapest_device(with_price(request, first, 0.9999 * limit)) == first);
        CHECK(cheapest_device(with_price(request, first, 1.0001 * limit)) == next);
    }
    Json alone = demand_to_serve;
    alone["candidates"] = {"A100"};
    const Json r = ask("sensitivity_plan", alone);
    CHECK(r["runner_up"] == "");
    CHECK(r["price_limit_usd_per_hour"].is_null());
    CHECK(sentence(r, "explanation").find("No other candidate meets the demand") != std::string::npos);
}

TEST_CASE("sensitivity of a plan: the elasticities of all rates, less those of all waits, are -1") {
    // Twice all rates and half of all waits: twice the requests, of as many answered at a time.
    for (const char* device : {"A10", "A100", "H100", "MI300X"}) {
        Json request = with(demand_to_serve, "delta", 0.001);
        request["candidates"] = {device};
        const Json r = ask("sensitivity_plan", request);
        const double rates = elasticity_of(r, "peak_flop_per_s") + elasticity_of(r, "memory_bandwidth") +
                             elasticity_of(r, "host_link") + elasticity_of(r, "device_link");
        const double waits = elasticity_of(r, "layer_overhead") + elasticity_of(r, "dispatch_overhead") +
                             elasticity_of(r, "link_latency");
        INFO(device << ": " << r["elasticities"].dump());
        CHECK(rates - waits == Approx(-1).epsilon(2e-3));
        CHECK(elasticity_of(r, "memory_capacity") <= 0);
    }
}

TEST_CASE("sensitivity of a plan: a training run's cost moves as its step does") {
    const Json r = ask("sensitivity_plan", demand_to_train);
    const Json& c = r["cheapest"];
    const Json step = ask("sensitivity_train", {{"model", "Llama3_8B"},
                                                {"hardware", c["hardware"]},
                                                {"sequence", 4096},
                                                {"parallel", c["parallel"]},
                                                {"micro_batch", c["micro_batch"]},
                                                {"zero_stage", c["zero_stage"]},
                                                {"recomputation", c["recomputation"]},
                                                {"global_batch", 1024}});
    CHECK(r["elasticities"] == step["elasticities"]);
    CHECK(r["binding_constraint"] == step["binding_constraint"]);
}

TEST_CASE("sensitivity of a plan: the worked case") {
    const Json r = ask("sensitivity_plan", {{"model", "Llama3_70B"},
                                            {"demand", {{"rate_per_s", 10}, {"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}},
                                            {"prompt_tokens", 1024},
                                            {"output_tokens", 256}});
    CHECK(r["cheapest"]["hardware"] == "MI300X");
    CHECK(figure(r, "cheapest.devices") == 4);
    CHECK(figure(r, "headroom") == Approx(1.188).epsilon(5e-3));
    CHECK(r["runner_up"] == "B200");
    CHECK(figure(r, "price_limit_usd_per_hour") == Approx(3.345).epsilon(5e-3));
    CHECK(says(r["notes"], "Only the cheapest devices were simulated"));
}

TEST_CASE("sensitivity of a plan refuses by name") {
    CHECK(error_of("sensitivity_plan", with(demand_to_serve, "delta", 0)) == "out_of_range");
    CHECK(error_of("sensitivity_plan", with(demand_to_serve, "target", "itl")) == "unknown_field");
    CHECK(error_of("sensitivity_plan", with(demand_to_serve, "candidates", Json::array({"H1000"}))) == "unknown_name");
    const Json none = with(with(demand_to_serve, "demand.slo.itl_s", 1e-5), "max_devices", 1);
    CHECK(error_of("sensitivity_plan", none) == "not_applicable");
}
