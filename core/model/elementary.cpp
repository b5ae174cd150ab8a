#include "elementary.hpp"

#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

// ln 2 split so that k·high is exact for the exponents of a double (Cody & Waite 1980).
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;

}  // namespace

double integer_power(double x, double n) {
    double result = 1;
    for (double square = x; n >= 1; square *= square, n = std::floor(n / 2))
        if (std::floor(n / 2) * 2 != n) result *= square;
    return result;
}

double exponential(double x) {
    constexpr double largest = 700;
    if (x > largest) return std::numeric_limits<double>::infinity();
    if (x < -largest) return 0;
    const double k = std::nearbyint(x / (ln2_high + ln2_low));
    const double r = (x - k * ln2_high) - k * ln2_low;  // |r| ≤ ln2/2
    constexpr int terms = 14;                           // r^14/14! < 1e-17
    double sum = 1;
    for (int i = terms; i >= 1; --i) sum = 1 + sum * r / i;
    return std::ldexp(sum, static_cast<int>(k));
}

double logarithm(double x) {
    int k;
    double m = std::frexp(x, &k);  // x = m·2^k, 0.5 ≤ m < 1
    constexpr double sqrt_half = 0.70710678118654752440;
    if (m < sqrt_half) {
        m *= 2;
        --k;
    }
    // ln m = 2·artanh(s) with s = (m − 1)/(m + 1), |s| ≤ 0.172.
    const double s = (m - 1) / (m + 1), s2 = s * s;
    constexpr int last_odd = 21;  // s^22/23 < 1e-18
    double sum = 0;
    for (int i = last_odd; i >= 3; i -= 2) sum = (sum + 1.0 / i) * s2;
    const double tail = 2 * s * sum + k * ln2_low;
    return k * ln2_high + (2 * s + tail);
}

int decimal_exponent(double x) {
    int k;
    std::frexp(x, &k);
    constexpr double log10_of_2 = 0.30102999566398119521;
    int e = static_cast<int>(std::floor((k - 1) * log10_of_2));
    const auto at_least = [&](int power) {
        return power >= 0 ? x >= integer_power(10, power) : x * integer_power(10, -power) >= 1;
    };
    while (at_least(e + 1)) ++e;
    while (!at_least(e)) --e;
    return e;
}

bool divides(double divisor, double number) { return number / divisor == std::floor(number / divisor); }

double rounded_times(double ratio, int places) {
    const double scale = integer_power(10, places - (ratio > 0 && ratio < 0.1 ? decimal_exponent(ratio) + 1 : 0));
    return std::nearbyint(ratio * scale) / scale;
}

}  // namespace ridgepoint
