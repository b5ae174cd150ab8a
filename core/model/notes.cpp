#include "notes.hpp"

#include <algorithm>
#include <cmath>

#include "called.hpp"
#include "cost.hpp"
#include "fit_reach.hpp"
#include "inference.hpp"
#include "model/phrases/layout.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

Value title(const Hardware& h) {
    if (!h.name.empty()) return h.name;
    return h.id.empty() ? Value(phrases::this_device) : h.id;
}

/// Whether a field was set to other than its default.
bool is_set(const Field& f, const void* request, const void* defaults) {
    if (f.kind == Kind::reference) return f.access->reference->entry(f.at(request)) != nullptr;
    if (f.kind == Kind::object) {
        const Type& type = f.nested();
        return std::any_of(type.fields.begin(), type.fields.end(),
                           [&](const Field& part) { return is_set(part, f.at(request), f.at(defaults)); });
    }
    const double value = f.get(request);
    return !std::isnan(value) && value != f.get(defaults);
}

/// The measurements that the residuals are of; software may be measured in some kinds of step and not in others.
Remark basis_of(const Assumptions& a, const Residuals& residuals) {
    const SoftwareFit& fit = *a.fit;
    if (&residuals == &fit.devices) return {phrases::published_on_devices, {residuals.points}};
    const bool all = has_fit_of_all(a.software);
    const Value software = all ? Value(phrases::all_software) : fit.id;
    const bool pairs = &residuals == &fit.ratio, moving = &residuals == &fit.moving;
    if (residuals.points > 0)
        return {pairs ? phrases::published_in_pairs : phrases::published, {residuals.points, software}};
    const double others = moving ? fit.computing.points : fit.moving.points + (pairs ? fit.computing.points : 0);
    if (others == 0) return {phrases::unpublished, {software}};
    return {pairs    ? phrases::published_not_in_pairs
            : moving ? phrases::published_computing
                     : phrases::published_moving,
            {others, software}};
}

}  // namespace

void note_compute_rate(Remarks& notes, const Hardware& h, Precision p, Scheme scheme, bool chosen) {
    const Rate rate = compute_rate(h.peak, p, scheme);
    if (rate.at == p) {
        if (is_quantized(p) && scheme == Scheme::native && !chosen) notes.push_back({phrases::native_rate, {p}});
        return;
    }
    const bool by_scheme = is_quantized(p) && scheme == Scheme::weight_only;
    if (by_scheme && rate.at == Precision::fp16) {
        notes.push_back({phrases::weight_only_rate, {p}});
    } else {
        const Precision wanted = by_scheme ? Precision::fp16 : p;
        notes.push_back({phrases::rate_not_listed, {title(h), wanted, rate.at, rate.peak}});
    }
}

void note_cache(Remarks& notes, const Model& m, Precision weights, Precision cache) {
    if (generates_tokens(m) && bytes_per_value(cache) != bytes_per_value(weights))
        notes.push_back({phrases::cache_format, {cache, weights}});
}

void note_published(Remarks& notes, const Model& m, Precision weights) {
    if (m.published_bits && *m.published_bits < bytes_per_value(weights) * bits_per_byte)
        notes.push_back({phrases::published_narrower, {called(m), *m.published_bits}});
}

void note_file(Remarks& notes, Precision precision, const Assumptions& a) {
    const double bytes = file_bytes(precision, a);
    if (bytes != bytes_per_value(precision)) notes.push_back({phrases::width_in_file, {bytes * bits_per_byte}});
}

void note_context(Remarks& notes, const Model& model, double tokens) {
    if (model.max_context && tokens > *model.max_context)
        notes.push_back({phrases::beyond_context, {*model.max_context}});
}

void note_rack(Remarks& notes, const Hardware& h) {
    if (h.counted_as_one) notes.push_back({phrases::counted_as_one, {called(h), *h.counted_as_one}});
}

void note_device(Remarks& notes, const Hardware& h) {
    note_rack(notes, h);
    if (!h.dispatch_overhead) notes.push_back({phrases::dispatch_assumed, {title(h), assumed_dispatch_overhead}});
    if (!h.tdp) notes.push_back({phrases::no_power, {title(h)}});
}

void note_offload(Remarks& notes, const Hardware& h, const Machine<>& m, const Step& step, Accounting accounting) {
    const Bytes<> footprint = step.footprint;
    if (footprint <= m.capacity) return;
    const Bytes<> room = told_memory(m.capacity);
    if (in_si(room) == 0) notes.push_back({phrases::none_usable, {title(h), h.memory_capacity}});
    else if (room < h.memory_capacity) notes.push_back({phrases::not_all_usable, {title(h), h.memory_capacity, room}});
    if (step.offload == Offload::ignore) {
        notes.push_back({phrases::excess_ignored, {footprint, room}});
    } else if (in_si(m.host_link) == 0) {
        notes.push_back({phrases::excess_without_link, {footprint, room}});
    } else if (step.offload == Offload::all) {
        const bool textbook = accounting == Accounting::textbook;
        notes.push_back({textbook ? phrases::excess_slows_all_textbook : phrases::excess_slows_all,
                         {footprint, room, m.host_link}});
    } else {
        // A pass need not touch all that is outside: a mixture reads some of its experts.
        const Bytes<> outside = footprint - room, crossing = step.traffic * (1 - room / footprint);
        notes.push_back({phrases::excess_crosses, {footprint, room, outside, crossing, m.host_link}});
    }
}

