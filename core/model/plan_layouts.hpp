/// The layouts that a plan chooses from: what each costs, and what it falls short of.
#pragma once

#include "ridgepoint/plan.hpp"

namespace ridgepoint {

/// A device cut one way.
struct Layout {
    std::shared_ptr<const Hardware> device;
    Parallel parallel;
    PlanOption option;
    std::optional<PlanFailure> failure;
};

/// Serving, by the balance of a step with the rate: fills the option, and the failure where it does not meet the
/// demand.
void judge_serving(const PlanRequest& request, Layout& layout);

/// The same with as few copies as meet it, at least those it has; or as many as there may be, where none do.
void judge_fewest_copies(const PlanRequest& request, Layout& layout);

/// Training, by `train`, the quickest way that fits.
void judge_training(const PlanRequest& request, Layout& layout);

/// Whether load's simulation keeps the limits in this layout.
bool simulated_well(const PlanRequest& request, const Layout& layout);

}  // namespace ridgepoint
