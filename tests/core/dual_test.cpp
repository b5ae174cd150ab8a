#include "ridgepoint/dual.hpp"

#include "catch.hpp"
#include "ridgepoint/step.hpp"

using namespace ridgepoint;

namespace {
using Two = Dual<2>;
const Two x = Two::variable(3, 0), y = Two::variable(4, 1);
}  // namespace

TEST_CASE("a variable has derivative 1 to itself and a constant 0 to all") {
    CHECK(x.value == 3);
    CHECK(x.partial[0] == 1);
    CHECK(x.partial[1] == 0);
    CHECK(Two(7).partial[0] == 0);
    CHECK(value_of(x) == 3);
    CHECK(value_of(2.5) == 2.5);
}

TEST_CASE("sums and differences: the derivatives add") {
    const Two sum = x + y, difference = x - y;
    CHECK(sum.value == 7);
    CHECK(sum.partial[0] == 1);
    CHECK(sum.partial[1] == 1);
    CHECK(difference.value == -1);
    CHECK(difference.partial[0] == 1);
    CHECK(difference.partial[1] == -1);
}

TEST_CASE("product rule") {
    const Two f = x * x * y;  // 36; to x 2xy = 24; to y x^2 = 9
    CHECK(f.value == 36);
    CHECK(f.partial[0] == 24);
    CHECK(f.partial[1] == 9);
}

TEST_CASE("quotient rule") {
    const Two f = x / y;  // 3/4; to x 1/4; to y -x/y^2 = -3/16
    CHECK(f.value == 0.75);
    CHECK(f.partial[0] == 0.25);
    CHECK(f.partial[1] == -0.1875);
}

TEST_CASE("rules chain") {
    const Two f = x * y / (x + y);  // 12/7; to x y^2/(x+y)^2 = 16/49; to y x^2/(x+y)^2 = 9/49
    CHECK(f.value == Approx(12.0 / 7));
    CHECK(f.partial[0] == Approx(16.0 / 49));
    CHECK(f.partial[1] == Approx(9.0 / 49));
}

TEST_CASE("plain numbers mix in as constants") {
    const Two f = Two(10) - x * 2.0;
    CHECK(f.value == 4);
    CHECK(f.partial[0] == -2);
}

TEST_CASE("a maximum has the derivative of its larger side") {
    const Seconds<Two> a{x}, b{y};
    CHECK(max(a, b).value.value == 4);
    CHECK(max(a, b).value.partial[0] == 0);
    CHECK(max(a, b).value.partial[1] == 1);
    CHECK(min(a, b).value.partial[0] == 1);
}

TEST_CASE("at a kink the derivative is that of one side, not a mixture") {
    const Seconds<Two> a{x}, b{Two::variable(3, 1)};
    const Two top = max(a, b).value;
    CHECK(top.value == 3);
    CHECK(top.partial[0] + top.partial[1] == 1);
    CHECK(top.partial[0] * top.partial[1] == 0);
}

TEST_CASE("a step timed on dual numbers has the same value and the derivative by hand") {
    Machine<> m;
    m.peak = FlopPerSecond<>{100};
    m.bandwidth = BytesPerSecond<>{10};
    m.capacity = Bytes<>{1000};
    m.dispatch = Seconds<>{1};
    m.efficiency = 0.5;
    m.bandwidth_efficiency = 1;
    m.overlap = 0.75;
    Machine<Dual<1>> d;
    d.peak = lift<Dual<1>>(m.peak);
    d.bandwidth = BytesPerSecond<Dual<1>>{Dual<1>::variable(10, 0)};
    d.capacity = lift<Dual<1>>(m.capacity);
    d.dispatch = lift<Dual<1>>(m.dispatch);
    d.efficiency = 0.5;
    d.bandwidth_efficiency = 1;
    d.overlap = 0.75;
    const Step step{Flop<>{100}, Bytes<>{50}, {}, Bytes<>{10}};
    const Dual<1> t = time_step(step, d).latency.value;
    CHECK(t.value == in_si(time_step(step, m).latency));
    CHECK(t.value == 6.5);        // 50/10 + 0.25 * 100/50 + 1
    CHECK(t.partial[0] == -0.5);  // -50/10^2; the arithmetic does not depend on the bandwidth
}
