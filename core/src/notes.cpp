#include "notes.hpp"

#include "text.hpp"

namespace ridgepoint {
namespace {

std::string title(const Hardware& h) {
    if (!h.name.empty()) return h.name;
    return h.id.empty() ? "this device" : h.id;
}

std::string name(Precision p) { return std::string(precision_names[static_cast<unsigned>(p)]); }

/// Whether a field was set to other than its default.
bool is_set(const Field& f, const void* request, const void* defaults) {
    if (f.kind == Kind::model) return *static_cast<const std::shared_ptr<const Model>*>(f.at(request)) != nullptr;
    if (f.kind == Kind::hardware) return *static_cast<const std::shared_ptr<const Hardware>*>(f.at(request)) != nullptr;
    const double value = f.get(request);
    return !std::isnan(value) && value != f.get(defaults);
}

}  // namespace

void note_compute_rate(Notes& notes, const Hardware& h, Precision p, Scheme scheme) {
    const Rate rate = compute_rate(h.peak, p, scheme);
    if (rate.at == p) return;
    const bool by_scheme = is_quantized(p) && scheme == Scheme::weight_only;
    if (by_scheme && rate.at == Precision::fp16) {
        notes.push_back(cat({"Weight-only ", name(p), ": weights are stored in ", name(p),
                             " and expanded, so the arithmetic runs at the fp16 rate."}));
    } else {
        notes.push_back(
            cat({title(h), " lists no ", (by_scheme ? std::string("fp16") : name(p)),
                 " rate; the arithmetic is timed at its ", name(rate.at), " rate, ", words(rate.peak), "."}));
    }
}

void note_missing_figures(Notes& notes, const Hardware& h) {
    if (!h.dispatch_overhead)
        notes.push_back(
            cat({title(h), " states no dispatch overhead; ", words(assumed_dispatch_overhead), " is assumed."}));
    if (!h.tdp) notes.push_back(cat({title(h), " states no power, so no energy is given."}));
}

void note_offload(Notes& notes, const Machine<>& m, Bytes<> footprint, Offload offload, Accounting accounting) {
    if (footprint <= m.capacity) return;
    const std::string excess = cat({words(footprint), " do not fit in ", words(m.capacity)});
    if (offload == Offload::ignore) {
        notes.push_back(cat({excess, ". The times are those of a device with room for them."}));
    } else if (in_si(m.host_link) == 0) {
        notes.push_back(cat({excess,
                             " and the device lists no host link to fetch the rest over. The times are those of a "
                             "device with room for them; this one cannot run it."}));
    } else if (offload == Offload::all) {
        notes.push_back(cat({excess, ": all traffic is timed at the host link's ", words(m.host_link),
                             ", also for the part that fits",
                             (accounting == Accounting::textbook ? ", as the reference does." : ".")}));
    } else {
        notes.push_back(cat({excess, ": the ", words(footprint - m.capacity), " outside cross the host link at ",
                             words(m.host_link), " in every pass."}));
    }
}

void note_textbook(Notes& notes, const Assumptions& a, std::string_view what) {
    if (!a.corrected()) notes.push_back(cat({"Textbook accounting: ", what}));
}

void note_unused(Notes& notes, const Type& type, const void* request, std::span<const std::string_view> names,
                 std::string_view where) {
    std::string unused;
    for (const std::string_view name : names) {
        if (is_set(*type.find(name), request, type.defaults())) unused += cat({unused.empty() ? "" : ", ", name});
    }
    if (!unused.empty()) notes.push_back(cat({"Not used in ", where, ": ", unused, "."}));
}

void note_fit(Notes& notes, const Assumptions& a, const Residuals* residuals, const Hardware& device,
              const Model& model, std::string_view what) {
    if (a.fit == nullptr) return;
    if (residuals == nullptr) {
        notes.push_back("Fitted assumptions were changed, so there is no band.");
    } else {
        const auto percent = [](double share) { return cat({decimals(share * 100, 0), " %"}); };
        const std::string_view software =
            a.software == Software::unknown ? std::string_view("all software together") : std::string_view(a.fit->id);
        const bool own = residuals->points > 0;
        notes.push_back(
            cat({"Calibrated on ", own ? plain(residuals->points) : std::string("other software, for there are no"),
                 " published measurements of ", software, what == "times" ? "" : ", in pairs",
                 ". Of those left out of the fit half were predicted within ", percent(residuals->median_error),
                 "; nine of ten measured ", what, " were ", percent(residuals->low), " to ", percent(residuals->high),
                 " of the prediction."}));
    }
    const bool of_images = a.fit->activation_fraction.has_value();
    if (of_images == (model.unit == Unit::token))
        notes.push_back(cat({"Those measurements are of ", of_images ? "networks on images" : "language models",
                             "; of this model they say little."}));
    if (a.vector_flop_per_weight > 0 && !device.peak.fp32)
        notes.push_back(cat({title(device), " lists no fp32 rate, so the time to unpack weights is left out."}));
}

void note_model(Notes& notes, const Model& m) {
    if (!m.forward_flops && m.unit != Unit::token)
        notes.push_back("No FLOP count is published for this model: its arithmetic is left out.");
    if (m.family == Family::recommendation)
        notes.push_back(
            "A recommendation model reads only the embedding rows it looks up; here all its bytes are read, "
            "an upper bound.");
    if (m.sliding_window)
        notes.push_back(cat({"Local attention layers keep at most ", plain(*m.sliding_window),
                             " tokens; the cache here grows with the whole context, an upper bound."}));
}

}  // namespace ridgepoint
