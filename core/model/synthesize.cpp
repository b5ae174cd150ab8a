#include "ridgepoint/synthesize.hpp"

#include <algorithm>
#include <cmath>

#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fit_reach.hpp"
#include "fitted_links.hpp"
#include "machine.hpp"
#include "model/phrases/synthesize.hpp"
#include "notes.hpp"
#include "part.hpp"
#include "ridgepoint/workload.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

bool is_served(const SynthesizeRequest& r) { return generates_tokens(*r.model); }

/// Over several devices.
bool is_split(const SynthesizeRequest& r) { return r.parallel != Parallel{}; }

/// What the target is asked of: a step, so many times in a row.
struct Asked {
    Step step;
    double rounds = 1;
};

/// Timed as if the memory sufficed, on devices of a kind or on whatever it takes, joined by these links.
Asked asked_of(const SynthesizeRequest& r, std::shared_ptr<const Hardware> device, const Links& links,
               const Parallel& layout) {
    Asked asked;
    Step& step = asked.step;
    if (!is_served(r)) {
        RooflineRequest part = part_of<RooflineRequest>(r);
        part.hardware = std::move(device);
        part.parallel = layout;
        step = roofline_workload(part).step;
    } else {
        ServeRequest part = part_of<ServeRequest>(r);
        part.hardware = std::move(device);
        part.parallel = layout;
        if (r.phase == ServingPhase::prefill) {
            asked = {prefill_step(part), prefill_rounds(part)};
            step.exchange = prefill_exchange(part, links);
        } else {
            step = decode_step(part);
            step.exchange = pass_exchange(*r.model, micro_batch(layout, r.batch), layout, links);
        }
    }
    if (!r.assumptions.corrected()) {
        // A pass goes through the weights of all stages in turn; each device holds those of its own.
        step.footprint = step.weights;
        step.traffic = step.weights * layout.pipeline;
        if (r.phase == ServingPhase::decode)
            step.work = forward_work(*r.model) * (micro_batch(layout, r.batch) / layout.tensor);
    }
    step.offload = Offload::ignore;
    return asked;
}

/// Those that the devices asked for are assumed to have.
Links links_of(const SynthesizeRequest& r) {
    const double reached = r.link_efficiency.value_or(links_reached(r.assumptions));
    return {.device = r.device_link * reached,
            .network = r.network * reached,
            .latency = r.link_latency,
            .node = r.devices_a_node};
}

/// What the device asked for would add to its legs, and how long the host would take beside it, which the reference
/// forgets; and its links.
Machine<> overheads_of(const Assumptions& a, const Links& links) {
    Machine<> m = linked({}, links);
    if (!a.corrected()) return m;
    m.dispatch = assumed_dispatch_overhead;
    m.layer_overhead = a.layer_overhead;
    m.host_launch = a.host_launch;
    return m;
}

/// What must be taken off the target of one step: what the device adds, or the host's launches where they alone take
/// longer; and what passes between devices.
struct Unavoidable {
    Seconds<> overhead, links;

