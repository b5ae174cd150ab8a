// What the explainer says to raise next, and how far.

#include "model/next_limit.hpp"
#include "ask.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;

namespace {

Json side(const char* model, const char* hardware, const Json& assumptions = "first-principles") {
    return {{"model", model}, {"hardware", hardware}, {"assumptions", assumptions}};
}

std::string told(const Json& baseline, const Json& proposal) {
    return sentence(ask("explain", {{"baseline", baseline}, {"proposal", proposal}}), "text");
}

}  // namespace

TEST_CASE("what limits the proposal next is said with its elasticity, and from where on another leg is longest") {
    // 4.874 ms of memory beside 0.320 ms of overhead: 15.23 times the bandwidth makes them equal.
    const Json proposal = side("Llama3_8B", "H100"), step = ask("roofline", proposal);
    const Json e = ask("sensitivity", proposal)["elasticities"];
    CHECK(told(side("Llama3_8B", "A100"), proposal)
              .find(cat({"\nWhat limits the proposal next is memory bandwidth: 1 % more of it changes the time by ",
                         decimals(figure(e, "memory_bandwidth"), 2), " %; at ",
                         times(figure(step, "memory_s") / figure(step, "overhead_s")),
                         " as much, the step becomes overhead-bound.\n"})) != std::string::npos);
}

TEST_CASE("what is to be lowered has a factor below 1, and a step is of another leg beyond it alone") {
    // The gaps of 16 layers take 1.6 ms, longer than the memory.
    const Json slow{{"layer_overhead_s", 1e-4}};
    const Json step = ask("roofline", side("Llama3_2_1B", "B200", slow));
    REQUIRE(step["regime"] == "overhead");
    const std::string text = told(side("Llama3_2_1B", "H100", slow), side("Llama3_2_1B", "B200", slow));
    const std::string before = "What limits the proposal next is layer overhead: ", at = "; at ";
    const auto found = text.find(before);
    REQUIRE(found != std::string::npos);
    CHECK(text.find("as much, the step becomes memory-bound.", found) != std::string::npos);
    const double factor = std::stod(text.substr(text.find(at, found) + at.size()));
    CHECK(factor < 1);
    const auto regime = [&](double times) {
        return ask("roofline", side("Llama3_2_1B", "B200", {{"layer_overhead_s", 1e-4 * times}}))["regime"];
    };
    CHECK(regime(factor + 0.01) == "overhead");
    CHECK(regime(factor - 0.01) == "memory");
}

TEST_CASE("what is to be lowered has a factor below 1 also where it is only a part of its leg") {
    // 50 gaps of 20 us are 1 ms of an overhead to which the dispatch belongs too.
    const auto images = [](const char* hardware) {
        return with(side("ResNet50", hardware, {{"layer_overhead_s", 2e-5}}), "batch", 16);
    };
    const Json elasticities = ask("sensitivity", images("H100"))["elasticities"];
    REQUIRE(figure(elasticities, "layer_overhead") > 0.5);
    REQUIRE(figure(elasticities, "layer_overhead") < 1);
    const std::string text = told(images("A100"), images("H100"));
    CHECK(text.find("What limits the proposal next is layer overhead: ") != std::string::npos);
    CHECK(text.find("as much, the step becomes compute-bound.") != std::string::npos);
}

TEST_CASE("a leg that is not the longest within a hundredfold binds nothing") {
    Step step;
    step.traffic = Bytes<>{1e9};
    Machine<> machine{};
    machine.peak = FlopPerSecond<>{1e15};
    machine.bandwidth = BytesPerSecond<>{1e12};
    machine.efficiency = machine.bandwidth_efficiency = machine.overlap = 1;
    step.work = Flop<>{9.9e9};  // 9.9 us beside 1 ms: 101 times as fast
    CHECK_FALSE(next_limit(step, machine).factor.has_value());
    step.work = Flop<>{2e10};
    const NextLimit near = next_limit(step, machine);
    CHECK(near.knob == Knob::memory_bandwidth);
    CHECK(near.elasticity == Approx(-1));
    CHECK(near.factor.value_or(0) == Approx(50));
    CHECK(near.then == Regime::compute);
}

TEST_CASE("a proposal that does not fit lacks room first") {
    CHECK(told(side("Llama3_70B", "A100"), side("Llama3_70B", "H100")).find("What limits") == std::string::npos);
}
