/// Forward-mode automatic differentiation: a value and its partial derivatives to N parameters.
///
/// A solver that is a template over its scalar runs on `Dual<N>` unchanged and returns exact derivatives, one
/// pass for all N. At a kink (`max` of two equal legs) the derivative is that of the branch the comparison takes.
///
///     auto x = Dual<2>::variable(3, 0), y = Dual<2>::variable(4, 1);
///     auto f = x * y / (x + y);     // f.value 12/7, f.partial = {16/49, 9/49}
///
/// Griewank & Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapter 3.
#pragma once

#include <array>

namespace ridgepoint {

template <int N>
struct Dual {
    double value = 0;
    std::array<double, N> partial{};

    constexpr Dual() = default;
    constexpr Dual(double v) : value(v) {}

    /// The parameter itself: value `v`, derivative 1 to parameter `index` and 0 to the others.
    static constexpr Dual variable(double v, int index) {
        Dual d(v);
        d.partial[static_cast<unsigned>(index)] = 1;
        return d;
    }

    friend constexpr Dual operator+(const Dual& a, const Dual& b) { return combine(a.value + b.value, a, 1, b, 1); }
    friend constexpr Dual operator-(const Dual& a, const Dual& b) { return combine(a.value - b.value, a, 1, b, -1); }
    friend constexpr Dual operator*(const Dual& a, const Dual& b) {
        return combine(a.value * b.value, a, b.value, b, a.value);
    }
    friend constexpr Dual operator/(const Dual& a, const Dual& b) {
        const double quotient = a.value / b.value;
        return combine(quotient, a, 1 / b.value, b, -quotient / b.value);
    }
    friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
    friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }

private:
    static constexpr Dual combine(double v, const Dual& a, double da, const Dual& b, double db) {
        Dual r(v);
        for (unsigned i = 0; i < N; ++i) r.partial[i] = a.partial[i] * da + b.partial[i] * db;
        return r;
    }
};

/// The plain value of a scalar, whatever it carries.
constexpr double value_of(double x) { return x; }
template <int N>
constexpr double value_of(const Dual<N>& x) {
    return x.value;
}

}  // namespace ridgepoint
