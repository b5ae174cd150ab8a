/// Two configurations of one call and the mixtures of both: which causes account for the difference between their
/// times.
///
/// Each call says what it takes of either side for each cause, and what a mixture takes then; the split is the same for
/// all.
#pragma once

#include <array>

#include "ridgepoint/explain.hpp"

namespace ridgepoint {

/// The causes that come from the proposal; all others come from the baseline.
using Subset = unsigned;
constexpr Subset bit(Cause c) { return 1u << static_cast<unsigned>(c); }

class Mixtures {
public:
    /// What is compared: a time in seconds, or a cost in dollars.
    virtual double amount(Subset taken) const = 0;

protected:
    ~Mixtures() = default;
};

/// The Shapley value of each of the causes for the game v(S) = −ln of the amount of S: the mean of what it adds over
/// all orders (Shapley 1953). 0 for the others.
std::array<double, cause_count> shapley(const Mixtures& mixtures, Subset causes);

/// The device whose properties of the causes in `taken` are the proposal's.
Machine<> mixed(const Machine<>& before, const Machine<>& after, Subset taken);

/// For a mixture with the layout of one side and the model of the other: only a mixture of experts spreads experts.
void keep_possible(Parallel& layout, const Model& model);

/// How much more of a resource the proposal has: proposal / baseline. `devices`: of how many there are.
double bought(Cause cause, const Machine<>& before, const Machine<>& after, double devices);

/// The cause, if more of it was bought and hardly used.
void add_unused(Cause cause, double bought, double used, std::vector<Unused>& unused);

/// What limits a step.
Cause binding(bool fits, Regime regime);

}  // namespace ridgepoint
