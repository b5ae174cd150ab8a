#include "ridgepoint/route.hpp"

#include <random>

#include "ask.hpp"
#include "ridgepoint/prose.hpp"

using namespace ridgepoint;

namespace {

Json distribution(double fast, double cached, double learned) {
    return {{"fast", fast}, {"cached", cached}, {"learned", learned}};
}

Json modelled(double fast, double cached, double learned) {
    return ask("route_model", {{"distribution_pct", distribution(fast, cached, learned)}});
}

Json breakeven(double target, const Json& more = Json::object()) {
    Json request{{"target_speedup", target}};
    request.update(more);
    return ask("route_breakeven", request);
}

/// The speedup of `route_model` at the answer of `route_breakeven`.
double put_back(const Json& answer, Json request) {
    request["distribution_pct"] = answer["distribution_pct"];
    request.erase("target_speedup");
    request.erase("max_learned_pct");
    return figure(ask("route_model", request), "speedup");
}

double share_sum(const Json& result) {
    return figure(result, "share.fast") + figure(result, "share.cached") + figure(result, "share.learned") +
           figure(result, "share.expert");
}

std::vector<std::string> names_of(const Json& result) {
    std::vector<std::string> names;
    for (const Json& b : result["bottlenecks"]) names.push_back(sentence(b, "name"));
    return names;
}

/// Requests over costs of nine orders of magnitude, also where a look-up costs more than the gate.
class Dice {
public:
    double cost() { return std::pow(10, 9 * uniform() - 4); }
    double percent() { return 100 * uniform(); }
    double uniform() { return std::uniform_real_distribution<>(0, 1)(generator_); }
    Json costs() { return {{"fast", cost()}, {"cached", cost()}, {"learned", cost()}, {"expert", cost()}}; }
    Json split() {
        const double fast = percent(), cached = (100 - fast) * uniform();
        return distribution(fast, cached, 100 - fast - cached);
    }
    bool coin() { return uniform() < 0.5; }

private:
    std::mt19937 generator_{5};
};

}  // namespace

TEST_CASE("route_model: the default router, by hand") {
    const Json r = modelled(30, 55, 15);
    // 0.3 * 0.1 + 0.55 * (0.1 + 0.5) + 0.15 * (0.1 + 0.5 + 50) + 100
    CHECK(figure(r, "time_per_token_us") == Approx(107.95).epsilon(1e-12));
    CHECK(figure(r, "tokens_per_s") == Approx(1e6 / 107.95).epsilon(1e-12));
    CHECK(figure(r, "speedup") == Approx(150 / 107.95).epsilon(1e-12));
    CHECK(figure(r, "max_speedup") == Approx(150 / 100.1).epsilon(1e-12));
    CHECK(figure(r, "share.fast") == Approx(0.1 / 107.95).epsilon(1e-12));
    CHECK(figure(r, "share.cached") == Approx(0.7 * 0.5 / 107.95).epsilon(1e-12));
    CHECK(figure(r, "share.learned") == Approx(7.5 / 107.95).epsilon(1e-12));
    CHECK(figure(r, "share.expert") == Approx(100 / 107.95).epsilon(1e-12));
    CHECK(r["bottlenecks"].empty());
    CHECK(says(r["notes"],
               "routing is 33.3 % of the baseline; 6.29× as fast, it gives 1.39×; taking no time at all, 1.50×"));
    CHECK(r == ask("route_model", Json::object()));
}

TEST_CASE("route_model: the note's figures are Amdahl's law") {
    // 1 / (1 - p + p / s), with p and s as in the sentence, before they were rounded.
    const double p = 50.0 / 150, s = 50 / 7.95;
    CHECK(figure(modelled(30, 55, 15), "speedup") == Approx(1 / (1 - p + p / s)).epsilon(1e-12));
}

TEST_CASE("route_model: how far skipping goes keeps the split of what is looked up") {
    for (const auto& [fast, cached] : {std::pair{30.0, 55.0}, {0.0, 40.0}, {0.0, 0.0}}) {
        const Json r = modelled(fast, cached, 100 - fast - cached);
        const Json &shares = r["skipping"]["skipped_share"], &speedups = r["skipping"]["speedup"];
        REQUIRE(shares.size() == 41);
        REQUIRE(speedups.size() == 41);
        CHECK(shares.front() == 0);
        CHECK(shares.back() == 1);
        // Where nothing is looked up, the table takes what skips.
        const double of_fast = fast + cached > 0 ? fast / (fast + cached) : 1;
        for (std::size_t i = 0; i < shares.size(); i += 5) {
            const double skipped = 100 * shares[i].get<double>();
            const Json there = modelled(skipped * of_fast, skipped * (1 - of_fast), 100 - skipped);
            CHECK(speedups[i].get<double>() == Approx(figure(there, "speedup")).epsilon(1e-12));
        }
    }
}

