#include "ridgepoint/explain.hpp"

#include <algorithm>
#include <cmath>

#include "elementary.hpp"
#include "notes.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

/// One side of the comparison, or a mixture of both: the causes that are set come from the proposal.
using Subset = unsigned;
constexpr Subset bit(Cause c) { return 1u << static_cast<unsigned>(c); }
constexpr Subset everything = (1u << cause_count) - 1;

/// A purchase counts as used when it yields at least this share of its logarithm.
constexpr double used_share = 0.1;
/// Differences below this ratio are rounding of data sheets, not purchases.
constexpr double notable_ratio = 1.02;

struct Comparison {
    const RooflineRequest& baseline;
    const RooflineRequest& proposal;
    Machine<> before = roofline_machine(baseline), after = roofline_machine(proposal);
    /// A step that carries more samples may take longer and be the faster one. The reference compares steps.
    bool per_sample =
        baseline.batch != proposal.batch && baseline.assumptions.corrected() && proposal.assumptions.corrected();
    double more_samples = per_sample ? proposal.batch / baseline.batch : 1;

    /// The machine whose properties of the causes in `taken` are the proposal's.
    Machine<> machine(Subset taken) const {
        const auto from = [&](Cause c) -> const Machine<>& { return (taken & bit(c)) != 0 ? after : before; };
        Machine<> m = from(Cause::memory_bandwidth);
        m.peak = from(Cause::peak_flop_per_s).peak;
        m.vector_peak = from(Cause::peak_flop_per_s).vector_peak;
        m.efficiency = from(Cause::peak_flop_per_s).efficiency;
        m.capacity = from(Cause::memory_capacity).capacity;
        m.host_link = from(Cause::host_link).host_link;
        m.dispatch = from(Cause::overhead).dispatch;
        m.layer_overhead = from(Cause::overhead).layer_overhead;
        m.overlap = from(Cause::overhead).overlap;
        return m;
    }
    Step step(Subset taken) const {
        RooflineRequest request = (taken & bit(Cause::work)) != 0 ? proposal : baseline;
        request.precision = (taken & bit(Cause::bytes_per_value)) != 0 ? proposal.precision : baseline.precision;
        return roofline_workload(request).step;
    }
    double latency(Subset taken) const { return in_si(time_step(step(taken), machine(taken)).latency); }
};

bool same(const Machine<>& a, const Machine<>& b) {
    return a.peak.value == b.peak.value && a.vector_peak.value == b.vector_peak.value &&
           a.bandwidth.value == b.bandwidth.value && a.capacity.value == b.capacity.value &&
           a.host_link.value == b.host_link.value && a.sram_capacity.value == b.sram_capacity.value &&
           a.sram_bandwidth.value == b.sram_bandwidth.value && a.flash_bandwidth.value == b.flash_bandwidth.value &&
           a.dispatch.value == b.dispatch.value && a.efficiency == b.efficiency &&
           a.bandwidth_efficiency == b.bandwidth_efficiency && a.overlap == b.overlap &&
           a.layer_overhead.value == b.layer_overhead.value;
}

bool same(const Step& a, const Step& b) {
    return a.work.value == b.work.value && a.vector_work.value == b.vector_work.value &&
           a.traffic.value == b.traffic.value && a.weights.value == b.weights.value &&
           a.footprint.value == b.footprint.value && a.dispatches == b.dispatches && a.layers == b.layers &&
           a.offload == b.offload;
}

bool changed(const Comparison& c, Cause cause) {
    return !same(c.machine(0), c.machine(bit(cause))) || !same(c.step(0), c.step(bit(cause)));
}

/// The Shapley value of each cause for the game v(S) = −ln T(S): the mean of what it adds over all orders.
std::array<double, cause_count> shapley(const Comparison& c) {
    std::array<double, everything + 1> value;
    for (Subset s = 0; s <= everything; ++s) value[s] = -logarithm(c.latency(s));
    std::array<double, cause_count + 1> factorial{1};
    for (unsigned i = 1; i <= cause_count; ++i) factorial[i] = factorial[i - 1] * i;
    std::array<double, cause_count> phi{};
    for (unsigned i = 0; i < cause_count; ++i) {
        for (Subset s = 0; s <= everything; ++s) {
            if ((s & (1u << i)) != 0) continue;
            const unsigned size = static_cast<unsigned>(__builtin_popcount(s));
            phi[i] += factorial[size] * factorial[cause_count - 1 - size] / factorial[cause_count] *
                      (value[s | (1u << i)] - value[s]);
        }
    }
    return phi;
}

