#include "catch.hpp"
#include "moe_router/profiler.hpp"
#include "simulated_host.hpp"

using namespace ridgepoint;
using namespace ridgepoint::router;

namespace {

/// Work of a known time.
void spend(double seconds) { simulated::now_s += seconds; }

const ScopeReport& scope(const ProfileReport& report, std::string_view name) {
    for (const ScopeReport& s : report.scopes)
        if (s.name == name) return s;
    FAIL("there is no scope " << name);
    return report.scopes.front();
}

double in_si(const std::optional<Seconds<>>& time) { return time ? ridgepoint::in_si(*time) : std::nan(""); }

struct StoppedClock final : Clock {
    double now_s() override { return 5; }
};

}  // namespace

TEST_CASE("the resolution found is the clock's step") {
    for (const double step : {1e-6, 1e-4, 1e-3}) {
        simulated::Clock clock;
        clock.step_s = step;
        CHECK(clock_resolution_s(clock) == Approx(step));
    }
    simulated::Clock fine;
    fine.step_s = 0;
    fine.reading_s = 3e-8;
    CHECK(clock_resolution_s(fine) == Approx(3e-8));
    StoppedClock stopped;
    CHECK(std::isinf(clock_resolution_s(stopped)));
}

TEST_CASE("the computer's clock runs") {
    const double resolution = clock_resolution_s(computer_clock());
    CHECK(resolution > 0);
    CHECK(resolution < 1);
}

TEST_CASE("nested scopes are timed without the profiler's own time") {
    simulated::Clock clock;
    clock.step_s = 0;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    CHECK(in_si(profiler.clock_report().resolution) == Approx(1e-7));
    CHECK(ridgepoint::in_si(profiler.clock_report().scope_overhead) == Approx(1e-7));
    CHECK(ridgepoint::in_si(profiler.clock_report().scope_cost) == Approx(2e-7));
    for (const double seconds : {1e-3, 3e-3, 2e-3, 6e-3}) {
        Profiler::Scope outer(profiler, "pass");
        spend(1e-3);
        for (int i = 0; i < 5; ++i) {
            Profiler::Scope inner(profiler, "route");
            spend(seconds);
        }
    }
    const ProfileReport report = profiler.report();
    REQUIRE(report.scopes.size() == 2);
    CHECK(report.scopes[0].name == "pass");
    CHECK(report.scopes[0].parent.empty());
    CHECK(report.scopes[1].name == "pass/route");
    CHECK(report.scopes[1].parent == "pass");
    const ScopeReport &pass = report.scopes[0], &route = report.scopes[1];
    CHECK(pass.count == 4);
    CHECK(route.count == 20);
    CHECK(in_si(route.total) == Approx(5 * 12e-3).epsilon(1e-9));
    CHECK(in_si(pass.total) == Approx(4e-3 + 5 * 12e-3).epsilon(1e-9));
    CHECK(in_si(route.mean) == Approx(3e-3));
    CHECK(in_si(route.min) == Approx(1e-3));
    CHECK(in_si(route.max) == Approx(6e-3));
    CHECK(in_si(route.p50) == Approx(2e-3));
    CHECK(in_si(route.p95) == Approx(6e-3));
    CHECK(in_si(route.std) == Approx(std::sqrt(5 * (4 + 0 + 1 + 9) / 19.0) * 1e-3));
}

TEST_CASE("warm-up runs are not recorded") {
    simulated::Clock clock;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    const auto run = [&](double seconds) {
        Profiler::Scope s(profiler, "run");
        spend(seconds);
        return s.close();
    };
    profiler.start_warm_up();
    CHECK(run(1) == Approx(1));
    profiler.end_warm_up();
    CHECK(profiler.report().scopes.empty());
    run(2);
    CHECK(scope(profiler.report(), "run").count == 1);
    CHECK(in_si(scope(profiler.report(), "run").max) == Approx(2));
    CHECK_FALSE(scope(profiler.report(), "run").std.has_value());
}

