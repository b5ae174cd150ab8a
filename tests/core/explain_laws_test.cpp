// What holds of factors, whatever is compared.

#include <random>

#include "explained.hpp"
#include "grid.hpp"
#include "prose/text.hpp"
#include "ridgepoint/explain.hpp"

using namespace ridgepoint;

namespace {

/// The product of the factors as they are printed.
double printed_product(const Json& result) {
    const std::string text = sentence(result, "text");
    double product = 1;
    std::size_t at = text.find("Factors (");
    CHECK(at != std::string::npos);
    while ((at = text.find("\n  ", at)) != std::string::npos) product *= std::stod(text.substr(at += 3));
    return product;
}

class Dice {
public:
    std::size_t below(std::size_t n) { return generator_() % n; }
    template <class List>
    auto& one_of(const List& list) {
        return list[below(list.size())];
    }

private:
    std::mt19937 generator_{20240229};
};

RooflineRequest random_request(Dice& dice) {
    RooflineRequest r;
    r.model = dice.one_of(registry().models);
    r.hardware = dice.one_of(registry().hardware);
    r.batch = 1 + static_cast<double>(dice.below(300));
    r.precision = static_cast<Precision>(dice.below(precision_names.size()));
    r.phase = dice.below(4) == 0 ? Phase::training : Phase::inference;
    r.context = 1 + static_cast<double>(dice.below(8192));
    r.zero_stage = static_cast<double>(dice.below(4));
    r.data_parallel = 1 + static_cast<double>(dice.below(16));
    r.parallel = {.tensor = dice.one_of(std::array{1.0, 1.0, 2.0, 8.0}),
                  .data = 1 + static_cast<double>(dice.below(2))};
    if (!check_layout(r.parallel, *r.model)) r.parallel = {};
    r.assumptions = dice.one_of(some_assumptions());
    if (dice.below(2) == 0) r.assumptions = with_execution(r.assumptions, Execution::eager);
    return r;
}

}  // namespace

TEST_CASE("factors as printed multiply to the speedup as printed") {
    for (const char* device : {"H100", "H200", "B200", "L4", "T4", "MI300X"}) {
        const Json r = ask_explain(side("Llama3_8B", "A100", published), side("Llama3_8B", device, published));
        INFO(device);
        CHECK(std::fabs(printed_product(r) - figure(r, "speedup")) < 0.0051);
    }
    const Json r = ask_explain(side("Llama3_8B", "A100", published), side("Llama3_8B", "H100", published));
    CHECK(sentence(r, "text").find("1.385×  memory bandwidth") != std::string::npos);
    // Between models and devices far apart too.
    for (const char* from : {"T4", "V100", "A100", "RTX4090"})
        for (const double batch : {1, 64}) {
            const Json far = ask_explain(side("Llama3_70B", from, {{"batch", batch}}), side("Llama3_8B", "H100"));
            INFO(sentence(far, "text"));
            CHECK(sentence(far, "text").find("Speedup: " + times(printed_product(far))) != std::string::npos);
        }
}

TEST_CASE("factors multiply to the speedup, whatever is compared") {
    Dice dice;
    for (int i = 0; i < 400; ++i) {
        const ExplainRequest request{random_request(dice), random_request(dice)};
        const auto r = explain(request);
        CHECK(r.has_value());
        if (!r) continue;
        double product = 1;
        for (const Factor& f : r->factors) product *= f.ratio;
        if (std::fabs(product / r->speedup - 1) <= 1e-12) continue;
        INFO(label(request.baseline) << " to " << label(request.proposal) << ": " << product << " for " << r->speedup);
        CHECK(product == r->speedup);
    }
}

TEST_CASE("the comparison turned round has each factor turned over") {
    Dice dice;
    for (int i = 0; i < 100; ++i) {
        const RooflineRequest a = random_request(dice), b = random_request(dice);
        const auto forth = explain({a, b}), back = explain({b, a});
        CHECK(forth.has_value());
        CHECK(back.has_value());
        if (!forth || !back) continue;
        CHECK(forth->speedup * back->speedup == Approx(1).epsilon(1e-12));
        const auto turned = [&](Cause cause) {
            double there = 1, again = 1;
            for (const Factor& f : forth->factors)
                if (f.name == cause) there = f.ratio;
            for (const Factor& f : back->factors)
                if (f.name == cause) again = f.ratio;
            return std::fabs(there * again - 1) < 1e-9;
        };
        for (int c = 0; c < cause_count; ++c) {
            INFO(label(a) << " and " << label(b) << ": " << cause_names[static_cast<unsigned>(c)]);
            CHECK(turned(static_cast<Cause>(c)));
        }
    }
}

TEST_CASE("nothing that was bought and stayed unused carries a tenth of its gain") {
    Dice dice;
    for (int i = 0; i < 100; ++i) {
        const auto r = explain({random_request(dice), random_request(dice)});
        if (!r) continue;
        for (const Unused& u : r->unused) {
            CHECK(u.bought > 1);
            CHECK(std::log(u.used) < 0.1 * std::log(u.bought));
        }
    }
}