    Seconds<> both() const { return overhead + links; }
};
Unavoidable unavoidable(const Step& step, const Machine<>& m, Seconds<> target) {
    const Seconds<> host = host_time(step, m);
    if (target < host) return {host, {}};
    return {device_overhead(step, m), exchange_time(step.exchange, m)};
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

/// How many devices would do, `least` or more of which share each layer: a number that divides the heads, and with
/// which each holds its part. In a layout they also have to meet the target; where the request has none, `least`
/// already says how many would if rates and memories added up and links cost nothing.
std::optional<double> sharing(const SynthesizeRequest& r, const std::shared_ptr<const Hardware>& device,
                              const Machine<>& m, double least) {
    const double heads = r.model->heads.value_or(1), root = std::floor(std::sqrt(heads));
    Parallel layout = r.parallel;
    // Divisors come in pairs, one of them at most the root: first these, then their partners. A million heads take two
    // thousand trials.
    for (double trial = 1; trial <= 2 * root; ++trial) {
        const bool small = trial <= root;
        const double divisor = small ? trial : 2 * root + 1 - trial;
        layout.tensor = small ? divisor : heads / divisor;
        if (layout.tensor < least || !divides(divisor, heads) || !check_layout(layout, *r.model)) continue;
        const auto [step, rounds] = asked_of(r, device, links_of(r, *device), layout);
        if (m.capacity < step.footprint) continue;
        if (!is_split(r) || time_step(step, m).latency * rounds <= r.target * (1 + 1e-12)) return layout.devices();
    }
    return std::nullopt;
}

Candidate hold_against(const std::shared_ptr<const Hardware>& shared, const SynthesizeRequest& r) {
    const Hardware& device = *shared;
    const Links links = links_of(r, device);
    const auto [step, rounds] = asked_of(r, shared, links, r.parallel);
    const Machine<> m =
        linked(r.phase == ServingPhase::prefill ? prompt_machine(device, r) : token_machine(device, r), links);
    const Timing<> t = time_step(step, m);
    Candidate c{device.id, device.name, false, step.footprint <= m.capacity, t.latency * rounds, {}, {}};
    add_shortfall(c, Spec::memory_capacity, in_si(step.footprint), in_si(m.capacity));
    const Seconds<> target = r.target / rounds;
    const Unavoidable lost = unavoidable(step, m, target);
    const Seconds<> left = target - lost.both();
    const Seconds<> legs = max(t.compute, t.memory) + min(t.compute, t.memory) * (1 - m.overlap);
    double devices = std::fmax(step.footprint / m.capacity, 1);
    if (in_si(left) <= 0) {
        const Spec longer = lost.overhead < lost.links ? Spec::links : Spec::overhead;
        add_shortfall(c, longer, in_si(lost.both() * rounds), in_si(r.target));
    } else {
        const bool unpacks = in_si(step.vector_work) > 0;
        // By their data sheets, as the requirement is said, of which so much is reached.
        const double bandwidth = in_si(m.bandwidth), peak = in_si(m.peak);
        const double streamed = (unpacks ? step.traffic / t.memory : stream_rate(m, step.weights)) / m.bandwidth;
        add_shortfall(c, Spec::memory_bandwidth, in_si(step.traffic / left) / streamed, bandwidth);
        add_shortfall(c, Spec::peak_flop_per_s, in_si(step.work / left) / m.efficiency, peak);
        // With partial overlap both legs can fit the time alone and not together: the longer one then falls short.
        if (c.shortfalls.empty() && left * (1 + 1e-12) < legs) {
            const bool memory_longer = t.compute <= t.memory;
            const double available = memory_longer ? bandwidth : peak;
            add_shortfall(c, memory_longer ? Spec::memory_bandwidth : Spec::peak_flop_per_s, available * (legs / left),
                          available);
        }
        devices = std::fmax(devices, legs / left);
        const double least = std::ceil(devices * (1 - 1e-12));
        if (!is_split(r)) c.devices_needed = least <= 1 ? 1 : sharing(r, shared, m, least);
    }
    if (is_split(r)) c.devices_needed = sharing(r, shared, m, r.parallel.tensor);
    c.meets = c.devices_needed == r.parallel.devices();
    return c;
}

/// Devices that meet the target first, the fastest first; then by how many it would take.
bool before(const Candidate& a, const Candidate& b) {
    if (a.meets != b.meets) return a.meets;
    if (a.meets) return a.latency < b.latency;
    return a.devices_needed.value_or(HUGE_VAL) < b.devices_needed.value_or(HUGE_VAL);
}

/// What the requirement rests on, or why there is none. `left`: of the target, in each round.
Remark reason_of(const SynthesizeRequest& r, const Asked& asked, Seconds<> left, const SynthesizeResult& result) {
    const Step& step = asked.step;
    const double rounds = asked.rounds;
    if (r.target <= result.overhead) return {phrases::overhead_alone, {result.overhead, r.target}};
    if (!is_split(r)) return {phrases::remains, {result.overhead, r.target, left, step.traffic, step.work}};
    if (result.feasible)
        return {phrases::remains_in_layout,
                {result.overhead, result.links, r.target, left * rounds, step.traffic * rounds, step.work * rounds}};
    return {phrases::overhead_and_links,
            {result.overhead, result.links, r.link_latency * step.exchange.waits * rounds, r.target}};
}

const Residuals* errors_of(const SynthesizeRequest& r) {
    return residuals_for(r, Regime::compute, r.phase == ServingPhase::decode);
}

/// What is assumed of a layout's devices, and what their number rests on.
void note_split(const SynthesizeRequest& r, const Exchange& exchange, Remarks& notes) {
    if (in_si(exchange.sent) > 0) notes.push_back({phrases::link_assumed, {r.device_link, r.devices_a_node}});
    if (in_si(exchange.sent_far) > 0) notes.push_back({phrases::network_between_nodes, {r.network}});
    notes.push_back({phrases::own_links});
    if (as_fitted(r.assumptions)) {
        if (!is_like_measured(r.parallel, {})) notes.push_back({phrases::no_band_for_such_layouts});
        else if (errors_of(r) == nullptr) notes.push_back({without_residuals(r)});
    }
    note_layout(notes, *r.model, r.devices_a_node, r.parallel, r.batch, r.assumptions.corrected());
}

void add_notes(const SynthesizeRequest& r, const Exchange& exchange, SynthesizeResult& result) {
    Remarks& notes = result.notes;
    if (is_split(r)) note_split(r, exchange, notes);
    else notes.push_back({phrases::links_cost_nothing});
    if (std::any_of(result.devices.begin(), result.devices.end(), [](const Candidate& c) { return !c.fits; }))
        notes.push_back({phrases::timed_with_room});
    if (result.vector_peak) notes.push_back({phrases::unpacking, {vector_flop_per_byte}});
    if (result.tdp) notes.push_back({phrases::power, {in_si(*result.tdp)}});
    if (!r.assumptions.corrected()) notes.push_back({phrases::textbook_requirement});
}

}  // namespace

