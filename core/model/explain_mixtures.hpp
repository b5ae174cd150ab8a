/// Mixtures of two served models, loads and training runs: which field belongs to which cause, and what a mixture
/// takes.
#pragma once

#include "comparison.hpp"
#include "load_simulation.hpp"
#include "ridgepoint/explain_systems.hpp"
#include "train_step.hpp"

namespace ridgepoint {

/// Two sides of one call.
template <class Request>
struct Sides : Mixtures {
    Sides(const Request& first, const Request& second) : before(first), after(second) {}

    const Request& before;
    const Request& after;
    Machine<> device_before, device_after;  ///< by whose properties the two differ

    const Request& from(Cause cause, Subset taken) const { return (taken & bit(cause)) != 0 ? after : before; }
};

struct ServeSides final : Sides<ServeRequest> {
    explicit ServeSides(const ExplainServeRequest& request);
    ServeRequest mixture(Subset taken) const;
    double amount(Subset taken) const override;

    Compared target;
    ServeProblem first, second;
};

struct LoadSides final : Sides<LoadRequest> {
    explicit LoadSides(const ExplainLoadRequest& request);
    LoadRequest mixture(Subset taken) const;
    double amount(Subset taken) const override;

    Compared target;
    MixedSteps first, second;
    mutable bool lacked_room = false;  ///< a mixture did
};

struct TrainSides final : Sides<TrainRequest> {
    explicit TrainSides(const ExplainTrainRequest& request);
    TrainRequest mixture(Subset taken) const;
    double amount(Subset taken) const override;
};

/// Names of the fields in which two structs of a type differ.
std::vector<std::string> differing(const Type& type, const void* a, const void* b);

/// The causes whose change makes another mixture.
template <class Call>
Subset changed_causes(const Call& sides) {
    using Request = decltype(sides.mixture(0));
    const Request same = sides.mixture(0);
    Subset causes = 0;
    for (int i = 0; i < cause_count; ++i) {
        const Subset one = bit(static_cast<Cause>(i));
        const Request other = sides.mixture(one);
        if (mixed(sides.device_before, sides.device_after, one) != sides.device_before ||
            !differing(describe<Request>(), &same, &other).empty())
            causes |= one;
    }
    return causes;
}

}  // namespace ridgepoint
