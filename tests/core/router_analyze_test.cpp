#include <fstream>
#include <iterator>

#include "describe/json.hpp"
#include "moe_router/report.hpp"
#include "ridgepoint/moe_router/analyze.hpp"
#include "simulated_run.hpp"

using namespace ridgepoint;
using simulated::few, simulated::run, simulated::silent, simulated::small, simulated::text;

namespace {

/// On the simulated computer, by its clock's step and the time a reading takes.
Json analysis(const Json& request, double step_s = 0, double reading_s = 1e-9) {
    simulated::Clock clock;
    clock.step_s = step_s;
    clock.reading_s = reading_s;
    const Json answer = run(request, text(), clock);
    INFO(answer.dump().substr(0, 300));
    REQUIRE(answer.contains("result"));
    return answer["result"]["systems_analysis"];
}

/// On the simulated computer, had its look-ups taken this long.
Json with_look_ups(const Json& request, double fast_us, double cached_us) {
    simulated::Clock clock;
    clock.step_s = 0;
    clock.reading_s = 1e-9;
    const auto asked = read_json<RouteAnalyzeRequest>(request, *Registry::embedded());
    const auto tokens = router::tokenize(text());
    REQUIRE(asked);
    REQUIRE(tokens);
    auto measured = router::measure(*asked, *tokens, {clock, simulated::kernels(), silent, few});
    REQUIRE(measured);
    measured->look_ups.fast_us = fast_us;
    measured->look_ups.cached_us = cached_us;
    const auto analysis = router::report_on(*measured, *tokens, text().size(), "simulated");
    REQUIRE(analysis);
    return write_json(*analysis, Unset::null);
}

constexpr double weight_us = 1e-3;  // of the simulated computer

}  // namespace

TEST_CASE("times are those of the matrices on a computer that spends time on nothing else") {
    const Json a = analysis(small());
    const double gate_us = (32 * 16 + 8 * 32) * weight_us, experts_us = 2 * 2 * 16 * 64 * weight_us;
    CHECK(figure(a, "baseline.time_per_token_us") == Approx(gate_us + experts_us).epsilon(1e-6));
    CHECK(figure(a, "baseline.route_per_token_us") == Approx(gate_us).epsilon(1e-6));
    CHECK(figure(a, "baseline.avg_time_ms") == Approx(16 * (gate_us + experts_us) / 1000).epsilon(1e-6));
    CHECK(figure(a, "baseline.throughput_tps") == Approx(1e6 / (gate_us + experts_us)).epsilon(1e-6));
    CHECK(figure(a, "baseline.low_us") == Approx(figure(a, "baseline.high_us")).epsilon(1e-6));
    const double learned = figure(a, "var.var_stats.learned") / 160;
    CHECK(figure(a, "var.time_per_token_us") == Approx(learned * gate_us + experts_us).epsilon(1e-6));
    CHECK(figure(a, "comparison.actual_speedup") ==
          Approx((gate_us + experts_us) / (learned * gate_us + experts_us)).epsilon(1e-6));
    CHECK(figure(a, "calibration.learned_us") == Approx(gate_us).epsilon(1e-6));
    CHECK(figure(a, "calibration.expert_us") == Approx(experts_us).epsilon(1e-6));
    for (const auto& [length, point] : a["scaling"].items()) {
        CHECK(figure(point, "sequence_length") == std::stod(length));
        CHECK(figure(point, "avg_time_ms") ==
              Approx(figure(point, "time_per_token_ms") * std::stod(length)).epsilon(1e-9));
    }
    CHECK(a["scaling"].size() == 3);
    CHECK(figure(a, "roofline.flop_per_token") ==
          Approx(2 * (2 * 2 * 16 * 64 + learned * (32 * 16 + 8 * 32))).epsilon(1e-9));
    CHECK(figure(a, "roofline.flop_per_s") ==
          Approx(figure(a, "roofline.flop_per_token") * figure(a, "var.throughput_tps")).epsilon(1e-9));
    CHECK(figure(a, "host.peak_flop_per_s") == Approx(2e9).epsilon(1e-3));
    CHECK(figure(a, "host.peak_bytes_per_s") == Approx(4e9).epsilon(1e-3));
    CHECK(figure(a, "roofline.ridge_point_flop_per_byte") == Approx(0.5).epsilon(1e-3));
}

