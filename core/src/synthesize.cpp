#include "ridgepoint/synthesize.hpp"

#include <algorithm>
#include <cmath>

#include "machine.hpp"
#include "notes.hpp"
#include "part.hpp"
#include "ridgepoint/workload.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

bool is_served(const SynthesizeRequest& r) { return generates_tokens(*r.model); }

/// The step whose latency is the target, timed as if the memory sufficed.
Step step_of(const SynthesizeRequest& r) {
    Step step;
    if (!is_served(r)) {
        step = roofline_workload(part_of<RooflineRequest>(r)).step;
    } else if (r.phase == ServingPhase::prefill) {
        step = prefill_step(part_of<ServeRequest>(r));
    } else {
        step = decode_step(part_of<ServeRequest>(r));
    }
    if (!r.assumptions.corrected()) {
        step.traffic = step.footprint = step.weights;
        if (r.phase == ServingPhase::decode) step.work = forward_work(*r.model) * r.batch;
    }
    step.offload = Offload::ignore;
    return step;
}

Seconds<> overhead_of(const Step& step, Seconds<> dispatch, const Assumptions& a) {
    if (!a.corrected()) return {};
    return dispatch * step.dispatches + a.layer_overhead * step.layers;
}

/// Plain FP32 operations for each byte of bandwidth, of the device asked for where unpacking takes time: an H100's,
/// 67e12 / 3.35e12.
constexpr double vector_flop_per_byte = 20;

/// Both legs may take `leg` seconds each: max + (1 − ω)·min = (2 − ω)·leg is what the overhead leaves of the target.
void require(const Step& step, Seconds<> left, const Assumptions& a, SynthesizeResult& result) {
    const Seconds<> leg = left / (2 - a.overlap);
    result.bandwidth = step.traffic / leg / a.bandwidth_efficiency;
    if (in_si(step.vector_work) > 0) {
        result.bandwidth =
            BytesPerSecond<>{in_si(*result.bandwidth) + in_si(step.vector_work) / vector_flop_per_byte / in_si(leg)};
        result.vector_peak = FlopPerSecond<>{in_si(*result.bandwidth) * vector_flop_per_byte};
    }
    result.peak = step.work / leg / a.efficiency;
    if (in_si(*result.bandwidth) > 0) result.ridge_point = *result.peak / *result.bandwidth;
}

/// Puts an item where it belongs in a sorted list, after its equals.
template <class T, class Before>
void insert_sorted(std::vector<T>& list, T item, Before before) {
    list.insert(std::upper_bound(list.begin(), list.end(), item, before), std::move(item));
}

/// Kept worst first.
void add_shortfall(Candidate& c, Spec spec, double required, double available) {
    if (required <= available * (1 + 1e-12)) return;
    insert_sorted(c.shortfalls, {spec, required, available, required / available},
                  [](const Shortfall& a, const Shortfall& b) { return a.factor > b.factor; });
}

Candidate hold_against(const Hardware& device, const Step& step, const SynthesizeRequest& r) {
    const Machine<> m = machine_for(device, r);
    const Timing<> t = time_step(step, m);
    Candidate c{device.id, device.name, false, step.footprint <= m.capacity, t.latency, {}, {}};
    add_shortfall(c, Spec::memory_capacity, in_si(step.footprint), in_si(m.capacity));
    const Seconds<> left = r.target - t.overhead, legs = t.latency - t.overhead;
    double devices = std::fmax(step.footprint / m.capacity, 1);
    if (in_si(left) <= 0) {
        add_shortfall(c, Spec::overhead, in_si(t.overhead), in_si(r.target));
    } else {
        const bool unpacks = in_si(step.vector_work) > 0;
        const double bandwidth = in_si(unpacks ? step.traffic / t.memory : stream_rate(m, step.weights));
        const double rate = in_si(m.peak * m.efficiency);
        add_shortfall(c, Spec::memory_bandwidth, in_si(step.traffic / left), bandwidth);
        add_shortfall(c, Spec::peak_flop_per_s, in_si(step.work / left), rate);
        // With partial overlap both legs can fit the time alone and not together: the longer one then falls short.
        if (c.shortfalls.empty() && left * (1 + 1e-12) < legs) {
            const bool memory_longer = t.compute <= t.memory;
            const double available = memory_longer ? bandwidth : rate;
            add_shortfall(c, memory_longer ? Spec::memory_bandwidth : Spec::peak_flop_per_s, available * (legs / left),
                          available);
        }
        devices = std::fmax(devices, legs / left);
        c.devices_needed = std::ceil(devices * (1 - 1e-12));
    }
    c.meets = c.devices_needed == 1;
    return c;
}

/// Devices that meet the target first, the fastest first; then by how many it would take.
bool before(const Candidate& a, const Candidate& b) {
    if (a.meets != b.meets) return a.meets;
    if (a.meets) return a.latency < b.latency;
    return a.devices_needed.value_or(HUGE_VAL) < b.devices_needed.value_or(HUGE_VAL);
}

}  // namespace

Expected<SynthesizeResult> synthesize(const SynthesizeRequest& r, const Registry& registry) {
    if (auto ok = check(r); !ok) return tl::make_unexpected(ok.error());
    if (r.phase == ServingPhase::prefill && !is_served(r))
        return fail(ErrorCode::not_applicable, "phase",
                    "phase must be decode for a model that does not generate tokens, given prefill");
    const Step step = step_of(r);
    SynthesizeResult result;
    result.capacity = step.footprint;
    result.overhead = overhead_of(step, assumed_dispatch_overhead, r.assumptions);
    const Seconds<> left = r.target - result.overhead;
    if (in_si(left) > 0) {
        require(step, left, r.assumptions, result);
        result.reason = cat({words(result.overhead), " of the ", words(r.target), " go to overhead; ", words(left),
                             " remain to move ", words(step.traffic), " and compute ", words(step.work), "."});
    } else {
        result.feasible = false;
        result.reason = cat({"Overhead alone takes ", words(result.overhead), ", more than the target of ",
                             words(r.target), ": no rate or bandwidth can meet it."});
    }
    const Regime regime = r.phase == ServingPhase::decode ? Regime::memory : Regime::compute;
    if (const Residuals* residuals = residuals_of(r.assumptions, regime, false)) {
        result.latency_low = r.target * residuals->low;
        result.latency_high = r.target * residuals->high;
    }
    for (const auto& device : registry.hardware) insert_sorted(result.devices, hold_against(*device, step, r), before);
    result.notes.push_back(
        "The number of devices takes their rates and memories to add up, and the links between them to cost nothing.");
    if (std::any_of(result.devices.begin(), result.devices.end(), [](const Candidate& c) { return !c.fits; }))
        result.notes.push_back("A device that the model does not fit is timed as if it had room.");
    if (result.vector_peak)
        result.notes.push_back(
            cat({"Unpacking weights takes plain FP32 arithmetic; the device asked for has ",
                 plain(vector_flop_per_byte), " FLOP of it for each byte of bandwidth, as an H100."}));
    note_textbook(result.notes, r.assumptions,
                  "overhead, activations and the KV cache are left out of the requirement.");
    return result;
}

}  // namespace ridgepoint