/// How much more of a resource the proposal has: proposal / baseline.
double bought(const Comparison& c, Cause cause) {
    switch (cause) {
        case Cause::memory_bandwidth:
            return c.after.bandwidth / c.before.bandwidth;
        case Cause::peak_flop_per_s:
            return c.after.peak / c.before.peak;
        case Cause::memory_capacity:
            return c.after.capacity / c.before.capacity;
        case Cause::host_link:
            return in_si(c.before.host_link) > 0 ? c.after.host_link / c.before.host_link : 1;
        default:
            return 1;
    }
}

Cause binding(const RooflineResult& r) {
    if (!r.feasible) return Cause::memory_capacity;
    if (r.regime == Regime::overhead) return Cause::overhead;
    return r.regime == Regime::compute ? Cause::peak_flop_per_s : Cause::memory_bandwidth;
}

Conclusion conclude(const ExplainResult& r, bool corrected) {
    const bool fits_before = r.baseline.feasible || !corrected, fits_after = r.proposal.feasible || !corrected;
    if (!fits_before && !fits_after) return Conclusion::neither_fits;
    if (!fits_after) return Conclusion::proposal_does_not_fit;
    if (!fits_before) return Conclusion::baseline_does_not_fit;
    if (r.speedup < 1) return Conclusion::slower;
    if (r.regime_shift) {
        if (r.proposal_regime == Regime::overhead) return Conclusion::to_overhead;
        if (r.baseline_regime == Regime::overhead) return Conclusion::from_overhead;
        return r.proposal_regime == Regime::compute ? Conclusion::memory_to_compute : Conclusion::compute_to_memory;
    }
    switch (r.baseline_regime) {
        case Regime::compute:
            return Conclusion::compute_to_compute;
        case Regime::overhead:
            return Conclusion::overhead_to_overhead;
        default:
            return Conclusion::memory_to_memory;
    }
}

std::string title(Cause c) {
    static constexpr std::array<std::string_view, cause_count> titles{
        "memory bandwidth", "peak FLOP/s", "memory capacity", "host link", "overhead", "bytes per value", "work"};
    return std::string(titles[static_cast<unsigned>(c)]);
}

std::string title(Regime r) {
    static constexpr std::array<std::string_view, 3> titles{"memory-bound", "compute-bound", "overhead-bound"};
    return std::string(titles[static_cast<unsigned>(r)]);
}

bool has(const ExplainResult& r, Cause cause) {
    return std::any_of(r.factors.begin(), r.factors.end(), [&](const Factor& f) { return f.name == cause; });
}

/// Whether the capacities of the devices account for more of the ratio than any other cause.
bool capacity_decides(const ExplainResult& r) {
    const auto size = [](const Factor& f) { return std::fabs(logarithm(f.ratio)); };
    const auto largest = std::max_element(r.factors.begin(), r.factors.end(),
                                          [&](const Factor& a, const Factor& b) { return size(a) < size(b); });
    return largest != r.factors.end() && largest->name == Cause::memory_capacity;
}

std::string largest_loss(const ExplainResult& r) {
    const Factor* worst = nullptr;
    for (const Factor& f : r.factors)
        if (worst == nullptr || f.ratio < worst->ratio) worst = &f;
    if (worst == nullptr || worst->ratio >= 1) return "";
    return cat({" The largest loss comes from ", title(worst->name), " (", times(worst->ratio), ")."});
}

/// What a speedup is of, where that needs saying.
std::string_view basis(const ExplainResult& r) { return r.per_sample ? " per sample" : ""; }

std::string band_of(const ExplainResult& r) {
    if (!r.speedup_low) return "";
    return cat({" (nine in ten measured: ", times(*r.speedup_low), " to ", times(*r.speedup_high), ")"});
}

/// Decimals at which the factors as printed multiply to the speedup as printed; at most four.
int factor_places(const ExplainResult& r) {
    constexpr int fewest = 2, most = 4;
    for (int places = fewest; places < most; ++places) {
        double product = 1;
        for (const Factor& f : r.factors) product *= rounded_times(f.ratio, places);
        if (times(product) == times(r.speedup)) return places;
    }
    return most;
}

/// Of two steps with one limit that has not moved.
std::string same_limit(const ExplainResult& r) {
    return cat({"Both configurations are ", title(r.baseline_regime), ", at the same rate: the ratio follows the ",
                r.baseline_regime == Regime::compute ? "work" : "bytes moved", " and the overhead per ",
                r.per_sample ? "sample." : "step."});
}

