#include "ridgepoint/sensitivity.hpp"

#include <cmath>

#include "describe/validate.hpp"
#include "knobs.hpp"
#include "model/phrases/sensitivity.hpp"
#include "notes.hpp"
#include "part.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// A latency as a function of the machine, for one of the three targets.
struct Question {
    Target target;
    Workload forward;
    ServeProblem serving;

    template <class T>
    T latency(const Machine<T>& m) const {
        switch (target) {
            case Target::itl:
                return serving.itl(m).value;
            case Target::ttft:
                return serving.ttft(m).value;
            default:
                return time_step(forward.step, m).latency.value;
        }
    }
    const Step& step() const {
        if (target == Target::latency) return forward.step;
        return target == Target::itl ? serving.decode : serving.prefill;
    }
};

PerKnob secants(const Question& q, const Machine<>& m, double delta) {
    const double before = q.latency(m);
    PerKnob s;
    for (int k = 0; k < knob_count; ++k) {
        const Knob knob = static_cast<Knob>(k);
        s.at(knob) = (q.latency(turned(m, knob, 1 + delta)) - before) / before / delta;
    }
    return s;
}

/// `waits`: the host launches the layers more slowly than the device runs them, and its time is that of the step.
Remark explanation(const SensitivityResult& r, bool waits) {
    const PerKnob& e = r.elasticities;
    if (!r.feasible)
        return {phrases::capacity_binds,
                {r.footprint, told_memory(r.capacity), r.devices_needed, phrases::title(r.knob), e.at(r.knob)}};
    const Knob knob = r.binding_constraint;
    if (waits && knob == Knob::layer_overhead) return {phrases::host_binds, {e.at(knob)}};
    if (knob != Knob::memory_bandwidth && knob != Knob::peak_flop_per_s)
        return {phrases::binds, {phrases::title(knob), e.at(knob)}};
    constexpr double worth_telling = 0.1;
    const Knob next = largest(e, [](Knob k) { return k != Knob::memory_bandwidth && k != Knob::peak_flop_per_s; });
    Remarks other;
    if (std::fabs(e.at(next)) >= worth_telling)
        other.push_back({phrases::and_knob, {phrases::title(next), e.at(next)}});
    return {phrases::rate_binds, {phrases::title(knob), e.at(knob), e.peak_flop_per_s, e.memory_bandwidth, other}};
}

}  // namespace

ServeRequest serve_part(const SensitivityRequest& r) { return part_of(r.forward, r.serving); }

Expected<SensitivityResult> sensitivity(const SensitivityRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    if (request.delta == 0) return fail(ErrorCode::out_of_range, "delta", phrases::delta_is_zero);
    Question question{request.target, {}, {}};
    Machine<> machine;
    SensitivityResult result;
    if (request.target == Target::latency) {
        if (auto ok = check_together(request.forward); !ok) return tl::make_unexpected(ok.error());
        question.forward = roofline_workload(request.forward);
        machine = roofline_machine(request.forward);
        const RooflineResult whole = *roofline(request.forward);
        result.baseline_band = whole.latency_band;
        result.notes = whole.notes;
    } else {
        const ServeRequest part = serve_part(request);
        if (auto ok = check_together(part); !ok) return tl::make_unexpected(ok.error());
        question.serving = serve_problem(part);
        machine = request.target == Target::itl ? question.serving.decode_machine : question.serving.prefill_machine;
        const ServeResult whole = *serve(part);
        result.baseline_band = request.target == Target::itl ? whole.itl_band : whole.ttft_band;
        result.notes = whole.notes;
    }
    result.unread = unread_fields(request);
    // In place of what the whole result leaves unread: one of its times leaves that and more.
    std::erase_if(result.notes, [](const Remark& note) { return note.phrase == &phrases::not_used; });
    note_unread(result.notes, describe<SensitivityRequest>(), &request, result.unread,
                {phrases::target, {target_names[static_cast<unsigned>(request.target)]}});

    result.baseline = Seconds<>{question.latency(machine)};
    result.elasticities = elasticities(machine, [&](const auto& m) { return question.latency(m); });
    result.secants = secants(question, machine, request.delta);
    result.footprint = question.step().footprint;
    result.capacity = machine.capacity;
    result.feasible = result.footprint <= result.capacity;
    const bool one = request.target == Target::latency && request.forward.phase == Phase::training;
    const double devices = one ? 1 : request.forward.parallel.devices();
    result.devices_needed = std::fmax(std::ceil(result.footprint * devices / result.capacity), 1);

    const auto any = [](Knob) { return true; };
    const auto while_offloading = [](Knob k) { return k != Knob::memory_capacity; };
    const auto of_the_reference = [](Knob k) { return k <= Knob::memory_capacity; };
    result.knob = result.feasible ? largest(result.elasticities, any) : largest(result.elasticities, while_offloading);
    if (!result.feasible) {
        result.binding_constraint = Knob::memory_capacity;
    } else {
        result.binding_constraint =
            request.forward.assumptions.corrected() ? result.knob : largest(result.secants, of_the_reference);
    }
    result.binding_regime = bound_of(result.binding_constraint);
    result.knob_regime = bound_of(result.knob);
    const bool waits = device_overhead(question.step(), machine) < time_step(question.step(), machine).overhead;
    result.explanation = explanation(result, waits);
    return result;
}

}  // namespace ridgepoint