TEST_CASE("the counts of an analysis add up") {
    const Json a = analysis(small()), stats = a["var"]["var_stats"];
    const double fast = figure(stats, "fast"), cached = figure(stats, "cached"), learned = figure(stats, "learned");
    CHECK(figure(stats, "tokens") == 160);
    CHECK(fast + cached + learned == 160);
    CHECK(fast > 0);
    CHECK(cached > 0);
    CHECK(learned > 0);
    CHECK(figure(stats, "distribution_pct.fast") == Approx(100 * fast / 160));
    CHECK(figure(stats, "cache.hits") == cached);
    CHECK(figure(stats, "cache.misses") == learned);
    CHECK(figure(stats, "cache.peak_size") <= figure(stats, "cache.capacity"));
    CHECK(figure(stats, "agreement_by_path.learned") == 1);
    CHECK(figure(stats, "agreement") == Approx((fast * figure(stats, "agreement_by_path.fast") +
                                                cached * figure(stats, "agreement_by_path.cached") + learned) /
                                               160));
    CHECK(figure(stats, "output_error") > 0);
    CHECK(figure(stats, "output_error") < 2);
    CHECK(says(a["notes"], "of the decisions are not the gating network's"));
    CHECK(figure(a, "text.tokens") == 4000);
    CHECK(figure(a, "text.readings") == Approx((160 + 64) / 4000.0));
    CHECK(figure(a, "baseline.memory.allocated_mb") < figure(a, "var.memory.allocated_mb"));
    CHECK(figure(a, "roofline.total_params_billions") * 1e9 ==
          Approx(32 * 16 + 8 * 32 + 8 * 2 * 16 * 64 + 16 * (figure(a, "text.distinct_tokens") + 1)));
}

TEST_CASE("the load of an expert is the tokens that it is given, by hand") {
    const auto load = [](const Json& changes, const std::string& given) {
        simulated::Clock clock;
        Json request = small();
        request["config"].update(changes);
        const Json a = member(run(request, given, clock), "result.systems_analysis");
        CHECK(a["baseline"]["expert_load"] == a["var"]["expert_load"]);
        return a["baseline"]["expert_load"];
    };
    // 10 samples of 16 tokens that are all the same, and none before them counts: two of the eight experts are given
    // all 160, and the mean is 160 · 2 / 8 = 40.
    const Json same = load({{"context_weight", 0}}, "word word word word");
    std::vector<double> tokens = same["tokens"].get<std::vector<double>>();
    std::sort(tokens.begin(), tokens.end());
    CHECK(tokens == std::vector<double>{0, 0, 0, 0, 0, 0, 160, 160});
    CHECK(figure(same, "busiest_over_mean") == 4);
    // Every token visits every expert.
    const Json every = load({{"experts", 2}, {"top_k", 2}}, text());
    CHECK(every["tokens"] == Json{160, 160});
    CHECK(figure(every, "busiest_over_mean") == 1);
}

TEST_CASE("loads sum to tokens times top_k, and the busiest has at least the mean and at most all") {
    for (const double experts : {2, 3, 8})
        for (const double seed : {1, 2, 3}) {
            Json request = small();
            request["config"].update({{"experts", experts}, {"seed", seed}});
            const Json a = analysis(request);
            for (const char* run : {"baseline", "var"}) {
                const Json& load = a[run]["expert_load"];
                INFO(load.dump());
                CHECK(static_cast<double>(load["tokens"].size()) == experts);
                double sum = 0;
                for (const Json& tokens : load["tokens"]) sum += tokens.get<double>();
                CHECK(sum == 160 * 2);
                CHECK(figure(load, "busiest_over_mean") >= 1);
                CHECK(figure(load, "busiest_over_mean") <= experts);
            }
        }
}

TEST_CASE("a forced gating network agrees with itself and gains nothing") {
    Json request = with(with(small(), "config.frequency_threshold", 1e9), "config.cache_size", 0);
    const Json a = analysis(request);
    CHECK(figure(a, "var.var_stats.learned") == 160);
    CHECK(figure(a, "var.var_stats.agreement") == 1);
    CHECK(figure(a, "var.var_stats.output_error") == 0);
    CHECK(member(a, "var.var_stats.agreement_by_path.fast").is_null());
    CHECK(figure(a, "comparison.actual_speedup") == Approx(1).epsilon(1e-6));
    CHECK(a["criteria"][0]["met"] == false);
    CHECK(a["criteria"][2]["met"] == false);
    CHECK(a["bottlenecks"][0]["name"] == "high_learned_routing");
    CHECK_FALSE(says(a["notes"], "of the decisions"));
}

