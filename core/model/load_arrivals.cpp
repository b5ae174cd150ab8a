// Times and lengths of requests, the same bits in every build.

#include <cmath>
#include <cstdint>

#include "elementary.hpp"
#include "load_simulation.hpp"

namespace ridgepoint {
namespace {

constexpr double mean_burst = 4;

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
class Dice {
public:
    explicit Dice(double seed) : state_(static_cast<std::uint64_t>(seed)) {}

    /// Evenly in (0, 1).
    double even() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        return (static_cast<double>(z >> 12) + 0.5) * 0x1p-52;
    }

    /// An exponential variate with mean 1.
    double exponential() { return -logarithm(even()); }

    /// A normal variate with mean 0 and variance 1, by Marsaglia's polar method.
    double normal() {
        for (;;) {
            const double x = 2 * even() - 1, y = 2 * even() - 1, square = x * x + y * y;
            if (square < 1 && square > 0) return x * std::sqrt(-2 * logarithm(square) / square);
        }
    }

private:
    std::uint64_t state_;
};

/// At least one token. `kept`: of the mean, what all have.
double length(Dice& dice, const Lengths& l, double kept = 0) {
    if (l.spread == 0) return l.mean;
    const double mean = l.mean - kept, variance = logarithm(1 + l.spread * l.spread);
    const double times = l.distribution == Distribution::uniform
                             ? 1 + (2 * dice.even() - 1) * l.spread / widest_uniform
                             : exponential(std::sqrt(variance) * dice.normal() - variance / 2);
    return kept + std::fmax(std::round(mean * times), 1);
}

/// From one request to the next.
double gap(Dice& dice, Arrival arrival, double rate) {
    if (arrival == Arrival::constant) return 1 / rate;
    if (arrival == Arrival::poisson) return dice.exponential() / rate;
    return dice.even() < 1 / mean_burst ? mean_burst * dice.exponential() / rate : 0;
}

}  // namespace

std::vector<Served> arrivals_of(const LoadRequest& r, double count, double rate) {
    Dice times(r.seed), lengths(r.seed + 1e9);
    const bool apart = !r.maximum && arrival_of(r) != Arrival::closed;
    std::vector<Served> all(static_cast<std::size_t>(count));
    double now = 0;
    for (Served& one : all) {
        one.arrival = now;
        one.prompt = length(lengths, r.prompt, r.shared_prefix_tokens);
        one.output = length(lengths, r.output);
        if (apart) now += gap(times, arrival_of(r), rate);
    }
    // A thousand independent gaps are off their mean by 3 % and more, and near saturation that decides what is seen.
    if (now > 0)
        for (Served& one : all) one.arrival *= count / rate / now;
    return all;
}

double arrivals_within(Seconds<> duration, double rate) { return std::floor(rate * in_si(duration)) + 1; }

}  // namespace ridgepoint