void note_unread(Remarks& notes, const Type& type, const void* request, std::span<const std::string> unread,
                 const Remark& where) {
    std::vector<std::string_view> set;
    for (const std::string& path : unread)
        if (const Field* f = type.find(path); f && !f->required && is_set(*f, request, type.defaults()))
            set.push_back(path);
    if (!set.empty()) notes.push_back({phrases::not_used, {where, name_list(set)}});
}

void note_band(Remarks& notes, const Assumptions& a, const Residuals* residuals, const Phrase& what,
               const Phrase& subject) {
    if (a.fit == nullptr) return;
    if (residuals == nullptr) {
        notes.push_back({phrases::no_band});
        return;
    }
    notes.push_back(
        {phrases::band,
         {Remark(subject, {basis_of(a, *residuals)}), residuals->median_error, what, residuals->low, residuals->high}});
}

void note_no_band(Remarks& notes, const Phrase& why, const Assumptions& a, const Hardware& h) {
    if (&why == &phrases::no_band_on_its_devices) notes.push_back({why, {a.fit->id, h.vendor}});
    else if (&why == &phrases::no_band_for_such_context) notes.push_back({why, {longest_measured_context}});
    else if (&why == &phrases::no_band_for_such_batch || &why == &phrases::no_band_for_batch_there)
        notes.push_back({why, {largest_measured_batch(*a.fit, h), h.vendor}});
    else notes.push_back({why});
}

void note_vector_rate(Remarks& notes, const Assumptions& a, const Hardware& device) {
    if (a.fit != nullptr && a.vector_flop_per_weight > 0 && !device.peak.fp32)
        notes.push_back({phrases::no_vector_rate, {title(device)}});
}

Remark overhead_of(const Step& step, const Machine<>& m, double routing) {
    const Seconds<> host = host_time(step, m);
    Remarks dispatch, launches;
    if (step.dispatches > 0) dispatch.push_back({phrases::one_dispatch, {m.dispatch}});
    if (in_si(host) > 0) {
        const bool ahead = host < time_step(step, m).latency;
        launches.push_back({ahead ? phrases::host_ahead : phrases::host_waited_for, {host}});
    }
    return {phrases::overhead,
            {dispatch, step.layers / routing, m.layer_overhead * routing, device_overhead(step, m), launches}};
}

void note_model(Remarks& notes, const Model& m, Accounting accounting) {
    if (!m.forward_flops && m.unit != Unit::token) notes.push_back({phrases::no_flop_count});
    if (m.family == Family::recommendation) notes.push_back({phrases::every_embedding_read});
    if (m.sliding_window && accounting == Accounting::textbook)
        notes.push_back({phrases::local_attention, {*m.sliding_window}});
}

void note_price(Remarks& notes, const Hardware& h, std::optional<double> given) {
    if (given) return notes.push_back({phrases::price_as_given, {*given}});
    if (!h.price_usd_per_hour) return;
    Remarks from;
    if (const Source* source = source_of_price(h); source != nullptr && !source->date.empty())
        from.push_back({phrases::price_from, {source->title, source->date}});
    notes.push_back({phrases::price_of_file, {*h.price_usd_per_hour, called(h), from}});
}

void note_energy(Remarks& notes, const Hardware& h, const Assumptions& a) {
    if (!h.tdp) return;
    const double sources = a.idle_power_share == server_at_rest ? 1 : 0;
    notes.push_back({phrases::energy_assumed, {called(h), in_si(*h.tdp), a.idle_power_share, sources}});
}

void note_cache_copies(Remarks& notes, const Model& m, const Parallel& p) {
    const double parts = cache_shards(m, p.tensor);
    if (p.tensor > 1 && parts == 1) notes.push_back({phrases::cache_whole, {p.tensor}});
    else if (parts < p.tensor) notes.push_back({phrases::cache_copied, {parts, p.tensor, p.tensor / parts}});
}

void note_layout(Remarks& notes, const Model& m, double node, const Parallel& p, double batch, bool cached) {
    if (p.tensor > node) notes.push_back({phrases::beyond_node, {p.tensor, node}});
    if (cached) note_cache_copies(notes, m, p);
    if (sequences_each(p, batch) < p.pipeline) notes.push_back({phrases::one_stage_at_a_time, {p.pipeline}});
}

void note_layout_needed(Remarks& notes, const std::optional<Parallel>& needed, const Phrase& devices) {
    if (needed)
        notes.push_back({phrases::smallest_layout, {needed->devices(), needed->tensor, needed->pipeline, devices}});
}

}  // namespace ridgepoint
