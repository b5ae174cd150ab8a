// Checkpoints and failures, against Daly's numbers and a simulation.

#include <random>

#include "ask.hpp"
#include "ridgepoint/train.hpp"

using namespace ridgepoint;

namespace {

/// Seconds that so much work takes where failures come at random: also while a checkpoint is written, and while work is
/// being started again.
double simulated(double work, double interval, double checkpoint, double restart, double mtbf) {
    std::mt19937_64 random(7);
    std::exponential_distribution<double> until_failure(1 / mtbf);
    double now = 0, next = until_failure(random);
    const auto lasts = [&](double seconds) {
        if (now + seconds < next) {
            now += seconds;
            return true;
        }
        now = next;
        next = now + until_failure(random);
        return false;
    };
    for (double done = 0; done < work; done += interval)
        while (!lasts(interval + checkpoint))
            while (!lasts(restart)) {
            }
    return now;
}

}  // namespace

TEST_CASE("Daly's interval and time, by hand") {
    // sqrt(2·60·21,600) = 1,609.97; times 1 + 0.0372678/3 + 0.0013889/9; less 60.
    CHECK(in_si(best_checkpoint_interval(Seconds<>{60}, Seconds<>{21600})) == Approx(1570.217).epsilon(1e-6));
    CHECK(time_with_failures(Seconds<>{1570.217}, Seconds<>{60}, Seconds<>{300}, Seconds<>{21600}) ==
          Approx(1.0934765).epsilon(1e-6));
    // A checkpoint that takes longer than two failures are apart: once between them.
    CHECK(in_si(best_checkpoint_interval(Seconds<>{100}, Seconds<>{40})) == 40);
}

TEST_CASE("time with failures is that of a simulation") {
    for (const auto& [interval, checkpoint, restart, mtbf] :
         {std::array{1570.0, 60.0, 300.0, 21600.0}, {600.0, 30.0, 60.0, 3600.0}, {100.0, 20.0, 200.0, 500.0}}) {
        const double work = 20000 * interval;
        const double expected =
            time_with_failures(Seconds<>{interval}, Seconds<>{checkpoint}, Seconds<>{restart}, Seconds<>{mtbf});
        CHECK(simulated(work, interval, checkpoint, restart, mtbf) / work == Approx(expected).epsilon(0.02));
    }
}

TEST_CASE("no interval loses less than Daly's") {
    const Seconds<> checkpoint{45}, restart{120}, mtbf{9000}, best = best_checkpoint_interval(checkpoint, mtbf);
    const double least = time_with_failures(best, checkpoint, restart, mtbf);
    for (const double times : {0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 2.0, 4.0})
        CHECK(time_with_failures(best * times, checkpoint, restart, mtbf) >= least * (1 - 1e-5));
}

TEST_CASE("a run with failures takes longer, by what its goodput says") {
    const Json base{
        {"model", "Llama3_405B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 8}, {"pipeline", 16}, {"data", 128}}},
        {"global_batch", 2048},   {"sequence", 8192},   {"tokens", 1e12}};
    const Json calm = ask("train", base), rough = ask("train", with(base, "device_mtbf_s", 1.8e8));
    CHECK(figure(rough, "time_to_train_s") == Approx(figure(calm, "time_to_train_s") / figure(rough, "goodput_share")));
    CHECK(figure(rough, "failures") == Approx(figure(rough, "time_to_train_s") / (1.8e8 / 16384)));
    CHECK(figure(rough, "goodput_share") > 0.85);
    CHECK(figure(rough, "goodput_share") < 1);
    CHECK(figure(ask("train", with(with(base, "device_mtbf_s", 1.8e8), "checkpoint_interval_s", 10)), "goodput_share") <
          figure(rough, "goodput_share"));
}

TEST_CASE("what a run takes in all includes its failures") {
    const Json request{{"model", "Llama2_7B"}, {"hardware", "A100"},   {"devices", 64},       {"zero_stage", 3},
                       {"tokens", 2e12},       {"global_batch", 1024}, {"device_mtbf_s", 3e5}};
    const Json r = ask("train", request);
    const double days = figure(r, "time_to_train_s") / 86400;
    CHECK(days > 1.05 * figure(ask("train", with(request, "device_mtbf_s", 3e9)), "time_to_train_s") / 86400);
    const std::string said = r["trace"].back();
    REQUIRE(said.find("tokens take") != std::string::npos);
    CHECK(std::stod(said.substr(said.find("steps, ") + 7)) == Approx(days).epsilon(0.01));
}
