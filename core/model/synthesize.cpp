#include "ridgepoint/synthesize.hpp"

#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fit_reach.hpp"
#include "machine.hpp"
#include "model/phrases/synthesize.hpp"
#include "part.hpp"
#include "ridgepoint/workload.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

bool is_served(const SynthesizeRequest& r) { return generates_tokens(*r.model); }

/// The step whose latency is the target, timed as if the memory sufficed, on a device or on whatever it takes.
Step step_of(const SynthesizeRequest& r, std::shared_ptr<const Hardware> device, const Parallel& layout = {}) {
    Step step;
    if (!is_served(r)) {
        RooflineRequest part = part_of<RooflineRequest>(r);
        part.hardware = std::move(device);
        part.parallel = layout;
        step = roofline_workload(part).step;
    } else {
        ServeRequest part = part_of<ServeRequest>(r);
        part.parallel = layout;
        step = r.phase == ServingPhase::prefill ? prefill_step(part) : decode_step(part);
    }
    if (!r.assumptions.corrected()) {
        step.traffic = step.footprint = step.weights;
        if (r.phase == ServingPhase::decode) step.work = forward_work(*r.model) * r.batch;
    }
    step.offload = Offload::ignore;
    return step;
}

/// What the device asked for would add to its legs, and how long the host would take beside it. The reference forgets.
Machine<> overheads_of(const Assumptions& a) {
    Machine<> m{};
    if (!a.corrected()) return m;
    m.dispatch = assumed_dispatch_overhead;
    m.layer_overhead = a.layer_overhead;
    m.host_launch = a.host_launch;
    return m;
}

/// What must be taken off the target: what the device adds, or the host's launches where they alone take longer.
Seconds<> unavoidable(const Step& step, const Machine<>& m, Seconds<> target) {
    const Seconds<> host = host_time(step, m);
    return target < host ? host : device_overhead(step, m);
}

/// Plain FP32 operations for each byte of bandwidth, of the device asked for where unpacking takes time: an H100's,
/// 67e12 / 3.35e12.
constexpr double vector_flop_per_byte = 20;

/// Joules for each FLOP at peak, of the device asked for where energy limits a prompt: an H100's, 700 W / 989e12.
constexpr double joules_per_peak_flop = 700 / 989e12;

/// Energy of the work in joules: of matrices in the format they are multiplied in, of attention in 16 bits.
double energy_of(const Step& step, const SynthesizeRequest& r) {
    if (r.phase != ServingPhase::prefill) return 0;
    const bool native = scheme_of(r, nullptr, r.precision) == Scheme::native;
    const double width = native ? std::fmin(bytes_per_value(r.precision) / bytes_per_value(Precision::fp16), 1) : 1;
    return r.assumptions.prompts.joules_per_flop * (in_si(step.work - step.attention) * width + in_si(step.attention));
}

/// Both legs may take `leg` seconds each: max + (1 − ω)·min = (2 − ω)·leg is what the overhead leaves of the target.
void require(const Step& step, Seconds<> left, const SynthesizeRequest& r, SynthesizeResult& result) {
    const Assumptions& a = r.assumptions;
    const Seconds<> leg = left / (2 - a.overlap);
    result.bandwidth = step.traffic / leg / a.bandwidth_efficiency;
    if (in_si(step.vector_work) > 0) {
        result.bandwidth =
            BytesPerSecond<>{in_si(*result.bandwidth) + in_si(step.vector_work) / vector_flop_per_byte / in_si(leg)};
        result.vector_peak = FlopPerSecond<>{in_si(*result.bandwidth) * vector_flop_per_byte};
    }
    result.peak = step.work / leg / a.efficiency;
    if (const double energy = energy_of(step, r); energy > 0) {
        result.peak = FlopPerSecond<>{in_si(*result.peak) + energy / joules_per_peak_flop / in_si(leg)};
        result.tdp = Watts<>{in_si(*result.peak) * joules_per_peak_flop};
    }
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
    insert_sorted(
        c.shortfalls,
        {spec, required, available, std::string(spec_units[static_cast<std::size_t>(spec)]), required / available},
        [](const Shortfall& a, const Shortfall& b) { return a.factor > b.factor; });
}

