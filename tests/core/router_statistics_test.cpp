#include "catch.hpp"
#include "moe_router/statistics.hpp"

using namespace ridgepoint::router;

namespace {

Decision naming(int first, int second, float weight = 0.5f) {
    Decision d;
    d.expert = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
    d.weight = {weight, 1 - weight};
    return d;
}

constexpr StabilityRule rule{3, 0.5, 2};

}  // namespace

TEST_CASE("the entropy is that of the experts beyond a stable choice") {
    MemoryMeter meter;
    TokenStatistics statistics(meter, 4, 8, 2, rule);
    statistics.record(1, naming(0, 1));
    CHECK(statistics.entropy_bits(1) == 0);
    statistics.record(1, naming(1, 0));
    CHECK(statistics.entropy_bits(1) == 0);
    statistics.record(2, naming(0, 1));
    statistics.record(2, naming(0, 1));
    statistics.record(2, naming(0, 2));
    CHECK(statistics.entropy_bits(2) == Approx(0.4591479).epsilon(1e-6));
    statistics.record(3, naming(0, 1));
    statistics.record(3, naming(2, 3));
    CHECK(statistics.entropy_bits(3) == Approx(1).epsilon(1e-6));
    for (const auto& [a, b] : {std::pair{4, 5}, {6, 7}}) statistics.record(3, naming(a, b));
    CHECK(statistics.entropy_bits(3) == Approx(2).epsilon(1e-6));
}

TEST_CASE("a token is on the fast path when it is frequent, known and stable") {
    MemoryMeter meter;
    TokenStatistics statistics(meter, 3, 8, 2, rule);
    CHECK(statistics.observe(1) == nullptr);
    statistics.record(1, naming(4, 6, 0.75f));
    CHECK(statistics.observe(1) == nullptr);
    CHECK(statistics.observe(1) == nullptr);  // frequent, and one decision only
    statistics.record(1, naming(4, 6, 0.25f));
    const Decision* table = statistics.observe(1);
    REQUIRE(table != nullptr);
    CHECK(table->expert[0] == 4);
    CHECK(table->expert[1] == 6);
    CHECK(table->weight[0] == 0.5f);  // the mean of its weights
    CHECK(table->weight[1] == 0.5f);
    CHECK(statistics.count(1) == 4);

    for (int i = 0; i < 5; ++i) CHECK(statistics.observe(2) == nullptr);
    statistics.record(2, naming(0, 1));
    statistics.record(2, naming(2, 3));
    CHECK(statistics.observe(2) == nullptr);  // 1 bit is over the threshold
}

TEST_CASE("the table holds the most frequent experts, with weights that sum to one") {
    MemoryMeter meter;
    TokenStatistics statistics(meter, 2, 8, 2, {1, 6, 1});
    statistics.record(1, naming(5, 2, 0.9f));
    statistics.record(1, naming(5, 2, 0.9f));
    statistics.record(1, naming(7, 5, 0.6f));
    const Decision* table = statistics.observe(1);
    REQUIRE(table != nullptr);
    CHECK(table->expert[0] == 5);
    CHECK(table->expert[1] == 2);
    const double five = (0.9 + 0.9 + 0.4) / 3, two = 0.1;
    CHECK(table->weight[0] == Approx(five / (five + two)).epsilon(1e-5));
    CHECK(table->weight[0] + table->weight[1] == Approx(1).epsilon(1e-6));
}

TEST_CASE("statistics can be copied and forgotten") {
    MemoryMeter meter;
    TokenStatistics one(meter, 2, 4, 2, {1, 1, 1}), other(meter, 2, 4, 2, {1, 1, 1});
    one.record(1, naming(2, 3));
    one.observe(1);
    other.assign(one);
    CHECK(other.count(1) == 1);
    REQUIRE(other.observe(1) != nullptr);
    CHECK(other.observe(1)->expert[0] == 2);
    other.reset();
    CHECK(other.count(1) == 0);
    CHECK(other.observe(1) == nullptr);
    CHECK(one.count(1) == 1);
}
