#include "ridgepoint/roofline.hpp"

#include <utility>

#include "ask.hpp"
#include "grid.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

RooflineResult solve(RooflineRequest r, const Assumptions& a) {
    r.assumptions = a;
    return roofline_figures(r);
}

double seconds(const RooflineRequest& r) { return in_si(roofline_figures(r).latency); }

/// The grid's variations of one pair: batches, precisions, phases and assumptions.
template <class Visit>
void for_each_case(Visit visit) {
    for_each_pair<RooflineRequest>([&](RooflineRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            r.assumptions = a;
            for (const double batch : {1.0, 64.0}) {
                r.batch = batch;
                for (const Precision p : {Precision::fp16, Precision::int8}) {
                    r.precision = p;
                    for (const Phase phase : {Phase::inference, Phase::training}) {
                        r.phase = phase;
                        visit(r);
                    }
                }
            }
        }
    });
}

}  // namespace

TEST_CASE("everywhere: the legs make the latency by the law, unless the device waits for the host") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const double hidden = 1 - r.assumptions.overlap;
        const double legs = in_si(max(t.compute, t.memory)) + hidden * in_si(min(t.compute, t.memory));
        const Step step = roofline_workload(r).step;
        const Machine<> machine = roofline_machine(r);
        const double on_device = in_si(device_overhead(step, machine)), host = in_si(host_time(step, machine));
        const double expected = std::fmax(legs + on_device, host);
        const double overhead = legs + on_device < host ? host : on_device;
        if (std::fabs(in_si(t.latency) - expected) <= rounding * expected && in_si(t.overhead) == overhead) return;
        INFO(label(r));
        CHECK(in_si(t.latency) == expected);
        CHECK(in_si(t.overhead) == overhead);
    });
}

TEST_CASE("everywhere: figures are finite, utilization is a share, throughput is batch over latency") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        const bool sound = std::isfinite(in_si(t.latency)) && in_si(t.latency) > 0 && t.mfu >= 0 && t.mfu <= 1 &&
                           t.hfu >= t.mfu * (1 - rounding) && t.hfu <= 1 && in_si(t.bandwidth) > 0 &&
                           std::fabs(in_si(t.throughput) * in_si(t.latency) / r.batch - 1) < rounding &&
                           t.feasible == (in_si(t.spill) == 0) &&
                           t.feasible == (t.footprint <= roofline_machine(r).capacity) &&
                           roofline_machine(r).capacity <= r.hardware->memory_capacity;
        if (sound) return;
        INFO(label(r) << " mfu " << t.mfu << " hfu " << t.hfu << " latency " << in_si(t.latency));
        CHECK(sound);
    });
}

TEST_CASE("everywhere: more of a resource never slows") {
    for_each_case([](RooflineRequest r) {
        const auto device = r.hardware;
        const double before = seconds(r) * (1 + rounding);
        const auto holds = [&](const char* what, auto change) {
            r.hardware = changed(device, change);
            if (seconds(r) <= before) return;
            INFO(label(r) << ": twice the " << what);
            CHECK(seconds(r) <= before);
        };
        holds("bandwidth", [](Hardware& h) { scale_bandwidth(h, 2); });
        holds("arithmetic", [](Hardware& h) { scale_peak(h, 2); });
        holds("capacity", [](Hardware& h) { h.memory_capacity = h.memory_capacity * 2; });
        holds("host link", [](Hardware& h) { scale(h.host_link, 2); });
    });
}

/// Whether what was fitted to batches on GPUs, vector work on weights for each sequence, is asked of a device that is
/// none, as it states no FP16 rate.
bool is_no_gpu(const Hardware& h, const Assumptions& a) { return a.prompts.flop_per_column > 0 && !h.peak.fp16; }

TEST_CASE("everywhere: a larger batch takes longer, but not longer a sample unless more of its cache spills") {
    for_each_pair<RooflineRequest>([](RooflineRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            double before = 0, before_each = HUGE_VAL;
            Bytes<> spill;
            for (double batch = 1; batch <= 4096; batch *= 4) {
                r.batch = batch;
                const RooflineResult result = solve(r, a);
                const double now = in_si(result.latency);
                const bool more_spills = std::exchange(spill, result.spill) < result.spill;
                const bool may_grow = more_spills || is_no_gpu(*r.hardware, a);
                const bool monotone =
                    now >= before * (1 - rounding) && (may_grow || now / batch <= before_each * (1 + rounding));
                if (!monotone) {
                    INFO(label(r) << " batch " << batch);
                    CHECK(monotone);
                }
                before = now;
                before_each = now / batch;
            }
        }
    });
}

TEST_CASE("everywhere: twice every rate without overhead is half the time") {
    for_each_case([](RooflineRequest r) {
        r.assumptions.layer_overhead = r.assumptions.host_launch = Seconds<>{0};
        r.hardware = changed(r.hardware, [](Hardware& h) { h.dispatch_overhead = Seconds<>{0}; });
        const double before = seconds(r);
        r.hardware = changed(r.hardware, [](Hardware& h) {
            scale_peak(h, 2);
            scale_bandwidth(h, 2);
            scale(h.host_link, 2);
            scale(h.tdp, 2);
        });
        scale(r.assumptions.default_host_link, 2);
        if (seconds(r) == before / 2) return;
        INFO(label(r));
        CHECK(seconds(r) == before / 2);
    });
}

TEST_CASE(
    "everywhere: the roof is that of the bandwidth reached, and meets what is reachable and the peak at its ridges") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        INFO(label(r));
        CHECK(in_si(t.attainable_ridge * t.bandwidth) == Approx(in_si(t.attainable)).epsilon(1e-12));
        CHECK(in_si(t.peak_ridge * t.bandwidth) == Approx(in_si(t.peak)).epsilon(1e-12));
    });
}

TEST_CASE("everywhere: the regime is that of the largest leg") {
    for_each_case([](const RooflineRequest& r) {
        const RooflineResult t = roofline_figures(r);
        Regime expected = t.compute <= t.memory ? Regime::memory : Regime::compute;
        if (r.assumptions.corrected() && max(t.compute, t.memory) < t.overhead) expected = Regime::overhead;
        if (t.regime == expected) return;
        INFO(label(r));
        CHECK(t.regime == expected);
    });
}