TEST_CASE("route_model: the router's share is that of a layer without look-ups") {
    const Json bare = ask("route_model", {{"distribution_pct", distribution(0, 0, 100)}, {"cascade", false}});
    CHECK(figure(bare, "share.learned") == Approx(50.0 / 150).epsilon(1e-15));
    for (const Json& r : {bare, modelled(30, 55, 15), modelled(100, 0, 0)})
        CHECK(figure(r, "router_share") == figure(bare, "share.learned"));
}

TEST_CASE("route_model: without the cascade each path pays for itself alone") {
    const Json r = ask("route_model", {{"cascade", false}});
    CHECK(figure(r, "time_per_token_us") == Approx(0.03 + 0.275 + 7.5 + 100).epsilon(1e-12));
    CHECK(figure(r, "share.fast") == Approx(0.03 / 107.805).epsilon(1e-12));
    CHECK(figure(r, "share.cached") == Approx(0.275 / 107.805).epsilon(1e-12));
    CHECK(share_sum(r) == Approx(1).epsilon(1e-12));
}

TEST_CASE("route_model: every token learned is slower than the baseline, which looks nothing up") {
    CHECK(figure(modelled(0, 0, 100), "speedup") == Approx(150 / 150.6).epsilon(1e-12));
    const Json alone = ask("route_model", {{"cascade", false}, {"distribution_pct", distribution(0, 0, 100)}});
    CHECK(figure(alone, "speedup") == 1);
}

TEST_CASE("route_model: a sum within half a percent is scaled to 100, and said") {
    const Json r = modelled(29.9, 54.9, 14.9);
    CHECK(figure(r, "speedup") == Approx(figure(modelled(29.9 / 0.997, 54.9 / 0.997, 14.9 / 0.997), "speedup")));
    CHECK(says(r["notes"], "sums to 99.7 % and is scaled to 100"));
    CHECK(share_sum(r) == Approx(1).epsilon(1e-12));
    CHECK(figure(modelled(99.5, 0, 0), "speedup") <= figure(r, "max_speedup"));
}

TEST_CASE("route_model: bottlenecks that a distribution can show") {
    CHECK(names_of(modelled(40, 35, 25)) == std::vector<std::string>{"high_learned_routing"});
    CHECK(names_of(modelled(60, 25, 15)) == std::vector<std::string>{"low_cache_utilization"});
    CHECK(names_of(modelled(30, 20, 50)) == std::vector<std::string>{"high_learned_routing", "low_cache_utilization"});
    CHECK(names_of(modelled(50, 30, 20)).empty());
    const Json learned = modelled(40, 35, 25)["bottlenecks"][0];
    CHECK(learned["severity"] == "high");
    CHECK(figure(learned, "figure") == Approx(25));
    CHECK(figure(learned, "limit") == 20);
    CHECK(learned["setting"] == "frequency_threshold");
    CHECK(figure(learned, "from") == 50);
    CHECK(figure(learned, "to") == 30);
    CHECK(sentence(learned, "recommendation") ==
          "Lower the frequency threshold from 50 to 30 or raise the entropy threshold from 0.5 to 0.7.");
    const Json cached = modelled(60, 25, 15)["bottlenecks"][0];
    CHECK(cached["severity"] == "medium");
    CHECK(cached["setting"] == "cache_size");
    CHECK(sentence(cached, "recommendation") ==
          "Raise the cache size from 1000 to 5000 or the time to live from 60 to 120 s.");
}

TEST_CASE("find_bottlenecks: what a measurement shows, with the settings as they are") {
    RouteFigures f{.speedup = 0.9, .scaling = 1.3, .settings = {.frequency_threshold = 1, .cache_size = 200}};
    f.distribution = {.fast = 50, .cached = 25, .learned = 25};
    const auto list = find_bottlenecks(f);
    REQUIRE(list.size() == 4);
    CHECK(list[0].name == BottleneckName::slowdown);
    CHECK(list[0].severity == Severity::high);
    CHECK(list[0].figure == 0.9);
    CHECK_FALSE(list[0].setting.chosen);
    // No token is seen less often than once.
    CHECK(list[1].setting.chosen == RouteSetting::entropy_threshold);
    CHECK(list[1].to == 0.7);
    CHECK(list[2].from == 200.0);
    CHECK(list[2].to == 1000.0);
    CHECK(list[3].name == BottleneckName::poor_scaling);
    CHECK(list[3].severity == Severity::medium);
    CHECK(find_bottlenecks({.speedup = 1, .scaling = 1.2}).empty());
}

