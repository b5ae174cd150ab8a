#include "explain_mixtures.hpp"

#include <algorithm>
#include <cmath>

#include "compared.hpp"
#include "inference.hpp"
#include "machine.hpp"

namespace ridgepoint {
namespace {

/// Whether a member is the same in both; entries of the registry by what they say, as one given inline has no id.
bool is_alike(const Field& f, const void* a, const void* b) {
    const auto are_alike = [&](const void* x, const void* y) {
        return std::all_of(f.nested().fields.begin(), f.nested().fields.end(),
                           [&](const Field& part) { return is_alike(part, x, y); });
    };
    if (f.kind == Kind::reference) {
        const void *x = f.access->reference->entry(f.at(a)), *y = f.access->reference->entry(f.at(b));
        return x == y || (x != nullptr && y != nullptr && are_alike(x, y));
    }
    if (f.kind == Kind::object || f.kind == Kind::preset) return are_alike(f.at(a), f.at(b));
    if (!f.is_scalar()) return true;
    const double x = f.get(a), y = f.get(b);
    return x == y || (std::isnan(x) && std::isnan(y));
}

/// The members that belong to a cause, from one side.
template <class Request, class... Member>
void take_members(Request& mixture, const Request& from, Member Request::*... members) {
    ((mixture.*members = from.*members), ...);
}

CachePrecision cache_format_of(const ServeRequest& r) {
    return r.kv_precision.chosen.value_or(r.assumptions.kv_precision);
}

/// The fields that `load` has of `serve` too; the model and the rest of the assumptions belong to the work.
ServeRequest served(const ServeRequest& before, const ServeRequest& after, Subset taken) {
    const auto from = [&](Cause cause) -> const ServeRequest& { return (taken & bit(cause)) != 0 ? after : before; };
    ServeRequest r = from(Cause::work);
    const ServeRequest& stored = from(Cause::bytes_per_value);
    take_members(r, stored, &ServeRequest::precision, &ServeRequest::weight_bits);
    r.scheme.chosen = scheme_of(stored);
    r.kv_precision.chosen = cache_format_of(from(Cause::cache));
    take_members(r, from(Cause::devices), &ServeRequest::hardware);
    return r;
}

bool laid_out(const Parallel& a, const Parallel& b) { return a != Parallel{} || b != Parallel{}; }

/// The device under the rates at which training runs on it.
Machine<> training_machine(const TrainRequest& r) {
    const TrainPace pace = train_pace(r, rates_of(r));
    Machine<> m = machine_for(*r.hardware, r.precision, Scheme::native, r.assumptions);
    m.efficiency = 1 / (in_si(m.peak) * pace.products);
    m.bandwidth_efficiency = pace.bandwidth / in_si(m.bandwidth);
    m.layer_overhead = pace.layer_gap;
    // No step waits for these, nor for more memory.
    m.dispatch = m.host_launch = {};
    m.host_link = {};
    m.capacity = {};
    m.device_link = m.network = {};
    m.overlap = 1;
    return m;
}

}  // namespace

std::vector<std::string> differing(const Type& type, const void* a, const void* b) {
    std::vector<std::string> names;
    for (const Field& f : type.fields)
        if (!is_alike(f, a, b)) names.emplace_back(f.name);
    return names;
}

ServeSides::ServeSides(const ExplainServeRequest& r)
    : Sides(r.baseline, r.proposal),
      target(r.target),
      first(serve_problem(r.baseline)),
      second(serve_problem(r.proposal)) {
    const bool prompts = target == Compared::ttft;
    device_before = prompts ? first.prefill_machine : first.decode_machine;
    device_after = prompts ? second.prefill_machine : second.decode_machine;
}

ServeRequest ServeSides::mixture(Subset taken) const {
    ServeRequest r = served(before, after, taken);
    take_members(r, from(Cause::context, taken), &ServeRequest::context, &ServeRequest::prompt_tokens,
                 &ServeRequest::output_tokens, &ServeRequest::cached_prefix);
    take_members(r, from(Cause::drafting, taken), &ServeRequest::draft_model, &ServeRequest::draft_acceptance,
                 &ServeRequest::draft_tokens);
    take_members(r, from(Cause::devices, taken), &ServeRequest::decode_hardware, &ServeRequest::link,
                 &ServeRequest::parallel, &ServeRequest::link_efficiency, &ServeRequest::link_latency);
    const bool several = laid_out(before.parallel, after.parallel) || before.decode_hardware || after.decode_hardware;
    if (!several) r.hardware = before.hardware;
    keep_possible(r.parallel, *r.model);
    return r;
}

double ServeSides::amount(Subset taken) const {
    const ServeRequest r = mixture(taken);
    const ServeProblem p = serve_problem(r);
    if (target == Compared::ttft) return in_si(p.ttft(mixed(first.prefill_machine, second.prefill_machine, taken)));
    const double itl = in_si(p.itl(mixed(first.decode_machine, second.decode_machine, taken)));
    return target == Compared::itl ? itl : itl / r.batch;
}

LoadSides::LoadSides(const ExplainLoadRequest& r)
    : Sides(r.baseline, r.proposal),
      target(r.target.chosen.value_or(usual_target(r.baseline.maximum && r.proposal.maximum))),
      first(steps_of(r.baseline)),
      second(steps_of(r.proposal)) {
    device_before = first.machine({});
    device_after = second.machine({});
    // What does not fit is refused, so nothing crosses the host link.
    device_after.host_link = device_before.host_link;
}

LoadRequest LoadSides::mixture(Subset taken) const {
    const auto from = [&](Cause cause) -> const LoadRequest& { return this->from(cause, taken); };
    LoadRequest r = from(Cause::arrivals);
    r.serving = served(before.serving, after.serving, taken);
    take_members(r, from(Cause::context), &LoadRequest::prompt, &LoadRequest::output,
                 &LoadRequest::shared_prefix_tokens);
    take_members(r, from(Cause::scheduling), &LoadRequest::chunked_prefill, &LoadRequest::static_batches,
                 &LoadRequest::max_batch, &LoadRequest::max_batched_tokens);
    const ServerRates host = server_rates(from(Cause::overhead));
    r.request_overhead = host.request_overhead;
    r.prompt_overhead = host.prompt_overhead;
    r.sequence_overhead = host.sequence_overhead;
    r.sampling = from(Cause::overhead).sampling;
    take_members(r, from(Cause::devices), &LoadRequest::parallel, &LoadRequest::link_efficiency,
                 &LoadRequest::link_latency);
    if (!laid_out(before.parallel, after.parallel)) r.serving.hardware = before.serving.hardware;
    keep_possible(r.parallel, *r.serving.model);
    count_requests(r);
    return r;
}

double LoadSides::amount(Subset taken) const {
    constexpr Bytes<> ample{1e18};
    const LoadRequest r = mixture(taken);
    MixedSteps steps = steps_of(r);
    const auto device_of = [&](const Mixed& pass) { return mixed(first.machine(pass), second.machine(pass), taken); };
    Machine<> answers = device_of({});
    const Machine<> prompts = device_of({.prompt_tokens = 1}), launched = device_of({.prompt_tokens = HUGE_VAL});
    steps.run_on(answers, prompts, launched);
    if (!check_room(r, steps)) {
        lacked_room = true;
        answers.capacity = ample;
        steps.run_on(answers, prompts, launched);
    }
    return seconds_of(target, load_figures(r, steps, target));
}

TrainSides::TrainSides(const ExplainTrainRequest& r) : Sides(r.baseline, r.proposal) {
    device_before = training_machine(before);
    device_after = training_machine(after);
}

TrainRequest TrainSides::mixture(Subset taken) const {
    const auto from = [&](Cause cause) -> const TrainRequest& { return this->from(cause, taken); };
    TrainRequest r = from(Cause::work);
    r.global_batch = global_batch(r);
    take_members(r, from(Cause::context), &TrainRequest::sequence);
    take_members(r, from(Cause::bytes_per_value), &TrainRequest::precision, &TrainRequest::weight_precision,
                 &TrainRequest::gradient_precision);
    take_members(r, from(Cause::training_method), &TrainRequest::zero_stage, &TrainRequest::recomputation,
                 &TrainRequest::attention, &TrainRequest::optimizer, &TrainRequest::interleaving,
                 &TrainRequest::sequence_parallel, &TrainRequest::lora);
    take_members(r, from(Cause::devices), &TrainRequest::hardware, &TrainRequest::parallel,
                 &TrainRequest::link_latency);
    r.rates = rates_of(from(Cause::devices));
    const TrainingRates peak = rates_of(from(Cause::peak_flop_per_s));
    take_members(r.rates, peak, &TrainingRates::efficiency, &TrainingRates::product_depth,
                 &TrainingRates::joules_per_flop, &TrainingRates::attention_joules_per_flop);
    take_members(r.rates, rates_of(from(Cause::memory_bandwidth)), &TrainingRates::bandwidth_efficiency);
    take_members(r.rates, rates_of(from(Cause::overhead)), &TrainingRates::layer_gap);
    if (!laid_out(before.parallel, after.parallel)) r.hardware = before.hardware;
    keep_possible(r.parallel, *r.model);
    return r;
}

double TrainSides::amount(Subset taken) const {
    const TrainRequest r = mixture(taken);
    TrainRequest on_device = r;
    take_members(on_device, from(Cause::peak_flop_per_s, taken), &TrainRequest::hardware, &TrainRequest::precision);
    TrainPace pace = train_pace(on_device, r.rates);
    pace.links = train_pace(r, r.rates).links;
    pace.bandwidth =
        in_si(from(Cause::memory_bandwidth, taken).hardware->memory_bandwidth) * *r.rates.bandwidth_efficiency;
    return in_si(train_times(r, pace).total()) / (*r.global_batch * r.sequence);
}

}  // namespace ridgepoint
