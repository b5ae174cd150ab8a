/// Remarks that several solvers attach to a result: what was assumed, what fell back, what does not fit.
#pragma once

#include "machine.hpp"
#include "model/phrases/notes.hpp"
#include "ridgepoint/roofline.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// Says which rate the arithmetic used when it is not the one the precision names, or when nobody chose it.
void note_compute_rate(Remarks& notes, const Hardware& device, Precision precision, Scheme scheme, bool chosen);

template <class Request>
void note_arithmetic(Remarks& notes, const Request& r, const Hardware& device, Precision precision) {
    const bool chosen = r.scheme.chosen || r.assumptions.scheme.chosen;
    note_compute_rate(notes, device, precision, scheme_of(r, &device, precision), chosen);
}

/// Says in which format the cache is, where it was not asked for and is not that of the weights.
void note_cache(Remarks& notes, const Model& model, Precision weights, Precision cache);

/// Says that the model is published, and so usually run, with narrower weights than these.
void note_published(Remarks& notes, const Model& model, Precision weights);

/// Says that a sequence of so many tokens is longer than those that the model was trained on, where it is.
void note_context(Remarks& notes, const Model& model, double tokens);

/// Says what the device does not state and what was taken instead, and that it is a rack, where it is.
void note_device(Remarks& notes, const Hardware& device);

/// Says what happens to the part that does not fit.
void note_offload(Remarks& notes, const Hardware& device, const Machine<>& machine, const Step& step,
                  Accounting accounting);

/// Says which of its fields a request sets, though it need not and they are `unread`.
void note_unread(Remarks& notes, const Type& type, const void* request, std::span<const std::string> unread,
                 const Remark& where);

/// Says which measurements stand behind a calibrated result, and how far off it was on them: `what` was measured, and
/// `subject` says of which part of the result.
void note_band(Remarks& notes, const Assumptions& assumptions, const Residuals* residuals,
               const Phrase& what = phrases::times_measured, const Phrase& subject = phrases::calibrated_on);

/// Says why a calibrated result has no band (beyond_fit in fit_reach.hpp).
void note_no_band(Remarks& notes, const Phrase& why, const Assumptions& assumptions, const Hardware& device);

/// Says how wide weights are in the software's files, where that is not what the name of their format says.
void note_file(Remarks& notes, Precision precision, const Assumptions& assumptions);

/// Says that calibrated assumptions leave out the unpacking of weights, for want of a rate.
void note_vector_rate(Remarks& notes, const Assumptions& assumptions, const Hardware& device);

/// What the overhead of a step is made of, and how the host keeps up.
Remark overhead_of(const Step& step, const Machine<>& machine, double routing);

/// Says of a rack whose devices are counted as one that it is one.
void note_rack(Remarks& notes, const Hardware& device);

/// Says what a figure for energy rests on: the TDP, and the share of it that is drawn at no load.
void note_energy(Remarks& notes, const Hardware& device, const Assumptions& assumptions);

/// Says what a cost rests on: the price given, or else that of the device's file.
void note_price(Remarks& notes, const Hardware& device, std::optional<double> given);

/// Says where a model's own figures are rough.
void note_model(Remarks& notes, const Model& model, Accounting accounting);

/// What devices hold of the cache beside one another: less than a part each where a model has fewer heads than they
/// are.
void note_cache_copies(Remarks& notes, const Model& model, const Parallel& parallel);

/// Says what cutting a model over several devices, so many to a node, does not gain. `cached`: each step reads a KV
/// cache.
void note_layout(Remarks& notes, const Model& model, double node, const Parallel& parallel, double batch, bool cached);

/// Says which layout of `devices`, as the sentence names them, holds what does not fit, where one does.
void note_layout_needed(Remarks& notes, const std::optional<Parallel>& needed, const Phrase& devices);

/// Names as remarks, for lists of them.
template <class Names>
Remarks name_list(const Names& names) {
    Remarks list;
    for (const auto& name : names) list.push_back({phrases::name, {name}});
    return list;
}

}  // namespace ridgepoint