TEST_CASE("decisions follow from request and text, whatever the clock") {
    const auto timeless = [](Json a) {
        for (const char* part : {"clock", "host", "baseline", "roofline", "calibration", "comparison", "criteria",
                                 "scaling", "bottlenecks", "notes"})
            a.erase(part);
        a["var"] = a["var"]["var_stats"];
        return a;
    };
    const Json fine = timeless(analysis(small()));
    CHECK(timeless(analysis(small())) == fine);
    CHECK(timeless(analysis(small(), 1e-4, 1e-7)) == fine);
    CHECK(timeless(analysis(with(small(), "repetitions", 1))) != fine);  // only as it says how many there were
    const Json other = analysis(with(small(), "config.seed", 2));
    CHECK(other["var"]["var_stats"] != fine["var"]);
    simulated::Clock clock;
    const Json answer = run(small(), text(), clock, router::best_kernels());
    const Json simd = member(answer, "result.systems_analysis");
    CHECK(simd["var"]["var_stats"] == fine["var"]);
}

TEST_CASE("a run too short for the clock says so and gives no times") {
    const Json a = analysis(small(), 10, 0.01);
    for (const char* path :
         {"baseline.avg_time_ms", "baseline.throughput_tps", "var.time_per_token_us", "comparison.actual_speedup",
          "comparison.predicted_speedup", "comparison.prediction_error_pct", "roofline.estimated_tflops"})
        CHECK(member(a, path).is_null());
    CHECK(says(a["notes"], "The run is too short for the clock, whose steps are 10.0 s"));
    for (const Json& criterion : a["criteria"]) {
        CHECK(criterion["met"].is_null());
        CHECK(criterion["text"] == "not measured");
    }
    CHECK(figure(a, "var.var_stats.tokens") == 160);
}

TEST_CASE("a coarse clock is met with longer groups") {
    const Json request = with(small(), "config.router_width", 128);
    const Json fine = analysis(request), coarse = analysis(with(request, "samples", 200), 1e-4, 1e-7);
    CHECK(figure(coarse, "clock.resolution_s") == Approx(1e-4));
    CHECK(figure(coarse, "baseline.time_per_token_us") ==
          Approx(figure(fine, "baseline.time_per_token_us")).epsilon(0.05));
    CHECK(figure(coarse, "calibration.learned_us") == Approx(figure(fine, "calibration.learned_us")).epsilon(0.05));
}

TEST_CASE("what an analysis concludes follows from its own figures") {
    const Json a = with_look_ups(with(small(), "config.expert_width", 256), 0.06, 0.04);
    const Json stats = a["var"]["var_stats"], costs = a["calibration"];
    const double actual = figure(a, "comparison.actual_speedup"), predicted = figure(a, "comparison.predicted_speedup");
    CHECK(actual == Approx(figure(a, "baseline.time_per_token_us") / figure(a, "var.time_per_token_us")));
    CHECK(figure(a, "comparison.prediction_error_pct") == Approx(100 * std::fabs(predicted - actual) / actual));
    Json model{{"distribution_pct", stats["distribution_pct"]}, {"costs_us", Json::object()}};
    for (const char* cost : {"fast", "cached", "learned", "expert"})
        model["costs_us"][cost] = costs[std::string(cost) + "_us"];
    const Json prediction = ask("route_model", model);
    CHECK(figure(prediction, "speedup") == Approx(predicted));
    CHECK(figure(prediction, "max_speedup") == Approx(figure(a, "comparison.max_speedup")));
    CHECK(figure(prediction, "time_per_token_us") == Approx(figure(costs, "time_per_token_us")));
    CHECK(figure(costs, "learned_us") + figure(costs, "expert_us") == Approx(figure(a, "baseline.time_per_token_us")));
    for (const Json& c : a["criteria"]) {
        REQUIRE(c["figure"].is_number());
        const double value = figure(c, "figure"), limit = figure(c, "limit");
        if (c["name"] == "speedup_verified") CHECK(c["met"] == (value > limit));
        else if (c["name"] == "prediction_accurate") CHECK(c["met"] == (value < limit));
        else CHECK(c["met"] == (value <= limit));
    }
    double high = 0;
    for (const Json& b : a["bottlenecks"]) high += b["severity"] == "high" ? 1 : 0;
    CHECK(figure(a["criteria"][2], "figure") == high);
}

