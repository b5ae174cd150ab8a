// Several copies of a model, of which one is simulated, and stages of a pipeline.

#include "cases.hpp"

using namespace ridgepoint;

TEST_CASE("copies share the requests") {
    const Json one = loaded_8b({{"rate_per_s", 5}, {"requests", 200}});
    const Json two = loaded_8b({{"rate_per_s", 10}, {"requests", 200}, {"parallel", {{"data", 2}}}});
    CHECK(two["ttft_s"] == one["ttft_s"]);
    CHECK(figure(two, "tokens_per_s") == Approx(2 * figure(one, "tokens_per_s")));
    CHECK(figure(two, "devices") == 2);
    for (const Json& r : {one, two})  // Little's law, of all copies
        CHECK(figure(r, "mean_in_system") == Approx(figure(r, "requests_per_s") * figure(r, "e2e_s.mean")));
    CHECK(says(two["notes"], "One of 2 copies is simulated"));
    CHECK(!says(one["notes"], "copies"));
}

TEST_CASE("experts that are spread, be it over two devices, leave a load without a band") {
    const auto mixture = [](const Json& layout) {
        return loaded_8b({{"model", "Mixtral_8x7B"},
                          {"assumptions", "calibrated"},
                          {"requests", 20},
                          {"request_overhead_s", nullptr},
                          {"parallel", layout}});
    };
    const Json whole = mixture({{"tensor", 2}}), spread = mixture({{"tensor", 2}, {"expert", 2}});
    CHECK(figure(whole, "itl_s.low") < figure(whole, "itl_s.high"));
    CHECK(spread["itl_s"]["low"].is_null());
    CHECK(says(spread["notes"], "no band with expert parallelism"));
    CHECK(!says(whole["notes"], "experts are spread"));
}

TEST_CASE("users who do not fill all copies are not multiplied") {
    const auto closed = [](double users, double copies) {
        return loaded_8b(
            {{"arrival", "closed"}, {"concurrency", users}, {"requests", 40}, {"parallel", {{"data", copies}}}});
    };
    const Json alone = closed(1, 1), spare = closed(1, 8);
    CHECK(figure(spare, "tokens_per_s") == Approx(figure(alone, "tokens_per_s")));
    CHECK(figure(spare, "mean_in_system") == Approx(1));
    CHECK(figure(spare, "usd_per_million_tokens") == Approx(8 * figure(alone, "usd_per_million_tokens")));
    CHECK(says(spare["notes"], "The users do not divide evenly among 8 copies: each copy in use is taken to have 1."));
    // Seven devices wait at three tenths of their power, 700 W, for each token.
    const double waiting = 7 * 0.3 * 700 / figure(alone, "tokens_per_s");
    CHECK(figure(spare, "energy_j_per_token") == Approx(figure(alone, "energy_j_per_token") + waiting));
    // Ten users as if two were on each of five.
    CHECK(figure(closed(10, 8), "tokens_per_s") == Approx(5 * figure(closed(2, 1), "tokens_per_s")));
    CHECK(!says(closed(16, 8)["notes"], "divide evenly"));
}

TEST_CASE("stages of a pipeline that wait for one another take the power of waiting") {
    const auto served = [](const Json& layout, double batch) {
        return ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", batch}, {"parallel", layout}});
    };
    const Json one = served(Json::object(), 1), stages = served({{"pipeline", 8}}, 1);
    // P = 700 W (0.3 + 0.7 u); the work of the one is in the time of all eight once.
    const double time = figure(one, "itl_s"), u = (figure(one, "token_energy_j") / 700 / time - 0.3) / 0.7;
    const double all = figure(stages, "itl_s"), each = u * time / all / 8;
    CHECK(figure(stages, "token_energy_j") == Approx(8 * 700 * (0.3 + 0.7 * each) * all));
    // Eight sequences, one in each stage, keep all of them busy, and write eight tokens in that time.
    CHECK(figure(served({{"pipeline", 8}}, 8), "token_energy_j") == Approx(700 * (0.3 + 0.7 * 8 * each) * all));
}
