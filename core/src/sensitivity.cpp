#include "ridgepoint/sensitivity.hpp"

#include <cmath>

#include "notes.hpp"
#include "part.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

using Sensitive = Dual<knob_count>;

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

/// Calls `visit(property, knob)` for each scalar of the machine that a knob turns.
template <class T, class Visit>
void for_each_property(Machine<T>& m, Visit visit) {
    visit(m.peak.value, Knob::peak_flop_per_s);
    visit(m.vector_peak.value, Knob::peak_flop_per_s);
    visit(m.bandwidth.value, Knob::memory_bandwidth);
    visit(m.sram_bandwidth.value, Knob::memory_bandwidth);
    visit(m.flash_bandwidth.value, Knob::memory_bandwidth);
    visit(m.capacity.value, Knob::memory_capacity);
    visit(m.host_link.value, Knob::host_link);
    visit(m.dispatch.value, Knob::dispatch_overhead);
    visit(m.layer_overhead.value, Knob::layer_overhead);
    visit(m.efficiency, Knob::efficiency);
}

/// The machine with a derivative to the logarithm of each knob: dT/d ln x = x dT/dx, so an elasticity is partial / T.
Machine<Sensitive> seeded(const Machine<>& m) {
    Machine<Sensitive> s;
    s.peak = lift<Sensitive>(m.peak);
    s.vector_peak = lift<Sensitive>(m.vector_peak);
    s.bandwidth = lift<Sensitive>(m.bandwidth);
    s.capacity = lift<Sensitive>(m.capacity);
    s.host_link = lift<Sensitive>(m.host_link);
    s.sram_capacity = lift<Sensitive>(m.sram_capacity);
    s.sram_bandwidth = lift<Sensitive>(m.sram_bandwidth);
    s.flash_bandwidth = lift<Sensitive>(m.flash_bandwidth);
    s.dispatch = lift<Sensitive>(m.dispatch);
    s.efficiency = m.efficiency;
    s.bandwidth_efficiency = m.bandwidth_efficiency;
    s.overlap = m.overlap;
    s.layer_overhead = lift<Sensitive>(m.layer_overhead);
    for_each_property(s, [](Sensitive& x, Knob k) { x.partial[static_cast<unsigned>(k)] = x.value; });
    return s;
}

PerKnob elasticities(const Question& q, const Machine<>& m) {
    const Sensitive t = q.latency(seeded(m));
    PerKnob e;
    for (int k = 0; k < knob_count; ++k) e.at(static_cast<Knob>(k)) = t.partial[static_cast<unsigned>(k)] / t.value;
    return e;
}

PerKnob secants(const Question& q, const Machine<>& m, double delta) {
    const double before = q.latency(m);
    PerKnob s;
    for (int k = 0; k < knob_count; ++k) {
        Machine<> turned = m;
        for_each_property(turned, [&](double& x, Knob knob) {
            if (knob == static_cast<Knob>(k)) x = x * (1 + delta);
        });
        s.at(static_cast<Knob>(k)) = (q.latency(turned) - before) / before / delta;
    }
    return s;
}

/// The knob with the largest magnitude; of equals the first in `Knob`'s order.
template <class Allowed>
Knob largest(const PerKnob& figures, Allowed allowed) {
    Knob best = Knob::memory_bandwidth;
    double magnitude = 0;
    for (int k = 0; k < knob_count; ++k) {
        const Knob knob = static_cast<Knob>(k);
        if (!allowed(knob) || std::fabs(figures.at(knob)) <= magnitude) continue;
        best = knob;
        magnitude = std::fabs(figures.at(knob));
    }
    return best;
}

std::string title(Knob k) {
    static constexpr std::array<std::string_view, knob_count> titles{
        "peak FLOP/s",       "memory bandwidth", "memory capacity", "the host link",
        "dispatch overhead", "layer overhead",   "efficiency"};
    return std::string(titles[static_cast<unsigned>(k)]);
}

std::string explanation(const SensitivityResult& r) {
    if (!r.feasible)
        return cat({"Memory capacity binds: ", words(r.footprint), " do not fit in ", words(r.capacity),
                    ", so it takes ", plain(r.devices_needed, 9),
                    " devices to hold them. Until then, apart from capacity, ", title(r.knob),
                    " moves the time most: an elasticity of ", decimals(r.elasticities.at(r.knob), 2), "."});
    const double e = r.elasticities.at(r.binding_constraint);
    return cat({title(r.binding_constraint), " binds: 1 % more of it changes the time by ", decimals(e, 2), " %. ",
                (r.binding_constraint == Knob::memory_bandwidth || r.binding_constraint == Knob::peak_flop_per_s
                     ? cat({"Peak FLOP/s: ", decimals(r.elasticities.peak_flop_per_s, 2),
                            "; memory bandwidth: ", decimals(r.elasticities.memory_bandwidth, 2), "."})
                     : "Faster arithmetic or memory would change little.")});
}