TEST_CASE("a scope that the clock cannot resolve says so instead of a time") {
    simulated::Clock clock;
    clock.step_s = 1e-3;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    for (int i = 0; i < 10; ++i) {
        Profiler::Scope s(profiler, "short");
        spend(4e-3);
    }
    {
        Profiler::Scope s(profiler, "long");
        spend(0.2);
    }
    const ProfileReport report = profiler.report();
    const ScopeReport& brief = scope(report, "short");
    CHECK(brief.count == 10);
    CHECK_FALSE(brief.resolved);
    CHECK_FALSE(brief.mean.has_value());
    CHECK_FALSE(brief.total.has_value());
    CHECK(scope(report, "long").resolved);
    CHECK(in_si(scope(report, "long").mean) == Approx(0.2).epsilon(0.01));
}

TEST_CASE("batches make a coarse clock see short operations") {
    for (const double step : {1e-7, 5e-6, 1e-4, 1e-3}) {
        simulated::Clock clock;
        clock.step_s = step;
        MemoryMeter meter;
        Profiler profiler(clock, meter);
        int calls = 0;
        const double seconds = profiler.batch("look-up", 10, 3, [&] {
            ++calls;
            spend(10 * 2e-7);
        });
        INFO("a step of " << step);
        CHECK(seconds == Approx(2e-7).epsilon(0.03));
        const ScopeReport s = scope(profiler.report(), "look-up");
        CHECK(s.resolved);
        CHECK(s.count == 3);
        CHECK(s.operations >= 10);
        CHECK(in_si(s.mean) == Approx(2e-7).epsilon(0.03));
        CHECK(calls > s.operations / 10 * 3);  // and those to warm up
    }
}

TEST_CASE("a batch that was slow at first is repeated until its timings count") {
    simulated::Clock clock;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    int calls = 0;
    const double seconds = profiler.batch("look-up", 10, 2, [&] {
        constexpr int slow = 3;  // as many as are tried before the number of calls is settled
        spend(calls++ < slow ? 1 : 10 * 2e-7);
    });
    CHECK(seconds == Approx(2e-7).epsilon(0.03));
    CHECK(scope(profiler.report(), "look-up").count == 2);
}

TEST_CASE("a batch on a clock that shows nothing is unresolved, and ends") {
    StoppedClock clock;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    int calls = 0;
    CHECK(std::isnan(profiler.batch("look-up", 1, 2, [&] { ++calls; })));
    CHECK(calls == 3);  // one to warm up
    CHECK_FALSE(profiler.clock_report().resolution.has_value());
    simulated::Clock coarse;
    coarse.step_s = 10;
    coarse.reading_s = 4;
    Profiler another(coarse, meter);
    CHECK(std::isnan(another.batch("look-up", 1e6, 1, [] {})));
}

TEST_CASE("bytes are those held at the end of a scope and at most within it") {
    simulated::Clock clock;
    MemoryMeter meter;
    Profiler profiler(clock, meter);
    const Buffer<float> kept(meter, 100);
    {
        Profiler::Scope outer(profiler, "outer");
        {
            Profiler::Scope inner(profiler, "inner");
            const Buffer<float> passing(meter, 1000);
            spend(1);
        }
        Profiler::Scope after(profiler, "after");
        spend(1);
    }
    const ProfileReport report = profiler.report();
    const auto bytes = [&](const std::string& name) {
        return std::pair{ridgepoint::in_si(scope(report, name).in_use), ridgepoint::in_si(scope(report, name).peak)};
    };
    CHECK(bytes("outer/inner") == std::pair{400.0, 4400.0});
    CHECK(bytes("outer/after") == std::pair{400.0, 400.0});
    CHECK(bytes("outer") == std::pair{400.0, 4400.0});
    CHECK(meter.peak == 4400);
}
