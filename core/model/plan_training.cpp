#include <cmath>

#include "cost.hpp"
#include "elementary.hpp"
#include "machine.hpp"
#include "model/phrases/plan.hpp"
#include "plan_layouts.hpp"
#include "train_step.hpp"

namespace ridgepoint {
namespace {

constexpr std::array micro_batches_tried{1.0, 2.0, 4.0, 8.0};
constexpr std::array stages_tried{1.0, 3.0};
constexpr std::array recomputation_tried{Recomputation::none, Recomputation::full};

/// The quickest way for so many devices, among those that fit.
struct Run {
    double seconds = HUGE_VAL, micro_batch = 1, zero_stage = 0;
    Recomputation recomputation = Recomputation::none;
    Bytes<> least{HUGE_VAL};
};

double tokens_a_step(const TrainRequest& t) { return global_batch(t) * t.sequence; }

double run_seconds(const TrainRequest& t, const TrainingRates& rates, double tokens) {
    return in_si(train_times(t, rates).total()) * tokens / tokens_a_step(t);
}

Run quickest(TrainRequest t, double tokens) {
    Run best;
    const Bytes<> room = usable_memory(*t.hardware, t.assumptions);
    const TrainingRates rates = rates_of(t);
    for (const double micro_batch : micro_batches_tried) {
        t.micro_batch = micro_batch;
        if (!divides(micro_batch * t.parallel.data, global_batch(t))) continue;
        for (const double stage : stages_tried) {
            t.zero_stage = stage;
            for (const Recomputation recomputation : recomputation_tried) {
                t.recomputation = recomputation;
                const Bytes<> needed = train_memory(t).total;
                best.least = min(best.least, needed);
                if (room < needed) continue;
                const double seconds = run_seconds(t, rates, tokens);
                if (seconds < best.seconds) best = {seconds, micro_batch, stage, recomputation, best.least};
                break;  // to compute again takes longer
            }
        }
    }
    return best;
}

}  // namespace

TrainRequest training_of(const PlanRequest& r, const Layout& layout) {
    const PlanOption& o = layout.option;
    TrainRequest t = r.training;
    t.model = r.load.serving.model;
    t.precision = o.precision;
    t.assumptions = r.load.serving.assumptions;
    t.hardware = layout.device;
    t.parallel = o.parallel;
    t.global_batch = global_batch_of(r);
    return t;
}

void judge_training(const PlanRequest& r, Layout& layout) {
    PlanOption& o = layout.option;
    const TrainRequest t = training_of(r, layout);
    const Run run = quickest(t, *r.demand.tokens);
    if (std::isinf(in_si(run.least)))
        return layout.fails(Binding::layout, {phrases::plan_batch, {*t.global_batch, t.parallel.data}}, HUGE_VAL);
    const Seconds<> deadline = deadline_of(r.demand);
    if (const Bytes<> room = usable_memory(*t.hardware, t.assumptions); std::isinf(run.seconds)) {
        const Seconds<> with_room{run_seconds(t, rates_of(t), *r.demand.tokens)};
        return layout.fails(Binding::memory, {phrases::plan_training_room, {run.least, room}},
                            std::fmax(run.least / room, with_room / deadline));
    }
    o.latency = Seconds<>{run.seconds};
    o.steps = *r.demand.tokens / tokens_a_step(t);
    o.step = *o.latency / *o.steps;
    o.micro_batch = run.micro_batch;
    o.zero_stage = run.zero_stage;
    o.recomputation.chosen = run.recomputation;
    o.cost = cost_per_s(layout.usd_per_hour, t.parallel.devices()) * run.seconds;
    if (*o.latency > deadline)
        layout.fails(Binding::deadline, {phrases::plan_after_deadline, {*o.latency, deadline}}, *o.latency / deadline);
    else layout.meets(Binding::deadline);
}

}  // namespace ridgepoint
