#include "ridgepoint/sensitivity_systems.hpp"

#include <algorithm>

#include "compared.hpp"
#include "describe/validate.hpp"
#include "model/phrases/explain_systems.hpp"
#include "model/phrases/sensitivity.hpp"
#include "model/phrases/sensitivity_systems.hpp"
#include "notes.hpp"
#include "train_step.hpp"
#include "turned_systems.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// Steps that one of the runs may take.
constexpr double most_steps = 1e7;

void conclude(const Phrase& time, SystemSensitivity& r) {
    const Knob first = first_of(r.elasticities);
    r.binding_constraint = r.feasible ? first : Knob::memory_capacity;
    r.binding_regime = bound_of(r.binding_constraint);
    if (r.feasible) r.explanation = what_moves(time, r.elasticities);
    else r.explanation = {phrases::no_room, {phrases::title(first), time, r.elasticities.at(first)}};
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
