#include "../bench/yardstick.hpp"

#include "catch.hpp"

extern "C" {
#include "../bench/plain.c"
}

using namespace ridgepoint;

TEST_CASE("plain C, which scripts/bench compares the core with, computes what the core does", "[yardstick]") {
    const std::vector<double> batches = yardstick::batches();
    std::vector<plain_result> plain(batches.size());
    const plain_input input = yardstick::input();
    plain_rooflines(&input, batches.data(), plain.data(), yardstick::count);
    RooflineRequest request = yardstick::request();
    for (std::size_t i = 0; i < batches.size(); ++i) {
        request.batch = batches[i];
        const RooflineResult core = roofline_figures(request);
        const plain_result& p = plain[i];
        INFO("batch " << batches[i]);
        CHECK(in_si(core.latency) == Approx(p.latency).epsilon(1e-12));
        CHECK(core.mfu == Approx(p.mfu).epsilon(1e-12));
        CHECK(core.hfu == Approx(p.hfu).epsilon(1e-12));
        CHECK(in_si(*core.energy) == Approx(p.energy).epsilon(1e-12));
        CHECK(in_si(core.traffic) == Approx(p.traffic).epsilon(1e-12));
        CHECK(in_si(core.work) == Approx(p.work).epsilon(1e-12));
        CHECK(in_si(core.footprint) == Approx(p.footprint).epsilon(1e-12));
        CHECK(core.feasible == (p.feasible == 1));
    }
}
