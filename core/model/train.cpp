#include "ridgepoint/train.hpp"

#include <cmath>

#include "called.hpp"
#include "cost.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "fit_reach.hpp"
#include "machine.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/train.hpp"
#include "notes.hpp"
#include "ridgepoint/training_fit.hpp"
#include "ridgepoint/workload.hpp"
#include "train_step.hpp"
#include "training.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// Median error of first principles on the same steps, which tests/core/train_measured_test.cpp recomputes.
constexpr double rough_error = 0.212;

/// What PyTorch's own loss takes, launched kernel by kernel, of which the note tells where logits are so much of the
/// memory (Llama 3.2 1B on an H200, tests/bench/gpu: 3.63 MB a token, of which 1.11 are activations).
constexpr double eager_logit_bytes = 20, least_told_logits = 0.05;

Expected<void> check_formats(const TrainRequest& r) {
    const auto is_integer = [](Precision p) { return p == Precision::int8 || p == Precision::int4; };
    if (is_integer(r.precision) || r.precision == Precision::fp4)
        return fail(ErrorCode::not_applicable, "precision",
                    {phrases::integers_do_not_train, {precision_names[static_cast<unsigned>(r.precision)]}});
    const auto& stored = r.weight_precision.chosen;
    if (stored && !r.lora && bytes_per_value(*stored) < 2)
        return fail(ErrorCode::not_applicable, "weight_precision",
                    {phrases::only_with_lora, {precision_names[static_cast<unsigned>(*stored)]}});
    return {};
}

Expected<void> check_train(TrainRequest& r) {
    if (auto ok = check(r); !ok) return ok;
    if (auto ok = lay_out(r); !ok) return ok;
    const Model& m = *r.model;
    if (!has_attention(m) || !m.hidden_dim) return fail(ErrorCode::not_applicable, "model", phrases::not_a_transformer);
    if (auto ok = check_formats(r); !ok) return ok;
    const Parallel& p = r.parallel;
    if (auto ok = check_layout(p, m); !ok) return ok;
    const bool pieces = p.pipeline > 1 || r.interleaving == 1;
    if (r.interleaving * p.pipeline > *m.layers || !pieces)
        return fail(ErrorCode::out_of_range, "interleaving",
                    {phrases::too_many_pieces, {r.interleaving, p.pipeline, *m.layers}});
    const double together = r.micro_batch * p.data;
    if (!divides(together, global_batch(r)))
        return fail(ErrorCode::out_of_range, "global_batch",
                    {phrases::batch_does_not_divide, {global_batch(r), together}});
    return {};
}

const TrainingFit* fit_of(const TrainRequest& r) {
    const auto& fit = TrainingFit::embedded();
    return r.assumptions.preset == Preset::calibrated && fit ? &*fit : nullptr;
}

void fill_memory(const TrainRequest& r, TrainResult& result) {
    result.memory = train_memory(r);
    result.room = usable_memory(*r.hardware, r.assumptions);
    result.headroom = result.room - result.memory.total;
    result.feasible = in_si(result.headroom) >= 0;
    if (result.feasible) return;
    if (const auto layout = fitting_layout(r)) {
        result.fitting_devices = layout->devices();
        result.fitting_tensor = layout->tensor;
        result.fitting_pipeline = layout->pipeline;
        result.fitting_data = layout->data;
    }
}

void fill_rates(const TrainRequest& r, TrainResult& result) {
    const TrainWork work = train_work(r);
    const Rate rate = compute_rate(r.hardware->peak, r.precision, Scheme::native);
    const double tokens = result.global_batch * r.sequence;
    const auto each = [&](Flop<> flop) { return flop / result.devices / result.step; };
    result.mfu = each(work.useful) / rate.peak;
    result.hfu = each(work.computed) / rate.peak;
    result.achieved = each(work.computed);
    result.tokens = PerSecond<>{tokens / in_si(result.step)};
    result.device_tokens = result.tokens / result.devices;
}