/// The fields on which the time asked about does not depend.
std::span<const std::string_view> unused_fields(const SensitivityRequest& r) {
    static constexpr std::array<std::string_view, 7> in_latency{"kv_precision",     "cached_prefix", "draft_model",
                                                                "draft_acceptance", "draft_tokens",  "decode_hardware",
                                                                "link_bytes_per_s"};
    static constexpr std::array<std::string_view, 7> in_itl{
        "scheme", "cached_prefix", "phase", "zero_stage", "data_parallel", "lora", "activation_recomputation"};
    static constexpr std::array<std::string_view, 7> in_ttft{
        "phase", "zero_stage", "data_parallel", "lora", "activation_recomputation", "draft_acceptance", "draft_tokens"};
    if (r.target == Target::latency) return in_latency;
    if (r.target == Target::ttft) return in_ttft;
    return std::span(in_itl).subspan(r.assumptions.decode_compute ? 1 : 0);  // the scheme is that of the arithmetic
}

void capitalise(std::string& text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
}

}  // namespace

RooflineRequest roofline_part(const SensitivityRequest& r) {
    auto part = part_of<RooflineRequest>(r);
    part.phase = r.phase;
    part.zero_stage = r.zero_stage;
    part.data_parallel = r.data_parallel;
    part.lora = r.lora;
    part.activation_recomputation = r.activation_recomputation;
    return part;
}

ServeRequest serve_part(const SensitivityRequest& r) {
    auto part = part_of<ServeRequest>(r);
    part.kv_precision = r.kv_precision;
    part.cached_prefix = r.cached_prefix;
    part.draft_model = r.draft_model;
    part.draft_acceptance = r.draft_acceptance;
    part.draft_tokens = r.draft_tokens;
    part.decode_hardware = r.decode_hardware;
    part.link = r.link;
    return part;
}

Expected<SensitivityResult> sensitivity(const SensitivityRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    if (request.delta == 0) return fail(ErrorCode::out_of_range, "delta", "delta must not be 0");
    Question question{request.target, {}, {}};
    Machine<> machine;
    SensitivityResult result;
    if (request.target == Target::latency) {
        const RooflineRequest part = roofline_part(request);
        question.forward = roofline_workload(part);
        machine = roofline_machine(part);
        const RooflineResult whole = *roofline(part);
        result.baseline_low = whole.latency_low;
        result.baseline_high = whole.latency_high;
        result.notes = whole.notes;
    } else {
        const ServeRequest part = serve_part(request);
        if (auto ok = check_together(part); !ok) return tl::make_unexpected(ok.error());
        question.serving = serve_problem(part);
        machine = request.target == Target::itl ? question.serving.decode_machine : question.serving.prefill_machine;
        const ServeResult whole = *serve(part);
        const bool further = request.target == Target::itl;
        result.baseline_low = further ? whole.itl_low : whole.ttft_low;
        result.baseline_high = further ? whole.itl_high : whole.ttft_high;
        result.notes = whole.notes;
    }
    note_unused(result.notes, describe<SensitivityRequest>(), &request, unused_fields(request),
                cat({"target ", target_names[static_cast<unsigned>(request.target)]}));

    result.baseline = Seconds<>{question.latency(machine)};
    result.elasticities = elasticities(question, machine);
    result.secants = secants(question, machine, request.delta);
    result.footprint = question.step().footprint;
    result.capacity = machine.capacity;
    result.feasible = result.footprint <= result.capacity;
    result.devices_needed = std::fmax(std::ceil(result.footprint / result.capacity), 1);

    const auto any = [](Knob) { return true; };
    const auto while_offloading = [](Knob k) { return k != Knob::memory_capacity; };
    const auto of_the_reference = [](Knob k) { return k <= Knob::memory_capacity; };
    result.knob = result.feasible ? largest(result.elasticities, any) : largest(result.elasticities, while_offloading);
    if (!result.feasible) {
        result.binding_constraint = Knob::memory_capacity;
    } else {
        result.binding_constraint =
            request.assumptions.corrected() ? result.knob : largest(result.secants, of_the_reference);
    }
    result.explanation = explanation(result);
    capitalise(result.explanation);
    return result;
}

}  // namespace ridgepoint
