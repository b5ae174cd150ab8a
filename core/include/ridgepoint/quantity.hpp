/// Numbers that carry their dimension in their type.
///
/// A `Bytes` divided by a `BytesPerSecond` is a `Seconds`; adding the two does not compile. The check costs
/// nothing at run time: a quantity is one scalar, always in SI base units. The scalar is a template parameter,
/// so the same formula runs on `double` and on a dual number (dual.hpp).
///
///     Bytes<> weights{16.06e9};
///     BytesPerSecond<> bandwidth{3.35e12};
///     Seconds<> t = weights / bandwidth;   // 4.794e-3 s
#pragma once

#include <concepts>

namespace ridgepoint {

/// Exponents of the base dimensions: time (s), data (byte), work (FLOP), energy (J).
struct Dimension {
    int time = 0;
    int data = 0;
    int work = 0;
    int energy = 0;

    friend constexpr Dimension operator+(Dimension a, Dimension b) {
        return {a.time + b.time, a.data + b.data, a.work + b.work, a.energy + b.energy};
    }
    friend constexpr Dimension operator-(Dimension a, Dimension b) {
        return {a.time - b.time, a.data - b.data, a.work - b.work, a.energy - b.energy};
    }
    friend constexpr bool operator==(Dimension, Dimension) = default;
};

template <Dimension D, class T>
struct Quantity {
    T value{};

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.value - b.value}; }
    friend constexpr bool operator==(Quantity, Quantity) = default;
    friend constexpr bool operator<(Quantity a, Quantity b) { return a.value < b.value; }
    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value <= b.value; }
    friend constexpr bool operator>(Quantity a, Quantity b) { return b.value < a.value; }
    friend constexpr bool operator>=(Quantity a, Quantity b) { return b.value <= a.value; }
};

namespace detail {
template <Dimension D, class T>
constexpr auto with_dimension(T value) {
    if constexpr (D == Dimension{}) {
        return value;
    } else {
        return Quantity<D, T>{value};
    }
}
template <class S, class T>
concept ScalarOf = std::convertible_to<S, T>;
}  // namespace detail

template <Dimension A, Dimension B, class T>
constexpr auto operator*(Quantity<A, T> a, Quantity<B, T> b) {
    return detail::with_dimension<A + B>(a.value * b.value);
}
template <Dimension A, Dimension B, class T>
constexpr auto operator/(Quantity<A, T> a, Quantity<B, T> b) {
    return detail::with_dimension<A - B>(a.value / b.value);
}
template <Dimension D, class T, detail::ScalarOf<T> S>
constexpr Quantity<D, T> operator*(Quantity<D, T> a, const S& s) {
    return {a.value * T(s)};
}
template <Dimension D, class T, detail::ScalarOf<T> S>
constexpr Quantity<D, T> operator*(const S& s, Quantity<D, T> a) {
    return {T(s) * a.value};
}
template <Dimension D, class T, detail::ScalarOf<T> S>
constexpr Quantity<D, T> operator/(Quantity<D, T> a, const S& s) {
    return {a.value / T(s)};
}

template <Dimension D, class T>
constexpr Quantity<D, T> max(Quantity<D, T> a, Quantity<D, T> b) {
    return a < b ? b : a;
}
template <Dimension D, class T>
constexpr Quantity<D, T> min(Quantity<D, T> a, Quantity<D, T> b) {
    return b < a ? b : a;
}

/// The plain number inside, in SI, for a formula that leaves the checked world (ratios, formatting, JSON).
template <Dimension D, class T>
constexpr T in_si(Quantity<D, T> q) {
    return q.value;
}

template <class T = double>
using Seconds = Quantity<Dimension{.time = 1}, T>;
template <class T = double>
using PerSecond = Quantity<Dimension{.time = -1}, T>;
template <class T = double>
using Bytes = Quantity<Dimension{.data = 1}, T>;
template <class T = double>
using Flop = Quantity<Dimension{.work = 1}, T>;
template <class T = double>
using Joules = Quantity<Dimension{.energy = 1}, T>;
template <class T = double>
using Watts = Quantity<Dimension{.time = -1, .energy = 1}, T>;
template <class T = double>
using BytesPerSecond = Quantity<Dimension{.time = -1, .data = 1}, T>;
template <class T = double>
using FlopPerSecond = Quantity<Dimension{.time = -1, .work = 1}, T>;
template <class T = double>
using FlopPerByte = Quantity<Dimension{.data = -1, .work = 1}, T>;

}  // namespace ridgepoint