void fill_failures(const TrainRequest& r, TrainResult& result) {
    const double state = parameter_count(*r.model) * (bytes_of(r).weight + bytes_of(r).state);
    const Seconds<> checkpoint = Bytes<>{state} / r.checkpoint_bandwidth, mtbf = *r.device_mtbf / result.devices;
    result.interval = r.checkpoint_interval.value_or(best_checkpoint_interval(checkpoint, mtbf));
    const double longer = time_with_failures(*result.interval, checkpoint, r.restart, mtbf);
    result.goodput = 1 / longer;
    result.time_to_train = *result.time_to_train * longer;
    result.failures = *result.time_to_train / mtbf;
    result.trace.push_back({phrases::train_failures, {mtbf, checkpoint, *result.interval, *result.goodput}});
}

void fill_run(const TrainRequest& r, TrainResult& result) {
    result.time_to_train = Seconds<>{*r.tokens / in_si(result.tokens)};
    if (r.device_mtbf) fill_failures(r, result);
    const double steps = std::ceil(*r.tokens / (result.global_batch * r.sequence));
    result.trace.push_back({phrases::train_run, {*r.tokens, steps, *result.time_to_train}});
    const Hardware& h = *r.hardware;
    if (const auto price = price_of(h, r.price_usd_per_hour)) {
        result.cost = cost_per_s(*price, result.devices) * in_si(*result.time_to_train);
        note_price(result.notes, h, r.price_usd_per_hour);
    }
    if (h.tdp)
        result.energy = power(*h.tdp, r.assumptions, std::fmin(result.hfu, 1)) * *result.time_to_train * result.devices;
    note_energy(result.notes, h, r.assumptions);
}

/// Whether steps were measured on devices like this one: from V100s to the H200s that the fit has not seen.
bool trains_as_measured(const Hardware& h) {
    constexpr BytesPerSecond<> least{9e11}, most{4.8e12};
    return h.peak.fp16 && h.vendor != "Apple" && least <= h.memory_bandwidth && h.memory_bandwidth <= most;
}

void add_fit_notes(const TrainRequest& r, TrainResult& result) {
    const auto& fit = TrainingFit::embedded();
    if (!fit) return;
    const TrainingFit& known = *fit;
    if (fit_of(r) == nullptr) {
        note_training_accuracy(r.assumptions, result.notes);
        return;
    }
    result.notes.push_back({phrases::training_band,
                            {known.step.points, known.step.median_error, known.step.low, known.step.high,
                             known.device.median_error, result.first_principles}});
    const bool sparse = expert_parameters(*r.model) > 0, in_fp8 = r.precision == Precision::fp8;
    if (!trains_as_measured(*r.hardware)) result.notes.push_back({phrases::training_elsewhere});
    else if (keeps_states(*r.model)) result.notes.push_back({phrases::no_band_of_states});
    else if (sparse) result.notes.push_back({phrases::training_of_experts});
    else if (in_fp8) result.notes.push_back({phrases::training_in_fp8});
    else result.step_band = band_about(result.step, known.step);
}

/// What lessens the memory of a step and is not done yet.
Remarks might_help(const TrainRequest& r) {
    Remarks means;
    if (r.micro_batch > 1) means.push_back({phrases::smaller_micro_batches});
    if (!r.sequence_parallel) means.push_back({phrases::sequence_parallelism});
    if (r.recomputation != Recomputation::full) means.push_back({phrases::more_recomputation});
    if (r.zero_stage < 3) means.push_back({phrases::higher_zero_stage});
    return means.empty() ? means : Remarks{{phrases::might_help, {means}}};
}