TEST_CASE("find_bottlenecks: a setting at its end is not advised, and a cache that is off is tried at its usual size") {
    const auto learned = [](double frequency, double entropy) {
        RouteFigures f{.settings = {.frequency_threshold = frequency, .entropy_threshold = entropy, .cache_size = 0}};
        f.distribution = {.fast = 60, .cached = 0, .learned = 40};
        const auto list = find_bottlenecks(f);
        CHECK(list.at(1).from == 0.0);
        CHECK(list.at(1).to == 1000.0);
        return list.at(0);
    };
    CHECK(ridgepoint::sentence(learned(1, 6).recommendation) ==
          "No threshold lets more tokens skip the gating network: the others come up too seldom.");
    CHECK_FALSE(learned(1, 6).setting.chosen);
    CHECK(ridgepoint::sentence(learned(50, 6).recommendation) == "Lower the frequency threshold from 50 to 30.");
    CHECK(ridgepoint::sentence(learned(1, 5).recommendation) == "Raise the entropy threshold from 5 to 6.");
    CHECK(ridgepoint::sentence(learned(1, 0).recommendation) == "Raise the entropy threshold from 0 to 0.5.");
}

TEST_CASE("route_model: properties over random costs and distributions") {
    Dice dice;
    for (int i = 0; i < 2000; ++i) {
        const Json request{{"costs_us", dice.costs()}, {"distribution_pct", dice.split()}, {"cascade", dice.coin()}};
        const Json r = ask("route_model", request);
        INFO(request.dump());
        CHECK(share_sum(r) == Approx(1).epsilon(1e-9));
        CHECK(figure(r, "speedup") <= figure(r, "max_speedup") * (1 + 1e-12));
        CHECK(figure(r, "speedup") * figure(r, "time_per_token_us") ==
              Approx(figure(request, "costs_us.learned") + figure(request, "costs_us.expert")).epsilon(1e-12));
        if (request["cascade"] == false) continue;
        // Tokens moved from either look-up to the gate, which comes after both.
        for (const char* from : {"distribution_pct.fast", "distribution_pct.cached"}) {
            const double moved = figure(request, from) * dice.uniform();
            Json more = with(request, from, figure(request, from) - moved);
            more = with(more, "distribution_pct.learned", figure(request, "distribution_pct.learned") + moved);
            CHECK(figure(ask("route_model", more), "speedup") <= figure(r, "speedup") * (1 + 1e-12));
        }
    }
}

TEST_CASE("route_breakeven: 1.5 at the default costs is beyond the bound, and says so") {
    const Json r = breakeven(1.5);
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "max_speedup") == Approx(1.4985014985).epsilon(1e-9));
    CHECK(figure(r, "speedup") == figure(r, "max_speedup"));
    CHECK(r["distribution_pct"] == distribution(100, 0, 0));
    CHECK(sentence(r, "reason") ==
          "No distribution reaches 1.5×: the experts and the cheapest path take 100.1 of 150 µs, which caps it at "
          "1.4985×.");
}

TEST_CASE("route_breakeven: 1.3 with the most learned tokens, verified by putting it back") {
    const Json r = breakeven(1.3);
    CHECK(r["feasible"] == true);
    CHECK(figure(r, "distribution_pct.learned") == Approx(100 * (150 / 1.3 - 100.1) / 50.5).epsilon(1e-12));
    CHECK(figure(r, "distribution_pct.cached") == 0);
    CHECK(figure(r, "speedup") == Approx(1.3).epsilon(1e-12));
    CHECK(put_back(r, Json::object()) == Approx(1.3).epsilon(1e-12));
    CHECK(sentence(r, "reason") == "30.27 % learned: any more would miss the target.");
    const double learned = figure(r, "distribution_pct.learned") + 0.01;
    CHECK(figure(modelled(100 - learned, 0, learned), "speedup") < 1.3);
}

TEST_CASE("route_breakeven: with fewer learned tokens allowed, as many cached as the target leaves room for") {
    const Json costs{{"costs_us", {{"cached", 40}}}};
    Json request = costs;
    request["max_learned_pct"] = 10;
    const Json r = breakeven(1.3, request);
    CHECK(figure(r, "distribution_pct.learned") == Approx(10));
    // 150 / 1.3 - 100 = 0.1 + 0.1 * (40 + 50) + x * 40
    CHECK(figure(r, "distribution_pct.cached") == Approx(100 * (150 / 1.3 - 109.1) / 40).epsilon(1e-12));
    CHECK(put_back(r, costs) == Approx(1.3).epsilon(1e-12));
    CHECK(sentence(r, "reason") == "10 % learned: more is not allowed.");
    const Json roomy = breakeven(1.3, {{"max_learned_pct", 15}});
    CHECK(figure(roomy, "distribution_pct.cached") == Approx(85));
    CHECK(figure(roomy, "speedup") > 1.3);
}

