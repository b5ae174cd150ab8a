#include "ridgepoint/explain_systems.hpp"

#include <algorithm>
#include <cmath>

#include "called.hpp"
#include "compared.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "explain_mixtures.hpp"
#include "explain_parts.hpp"
#include "model/phrases/explain.hpp"
#include "model/phrases/explain_systems.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// Steps that all mixtures together may simulate.
constexpr double most_mixed_steps = 1e8;

/// What a report says of either side.
struct Reported {
    Remark label;
    Value figure;
    bool fits = true;
};

/// The figure by which two sides are compared, of its seconds.
Value figure_of(Compared target, double seconds) {
    if (target == Compared::throughput) return Value(Amount{1 / seconds, "1/s"});
    return Value(Seconds<>{seconds});
}

/// What a device is called, and how the model is cut over several of them.
Remarks device_and_cuts(const Hardware& device, const Parallel& p) {
    Remarks said{{phrases::name, {called(device)}}};
    for (const Remark& cut : cuts_of(p)) said.push_back(cut);
    return said;
}

Remark description_of(const ServeRequest& r) {
    const Remark step{phrases::configuration,
                      {called(*r.model), count_of(r.parallel.devices()), device_and_cuts(*r.hardware, r.parallel),
                       r.precision, r.batch}};
    return {phrases::served_configuration, {step, r.whole()}};
}

Remark description_of(const LoadRequest& r) {
    const bool closed = arrival_of(r) == Arrival::closed;
    const Remark arrivals = r.maximum ? Remark(phrases::at_most)
                            : closed  ? Remark(phrases::of_users, {users_of(r)})
                                      : Remark(phrases::arriving, {r.rate});
    return {phrases::loaded_configuration,
            {called(*r.serving.model), count_of(r.parallel.devices()), device_and_cuts(*r.serving.hardware, r.parallel),
             r.serving.precision, r.prompt.mean, r.output.mean, arrivals}};
}

Remark description_of(const TrainRequest& r) {
    return {phrases::trained_configuration,
            {called(*r.model), count_of(r.parallel.devices()), device_and_cuts(*r.hardware, r.parallel), r.precision,
             global_batch(r), r.sequence}};
}

double devices_of(const ServeRequest& r) { return r.parallel.devices(); }
double devices_of(const LoadRequest& r) { return r.parallel.devices(); }
double devices_of(const TrainRequest& r) { return r.parallel.devices(); }

/// Device properties are listed though they gain nothing, others only where they count.
constexpr Subset of_device = bit(Cause::memory_bandwidth) | bit(Cause::peak_flop_per_s) | bit(Cause::memory_capacity);

template <class Call, class Result>
void attribute(const Call& sides, Subset causes, Cause limit, Explained<Result>& r) {
    const auto phi = shapley(sides, causes);
    double sum = 0;
    for (const double share : phi) sum += share;
    r.speedup = exponential(sum);
    for (int i = 0; i < cause_count; ++i) {
        const Cause cause = static_cast<Cause>(i);
        const double share = phi[static_cast<unsigned>(i)];
        if ((causes & bit(cause)) == 0 || (share == 0 && (bit(cause) & of_device) == 0)) continue;
        const double used = exponential(share), devices = devices_of(sides.after) / devices_of(sides.before);
        r.factors.push_back({cause, used});
        add_unused(cause, bought(cause, sides.device_before, sides.device_after, devices), used, r.unused);
    }
    r.alone = {limit, (causes & bit(limit)) != 0 ? sides.amount(0) / sides.amount(bit(limit)) : 1};
}

template <class Result>
Remark verdict(const Explained<Result>& r, const Split& split, const Reported& before, const Reported& after) {
    Remarks said;
    const auto best = std::max_element(r.factors.begin(), r.factors.end(),
                                       [](const Factor& a, const Factor& b) { return a.ratio < b.ratio; });
    const double shown = rounded_times(r.speedup, fewest_places);
    if (r.factors.empty()) said = {phrases::nothing_changed};
    else if (shown == 1) said = {phrases::takes_as_long};
    else if (r.speedup < 1) said = {{phrases::slower, {1 / r.speedup, Remarks{}, largest_loss(split)}}};
    else said = {{phrases::faster, {r.speedup, phrases::title(best->name), best->ratio, largest_loss(split)}}};
    if (!before.fits && !after.fits) said.push_back({phrases::both_lack_room});
    else if (!before.fits) said.push_back({phrases::baseline_lacks_room});
    else if (!after.fits) said.push_back({phrases::proposal_lacks_room});
    return {phrases::name, {said}};
}

template <class Result>
void write_report(const Reported& before, const Reported& after, Compared target, Explained<Result>& r) {
    const Split split{r.speedup, r.factors, r.unused, r.alone};
    Remarks changed;
    for (const std::string& name : r.changed) changed.push_back({phrases::name, {name}});
    const auto report = [&](const Phrase& form, Remarks factors, Remarks notes) {
        return Remark(form, {before.label, before.figure, after.label, after.figure, changed, r.speedup,
                             phrases::compared[static_cast<unsigned>(target)], verdict(r, split, before, after),
                             factors, each_in(phrases::paragraph, asides(split)), notes});
    };
    add_notes_of_sides(r.notes, r.baseline.notes, r.proposal.notes);
    r.text =
        report(phrases::comparison_as_text, factors_in(phrases::factors_as_text, phrases::factor_as_text, split), {});
    r.markdown = report(phrases::comparison_as_markdown,
                        factors_in(phrases::factors_as_markdown, phrases::factor_as_markdown, split),
                        each_in(phrases::note_as_markdown, r.notes));
}

