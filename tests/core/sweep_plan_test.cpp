#include "ask.hpp"
#include "engine/sweep.hpp"

using namespace ridgepoint;

namespace {

const Json rate_against_price{
    {"call", "plan"},
    {"base", {{"model", "Llama3_70B"}, {"demand", {{"slo", {{"ttft_s", 1}, {"itl_s", 0.05}}}}}, {"max_devices", 16}}},
    {"axes", {{"demand.rate_per_s", {0.5, 10, 500}}, {"precision", {"fp16", "fp8"}}}},
    {"outputs",
     {"cheapest.hardware", "cheapest.devices", "cheapest.parallel.tensor", "cheapest.parallel.pipeline",
      "cheapest.cost_usd", "cheapest.latency_s", "cheapest.ttft_s", "cheapest.meets", "cheapest.binds",
      "cheapest.recomputation", "considered", "cheapest"}}};

/// The cell as a call would have it.
Json told(const Sweep& sweep, std::size_t row, std::size_t column) {
    const auto& [name, kind, labels] = sweep.columns[column];
    const double value = sweep.values[column * sweep.rows + row];
    if (std::isnan(value)) return nullptr;
    if (kind == Kind::boolean) return value != 0;
    return labels.empty() ? Json(value) : Json(labels[static_cast<std::size_t>(value)]);
}

std::string refused_as(const Json& request) {
    const auto swept = sweep(request, *Registry::embedded());
    CHECK_FALSE(swept.has_value());
    return swept ? "" : swept.error().field + ": " + swept.error().message;
}

}  // namespace

TEST_CASE("a sweep of plans has the choice of each, by the fields of the option that is cheapest") {
    const auto swept = sweep(rate_against_price, *Registry::embedded());
    REQUIRE(swept.has_value());
    REQUIRE(swept->rows == 6);
    std::size_t unmet = 0;
    for (std::size_t row = 0; row < swept->rows; ++row) {
        Json request = with(rate_against_price["base"], "demand.rate_per_s", told(*swept, row, 0));
        request["precision"] = told(*swept, row, 1);
        const Json plan = ask("plan", request);
        const Json choice = plan["cheapest"].is_null() ? Json() : plan["options"][plan["cheapest"].get<std::size_t>()];
        unmet += choice.is_null() ? 1 : 0;
        std::size_t column = 2;
        for (const std::string output : rate_against_price["outputs"]) {
            const std::string prefix = "cheapest.";
            const bool of_choice = output.rfind(prefix, 0) == 0;
            INFO(request.dump() << " " << output);
            CHECK(told(*swept, row, column++) ==
                  (of_choice ? member(choice, output.substr(prefix.size())) : plan[output]));
        }
    }
    // 500 requests a second are beyond 16 devices.
    CHECK(unmet == 2);
}

TEST_CASE("a column of texts lists each once, in whatever parts the rows come, and none where there is none") {
    Json request = rate_against_price;
    request["outputs"] = {"cheapest.hardware"};
    std::vector<Json> devices;
    std::size_t labels = 0;
    const auto ended = sweep_in_parts(request, *Registry::embedded(), {}, 1, [&](const Sweep& part) {
        devices.push_back(told(part, 0, 2));
        labels = part.columns[2].labels.size();
    });
    REQUIRE(ended.has_value());
    const auto whole = sweep(request, *Registry::embedded());
    REQUIRE(whole.has_value());
    for (std::size_t row = 0; row < whole->rows; ++row) CHECK(told(*whole, row, 2) == devices[row]);
    CHECK(whole->columns[2].labels.size() == labels);
    CHECK(labels < 4);
    request["axes"] = {{"demand.rate_per_s", {1e6}}};
    const SweepColumns nothing = sweep_columns(request.dump());
    CHECK(member(Json::parse(nothing.header_json)["columns"][1], "labels") == Json::array());
    CHECK(std::isnan(nothing.values[1]));
}

TEST_CASE("training plans too, and where the cost first falls below a threshold") {
    const Json request{{"call", "plan"},
                       {"base", {{"model", "Llama3_8B"}, {"demand", {{"tokens", 1e11}}}, {"max_devices", 256}}},
                       {"axes", {{"demand.days", {0.01, 6, 24}}}},
                       {"outputs", {"cheapest.cost_usd", "cheapest.recomputation"}},
                       {"below", {{"cheapest.cost_usd", {1e9}}}}};
    const SweepColumns columns = sweep_columns(request.dump());
    const Json header = Json::parse(columns.header_json);
    CHECK(member(header, "below")["cheapest.cost_usd"] == Json{{6.0}});
    CHECK(header["columns"][2]["labels"].is_array());
}

TEST_CASE("what a sweep of plans refuses, by name") {
    const auto altered = [](const char* path, const Json& value) { return with(rate_against_price, path, value); };
    CHECK(refused_as(altered("outputs", {"cheapest.price"}))
              .find("PlanResult has no field \"cheapest.price\"; PlanOption has hardware, ") != std::string::npos);
    CHECK(refused_as(altered("outputs", {"cheapest.why"})).find("is not a number or a name") != std::string::npos);
    CHECK(refused_as(altered("outputs", {"cheapest.parallel"})).find("is not a number or a name") != std::string::npos);
    CHECK(refused_as(altered("outputs", {"front.devices"})).find("has no parts") != std::string::npos);
    CHECK(refused_as(altered("outputs", {"considered.devices"})).find("has no parts") != std::string::npos);
    CHECK(refused_as(altered("axes", {{"demand.days", {1}}})).rfind("demand.tokens: ", 0) == 0);
    Json many = Json::array();
    for (int i = 1; i <= 2501; ++i) many.push_back(i);
    CHECK(refused_as(altered("axes", {{"demand.rate_per_s", many}})).find("at most 2500 rows of plan") !=
          std::string::npos);
}