TEST_CASE("route_breakeven: the bound itself can be reached, and a target below 1 needs no look-up to save") {
    const Json bound = breakeven(figure(breakeven(1.5), "max_speedup"));
    CHECK(bound["feasible"] == true);
    CHECK(figure(bound, "distribution_pct.learned") == Approx(0).margin(1e-9));
    CHECK(figure(breakeven(0.9), "distribution_pct.learned") == 100);
    CHECK(figure(breakeven(1), "distribution_pct.learned") == Approx(100 * 49.9 / 50.5));
}

TEST_CASE("route_breakeven: put back, every answer keeps its word") {
    Dice dice;
    for (int i = 0; i < 2000; ++i) {
        const double target = 0.5 + dice.uniform(), most = dice.percent();
        const Json request{{"costs_us", dice.costs()}, {"cascade", dice.coin()}};
        Json asked = request;
        asked["max_learned_pct"] = most;
        const Json r = breakeven(target, asked);
        INFO(target << " " << asked.dump() << " -> " << r.dump());
        const double reached = put_back(r, request), learned = figure(r, "distribution_pct.learned");
        CHECK(figure(r, "speedup") == Approx(reached).epsilon(1e-9));
        CHECK(learned <= most * (1 + 1e-12));
        CHECK(learned + figure(r, "distribution_pct.fast") + figure(r, "distribution_pct.cached") == Approx(100));
        CHECK((reached >= target * (1 - 1e-9)) == r["feasible"].get<bool>());
        if (r["feasible"] == false) {
            // Nor does any other distribution with so few learned tokens.
            const double some = most * dice.uniform(), fast = (100 - some) * dice.uniform();
            const Json other = with(request, "distribution_pct", distribution(fast, 100 - some - fast, some));
            CHECK(figure(ask("route_model", other), "speedup") < target);
        } else if (learned < most * (1 - 1e-9)) {
            // One more learned token in a hundred thousand would be too many, whatever the others do.
            const double more = std::fmin(learned + 1e-3, 100), rest = 100 - more;
            for (const Json& other : {distribution(rest, 0, more), distribution(0, rest, more)})
                CHECK(figure(ask("route_model", with(request, "distribution_pct", other)), "speedup") <
                      target * (1 + 1e-12));
        }
    }
}

TEST_CASE("bad input: sums, costs of zero or below, what is missing") {
    for (const double learned : {14.0, 16.0, 100.0}) {
        const Json off = error_at("route_model", {{"distribution_pct", {{"learned", learned}}}});
        CHECK(sentence(off, "code") == "out_of_range");
        CHECK(sentence(off, "field") == "distribution_pct");
        CHECK(sentence(off, "message") ==
              "distribution_pct must sum to 100 ± 0.5, given " + std::to_string(static_cast<int>(85 + learned)));
    }
    CHECK(error_of("route_model", {{"distribution_pct", distribution(99.4, 0, 0)}}) == "out_of_range");
    CHECK(error_of("route_model", {{"distribution_pct", distribution(99.5, 0, 0)}}).empty());
    for (const double cost : {0.0, -1.0}) {
        const Json off = error_at("route_breakeven", {{"target_speedup", 1.3}, {"costs_us", {{"learned", cost}}}});
        CHECK(sentence(off, "code") == "out_of_range");
        CHECK(sentence(off, "field") == "costs_us.learned");
    }
    CHECK(error_of("route_model", {{"costs_us", {{"gate", 1}}}}) == "unknown_field");
    CHECK(error_of("route_model", {{"costs_us", 5}}) == "wrong_type");
    CHECK(error_of("route_breakeven", Json::object()) == "missing_field");
    CHECK(error_of("route_breakeven", {{"target_speedup", 0}}) == "out_of_range");
    CHECK(error_of("route_project", {{"model", "Mixtral_8x7B"}}) == "missing_field");
    CHECK(error_of("route_project",
                   {{"model", "Mixtral_8x7B"}, {"hardware", "H100"}, {"distribution_pct", distribution(50, 0, 0)}}) ==
          "out_of_range");
}

TEST_CASE("bad input in C++: what JSON cannot hold") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    RouteModelRequest model;
    model.distribution.fast = nan;
    CHECK(route_model(model).error().field == "distribution_pct.fast");
    model = {};
    model.costs.expert = std::numeric_limits<double>::infinity();
    CHECK(route_model(model).error().field == "costs_us.expert");
    RouteBreakevenRequest target;
    target.target_speedup = nan;
    CHECK(route_breakeven(target).error().field == "target_speedup");
    CHECK(route_project({}).error().field == "model");
}
