/// Why one configuration is faster than another.
#pragma once

#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

struct ExplainRequest {
    RooflineRequest baseline, proposal;
};
inline constexpr std::array explain_request_fields{
    field<&ExplainRequest::baseline>("baseline", "the configuration as it is").must(),
    field<&ExplainRequest::proposal>("proposal", "the configuration to compare").must(),
};
RIDGEPOINT_DESCRIBE(ExplainRequest, explain_request_fields, "two configurations to compare")

/// What can differ between two configurations.
enum class Cause {
    memory_bandwidth,
    peak_flop_per_s,
    memory_capacity,
    host_link,
    overhead,
    bytes_per_value,
    work,
    devices,  ///< how many the model is split across, and the links between them
    // For served models, load and training alone (explain_systems.hpp):
    context,     ///< tokens in reach, read and written
    cache,       ///< its number format
    drafting,    ///< tokens of a draft model
    arrivals,    ///< of requests
    scheduling,  ///< which requests share a step
    training_method,
};
inline constexpr std::array<std::string_view, 14> cause_names{"memory_bandwidth",
                                                              "peak_flop_per_s",
                                                              "memory_capacity",
                                                              "host_link",
                                                              "overhead",
                                                              "bytes_per_value",
                                                              "work",
                                                              "devices",
                                                              "context",
                                                              "cache",
                                                              "drafting",
                                                              "arrivals",
                                                              "scheduling",
                                                              "training_method"};
inline constexpr int cause_count = static_cast<int>(cause_names.size());

/// A cause's share of the speedup: > 1 made it faster. The factors multiply to the speedup.
struct Factor {
    Cause name = Cause::memory_bandwidth;
    double ratio = 1;
};
inline constexpr std::array factor_fields{
    figure<&Factor::name>("name", "what changed").choices(cause_names),
    figure<&Factor::ratio>("ratio", "its share of the speedup; the factors multiply to the whole"),
};
RIDGEPOINT_DESCRIBE(Factor, factor_fields, "a cause's share of the speedup")

/// Something the proposal has more of that hardly shortens the step.
struct Unused {
    Cause name = Cause::peak_flop_per_s;
    double bought = 1, used = 1;
};
inline constexpr std::array unused_fields{
    figure<&Unused::name>("name", "what the proposal has more of").choices(cause_names),
    figure<&Unused::bought>("bought", "proposal / baseline"),
    figure<&Unused::used>("used", "its share of the speedup"),
};
RIDGEPOINT_DESCRIBE(Unused, unused_fields, "something the proposal has more of that hardly speeds it up")

/// The speedup had only the resource that limits the baseline changed. What else has changed may add to it.
struct Alone {
    Cause name = Cause::memory_bandwidth;
    double speedup = 1;
};
inline constexpr std::array alone_fields{
    figure<&Alone::name>("name", "the resource that limits the baseline").choices(cause_names),
    figure<&Alone::speedup>("speedup", "the speedup if only it had changed"),
};
RIDGEPOINT_DESCRIBE(Alone, alone_fields, "the speedup from the binding resource alone")

enum class Conclusion {
    memory_to_memory,
    compute_to_compute,
    overhead_to_overhead,
    memory_to_compute,
    compute_to_memory,
    to_overhead,
    from_overhead,
    links_to_links,
    to_links,
    from_links,
    slower,
    proposal_does_not_fit,
    baseline_does_not_fit,
    neither_fits,
};
inline constexpr std::array<std::string_view, 14> conclusion_names{
    "memory_to_memory", "compute_to_compute",    "overhead_to_overhead",  "memory_to_compute", "compute_to_memory",
    "to_overhead",      "from_overhead",         "links_to_links",        "to_links",          "from_links",
    "slower",           "proposal_does_not_fit", "baseline_does_not_fit", "neither_fits"};

struct ExplainResult {
    double speedup = 1;
    std::optional<Interval<double>> speedup_band;
    bool per_sample = false;
    double speedup_per_sample = 1;
    Regime baseline_regime = Regime::memory, proposal_regime = Regime::memory;
    bool regime_shift = false;
    Conclusion conclusion = Conclusion::memory_to_memory;
    std::vector<Factor> factors;
    std::vector<Unused> unused;
    Alone alone;
    Remark text, markdown;
    RooflineResult baseline, proposal;
    Remarks notes;
};
inline constexpr std::array explain_result_fields{
    figure<&ExplainResult::speedup>("speedup", "baseline latency / proposal latency"),
    lower<&ExplainResult::speedup_band>("speedup_low", "both calibrated: 5th percentile of measured speedups"),
    upper<&ExplainResult::speedup_band>("speedup_high", "both calibrated: 95th percentile of measured speedups"),
    figure<&ExplainResult::per_sample>("per_sample", "the batches differ: each latency is divided by its batch"),
    figure<&ExplainResult::speedup_per_sample>("speedup_per_sample",
                                               "proposal throughput / baseline throughput, under any accounting"),
    figure<&ExplainResult::baseline_regime>("baseline_regime", "what limits the baseline").choices(regime_names),
    figure<&ExplainResult::proposal_regime>("proposal_regime", "what limits the proposal").choices(regime_names),
    figure<&ExplainResult::regime_shift>("regime_shift", "the two differ"),
    figure<&ExplainResult::conclusion>("conclusion", "the case the analysis falls under").choices(conclusion_names),
    figure<&ExplainResult::factors>("factors", "what changed, and its share: Shapley values of ln T"),
    figure<&ExplainResult::unused>("unused", "what the proposal has more of that hardly speeds it up"),
    figure<&ExplainResult::alone>("alone", "the speedup if only the resource that limits the baseline had changed"),
    figure<&ExplainResult::text>("text", "the analysis in words"),
    figure<&ExplainResult::markdown>("markdown", "the same with tables and the notes, for a pull-request comment"),
    figure<&ExplainResult::baseline>("baseline", "the baseline's figures"),
    figure<&ExplainResult::proposal>("proposal", "the proposal's figures"),
    figure<&ExplainResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(ExplainResult, explain_result_fields, "the speedup and its causes")

/// Compares two configurations: the speedup, split among what changed, and a text that says why.
///
/// ln(T_a/T_b) is split by Shapley values over the causes that changed (Shapley 1953), so the order in which the causes
/// are applied does not matter and the factors multiply to the speedup. Where the batches differ, T is the time of one
/// sample; under `textbook` accounting it stays that of the step, as the reference has it. Worked (Llama3_8B, A100 to
/// H100, eager): 1.39, memory to memory: bandwidth 1.39, and a peak rate 3.17 times as high that stays unused. Errors:
/// as `roofline`.
Expected<ExplainResult> explain(const ExplainRequest& request);

}  // namespace ridgepoint
