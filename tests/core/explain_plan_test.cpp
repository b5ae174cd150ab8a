#include "ridgepoint/explain_plan.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

const Json served_at_ten{
    {"model", "Llama3_70B"},
    {"demand", {{"rate_per_s", 10}, {"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}},
    {"candidates", {"H100", "MI300X"}},
    {"max_devices", 16},
};

Json prices_of(std::initializer_list<std::pair<const char*, double>> prices) {
    Json list = Json::array();
    for (const auto& [device, price] : prices) list.push_back({{"hardware", device}, {"usd_per_hour", price}});
    return list;
}

Json plans_explained(const Json& baseline, const Json& proposal) {
    return ask("explain_plan", {{"baseline", baseline}, {"proposal", proposal}});
}

double cost_factor(const Json& result, const char* cause) {
    for (const Json& f : member(result, "factors"))
        if (f["name"] == cause) return figure(f, "ratio");
    return 1;
}

double cheapest_cost(const Json& planned) {
    return figure(planned["options"][planned["cheapest"].get<std::size_t>()], "cost_usd");
}

}  // namespace

TEST_CASE("plans: tighter limits alone are the whole ratio, and the sides are those of plan") {
    const Json tight = with(served_at_ten, "demand.slo.itl_s", 0.02), r = plans_explained(served_at_ten, tight);
    CHECK(r["baseline"] == ask("plan", served_at_ten));
    CHECK(r["proposal"] == ask("plan", tight));
    const double ratio = cheapest_cost(r["proposal"]) / cheapest_cost(r["baseline"]);
    CHECK(ratio > 1);
    CHECK(figure(r, "cost_ratio") == Approx(ratio).epsilon(1e-12));
    CHECK(r["changed"] == Json({"demand"}));
    CHECK(sentence(r, "text").find("× MI300X, tensor ") != std::string::npos);
    CHECK(r["factors"].size() == 1);
    CHECK(cost_factor(r, "limits") == Approx(ratio).epsilon(1e-12));
    CHECK(sentence(r, "text").find("Most of that comes from limits on times (") != std::string::npos);
}

TEST_CASE("plans: limits, prices, lengths and formats multiply to the ratio of costs") {
    Json other = with(with(served_at_ten, "demand.slo.itl_s", 0.03), "prices", prices_of({{"H100", 1.5}}));
    other = with(with(with(other, "precision", "fp8"), "output_tokens", 400), "demand.rate_per_s", 20);
    const Json r = plans_explained(served_at_ten, other);
    double product = 1;
    for (const Json& f : r["factors"]) product *= figure(f, "ratio");
    CHECK(product == Approx(figure(r, "cost_ratio")).epsilon(1e-12));
    CHECK(cost_factor(r, "bytes_per_value") < 1);
    CHECK(cost_factor(r, "limits") >= 1);
    // A price cannot make the cheapest dearer where it falls.
    CHECK(cost_factor(r, "prices") <= 1 + 1e-12);
    const Json back = plans_explained(other, served_at_ten);
    CHECK(figure(back, "cost_ratio") == Approx(1 / figure(r, "cost_ratio")).epsilon(1e-12));
    for (const char* cause : {"limits", "prices", "context", "bytes_per_value", "arrivals"})
        CHECK(cost_factor(back, cause) == Approx(1 / cost_factor(r, cause)).epsilon(1e-9));
}

TEST_CASE("plans: fewer devices at the most are a matter of devices, and of nothing else") {
    // Three MI300X do it cheapest; of two devices at the most only B200 do it, for more.
    const Json any = with(with(served_at_ten, "candidates", {"B200", "MI300X"}), "demand.slo", Json::object());
    const Json r = plans_explained(any, with(any, "max_devices", 2));
    CHECK(figure(r, "cost_ratio") > 1.1);
    CHECK(figure(r, "cost_ratio") < 2);
    CHECK(sentence(r, "text").find("The proposal costs 1.") != std::string::npos);
    CHECK(r["factors"].size() == 1);
    CHECK(cost_factor(r, "devices") == Approx(figure(r, "cost_ratio")).epsilon(1e-12));
}

TEST_CASE("plans: all prices halved halve the cost, and nothing else is said to have changed") {
    const Json dear = with(served_at_ten, "prices", prices_of({{"H100", 4}, {"MI300X", 3}}));
    const Json cheap = with(served_at_ten, "prices", prices_of({{"H100", 2}, {"MI300X", 1.5}})),
               r = plans_explained(dear, cheap);
    CHECK(figure(r, "cost_ratio") == Approx(0.5).epsilon(1e-12));
    CHECK(r["changed"] == Json({"prices"}));
    CHECK(cost_factor(r, "prices") == Approx(0.5).epsilon(1e-12));
    CHECK(sentence(r, "text").find("The proposal is cheaper") != std::string::npos);
    const Json same = plans_explained(served_at_ten, served_at_ten);
    CHECK(figure(same, "cost_ratio") == 1);
    CHECK(same["factors"].empty());
    CHECK(sentence(same, "text").find("Both cost the same.") != std::string::npos);
}

TEST_CASE("plans: training by an earlier day, on more tokens") {
    const Json run{{"model", "Llama3_8B"},
                   {"demand", {{"tokens", 1e11}, {"days", 30}}},
                   {"candidates", {"H100", "A100"}},
                   {"max_devices", 256}};
    const Json r = plans_explained(run, with(with(run, "demand.days", 10), "demand.tokens", 2e11));
    double product = 1;
    for (const Json& f : r["factors"]) product *= figure(f, "ratio");
    CHECK(product == Approx(figure(r, "cost_ratio")).epsilon(1e-12));
    // Twice the tokens are at least twice the devices' time at the same pace.
    CHECK(cost_factor(r, "work") > 1.9);
    CHECK(sentence(r, "markdown").find("1e11 tokens in 30 days") != std::string::npos);
}

TEST_CASE("plans: what cannot be compared is refused by name") {
    const auto refusal = [](const Json& baseline, const Json& proposal) {
        return answer("explain_plan", {{"baseline", baseline}, {"proposal", proposal}})["error"];
    };
    const Json unmet = refusal(served_at_ten, with(served_at_ten, "demand.slo.itl_s", 1e-6));
    CHECK(unmet["field"] == "proposal.demand");
    CHECK(sentence(unmet, "message").rfind("proposal: no devices meet the demand: ", 0) == 0);
    const Json trained{{"model", "Llama3_8B"}, {"demand", {{"tokens", 1e11}, {"days", 30}}}};
    CHECK(refusal(served_at_ten, trained)["field"] == "proposal.demand");
    const Json gift = with(served_at_ten, "prices", prices_of({{"H100", 0}, {"MI300X", 0}}));
    CHECK(refusal(gift, served_at_ten)["field"] == "baseline.prices");
    Json all =
        with(with(with(served_at_ten, "precision", "fp8"), "demand.rate_per_s", 3), "prices", prices_of({{"H100", 1}}));
    all = with(with(with(all, "model", "Llama3_8B"), "output_tokens", 9), "max_devices", 8);
    all = with(with(all, "demand.slo.itl_s", 0.06), "kv_precision", "fp8");
    CHECK(refusal(served_at_ten, all)["code"] == "too_large");
    CHECK(refusal(served_at_ten, with(served_at_ten, "candidates", {"H100", "H100"}))["field"] ==
          "proposal.candidates");
}