Expected<SynthesizeResult> synthesize(const SynthesizeRequest& r, const Registry& registry) {
    if (auto ok = check(r); !ok) return tl::make_unexpected(ok.error());
    if (r.phase == ServingPhase::prefill && !is_served(r))
        return fail(ErrorCode::not_applicable, "phase", phrases::no_prefill);
    if (is_split(r))
        if (auto ok = check_together(part_of<ServeRequest>(r)); !ok) return tl::make_unexpected(ok.error());
    const Links links = links_of(r);
    const Asked asked = asked_of(r, nullptr, links, r.parallel);
    const Step& step = asked.step;
    SynthesizeResult result;
    result.capacity = step.footprint;
    const Seconds<> target = r.target / asked.rounds;
    const Unavoidable lost = unavoidable(step, overheads_of(r.assumptions, links), target);
    result.overhead = lost.overhead * asked.rounds;
    result.links = lost.links * asked.rounds;
    const Seconds<> left = target - lost.both();
    result.feasible = in_si(left) > 0;
    if (result.feasible) require(step, left, r, result);
    result.reason = reason_of(r, asked, left, result);
    const Residuals* residuals = errors_of(r);
    if (residuals != nullptr && is_like_measured(r.parallel, {}))
        result.latency_band = band_about(r.target, *residuals);
    for (const auto& device : registry.hardware) insert_sorted(result.devices, hold_against(device, r), before);
    result.unread = unread_fields(r);
    add_notes(r, step.exchange, result);
    return result;
}

}  // namespace ridgepoint
