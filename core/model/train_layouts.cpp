#include "ridgepoint/train_layouts.hpp"

#include <algorithm>

#include "elementary.hpp"
#include "model/phrases/train.hpp"
#include "notes.hpp"
#include "ridgepoint/hardware.hpp"
#include "train_step.hpp"

namespace ridgepoint {
namespace {

/// Beyond a few nodes no layer is shared, and no model has as many layers as would make more stages.
constexpr double most_sharing = 64, most_stages = 256;

Expected<TrainLayout> layout_of(const TrainRequest& r) {
    const auto run = train(r);
    if (!run) return tl::make_unexpected(run.error());
    const Parallel& p = r.parallel;
    return TrainLayout{p.tensor, p.pipeline, p.data, run->step, run->mfu, run->memory.total, run->feasible};
}

bool comes_before(const TrainLayout& one, const TrainLayout& other) {
    return one.feasible == other.feasible ? one.step < other.step : one.feasible;
}

}  // namespace

Expected<LayoutsResult> train_layouts(const TrainRequest& request) {
    TrainRequest r = request;
    const auto asked = layout_of(r);
    if (!asked && !r.global_batch) return tl::make_unexpected(asked.error());
    const double devices = r.devices.value_or(r.parallel.devices());
    if (lay_out(r)) r.global_batch = global_batch(r);
    r.devices.reset();
    LayoutsResult result;
    std::vector<TrainLayout>& found = result.layouts;
    Parallel& p = r.parallel;
    for (p.tensor = 1; p.tensor <= most_sharing; ++p.tensor)
        for (p.pipeline = 1; p.pipeline <= most_stages; ++p.pipeline) {
            if (!divides(p.tensor * p.pipeline, devices)) continue;
            p.data = devices / (p.tensor * p.pipeline);
            if (const auto one = layout_of(r))
                found.insert(std::upper_bound(found.begin(), found.end(), *one, comes_before), *one);
        }
    if (!asked && found.empty()) return tl::make_unexpected(asked.error());
    note_compute_rate(result.notes, *r.hardware, r.precision, Scheme::native, true);
    const auto would_shard = [](const TrainLayout& one) { return !one.feasible && one.data > 1; };
    if (r.zero_stage < 3 && std::any_of(found.begin(), found.end(), would_shard))
        result.notes.push_back({phrases::layouts_at_stage, {r.zero_stage}});
    note_training_accuracy(r.assumptions, result.notes);
    return result;
}

}  // namespace ridgepoint
