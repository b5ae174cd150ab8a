#include "ridgepoint/sensitivity_systems.hpp"

#include <algorithm>

#include "compared.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "knobs.hpp"
#include "load_simulation.hpp"
#include "model/phrases/explain_systems.hpp"
#include "model/phrases/sensitivity.hpp"
#include "model/phrases/sensitivity_systems.hpp"
#include "notes.hpp"
#include "train_step.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// Steps that one of the runs may take.
constexpr double most_steps = 1e7;

/// An elasticity below this is said to be none.
constexpr double least_said = 0.005;

/// `seconds(knob, factor)`: the time with one property multiplied, or nothing where it cannot run so.
template <class Seconds>
PerKnob two_way_elasticities(double delta, Seconds seconds) {
    const double up = logarithm(1 + delta);
    PerKnob e;
    for (int k = 0; k < knob_count; ++k) {
        const Knob knob = static_cast<Knob>(k);
        const double above = *seconds(knob, 1 + delta);
        const std::optional<double> below = seconds(knob, 1 / (1 + delta));
        e.at(knob) = below ? logarithm(above / *below) / (2 * up) : logarithm(above / *seconds(knob, 1)) / up;
    }
    return e;
}

void conclude(const Phrase& time, SystemSensitivity& r) {
    const PerKnob& e = r.elasticities;
    const Knob first = largest(e, [](Knob) { return true; });
    // What a peak rate moves, its efficiency moves as much.
    const Knob second = largest(e, [&](Knob k) { return k != first && bound_of(k) != bound_of(first); });
    r.binding_constraint = r.feasible ? first : Knob::memory_capacity;
    r.binding_regime = bound_of(r.binding_constraint);
    const auto counts = [&](Knob k) { return std::fabs(e.at(k)) >= least_said; };
    if (!r.feasible) {
        r.explanation = {phrases::no_room, {phrases::title(first), time, e.at(first)}};
    } else if (!counts(first)) {
        r.explanation = {phrases::nothing_moves, {time}};
    } else {
        Remarks next;
        if (counts(second)) next.push_back({phrases::next_comes, {phrases::title(second), e.at(second)}});
        r.explanation = {phrases::moves, {phrases::title(first), time, e.at(first), Remark(phrases::name, {next})}};
    }
}

/// A band of rates is one of the times that their units take.
std::optional<Interval<Seconds<>>> inverted(const std::optional<Interval<PerSecond<>>>& rates) {
    if (!rates) return std::nullopt;
    return Interval<Seconds<>>{Seconds<>{1 / in_si(rates->high)}, Seconds<>{1 / in_si(rates->low)}};
}

std::optional<Interval<Seconds<>>> band_of(Compared target, const LoadResult& r) {
    switch (target) {
        case Compared::itl:
            return r.itl.band;
        case Compared::ttft:
            return r.ttft.band;
        case Compared::latency:
            return r.end_to_end.band;
        case Compared::throughput:
            return inverted(r.tokens_band);
    }
    return std::nullopt;
}

/// One copy's steps on devices of which a property is multiplied.
class TurnedSteps {
public:
    explicit TurnedSteps(const LoadRequest& r)
        : steps_(steps_of(r)),
          answers_(steps_.machine({})),
          prompts_(steps_.machine({.prompt_tokens = 1})),
          launched_(steps_.machine({.prompt_tokens = HUGE_VAL})) {}

    const MixedSteps& by(Knob knob, double factor) {
        steps_.run_on(turned(answers_, knob, factor), turned(prompts_, knob, factor), turned(launched_, knob, factor));
        return steps_;
    }

private:
    MixedSteps steps_;
    Machine<> answers_, prompts_, launched_;
};

/// The rates and the request with one property multiplied; nothing of the memory, the host or dispatches counts.
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

/// The solver's own notes, but those of a cost, and of what goes unread, which is more here.
void take_notes(Remarks notes, const Type& type, const void* request, SystemSensitivity& r) {
    std::erase_if(notes, [](const Remark& note) {
        return note.phrase == &phrases::not_used || note.phrase == &phrases::price_of_file ||
               note.phrase == &phrases::price_as_given;
    });
    r.notes = std::move(notes);
    note_unread(r.notes, type, request, r.unread, {phrases::in_these_elasticities});
}

}  // namespace

Expected<SystemSensitivity> sensitivity_load(const SensitivityLoadRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    auto whole = load(request.load);
    if (!whole) return tl::make_unexpected(std::move(whole.error()));
    LoadRequest r = request.load;
    count_requests(r);
    if (const double steps = whole->iterations + held_up(r); steps > most_steps)
        return fail(ErrorCode::too_large, "requests", {phrases::too_many_turned, {steps, most_steps}});

    const Compared target = request.target.chosen.value_or(usual_target(r.maximum));
    TurnedSteps steps(r);
    const auto seconds = [&](Knob knob, double factor) -> std::optional<double> {
        const MixedSteps& by = steps.by(knob, factor);
        if (!check_room(r, by)) return std::nullopt;
        return seconds_of(target, load_figures(r, by, target));
    };
    SystemSensitivity result;
    result.baseline = Seconds<>{seconds_of(target, *whole)};
    result.baseline_band = band_of(target, *whole);
    result.elasticities = two_way_elasticities(request.delta, seconds);
    result.unread = unread_fields(request);
    conclude(phrases::moved[static_cast<unsigned>(target)], result);
    take_notes(std::move(whole->notes), describe<SensitivityLoadRequest>(), &request, result);
    return result;
}

Expected<SystemSensitivity> sensitivity_train(const SensitivityTrainRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    auto whole = train(request.training);
    if (!whole) return tl::make_unexpected(std::move(whole.error()));
    SensitivityTrainRequest laid = request;
    if (auto ok = lay_out(laid.training); !ok) return tl::make_unexpected(ok.error());
    SystemSensitivity result;
    result.baseline = whole->step;
    result.baseline_band = whole->step_band;
    result.feasible = whole->feasible;
    result.elasticities = two_way_elasticities(request.delta, [&](Knob knob, double factor) {
        return std::optional(step_seconds(laid.training, knob, factor));
    });
    result.unread = unread_fields(laid, result.feasible);
    conclude(phrases::moved_step, result);
    take_notes(std::move(whole->notes), describe<SensitivityTrainRequest>(), &laid, result);
    return result;
}

}  // namespace ridgepoint
