#include "ask.hpp"
#include "ridgepoint/route.hpp"

using namespace ridgepoint;

TEST_CASE("route_project: Mixtral 8x7B's gates are some per cent of a step, for their launches") {
    const Json request{{"model", "Mixtral_8x7B"}, {"hardware", "H100"}, {"precision", "int8"}};
    const Json r = ask("route_project", request);
    // One gate of 4096 x 8 in each of 32 layers, a byte a weight, at 3.35e12 B/s; 3 of 12 launches, of 10 us together.
    CHECK(figure(r, "costs_us.learned") == Approx(4096.0 * 8 * 32 / 3.35e12 * 1e6 + 80).epsilon(1e-6));
    CHECK(figure(r, "costs_us.fast") == Approx(8.0 * 2 * 32 / 3.35e12 * 1e6 + 320 / 12.0).epsilon(1e-6));
    // Two of eight experts, of 5.64e9 weights each.
    CHECK(figure(r, "experts_share") * figure(r, "time_per_token_us") ==
          Approx(2 * (46702792704.0 - 12879925248.0) / 6 / 3.35e12 * 1e6).epsilon(1e-9));
    CHECK(figure(r, "router_share") == Approx(80.313 / 4244.88).epsilon(1e-4));
    CHECK(figure(r, "router_launch_share") == Approx(80 / 4244.88).epsilon(1e-4));
    CHECK(figure(r, "max_speedup") == Approx(4244.88 / (4244.88 - 80.313 + 26.667)).epsilon(1e-5));
    CHECK(figure(r, "speedup") > 1);
    CHECK(figure(r, "speedup") < figure(r, "max_speedup"));
    CHECK(r["regime"] == "memory");
    CHECK(says(r["notes"],
               "gates are 1.89 % of a step (launching them 1.88 %), so skipping them gains at most 1.0128×."));
    // Without launches the ten-thousandth that is left cannot pay.
    const Json free = ask("route_project", with(request, "assumptions.layer_overhead_s", 0));
    CHECK(figure(free, "router_launch_share") == 0);
    CHECK(figure(free, "router_share") < 1e-4);
    CHECK(says(free["notes"], "1.0001×: not worth it"));
    const Json step = ask("roofline", request);
    CHECK(figure(r, "time_per_token_us") == Approx(1e6 * figure(step, "latency_s")).epsilon(1e-12));
}

TEST_CASE("route_project: its costs put into route_model give the same speedup and bound") {
    for (const char* model : {"Mixtral_8x7B", "Mixtral_8x22B", "DeepSeek_V3", "Qwen3_30B_A3B", "Qwen3_235B_A22B"}) {
        for (const bool cascade : {true, false}) {
            const Json r = ask("route_project", {{"model", model}, {"hardware", "H200"}, {"cascade", cascade}});
            const Json back = ask("route_model", {{"costs_us", r["costs_us"]}, {"cascade", cascade}});
            INFO(model);
            CHECK(figure(back, "speedup") == Approx(figure(r, "speedup")).epsilon(1e-12));
            CHECK(figure(back, "max_speedup") == Approx(figure(r, "max_speedup")).epsilon(1e-12));
            CHECK(figure(back, "time_per_token_us") < figure(r, "time_per_token_us"));
            CHECK(figure(r, "router_share") + figure(r, "experts_share") < 1);
        }
    }
}

TEST_CASE("route_project: by arithmetic in a large batch, where look-ups hide behind it") {
    const Json r =
        ask("route_project", {{"model", "Qwen3_30B_A3B"}, {"hardware", "H200"}, {"batch", 16384}, {"context", 1}});
    CHECK(r["regime"] == "compute");
    CHECK(figure(r, "costs_us.fast") == Approx(48 * 10 / 12.0 / 16384));  // its launch alone
    // 2 x 2048 x 128 x 48 FLOP a token at half of 989 TFLOP/s, and 48 x 3 / 12 x 10 us for them all.
    CHECK(figure(r, "costs_us.learned") ==
          Approx(2 * 2048.0 * 128 * 48 / 494.5e12 * 1e6 + 120.0 / 16384).epsilon(2e-3));
}

TEST_CASE("route_project: what hides wholly behind arithmetic costs the least that there is, which route_model takes") {
    const Json request{{"model", "Qwen3_30B_A3B"},
                       {"hardware", "H200"},
                       {"batch", 16384},
                       {"context", 1},
                       {"assumptions", {{"layer_overhead_s", 0}, {"overlap", 1}}}};
    const Json r = ask("route_project", request);
    CHECK(figure(r, "costs_us.fast") == least_cost_us);
    CHECK(figure(r, "costs_us.cached") == least_cost_us);
    CHECK(answer("route_model", {{"costs_us", r["costs_us"]}}).contains("result"));
}

TEST_CASE("route_project: a device faster than any costs the least that there is for each path") {
    const Json fast{{"name", "Fast"},
                    {"memory_capacity_bytes", 1e17},
                    {"memory_bandwidth_bytes_per_s", 1e20},
                    {"peak_flop_per_s", {{"fp16", 1e23}}}};
    const Json tiny{{"name", "Tiny"},         {"parameters", 2000}, {"active_parameters", 1500}, {"experts", 2},
                    {"experts_per_token", 1}, {"layers", 1},        {"hidden_dim", 8},           {"heads", 1},
                    {"head_dim", 8}};
    const Json r =
        ask("route_project", {{"model", tiny}, {"hardware", fast}, {"assumptions", {{"layer_overhead_s", 0}}}});
    for (const Json& cost : r["costs_us"]) CHECK(cost == least_cost_us);
    CHECK(answer("route_model", {{"costs_us", r["costs_us"]}}).contains("result"));
}

TEST_CASE("route_project: a device too slow for costs that route_model takes is refused") {
    const auto at = [](double efficiency) {
        return Json{
            {"model", "Mixtral_8x7B"}, {"hardware", "H100"}, {"assumptions", {{"bandwidth_efficiency", efficiency}}}};
    };
    // A pass reads for 8 ms at the full rate: 780 s at the one, 7,800 s at the other.
    const Json slow = ask("route_project", at(1e-5));
    CHECK(answer("route_model", {{"costs_us", slow["costs_us"]}}).contains("result"));
    const Json refused = error_at("route_project", at(1e-6));
    CHECK(sentence(refused, "field") == "hardware");
    CHECK(sentence(refused, "message").find("within 1e9 us") != std::string::npos);
}

TEST_CASE("route_project: a model that is no mixture of experts, or whose figures do not hold together") {
    const Json dense = error_at("route_project", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    CHECK(sentence(dense, "code") == "not_applicable");
    CHECK(sentence(dense, "field") == "model");
    CHECK(sentence(dense, "message").find("given Llama3_8B") != std::string::npos);
    Json own{{"parameters", 1e9}, {"active_parameters", 5e8}, {"experts", 8}, {"experts_per_token", 2}, {"layers", 10}};
    CHECK(sentence(error_at("route_project", {{"model", own}, {"hardware", "H100"}}), "message").find("given one") !=
          std::string::npos);
    own["hidden_dim"] = 1000;
    CHECK(answer("route_project", {{"model", own}, {"hardware", "H100"}}).contains("result"));
    own["hidden_dim"] = 1e8;
    CHECK(sentence(error_at("route_project", {{"model", own}, {"hardware", "H100"}}), "code") == "not_applicable");
    own["hidden_dim"] = 1000;
    own["dense_layers"] = 10;
    CHECK(sentence(error_at("route_project", {{"model", own}, {"hardware", "H100"}}), "code") == "not_applicable");
}