std::string analysis(const ExplainResult& r) {
    if (r.factors.empty()) return "Nothing that the step depends on has changed: both sides are timed the same.";
    switch (r.conclusion) {
        case Conclusion::memory_to_memory:
            if (!has(r, Cause::memory_bandwidth)) return same_limit(r);
            return "Both configurations are memory-bound: the step waits for bytes, so the speedup follows the memory "
                   "bandwidth and the bytes moved. Extra arithmetic stays idle.";
        case Conclusion::compute_to_compute:
            if (!has(r, Cause::peak_flop_per_s)) return same_limit(r);
            return "Both configurations are compute-bound: the speedup follows the arithmetic rate and the work. Extra "
                   "memory bandwidth was not what limited the step.";
        case Conclusion::overhead_to_overhead:
            return "Both configurations spend most of the step on dispatch and layer launches: a faster device can "
                   "hardly "
                   "help. A larger batch or fused kernels would.";
        case Conclusion::memory_to_compute:
            return cat({"The bottleneck moved from memory to compute: ",
                        has(r, Cause::memory_bandwidth) || has(r, Cause::bytes_per_value)
                            ? "the memory wait shrank until the arithmetic became the longer leg"
                            : "there is more work to each byte",
                        ". More bandwidth will not help further; more FLOP/s, or less work, will."});
        case Conclusion::compute_to_memory:
            return cat({"The bottleneck moved from compute to memory: ",
                        has(r, Cause::peak_flop_per_s)
                            ? "the arithmetic shrank until moving the bytes became the longer leg"
                            : "there is less work to each byte",
                        ". More FLOP/s will not help further; bandwidth, or fewer bytes, will."});
        case Conclusion::to_overhead:
            return "The proposal is so fast that overhead is now the longest leg: dispatch and layer launches, which "
                   "no "
                   "data-sheet figure buys back.";
        case Conclusion::from_overhead:
            return cat({"The baseline was held back by dispatch and layer launches; the proposal is limited by ",
                        r.proposal_regime == Regime::compute ? "compute" : "memory", " instead."});
        case Conclusion::slower:
            return cat({"The proposal is slower: it takes ", times(1 / r.speedup), " as long", basis(r), ".",
                        largest_loss(r)});
        case Conclusion::proposal_does_not_fit:
            return cat({"The proposal does not fit: ", words(r.proposal.footprint), " leave ", words(r.proposal.spill),
                        " outside its memory.",
                        capacity_decides(r) ? " Capacity, not speed, decides here." : largest_loss(r)});
        case Conclusion::baseline_does_not_fit:
            return cat({"The baseline does not fit: ", words(r.baseline.footprint), " leave ", words(r.baseline.spill),
                        " outside its memory. The proposal has room",
                        capacity_decides(r) ? ", so the ratio measures capacity, not speed." : "."});
        case Conclusion::neither_fits:
            return "Neither configuration fits its memory: both wait for the host link, or cannot run at all. More "
                   "devices "
                   "or fewer bytes come before any faster one.";
    }
    return "";
}

std::string regime_of(const RooflineResult& r) { return cat({title(r.regime), r.feasible ? "" : " (does not fit)"}); }

std::string label(const RooflineRequest& r) {
    const auto named = [](const std::string& id, const std::string& name) {
        return !id.empty() ? id : !name.empty() ? name : "custom";
    };
    return cat({named(r.model->id, r.model->name), " on ", named(r.hardware->id, r.hardware->name), ", ",
                precision_names[static_cast<unsigned>(r.precision)], ", batch ", plain(r.batch)});
}

std::string unused_sentence(const ExplainResult& r) {
    std::string text;
    for (const Unused& u : r.unused) text += cat({(text.empty() ? "" : ", "), times(u.bought), " ", title(u.name)});
    return text.empty() ? text : cat({"Bought but unused: ", text, "."});
}

/// Latency and throughput can part ways where the batches differ: then both are named.
std::string both_paces(const ExplainRequest& request, const ExplainResult& r) {
    if (request.baseline.batch == request.proposal.batch) return "";
    return cat({" The batches differ: the proposal is ", times(r.proposal.throughput / r.baseline.throughput),
                " as fast per sample, ", times(r.baseline.latency / r.proposal.latency), " per step."});
}

std::string plain_text(const ExplainRequest& request, const ExplainResult& r) {
    std::string text = "Differential analysis: proposal vs. baseline\n";
    text += cat({"  Baseline: ", label(request.baseline), ": ", words(r.baseline.latency), "\n"});
    text += cat({"  Proposal: ", label(request.proposal), ": ", words(r.proposal.latency), "\n"});
    text += cat({"  Speedup: ", times(r.speedup), basis(r), band_of(r), "\n"});
    text += cat({"  Baseline regime: ", regime_of(r.baseline), "\n"});
    text += cat({"  Proposal regime: ", regime_of(r.proposal), "\n"});
    text += cat({"\nAnalysis: ", analysis(r), both_paces(request, r), "\n"});
    if (!r.factors.empty()) text += "\nFactors (they multiply to the speedup):\n";
    for (const Factor& f : r.factors) text += cat({"  ", times(f.ratio, factor_places(r)), "  ", title(f.name), "\n"});
    if (const std::string unused = unused_sentence(r); !unused.empty()) text += cat({"\n", unused, "\n"});
    return text;
}

