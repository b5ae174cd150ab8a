#include "ask.hpp"

namespace {

const Json priced_demand{{"model", "Llama3_70B"},
                         {"demand", {{"rate_per_s", 10}, {"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}}};

Json plan_at(const Json& prices) { return ask("plan", with(priced_demand, "prices", prices)); }

Json chosen_of(const Json& plan) { return plan["options"].at(plan["cheapest"].get<std::size_t>()); }

Json listed_price(const Json& plan, const std::string& device) {
    for (const Json& price : plan["prices"])
        if (price["hardware"] == device) return price;
    return nullptr;
}

bool notes_say(const Json& result, const std::string& words) {
    return result["notes"].dump().find(words) != std::string::npos;
}

Json refusal(const Json& prices) { return error_at("plan", with(priced_demand, "prices", prices)); }

}  // namespace

TEST_CASE("a price that is given takes the place of the file's, by hand: 3 USD an hour over the tokens of an hour") {
    const Json load{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"maximum", true}, {"parallel", {{"data", 2}}}};
    const Json given = ask("load", with(load, "price_usd_per_hour", 3));
    CHECK(figure(given, "usd_per_million_tokens") ==
          Approx(2 * 3.0 / (3600 * figure(given, "tokens_per_s")) * 1e6).epsilon(1e-12));
    CHECK(notes_say(given, "The cost assumes 3.00 USD per device-hour, as given."));
    CHECK(
        notes_say(ask("load", load), "3.99 USD an hour for each H100 (Lambda, GPU instances on demand, 2026-09-20)."));

    const Json run{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"tokens", 1e12}, {"parallel", {{"data", 64}}}};
    const Json trained = ask("train", with(run, "price_usd_per_hour", 3));
    CHECK(figure(trained, "cost_usd") == Approx(64 * 3.0 / 3600 * figure(trained, "time_to_train_s")).epsilon(1e-12));
    CHECK(notes_say(trained,
                    "The energy assumes 700 W (the TDP) for each H100 in full use and 30 % of that when idle "
                    "(Barroso and Hölzle, 2007)."));
    const Json even = ask("train", with(run, "assumptions.idle_power_share", 1));
    CHECK(figure(even, "energy_j") == Approx(64 * 700 * figure(even, "time_to_train_s")).epsilon(1e-12));
    CHECK(notes_say(even, "100 % of that when idle, as given."));
}

TEST_CASE("a device of unknown price costs what is given, and nothing is free unless it is given as free") {
    const Json request{{"model", "Llama3_8B"}, {"hardware", "L4"}, {"requests", 10}};
    CHECK(ask("load", request)["usd_per_million_tokens"].is_null());
    CHECK(figure(ask("load", with(request, "price_usd_per_hour", 0.5)), "usd_per_million_tokens") > 0);
    CHECK(figure(ask("load", with(request, "price_usd_per_hour", 0)), "usd_per_million_tokens") == 0);
    CHECK(error_at("load", with(request, "price_usd_per_hour", -1))["field"] == "price_usd_per_hour");
}

TEST_CASE("a price changes no time, and says so where nothing costs anything") {
    const Json run{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    const Json priced = ask("train", with(run, "price_usd_per_hour", 3));
    CHECK(figure(priced, "step_s") == figure(ask("train", run), "step_s"));
    CHECK(notes_say(priced, "price_usd_per_hour"));
}

TEST_CASE("a plan takes the prices that are given: another device is the cheapest") {
    const Json usual = plan_at(Json::array());
    REQUIRE(chosen_of(usual)["hardware"] == "MI300X");
    CHECK(listed_price(usual, "MI300X")["source"] != "");

    const Json own = plan_at(Json::array({{{"hardware", "H100"}, {"usd_per_hour", 0.5}}}));
    CHECK(chosen_of(own)["hardware"] == "H100");
    CHECK(figure(chosen_of(own), "usd_per_hour") == 0.5 * figure(chosen_of(own), "devices"));
    const Json price = listed_price(own, "H100");
    CHECK(figure(price, "usd_per_hour") == 0.5);
    CHECK(price["source"] == "");
    CHECK(price["date"] == "");
    if (!listed_price(own, "MI300X").is_null()) CHECK(listed_price(own, "MI300X") == listed_price(usual, "MI300X"));
}

TEST_CASE("a device of unknown price is a candidate once it has one") {
    const Json prices = Json::array({{{"hardware", "GB200_NVL72"}, {"usd_per_hour", 0.01}}});
    REQUIRE(error_at("plan", with(priced_demand, "candidates", {"GB200_NVL72"}))["message"] ==
            "candidates: the price of GB200_NVL72 is not known; give it in prices");
    CHECK(chosen_of(plan_at(prices))["hardware"] == "GB200_NVL72");
}

TEST_CASE("half of every price is half of the cost, and the same choice") {
    Json request = priced_demand;
    request["candidates"] = {"H100", "A100", "MI300X"};
    const Json usual = ask("plan", request);
    Json prices = Json::array();
    for (const char* id : {"H100", "A100", "MI300X"}) {
        const Json device = ask("load", {{"model", "Llama3_8B"}, {"hardware", id}, {"maximum", true}});
        const double usd = figure(device, "usd_per_million_tokens") * 1e-6 * 3600 * figure(device, "tokens_per_s");
        prices.push_back({{"hardware", id}, {"usd_per_hour", usd / 2}});
    }
    const Json half = ask("plan", with(request, "prices", prices));
    CHECK(chosen_of(half)["hardware"] == chosen_of(usual)["hardware"]);
    CHECK(chosen_of(half)["parallel"] == chosen_of(usual)["parallel"]);
    CHECK(figure(chosen_of(half), "cost_usd") == Approx(figure(chosen_of(usual), "cost_usd") / 2).epsilon(1e-9));
}

TEST_CASE("prices that cannot be are refused by name") {
    const Json h100{{"hardware", "H100"}, {"usd_per_hour", 2}};
    CHECK(refusal(Json::array({h100, h100}))["message"] == "prices: H100 is given twice");
    CHECK(refusal(Json::array({with(h100, "hardware", "H1000")}))["field"] == "prices");
    CHECK(refusal(Json::array({with(h100, "usd_per_hour", -1)}))["field"] == "prices.usd_per_hour");
    CHECK(refusal(Json::array({{{"hardware", "H100"}}}))["message"].get<std::string>().find(
              "usd_per_hour is missing") != std::string::npos);
    CHECK(refusal(Json{{"H100", 2}})["message"] == "prices must be an array of objects, given an object");
    CHECK(refusal("H100=2")["code"] == "wrong_type");
}