void add_notes(const TrainRequest& r, TrainResult& result) {
    Remarks& notes = result.notes;
    const Parallel& p = r.parallel;
    const Model& m = *r.model;
    const double node = links_of(*r.hardware, 1, r.link_latency).node;
    if (!result.feasible) {
        const Remark where = result.fitting_devices
                                 ? Remark(phrases::fits_on, {*result.fitting_devices, *result.fitting_tensor,
                                                             *result.fitting_pipeline, *result.fitting_data})
                                 : Remark(phrases::fits_nowhere, {most_devices_tried(r), might_help(r)});
        notes.push_back({phrases::does_not_fit,
                         {result.memory.total, told_memory(usable_memory(*r.hardware, r.assumptions)), where}});
    }
    note_rack(notes, *r.hardware);
    note_compute_rate(notes, *r.hardware, r.precision, Scheme::native, true);
    if (p.tensor > node) notes.push_back({phrases::beyond_node, {p.tensor, node}});
    if (p.devices() > node && !r.hardware->network)
        notes.push_back({phrases::network_assumed, {called(*r.hardware), usual_network}});
    const double fullest = std::ceil(*m.layers / p.pipeline);
    if (!divides(p.pipeline, *m.layers)) notes.push_back({phrases::uneven_stages, {*m.layers, p.pipeline, fullest}});
    if (m.max_context && r.sequence > *m.max_context)
        notes.push_back({phrases::sequence_beyond, {r.sequence, *m.max_context}});
    if (in_si(result.memory.logits) > least_told_logits * in_si(result.memory.total))
        notes.push_back(
            {phrases::logits_of_pytorch, {result.memory.logits * (eager_logit_bytes / bytes_per_logit - 1)}});
    if (r.recomputation == Recomputation::selective && r.attention == Attention::flash)
        notes.push_back({phrases::no_scores_kept});
    const auto& stored = r.weight_precision.chosen;
    if (stored && bytes_per_value(*stored) < 2) notes.push_back({phrases::gradients_in_16, {*stored}});
    add_fit_notes(r, result);
    note_unread(notes, describe<TrainRequest>(), &r, result.unread, {phrases::in_this_training});
}

void add_trace(const TrainRequest& r, TrainResult& result) {
    const Parallel& p = r.parallel;
    const TrainTimes& t = result.times;
    const TrainMemory& b = result.memory;
    const auto share = [&](Seconds<> part) { return part / result.step; };
    result.trace = {
        {phrases::train_layout,
         {result.devices, p.tensor, p.pipeline, p.data, result.global_batch, r.micro_batch, result.micro_batches}},
        {phrases::train_where,
         {share(t.forward), share(t.backward), share(t.recomputation), share(t.tensor + t.expert + t.pipeline + t.data),
          share(t.bubble), share(t.optimizer)}},
        {phrases::train_memory_of, {b.weights, b.gradients, b.optimizer, b.activations, b.logits, b.workspace}}};
}

}  // namespace

void note_training_accuracy(const Assumptions& assumptions, Remarks& notes) {
    const auto& fit = TrainingFit::embedded();
    if (!fit) return;
    const Residuals& known = fit->step;
    if (assumptions.preset == Preset::calibrated)
        notes.push_back({phrases::training_calibrated, {known.points, known.median_error}});
    else notes.push_back({phrases::training_rough, {rough_error, known.points, known.median_error}});
}

Seconds<> best_checkpoint_interval(Seconds<> checkpoint, Seconds<> mtbf) {
    const double ratio = checkpoint / mtbf / 2;
    if (ratio >= 1) return mtbf;
    const double root = std::sqrt(ratio);
    return mtbf * (2 * root * (1 + root / 3 + ratio / 9)) - checkpoint;
}

double time_with_failures(Seconds<> interval, Seconds<> checkpoint, Seconds<> restart, Seconds<> mtbf) {
    return (mtbf / interval) * exponential(restart / mtbf) * (exponential((interval + checkpoint) / mtbf) - 1);
}

Expected<void> lay_out(TrainRequest& r) {
    if (!r.devices) return {};
    Parallel& p = r.parallel;
    const double devices = *r.devices, a_copy = p.tensor * p.pipeline;
    if (!divides(a_copy, devices))
        return fail(ErrorCode::out_of_range, "devices", {phrases::devices_do_not_divide, {devices, a_copy}});
    if (p.data > 1 && p.devices() != devices)
        return fail(ErrorCode::out_of_range, "devices", {phrases::other_devices, {devices, p.devices()}});
    p.data = devices / a_copy;
    r.devices.reset();
    return {};
}

Expected<TrainResult> train(const TrainRequest& request) {
    TrainRequest r = request;
    if (auto ok = check_train(r); !ok) return tl::make_unexpected(ok.error());
    TrainResult result;
    result.devices = r.parallel.devices();
    result.global_batch = global_batch(r);
    result.micro_batches = micro_batches(r);
    result.times = train_times(r, rates_of(r));
    result.step = result.times.total();
    result.first_principles = train_times(r, first_principles_rates()).total();
    fill_memory(r, result);
    fill_rates(r, result);
    add_trace(r, result);
    if (r.tokens) fill_run(r, result);
    result.unread = unread_fields(r, result.feasible);
    add_notes(r, result);
    return result;
}

}  // namespace ridgepoint