/// What a call finds of both sides, and in what they differ.
template <class Result, class Pair, class Solve>
Expected<Explained<Result>> solved(const Pair& request, Solve solve) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    Explained<Result> r;
    for (const auto& [side, given, result] : {std::tuple{"baseline", &request.baseline, &r.baseline},
                                              std::tuple{"proposal", &request.proposal, &r.proposal}}) {
        auto found = solve(*given);
        if (!found) {
            const Error& e = found.error();
            return fail(e.code, joined(side, e.field), {phrases::of_side, {side, e.message}});
        }
        *result = std::move(*found);
    }
    r.changed = differing(describe<std::decay_t<decltype(request.baseline)>>(), &request.baseline, &request.proposal);
    return r;
}

/// What takes longest of either side, as some mixture may have it all.
LoadRequest longest(LoadRequest r, const LoadRequest& other) {
    r.requests = std::fmax(r.requests, other.requests);
    r.prompt.mean = std::fmax(r.prompt.mean, other.prompt.mean);
    r.output.mean = std::fmax(r.output.mean, other.output.mean);
    r.max_batch = std::fmax(r.max_batch, other.max_batch);
    r.max_batched_tokens = std::fmin(r.max_batched_tokens, other.max_batched_tokens);
    r.chunked_prefill = chunks_prompts(r) && chunks_prompts(other);
    r.static_batches = r.static_batches && other.static_batches;
    r.maximum = true;
    return r;
}

Expected<void> check_mixtures(const LoadRequest& a, const LoadRequest& b, Subset causes) {
    const LoadRequest most = longest(a, b);
    const double requests = most.requests;
    const double each = most.output.mean + most.prompt.mean / most.max_batched_tokens + held_up(most) / requests;
    const double differ = __builtin_popcount(causes), mixtures = std::exp2(differ);
    if (mixtures * each * requests <= most_mixed_steps) return {};
    return fail(
        ErrorCode::too_large, "baseline.requests",
        {phrases::too_many_mixtures,
         {differ, mixtures, each * requests, most_mixed_steps, std::floor(most_mixed_steps / mixtures / each)}});
}

/// What limits a step that writes a token of each answer in a mean batch, with the caches half filled.
Regime binding_of(const LoadRequest& r, const LoadResult& result, const MixedSteps& steps) {
    const double reach = steps.in_reach()(r.prompt.mean + r.output.mean / 2);
    const Mixed pass{.answers = result.mean_batch, .context_reach = result.mean_batch * reach};
    return time_step(steps.step(pass), steps.machine(pass)).regime;
}

/// The longest of arithmetic and what it waits for.
Cause binding_of(const TrainTimes& t) {
    const Seconds<> links = t.tensor + t.expert + t.pipeline + t.data + t.bubble;
    return links > t.forward + t.backward + t.recomputation ? Cause::devices : Cause::peak_flop_per_s;
}

}  // namespace

Expected<ExplainServeResult> explain_serve(const ExplainServeRequest& request) {
    auto r = solved<ServeResult>(request, [](const ServeRequest& side) { return serve(side); });
    if (!r) return r;
    const ServeSides sides(request);
    const ServeResult& first = r->baseline;
    const Regime regime = sides.target == Compared::ttft ? first.prefill_regime : first.decode_regime;
    attribute(sides, changed_causes(sides), binding(first.feasible, regime), *r);
    const auto reported = [&](const ServeRequest& side, bool fits, Subset all) {
        return Reported{description_of(side), figure_of(sides.target, sides.amount(all)), fits};
    };
    write_report(reported(request.baseline, first.feasible, 0), reported(request.proposal, r->proposal.feasible, ~0u),
                 sides.target, *r);
    return r;
}

Expected<ExplainLoadResult> explain_load(const ExplainLoadRequest& request) {
    auto r = solved<LoadResult>(request, [](const LoadRequest& side) { return load(side); });
    if (!r) return r;
    const LoadSides sides(request);
    const Subset causes = changed_causes(sides);
    if (auto ok = check_mixtures(sides.before, sides.after, causes); !ok) return tl::make_unexpected(ok.error());
    attribute(sides, causes, binding(true, binding_of(sides.before, r->baseline, sides.first)), *r);
    if (sides.lacked_room) r->notes.push_back({phrases::mixtures_with_room});
    write_report({description_of(request.baseline), figure_of(sides.target, seconds_of(sides.target, r->baseline))},
                 {description_of(request.proposal), figure_of(sides.target, seconds_of(sides.target, r->proposal))},
                 sides.target, *r);
    return r;
}

Expected<ExplainTrainResult> explain_train(const ExplainTrainRequest& request) {
    auto r = solved<TrainResult>(request, [](const TrainRequest& side) { return train(side); });
    if (!r) return r;
    ExplainTrainRequest laid = request;
    lay_out(laid.baseline);
    lay_out(laid.proposal);
    const TrainSides sides(laid);
    attribute(sides, changed_causes(sides), binding_of(r->baseline.times), *r);
    if (!r->baseline.feasible || !r->proposal.feasible) r->notes.push_back({phrases::trained_as_if_it_fit});
    const auto reported = [](const TrainRequest& side, const TrainResult& result) {
        return Reported{description_of(side), figure_of(Compared::throughput, 1 / in_si(result.tokens)),
                        result.feasible};
    };
    write_report(reported(laid.baseline, r->baseline), reported(laid.proposal, r->proposal), Compared::throughput, *r);
    return r;
}

}  // namespace ridgepoint
