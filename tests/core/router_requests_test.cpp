// What may be asked of an analysis.

#include "ridgepoint/moe_router/analyze.hpp"
#include "simulated_run.hpp"

using namespace ridgepoint;
using simulated::error, simulated::small;

TEST_CASE("bad requests are refused by the field at fault") {
    const struct {
        const char* field;
        Json value;
        const char* code;
        const char* at = nullptr;
    } cases[]{
        {"config.frequency_threshold", 0, "out_of_range"},
        {"config.frequency_threshold", 2.5, "out_of_range"},
        {"config.frequency_threshold", "many", "wrong_type"},
        {"config.entropy_threshold", -0.1, "out_of_range"},
        {"config.entropy_threshold", 7, "out_of_range"},
        {"config.cache_size", -1, "out_of_range"},
        {"config.cache_size", 1e7, "out_of_range"},
        {"config.cache_ttl_seconds", 0, "out_of_range"},
        {"config.min_decisions", 0, "out_of_range"},
        {"config.arrival_tokens_per_s", 0, "out_of_range"},
        {"config.context_weight", 1.5, "out_of_range"},
        {"config.sequence_length", 0, "out_of_range"},
        {"config.experts", 65, "out_of_range"},
        {"config.top_k", 9, "out_of_range"},
        {"config.width", 18, "out_of_range"},
        {"config.router_width", 6, "out_of_range"},
        {"config.expert_width", 70000, "out_of_range"},
        {"config.seed", -1, "out_of_range"},
        {"config.preset", "huge", "unknown_name"},
        {"config.temperature", 1, "unknown_field"},
        {"config", "file.json", "wrong_type"},
        {"samples", 0, "out_of_range"},
        {"samples", 20000, "out_of_range"},
        {"repetitions", 0, "out_of_range"},
        {"quick", 1, "wrong_type"},
        {"sequence_lengths", Json::array(), "out_of_range"},
        {"sequence_lengths", {64, 0}, "out_of_range"},
        {"sequence_lengths", {64, 64}, "out_of_range"},
        {"sequence_lengths", {64, "long"}, "wrong_type"},
        {"sequence_lengths", 64, "wrong_type"},
        {"sequence_lengths", Json(std::vector<int>(17, 8)), "out_of_range"},
        {"model", "Llama3_8B", "not_applicable"},
        {"model", "Mixtral", "unknown_name"},
        {"hardware", "H1000", "unknown_name"},
        {"output", "x", "unknown_field"},
    };
    for (const auto& c : cases) {
        const Json e = error(with(small(), c.field, c.value));
        INFO(c.field << " " << c.value.dump() << " -> " << e.dump());
        CHECK(sentence(e, "code") == c.code);
        CHECK(sentence(e, "field") == (c.at == nullptr ? c.field : c.at));
    }
}

TEST_CASE("fields that do not go together are refused") {
    Json e = error(with(with(small(), "config.experts", 2), "config.top_k", 4));
    CHECK(sentence(e, "field") == "config.top_k");
    CHECK(sentence(e, "message") == "config.top_k must be at most experts (2), given 4");
    e = error(with(with(with(small(), "config.experts", 64), "config.width", 1024), "config.expert_width", 65536));
    CHECK(sentence(e, "code") == "too_large");
    CHECK(sentence(e, "field") == "config.expert_width");
    e = error(with(with(small(), "samples", 10000), "config.sequence_length", 4096));
    CHECK(sentence(e, "code") == "too_large");
    CHECK(sentence(e, "field") == "samples");
    CHECK(sentence(error(small(), ""), "field") == "text");
    CHECK(sentence(error(small(), std::string((1 << 24) + 1, 'a')), "code") == "too_large");
    CHECK(sentence(error(Json::array()), "code") == "wrong_type");
}

TEST_CASE("the presets are as described, and dimensions can be set over them") {
    const Json presets = Json::parse(route_presets_json())["result"];
    CHECK(presets["default"]["experts"] == 8);
    CHECK(presets["default"]["router_width"] == 448);
    const Json& m = presets["mixtral_proportions"];
    CHECK(m["preset"] == "mixtral_proportions");
    const auto shape = layer_shape({.preset = RoutePreset::mixtral_proportions}, 100);
    REQUIRE(shape.has_value());
    CHECK(shape->gate_flop() / shape->experts_flop() == Approx(8 / (3 * 2 * 14336.0)));
    const auto own = layer_shape({.preset = RoutePreset::mixtral_proportions, .width = 32}, 100);
    CHECK(own->width == 32);
    CHECK(own->expert_width == 14336);
    CHECK(own->gated_experts);
    const auto usual = layer_shape({}, 100);
    CHECK(usual->gate_flop() / usual->experts_flop() == Approx(0.5).epsilon(0.05));
    CHECK(usual->parameters() == 448 * (64 + 8) + 8 * 2 * 64 * 256 + 100 * 64);
}