/// A text as one cell of a Markdown table: an inline model or device may have any name.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c == '\n' || c == '\r' ? ' ' : c;
    }
    return escaped;
}

std::string markdown(const ExplainRequest& request, const ExplainResult& r) {
    std::string text = cat({"### Differential analysis: **", times(r.speedup), "**", basis(r), band_of(r), "\n\n"});
    text += "| | configuration | latency | regime |\n|:--|:--|--:|:--|\n";
    text += cat({"| baseline | ", cell(label(request.baseline)), " | ", words(r.baseline.latency), " | ",
                 regime_of(r.baseline), " |\n"});
    text += cat({"| proposal | ", cell(label(request.proposal)), " | ", words(r.proposal.latency), " | ",
                 regime_of(r.proposal), " |\n\n"});
    text += cat({analysis(r), both_paces(request, r), "\n"});
    if (!r.factors.empty()) text += "\n| factor | ratio |\n|:--|--:|\n";
    for (const Factor& f : r.factors)
        text += cat({"| ", title(f.name), " | ", times(f.ratio, factor_places(r)), " |\n"});
    if (const std::string unused = unused_sentence(r); !unused.empty()) text += cat({"\n", unused, "\n"});
    for (const std::string& note : r.notes) text += cat({"\nNote: ", note, "\n"});
    return text;
}

void split(const Comparison& c, ExplainResult& result) {
    const auto phi = shapley(c);
    for (int i = 0; i < cause_count; ++i) {
        const Cause cause = static_cast<Cause>(i);
        // ln(T / batch): the batch belongs to the work, whatever else has changed.
        const double samples = cause == Cause::work ? c.more_samples : 1;
        if (samples == 1 && !changed(c, cause)) continue;
        const double used = exponential(phi[static_cast<unsigned>(i)]) * samples, more = bought(c, cause);
        result.factors.push_back({cause, used});
        if (more > notable_ratio && logarithm(used) < used_share * logarithm(more))
            result.unused.push_back({cause, more, used});
    }
}

/// Of one software the errors of the two sides go together, and the band is that of measured speedups; of two they do
/// not.
void add_band(const ExplainRequest& request, ExplainResult& r) {
    const SoftwareFit *before = request.baseline.assumptions.fit, *after = request.proposal.assumptions.fit;
    if (!r.baseline.latency_low || !r.proposal.latency_low) return;
    const bool same_software = before == after;
    r.speedup_low = r.speedup * (same_software ? before->ratio.low
                                               : *r.baseline.latency_low / r.baseline.latency /
                                                     (*r.proposal.latency_high / r.proposal.latency));
    r.speedup_high = r.speedup * (same_software ? before->ratio.high
                                                : *r.baseline.latency_high / r.baseline.latency /
                                                      (*r.proposal.latency_low / r.proposal.latency));
}

void add_notes(const ExplainRequest& request, ExplainResult& r) {
    if (!r.baseline.feasible || !r.proposal.feasible)
        r.notes.push_back("A configuration that does not fit is timed with its excess crossing the host link.");
    note_textbook(r.notes, request.proposal.assumptions,
                  "the conclusion looks at the regimes alone, not at what fits.");
    for (const auto* side : {&r.baseline, &r.proposal})
        for (const std::string& note : side->notes)
            if (std::find(r.notes.begin(), r.notes.end(), note) == r.notes.end()) r.notes.push_back(note);
}

}  // namespace

Expected<ExplainResult> explain(const ExplainRequest& request) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    const Comparison comparison{request.baseline, request.proposal};
    ExplainResult result;
    result.baseline = *roofline(request.baseline);
    result.proposal = *roofline(request.proposal);
    result.per_sample = comparison.per_sample;
    result.speedup = result.baseline.latency / result.proposal.latency * comparison.more_samples;
    add_band(request, result);
    result.baseline_regime = result.baseline.regime;
    result.proposal_regime = result.proposal.regime;
    result.regime_shift = result.baseline_regime != result.proposal_regime;
    split(comparison, result);
    const Cause limit = binding(result.baseline);
    result.ceiling = {limit, in_si(result.baseline.latency) / comparison.latency(bit(limit))};
    result.conclusion = conclude(result, request.proposal.assumptions.corrected());
    add_notes(request, result);
    result.text = plain_text(request, result);
    result.markdown = markdown(request, result);
    return result;
}

}  // namespace ridgepoint
