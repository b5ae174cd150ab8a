#include "prose/text.hpp"

#include "model/elementary.hpp"

#include <cmath>

#include "ask.hpp"

using namespace ridgepoint;

TEST_CASE("plain: significant digits without trailing zeros") {
    CHECK(format_number(0) == "0");
    CHECK(format_number(0.5) == "0.5");
    CHECK(format_number(153) == "153");
    CHECK(format_number(123456) == "123456");
    CHECK(format_number(999.96) == "999.96");
    CHECK(format_number(1.0 / 3) == "0.333333");
    CHECK(format_number(-2.5) == "-2.5");
}

TEST_CASE("plain: rounding may carry into the next digit") {
    CHECK(format_number(999.96, 4) == "1000");
    CHECK(format_number(999.94, 4) == "999.9");
    CHECK(format_number(9.9999996) == "10");
    CHECK(format_number(0.99999996) == "1");
    CHECK(format_number(-999.96, 4) == "-1000");
}

TEST_CASE("plain: zeros in full below a thousand million, then an exponent") {
    CHECK(format_number(1e6) == "1000000");
    CHECK(format_number(1234567) == "1234570");
    CHECK(format_number(9999.6, 4) == "10000");
    CHECK(format_number(1e-5) == "0.00001");
    CHECK(format_number(1.5e-5) == "0.000015");
    CHECK(format_number(1e-6) == "0.000001");
    CHECK(format_number(1e-7) == "1e-7");
    CHECK(format_number(123456789.4) == "123457000");
    CHECK(format_number(1234567890.0) == "1.23457e9");
    CHECK(format_number(9.9999999e-6) == "0.00001");
    CHECK(format_number(1e100) == "1e100");
    CHECK(format_number(1e308) == "1e308");
    CHECK(format_number(1e9, 9) == "1e9");
    CHECK(format_number(1e6, 9) == "1000000");
}

TEST_CASE("plain: the smallest and largest numbers") {
    CHECK(format_number(2.2250738585072014e-308) == "2.22507e-308");
    CHECK(format_number(1.7976931348623157e308) == "1.79769e308");
}

TEST_CASE("plain: what is not a number says so") {
    CHECK(format_number(std::nan("")) == "NaN");
    CHECK(format_number(HUGE_VAL) == "Infinity");
    CHECK(format_number(-HUGE_VAL) == "-Infinity");
}

TEST_CASE("decimals: a fixed number of them") {
    CHECK(decimals(1.386, 2) == "1.39");
    CHECK(decimals(-0.936, 2) == "−0.94");
    CHECK(decimals(0, 2) == "0.00");
    CHECK(decimals(0.004, 2) == "0.00");
    CHECK(decimals(2, 2) == "2.00");
    CHECK(decimals(99.96, 1) == "100.0");
    CHECK(decimals(0.096, 1) == "0.1");
    CHECK(decimals(12.5, 0) == "12");  // ties to even
    CHECK(decimals(1234.5678, 3) == "1234.568");
    CHECK(decimals(HUGE_VAL, 2) == "Infinity");
    CHECK(decimals(1e300, 2) == "1e300");
}

TEST_CASE("decimals: what rounds to nothing has no sign") {
    CHECK(decimals(-0.0, 2) == "0.00");
    CHECK(decimals(-0.004, 2) == "0.00");
}

TEST_CASE("quantity: the cases that the widgets' format is held to as well") {
    const Json cases = json_file("tests/golden/quantities.json");
    CHECK(cases.size() > 40);
    for (const Json& c : cases)
        CHECK(quantity(c["value"].get<double>(), c["unit"].get<std::string>()) == c["text"].get<std::string>());
}

TEST_CASE("words: three digits and an SI prefix, of bytes four") {
    CHECK(format_si(Seconds<>{0.0051943}) == "5.19 ms");
    CHECK(format_si(Seconds<>{8.004186e-3}) == "8.00 ms");
    CHECK(format_si(Bytes<>{16060522496}) == "16.06 GB");
    CHECK(format_si(BytesPerSecond<>{2.039e12}) == "2.04 TB/s");
    CHECK(format_si(FlopPerSecond<>{312e12}) == "312 TFLOP/s");
    CHECK(format_si(Flop<>{8.18e9}) == "8.18 GFLOP");
}

TEST_CASE("words: long times as a person says them") {
    CHECK(format_si(Seconds<>{999}) == "999 s");
    CHECK(format_si(Seconds<>{999.97}) == "1000 s");
    CHECK(format_si(Seconds<>{1772.4}) == "1772 s");
    CHECK(format_si(Seconds<>{4577}) == "1.27 hours");
    CHECK(format_si(Seconds<>{45000}) == "12.5 hours");
    CHECK(format_si(Seconds<>{864000}) == "10 days");
    CHECK(format_si(Seconds<>{1.06e18}) == "1.23e13 days");
    CHECK(format_si(Seconds<>{HUGE_VAL}) == "Infinity days");
}

TEST_CASE("times: a ratio with its sign") {
    CHECK(times(1.386) == "1.39×");
    CHECK(times(1) == "1.00×");
    CHECK(times(0.5) == "0.50×");
    CHECK(times(0.1) == "0.10×");
    CHECK(times(0.0871) == "0.087×");
    CHECK(times(0.00871) == "0.0087×");
    CHECK(times(0.0000164) == "0.000016×");
    CHECK(times(1e-9) == "1e-9×");
    CHECK(times(1.386, 3) == "1.386×");
    CHECK(times(0.012345, 3) == "0.0123×");
    for (const double ratio : {1.386, 0.5, 12.345, 0.0000164}) CHECK(times(rounded_times(ratio, 2)) == times(ratio));
}

TEST_CASE("cat: the pieces one after the other") {
    CHECK(cat({}).empty());
    CHECK(cat({"a", "", "bc"}) == "abc");
}
