#include "model/elementary.hpp"

#include <cmath>

#include "catch.hpp"

using namespace ridgepoint;

namespace {
double relative_error(double ours, double theirs) { return std::fabs(ours - theirs) / std::fabs(theirs); }
constexpr double ulp = 2.3e-16;
}  // namespace

TEST_CASE("exponential agrees with the C library to a few units in the last place") {
    for (double x = -690; x <= 690; x += 0.37) {
        INFO(x);
        CHECK(relative_error(exponential(x), std::exp(x)) < 3 * ulp);
    }
    CHECK(exponential(0) == 1);
    CHECK(relative_error(exponential(700), std::exp(700)) < 3 * ulp);
    CHECK(relative_error(exponential(-700), std::exp(-700)) < 3 * ulp);
    CHECK(exponential(701) == HUGE_VAL);
    CHECK(exponential(-701) == 0);
}

TEST_CASE("logarithm agrees with the C library to a few units in the last place") {
    for (double x = 1e-300; x < 1e300; x *= 1.7) {
        INFO(x);
        CHECK(relative_error(logarithm(x), std::log(x)) < 3 * ulp);
    }
    for (double x = 0.5; x < 2; x += 0.0113) {
        INFO(x);
        CHECK(std::fabs(logarithm(x) - std::log(x)) < 3 * ulp * std::fmax(std::fabs(std::log(x)), 0.01));
    }
    CHECK(logarithm(1) == 0);
}

TEST_CASE("integer_power multiplies") {
    CHECK(integer_power(0.75, 4) == 0.31640625);
    CHECK(integer_power(3, 0) == 1);
    CHECK(integer_power(10, 22) == 1e22);
    CHECK(relative_error(integer_power(0.999, 1e5), std::pow(0.999, 1e5)) < 1e5 * ulp);
    CHECK(integer_power(0.5, 1e9) == 0);
}

TEST_CASE("decimal_exponent brackets its argument") {
    for (double x = 1e-30; x < 1e30; x *= 1.3) {
        const int e = decimal_exponent(x);
        INFO(x << " " << e);
        CHECK(std::fabs(e - std::floor(std::log10(x))) < 1e-9);
    }
    CHECK(decimal_exponent(1000) == 3);
    CHECK(decimal_exponent(999.999) == 2);
}

TEST_CASE("rounded_times keeps as many places, below a tenth as many digits that say something") {
    CHECK(rounded_times(1.2345, 2) == 1.23);
    CHECK(rounded_times(0.126, 2) == 0.13);
    CHECK(rounded_times(0.012512, 2) == 0.013);
    CHECK(rounded_times(1.2345e-6, 2) == Approx(1.2e-6));
    CHECK(rounded_times(0, 2) == 0);
}
