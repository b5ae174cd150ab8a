#include "ridgepoint/quantity.hpp"

#include <type_traits>

#include "catch.hpp"

using namespace ridgepoint;

namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };

template <class A, class B>
constexpr bool product_is(auto expected) {
    return std::is_same_v<decltype(A{} * B{}), decltype(expected)>;
}
template <class A, class B>
constexpr bool quotient_is(auto expected) {
    return std::is_same_v<decltype(A{} / B{}), decltype(expected)>;
}

}  // namespace

TEST_CASE("products and quotients carry the dimension of the result") {
    STATIC_REQUIRE(quotient_is<Bytes<>, BytesPerSecond<>>(Seconds<>{}));
    STATIC_REQUIRE(quotient_is<Bytes<>, Seconds<>>(BytesPerSecond<>{}));
    STATIC_REQUIRE(quotient_is<Flop<>, Bytes<>>(FlopPerByte<>{}));
    STATIC_REQUIRE(quotient_is<FlopPerSecond<>, BytesPerSecond<>>(FlopPerByte<>{}));
    STATIC_REQUIRE(product_is<Watts<>, Seconds<>>(Joules<>{}));
    STATIC_REQUIRE(product_is<FlopPerByte<>, Bytes<>>(Flop<>{}));
}

TEST_CASE("a ratio of equal dimensions is a plain number") {
    STATIC_REQUIRE(quotient_is<Seconds<>, Seconds<>>(1.0));
    STATIC_REQUIRE(product_is<Seconds<>, PerSecond<>>(1.0));
    CHECK(Bytes<>{6} / Bytes<>{4} == 1.5);
}

TEST_CASE("different dimensions neither add nor compare") {
    STATIC_REQUIRE(Addable<Seconds<>, Seconds<>>);
    STATIC_REQUIRE_FALSE(Addable<Seconds<>, Bytes<>>);
    STATIC_REQUIRE_FALSE(Addable<Seconds<>, double>);
    STATIC_REQUIRE(Comparable<Bytes<>, Bytes<>>);
    STATIC_REQUIRE_FALSE(Comparable<Bytes<>, Flop<>>);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<double, Seconds<>>);
    STATIC_REQUIRE_FALSE(std::is_assignable_v<BytesPerSecond<>&, FlopPerSecond<>>);
}

TEST_CASE("a quantity costs what its number costs") {
    STATIC_REQUIRE(sizeof(Seconds<>) == sizeof(double));
    STATIC_REQUIRE(std::is_trivially_copyable_v<Seconds<>>);
}

TEST_CASE("arithmetic is that of the numbers") {
    CHECK(in_si(Bytes<>{16.06e9} / BytesPerSecond<>{3.35e12}) == Approx(4.794e-3).epsilon(1e-4));  // 16.06/3.35 = 4.794
    CHECK(in_si(Seconds<>{2} + Seconds<>{3}) == 5);
    CHECK(in_si(Seconds<>{2} - Seconds<>{3}) == -1);
    CHECK(in_si(Watts<>{700} * Seconds<>{0.5}) == 350);
    CHECK(in_si(Bytes<>{8} * 3) == 24);
    CHECK(in_si(0.5 * Bytes<>{8}) == 4);
    CHECK(in_si(Bytes<>{8} / 2) == 4);
}

TEST_CASE("order follows the numbers") {
    CHECK(Seconds<>{1} < Seconds<>{2});
    CHECK(Seconds<>{2} <= Seconds<>{2});
    CHECK(Seconds<>{3} > Seconds<>{2});
    CHECK(Seconds<>{2} >= Seconds<>{2});
    CHECK_FALSE(Seconds<>{2} < Seconds<>{2});
    CHECK(in_si(max(Seconds<>{1}, Seconds<>{2})) == 2);
    CHECK(in_si(min(Seconds<>{1}, Seconds<>{2})) == 1);
}
