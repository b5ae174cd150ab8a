#include "load_report.hpp"

#include <cmath>

#include "called.hpp"
#include "fit_reach.hpp"
#include "load_simulation.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/load.hpp"
#include "notes.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// Whether servers were measured on such devices, under this software.
bool served_as_measured(const Hardware& h, Software software) {
    const bool vendor = h.vendor.empty() || h.vendor == "NVIDIA" || h.vendor == "AMD";
    const bool serves = has_fit_of_all(software) || software == Software::tensorrt_llm;
    return vendor && serves && is_like_measured(h) && runs_on(software, h);
}

/// Why the residuals of servers tell nothing of this one; null: they do. A plan has no device yet.
const Phrase* beyond_servers(const LoadRequest& r) {
    const auto& device = r.serving.hardware;
    if (device && !served_as_measured(*device, r.serving.assumptions.software))
        return &phrases::no_band_for_such_servers;
    if (keeps_states(*r.serving.model)) return &phrases::no_band_of_states;
    return r.parallel.expert > 1 ? &phrases::no_band_for_spread_experts : nullptr;
}

}  // namespace

void note_served_accuracy(const LoadRequest& r, Remarks& notes) {
    const auto& fits = ServingFits::embedded();
    const ServingFit* fit = fits ? fits->of(r.serving.assumptions.software) : nullptr;
    if (fit == nullptr) return;
    const bool calibrated = r.serving.assumptions.preset == Preset::calibrated;
    // Of a server unlike those that were measured no accuracy is known either.
    const Phrase* beyond = calibrated && serving_fit(r) != nullptr ? beyond_servers(r) : nullptr;
    if (beyond == &phrases::no_band_for_such_servers || beyond == &phrases::no_band_of_states) {
        notes.push_back({*beyond});
        return;
    }
    if (calibrated && is_sglang(r.serving.assumptions.software)) {
        notes.push_back({phrases::sglang_as_vllm});
        return;
    }
    if (r.maximum)
        notes.push_back({calibrated ? phrases::throughput_accuracy : phrases::throughput_rough,
                         {fit->throughput.points, fit->throughput.median_error}});
    else
        notes.push_back({calibrated ? phrases::load_accuracy : phrases::load_rough,
                         {fit->itl.points, fit->itl.median_error, fit->ttft.median_error, fit->latency.median_error}});
    if (!calibrated) return;
    if (serving_fit(r) == nullptr) notes.push_back({phrases::load_without_band});
    else if (beyond != nullptr) notes.push_back({*beyond});
}

void add_bands(const LoadRequest& r, LoadResult& result) {
    const ServingFit* fit = serving_fit(r);
    if (fit == nullptr || r.static_batches || beyond_servers(r) != nullptr) return;
    if (r.maximum) {
        const Residuals& slower = fit->throughput;
        result.tokens_band = {result.tokens / slower.high, result.tokens / slower.low};
    } else if (!result.saturated) {
        result.ttft.band = band_about(result.ttft.mean, fit->ttft);
        result.itl.band = band_about(result.itl.mean, fit->itl);
        result.end_to_end.band = band_about(result.end_to_end.mean, fit->latency);
    }
}

namespace {

/// What a choice by top-p would add to each step, where that counts.
void note_sampling(const LoadRequest& r, MixedSteps steps, const LoadResult& result, Remarks& notes) {
    constexpr double counts = 0.05;
    const auto vocabulary = r.serving.model->vocab_size;
    if (r.sampling != Sampling::greedy || !vocabulary) return;
    steps.sort_vocabulary(*vocabulary);
    const Seconds<> sorted = steps.sampling_time({.answers = result.mean_batch});
    if (in_si(sorted) > counts * in_si(result.itl.mean)) notes.push_back({phrases::greedy_tokens, {sorted}});
}

}  // namespace

void add_notes(const LoadRequest& r, const MixedSteps& steps, LoadResult& result) {
    Remarks& notes = result.notes;
    const Parallel& p = r.parallel;
    const double saturation = in_si(result.saturation), node = links_of(*r.serving.hardware, 1, r.link_latency).node;
    if (p.tensor > node) notes.push_back({phrases::beyond_node, {p.tensor, node}});
    if (p.tensor * p.pipeline > node && !r.serving.hardware->network)
        notes.push_back({phrases::network_assumed, {called(*r.serving.hardware), usual_network}});
    note_rack(notes, *r.serving.hardware);
    note_cache_copies(notes, *r.serving.model, p);
    if (result.mean_batch < p.pipeline) notes.push_back({phrases::one_stage_at_a_time, {p.pipeline}});
    if (result.saturated) notes.push_back({phrases::cannot_keep_up, {r.rate, saturation}});
    if (r.slo.has_limit() && !result.largest_rate) notes.push_back({phrases::no_rate_keeps});
    if (result.preemptions > 0) notes.push_back({phrases::preempted, {result.preemptions}});
    if (in_si(result.itl.p99) == 0) notes.push_back({phrases::single_tokens});
    if (result.cost) note_price(notes, *r.serving.hardware, r.price_usd_per_hour);
    if (result.energy) note_energy(notes, *r.serving.hardware, r.serving.assumptions);
    if (p.data > 1) notes.push_back({phrases::one_of_copies, {p.data}});
    if (is_closed(r) && copies_in_use(r) != p.data)
        notes.push_back({phrases::uneven_users, {p.data, users_of_copy(r)}});
    note_sampling(r, steps, result, notes);
    note_unread(notes, describe<LoadRequest>(), &r, result.unread,
                {r.maximum      ? phrases::in_load_at_most
                 : is_closed(r) ? phrases::in_closed_load
                                : phrases::in_rated_load});
    note_served_accuracy(r, notes);
    note_arithmetic(notes, r.serving, *r.serving.hardware, r.serving.precision);
    note_vector_rate(notes, r.serving.assumptions, *r.serving.hardware);
    note_context(notes, *r.serving.model, r.prompt.mean + r.output.mean);
    if (!r.serving.weight_bits) {
        note_published(notes, *r.serving.model, r.serving.precision);
        note_file(notes, r.serving.precision, r.serving.assumptions);
    }
    const double reach = steps.in_reach()(r.prompt.mean + r.output.mean);
    result.trace.push_back(
        {phrases::load_capacity, {std::floor(steps.room_in_reach() / reach) * r.parallel.data, result.mean_batch}});
    const double requests = std::round(r.requests * copies_in_use(r));
    if (is_rated(r)) result.trace.push_back({phrases::load_at_rate, {requests, r.rate, saturation}});
    else if (is_closed(r))
        result.trace.push_back({phrases::load_of_users, {requests, in_si(result.requests), saturation, users_of(r)}});
    else result.trace.push_back({phrases::load_at_most, {requests, in_si(result.requests), saturation}});
    const TimeShare& share = result.time_share;
    result.trace.push_back({phrases::load_times, {share.queue, share.prefill, share.decode, share.links, share.host}});
}

}  // namespace ridgepoint
