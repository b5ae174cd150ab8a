// Chats that vLLM sampled by top-p and that no fit has seen, against what load says of them.

#include <algorithm>
#include <cmath>

#include "ask.hpp"

using namespace ridgepoint;

namespace {

struct Off {
    std::vector<double> errors;
    int in_band = 0;

    double median() {
        std::sort(errors.begin(), errors.end());
        return errors[errors.size() / 2];
    }
};

Off off_on(const std::string& device, const std::string& sampling) {
    Off off;
    const Json data = json_file("core/data/sampled-runs.json");
    for (const Json& run : data["runs"]) {
        if (run["request"]["hardware"] != device) continue;
        Json request = run["request"];
        request.update({{"sampling", sampling}, {"assumptions", "calibrated"}});
        const Json r = ask("load", request);
        const double measured = figure(run, "itl_s");
        off.errors.push_back(std::abs(figure(r, "itl_s.mean") / measured - 1));
        off.in_band += figure(r, "itl_s.low") <= measured && measured <= figure(r, "itl_s.high");
    }
    return off;
}

}  // namespace

TEST_CASE("chats sampled on H100s: times between tokens as told, once the sort of the vocabulary is counted") {
    Off sampled = off_on("H100", "top_p"), greedy = off_on("H100", "greedy");
    REQUIRE(sampled.errors.size() == 39);
    CHECK(sampled.median() < 0.08);
    CHECK(sampled.in_band >= 35);
    CHECK(greedy.median() > 1.3 * sampled.median());
    CHECK(greedy.in_band < sampled.in_band);
}

TEST_CASE("chats sampled on B200s come later than told where small models wait for their host") {
    Off sampled = off_on("B200", "top_p");
    REQUIRE(sampled.errors.size() == 39);
    CHECK(sampled.median() < 0.18);
    CHECK(sampled.in_band >= 17);
}