TEST_CASE("an analysis projects its shares, and profiles every scope") {
    simulated::Clock clock;
    const Json result = member(run(small(), text(), clock), "result");
    const Json a = result["systems_analysis"];
    const Json projected = ask("route_project", {{"model", "Mixtral_8x7B"},
                                                 {"hardware", "H100"},
                                                 {"distribution_pct", a["var"]["var_stats"]["distribution_pct"]}});
    CHECK(a["projection"]["result"] == projected);
    REQUIRE(result["profile_report"]["scopes"].size() > 5);
    for (const Json& scope : result["profile_report"]["scopes"]) {
        INFO(scope.dump());
        CHECK(figure(scope, "count") > 0);
        if (scope["resolved"] == true) {
            CHECK(figure(scope, "min_s") <= figure(scope, "p50_s"));
            CHECK(figure(scope, "p50_s") <= figure(scope, "p95_s"));
            CHECK(figure(scope, "p95_s") <= figure(scope, "max_s"));
            CHECK(figure(scope, "total_s") ==
                  Approx(figure(scope, "mean_s") * figure(scope, "count") * figure(scope, "operations")));
        } else {
            CHECK(scope["mean_s"].is_null());
        }
        CHECK(figure(scope, "peak_bytes") >= figure(scope, "in_use_bytes"));
    }
}

TEST_CASE("one token is a text") {
    Json request = small();
    simulated::Clock clock;
    clock.step_s = 0;
    clock.reading_s = 1e-9;
    const Json a = member(run(request, "whale", clock), "result.systems_analysis");
    CHECK(figure(a, "text.tokens") == 1);
    CHECK(figure(a, "text.distinct_tokens") == 1);
    CHECK(figure(a, "text.readings") == 224);
    CHECK(figure(a, "var.var_stats.tokens") == 160);
    CHECK(says(a["notes"], "was read 224 times over"));
    Json one = with(with(with(small(), "samples", 1), "config.sequence_length", 1), "config.warm_up_samples", 0);
    const Json least = member(run(one, "whale", clock), "result.systems_analysis");
    CHECK(figure(least, "var.var_stats.tokens") == 1);
    CHECK(figure(least, "var.var_stats.learned") == 1);
    CHECK(figure(least, "comparison.actual_speedup") == Approx(1).epsilon(1e-4));
}

TEST_CASE("bytes that are not UTF-8 are told of") {
    simulated::Clock clock;
    const Json a = member(run(small(), "a \xFF\xFE b", clock), "result.systems_analysis");
    CHECK(figure(a, "text.replaced") == 2);
    CHECK(says(a["notes"], "2 bytes of the text are not UTF-8"));
}

TEST_CASE("quick is fewer samples and repetitions") {
    const Json a = analysis(with(with(with(small(), "quick", true), "samples", 500), "repetitions", 9));
    CHECK(figure(a, "samples") == 20);
    CHECK(figure(a, "repetitions") == 3);
    CHECK(figure(analysis(with(small(), "quick", true)), "samples") == 10);
}

TEST_CASE("progress rises from nothing to all") {
    simulated::Clock clock;
    std::vector<double> shares;
    std::vector<std::string> stages;
    const auto answer = route_analyze_json(small().dump(), text(),
                                           {clock, simulated::kernels(), [&](double done, std::string_view stage) {
                                                shares.push_back(done);
                                                stages.emplace_back(stage);
                                            }});
    REQUIRE(shares.size() > 5);
    CHECK(shares.front() == 0);
    CHECK(shares.back() == 1);
    CHECK(std::is_sorted(shares.begin(), shares.end()));
    CHECK(shares[shares.size() - 2] < 1);
    CHECK(std::count(stages.begin(), stages.end(), "repetition 2 of 2") == 1);
}