/// How many devices can share each layer, at least `least`: a number that divides the heads, and with which each holds
/// its part.
std::optional<double> sharing(const SynthesizeRequest& r, const std::shared_ptr<const Hardware>& device,
                              Bytes<> capacity, double least) {
    if (least <= 1) return 1;
    const double heads = r.model->heads.value_or(1), root = std::floor(std::sqrt(heads));
    // Divisors come in pairs, one of them at most the root: first these, then their partners. A million heads take two
    // thousand trials.
    for (double trial = 1; trial <= 2 * root; ++trial) {
        const bool small = trial <= root;
        const double divisor = small ? trial : 2 * root + 1 - trial, devices = small ? divisor : heads / divisor;
        if (devices < least || !divides(divisor, heads)) continue;
        if (step_of(r, device, {.tensor = devices}).footprint <= capacity) return devices;
    }
    return std::nullopt;
}

Candidate hold_against(const std::shared_ptr<const Hardware>& shared, const Step& step, const SynthesizeRequest& r) {
    const Hardware& device = *shared;
    const Machine<> m = r.phase == ServingPhase::prefill ? prompt_machine(device, r) : token_machine(device, r);
    const Timing<> t = time_step(step, m);
    Candidate c{device.id, device.name, false, step.footprint <= m.capacity, t.latency, {}, {}};
    add_shortfall(c, Spec::memory_capacity, in_si(step.footprint), in_si(m.capacity));
    const Seconds<> overhead = unavoidable(step, m, r.target), left = r.target - overhead;
    const Seconds<> legs = max(t.compute, t.memory) + min(t.compute, t.memory) * (1 - m.overlap);
    double devices = std::fmax(step.footprint / m.capacity, 1);
    if (in_si(left) <= 0) {
        add_shortfall(c, Spec::overhead, in_si(overhead), in_si(r.target));
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
        c.devices_needed = sharing(r, shared, m.capacity, std::ceil(devices * (1 - 1e-12)));
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
        return fail(ErrorCode::not_applicable, "phase", phrases::no_prefill);
    const Step step = step_of(r, nullptr);
    SynthesizeResult result;
    result.capacity = step.footprint;
    result.overhead = unavoidable(step, overheads_of(r.assumptions), r.target);
    const Seconds<> left = r.target - result.overhead;
    if (in_si(left) > 0) {
        require(step, left, r, result);
        result.reason = {phrases::remains, {result.overhead, r.target, left, step.traffic, step.work}};
    } else {
        result.feasible = false;
        result.reason = {phrases::overhead_alone, {result.overhead, r.target}};
    }
    const bool decoding = r.phase == ServingPhase::decode;
    if (const Residuals* residuals = residuals_of(r.assumptions, Regime::compute, decoding))
        result.latency_band = band_about(r.target, *residuals);
    for (const auto& device : registry.hardware)
        insert_sorted(result.devices, hold_against(device, step_of(r, device), r), before);
    result.unread = unread_fields(r);
    result.notes.push_back({phrases::links_cost_nothing});
    if (std::any_of(result.devices.begin(), result.devices.end(), [](const Candidate& c) { return !c.fits; }))
        result.notes.push_back({phrases::timed_with_room});
    if (result.vector_peak) result.notes.push_back({phrases::unpacking, {vector_flop_per_byte}});
    if (result.tdp) result.notes.push_back({phrases::power, {in_si(*result.tdp)}});
    if (!r.assumptions.corrected()) result.notes.push_back({phrases::textbook_requirement});
    return result;
}

}  // namespace ridgepoint
