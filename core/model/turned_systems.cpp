#include "turned_systems.hpp"

#include <cmath>

#include "model/phrases/notes.hpp"
#include "model/phrases/sensitivity.hpp"
#include "model/phrases/sensitivity_systems.hpp"
#include "train_step.hpp"

namespace ridgepoint {

double step_seconds(TrainRequest r, Knob knob, double factor) {
    TrainingRates rates = rates_of(r);
    switch (knob) {
        case Knob::peak_flop_per_s:
        case Knob::efficiency:
            *rates.efficiency *= factor;
            break;
        case Knob::memory_bandwidth:
            *rates.bandwidth_efficiency *= factor;
            break;
        case Knob::layer_overhead:
            *rates.layer_gap = *rates.layer_gap * factor;
            break;
        case Knob::device_link:
            *rates.link_efficiency *= factor;
            *rates.network_efficiency *= factor;
            break;
        case Knob::link_latency:
            r.link_latency = r.link_latency * factor;
            *rates.ring_wait = *rates.ring_wait * factor;
            break;
        case Knob::memory_capacity:
        case Knob::host_link:
        case Knob::dispatch_overhead:
            break;
    }
    return in_si(train_times(r, rates).total());
}

Knob first_of(const PerKnob& e) {
    return largest(e, [](Knob) { return true; });
}

Remark what_moves(const Phrase& changed, const PerKnob& e) {
    constexpr double least_said = 0.005;
    const auto counts = [&](Knob k) { return std::fabs(e.at(k)) >= least_said; };
    const Knob first = first_of(e);
    if (!counts(first)) return {phrases::nothing_moves, {changed}};
    // What a peak rate moves, its efficiency moves as much.
    const Knob second = largest(e, [&](Knob k) { return k != first && bound_of(k) != bound_of(first); });
    Remarks next;
    if (counts(second)) next.push_back({phrases::next_comes, {phrases::title(second), e.at(second)}});
    return {phrases::moves, {phrases::title(first), changed, e.at(first), Remark(phrases::name, {next})}};
}

}  // namespace ridgepoint
