/// The layouts that a plan chooses from: what each costs, and what it falls short of.
#pragma once

#include <cmath>

#include "mixed_step.hpp"
#include "ridgepoint/plan.hpp"

namespace ridgepoint {

/// A device cut one way. `option` says how, in what format, and what came of it.
struct Layout {
    std::shared_ptr<const Hardware> device;
    double usd_per_hour = 0;  ///< of one device
    PlanOption option;
    double misses_by = 0;  ///< where it fails: what it needs or takes / what there is, or is allowed; at least 1

    void fails(Binding binds, Remark why, double times) {
        option.meets = false;
        option.binds = binds;
        option.why = std::move(why);
        misses_by = times;
    }
    void meets(Binding binds) {
        option.meets = true;
        option.binds = binds;
    }
};

/// When a training run must have ended.
inline Seconds<> deadline_of(const Demand& demand) {
    constexpr double seconds_a_day = 86400;
    return Seconds<>{*demand.days * seconds_a_day};
}

/// Sequences in a training step, over all copies.
inline double global_batch_of(const PlanRequest& request) {
    constexpr double usual_batch = 1024;
    return request.training.global_batch.value_or(usual_batch);
}

/// The request of `load` for a layout.
LoadRequest load_of(const PlanRequest& request, const Layout& layout);

/// The request of `train` for one, in which the way that a copy takes its batch is still open.
TrainRequest training_of(const PlanRequest& request, const Layout& layout);

/// The largest rate at which a layout whose steps are these keeps the limits; 0 where there is none.
double largest_rate(const PlanRequest& request, const Layout& layout, const MixedSteps& steps);

/// Serving, by the balance of a step with the rate.
void judge_serving(const PlanRequest& request, Layout& layout);

/// The same with as few copies as meet the demand, at least those it has; or as many as there may be, where none do.
void judge_fewest_copies(const PlanRequest& request, Layout& layout);

/// Training, by `train`, the quickest way that fits.
void judge_training(const PlanRequest& request, Layout& layout);

/// Whether load's simulation keeps the limits in this layout.
bool simulated_well(const PlanRequest& request, const Layout& layout);

}  // namespace ridgepoint
