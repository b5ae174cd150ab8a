/// What an analysis of the measured router finds: systems_analysis.json.
#pragma once

#include "ridgepoint/moe_router/config.hpp"
#include "ridgepoint/moe_router/profile.hpp"
#include "ridgepoint/route.hpp"

namespace ridgepoint {

struct TextReport {
    Bytes<> bytes;
    double tokens = 0, distinct_tokens = 0, replaced_bytes = 0, readings = 0;
};
inline constexpr std::array text_report_fields{
    figure<&TextReport::bytes>("size_bytes", "length of the text").in("bytes"),
    figure<&TextReport::tokens>("tokens", "tokens in it"),
    figure<&TextReport::distinct_tokens>("distinct_tokens", "different ones"),
    figure<&TextReport::replaced_bytes>("replaced", "bytes that are not UTF-8, each read as a replacement character"),
    figure<&TextReport::readings>("readings", "how often the text was read for warm-up and samples; over 1: again"),
};
RIDGEPOINT_DESCRIBE(TextReport, text_report_fields, "the text as tokens")

/// The computer as this program sees it: one thread, four floats at a time.
struct HostReport {
    std::string kernels;
    std::optional<FlopPerSecond<>> peak;
    std::optional<BytesPerSecond<>> bandwidth;
};
inline constexpr std::array host_report_fields{
    figure<&HostReport::kernels>("kernels", "simd or scalar"),
    figure<&HostReport::peak>("peak_flop_per_s", "multiplications and additions on numbers in registers, measured")
        .in("flop/s"),
    figure<&HostReport::bandwidth>("peak_bytes_per_s", "reading a block as large as the layer's weights, measured")
        .in("bytes/s"),
};
RIDGEPOINT_DESCRIBE(HostReport, host_report_fields, "the computer of a run")

struct MemoryReport {
    double allocated_mb = 0, peak_mb = 0;
};
inline constexpr std::array memory_report_fields{
    figure<&MemoryReport::allocated_mb>("allocated_mb", "held: weights, hidden states, table and cache").in("MB"),
    figure<&MemoryReport::peak_mb>("peak_mb", "most held at once").in("MB"),
};
RIDGEPOINT_DESCRIBE(MemoryReport, memory_report_fields, "bytes held, a MB being 1e6")

/// How evenly the tokens of a pass spread over the experts, `top_k` visits each. Devices that share the experts wait
/// for the busiest one.
struct ExpertLoad {
    std::vector<double> tokens;
    double busiest_over_mean = 1;
};
inline constexpr std::array expert_load_fields{
    figure<&ExpertLoad::tokens>("tokens", "that each expert is given; together tokens times top_k"),
    figure<&ExpertLoad::busiest_over_mean>("busiest_over_mean",
                                           "tokens of the busiest expert over the mean; 1: evenly spread"),
};
RIDGEPOINT_DESCRIBE(ExpertLoad, expert_load_fields, "how evenly tokens spread over the experts")

/// A pass over the samples; times are null where the clock is too coarse for them. A pass is measured in groups of
/// sequences, each the median of its repetitions: other programs then count little.
struct RunReport {
    std::optional<double> avg_time_ms, throughput_tps, time_per_token_us, route_us, low_us, high_us;
    MemoryReport memory;
    ExpertLoad load;
};
namespace fields {
template <class R>
inline constexpr Field avg_time =
    figure<&R::avg_time_ms>("avg_time_ms", "a sample: of the pass that the medians of its groups make up").in("ms");
template <class R>
inline constexpr Field throughput =
    figure<&R::throughput_tps>("throughput_tps", "tokens a second in that pass").in("1/s");
template <class R>
inline constexpr Field token_time = figure<&R::time_per_token_us>("time_per_token_us", "a token in that pass").in("us");
template <class R>
inline constexpr Field token_route =
    figure<&R::route_us>("route_per_token_us", "the part of it in which experts are chosen").in("us");
template <class R>
inline constexpr Field token_low =
    figure<&R::low_us>("low_us", "a token in the pass that their lower quartiles make up").in("us");
template <class R>
inline constexpr Field token_high =
    figure<&R::high_us>("high_us", "a token in the pass that their upper quartiles make up").in("us");
template <class R>
inline constexpr Field memory = figure<&R::memory>("memory", "bytes held");
template <class R>
inline constexpr Field load = figure<&R::load>("expert_load", "how evenly its tokens spread over the experts");
}  // namespace fields
inline constexpr std::array run_report_fields{
    fields::avg_time<RunReport>,    fields::throughput<RunReport>, fields::token_time<RunReport>,
    fields::token_route<RunReport>, fields::token_low<RunReport>,  fields::token_high<RunReport>,
    fields::memory<RunReport>,      fields::load<RunReport>,
};
RIDGEPOINT_DESCRIBE(RunReport, run_report_fields, "passes over the samples")

struct PathAgreement {
    std::optional<double> fast, cached, learned;
};
inline constexpr std::array path_agreement_fields{
    figure<&PathAgreement::fast>("fast", "of the table's; null: there were none"),
    figure<&PathAgreement::cached>("cached", "of the cache's; null: there were none"),
    figure<&PathAgreement::learned>("learned", "of the gating network's own; null: there were none"),
};
RIDGEPOINT_DESCRIBE(PathAgreement, path_agreement_fields, "agreement with the gating network, by path")

struct CacheReport {
    double capacity = 0, peak_size = 0, hits = 0, misses = 0, expired = 0, evicted = 0;
};
inline constexpr std::array cache_report_fields{
    figure<&CacheReport::capacity>("capacity", "decisions it may keep"),
    figure<&CacheReport::peak_size>("peak_size", "most it kept"),
    figure<&CacheReport::hits>("hits", "look-ups that found a decision"),
    figure<&CacheReport::misses>("misses", "look-ups that found none, or an expired one"),
    figure<&CacheReport::expired>("expired", "decisions dropped for their age"),
    figure<&CacheReport::evicted>("evicted", "decisions dropped for want of room"),
};
RIDGEPOINT_DESCRIBE(CacheReport, cache_report_fields, "what its cache did")

/// fast + cached + learned = tokens.
struct RouterReport {
    double tokens = 0, fast = 0, cached = 0, learned = 0;
    RouteDistribution distribution;
    CacheReport cache;
    double agreement = 0;
    PathAgreement agreement_by_path;
    double output_error = 0;
};
inline constexpr std::array router_report_fields{
    figure<&RouterReport::tokens>("tokens", "tokens routed"),
    figure<&RouterReport::fast>("fast", "by the table"),
    figure<&RouterReport::cached>("cached", "by the cache"),
    figure<&RouterReport::learned>("learned", "by the gating network"),
    figure<&RouterReport::distribution>("distribution_pct", "the same in percent"),
    figure<&RouterReport::cache>("cache", "of the cache"),
    figure<&RouterReport::agreement>("agreement", "share of decisions with the experts that the gating network names"),
    figure<&RouterReport::agreement_by_path>("agreement_by_path", "the same for the tokens of each path"),
    figure<&RouterReport::output_error>("output_error", "of the layer's outputs, ‖adaptive − baseline‖ / ‖baseline‖"),
};
RIDGEPOINT_DESCRIBE(RouterReport, router_report_fields, "what the adaptive router did")

struct AdaptiveReport : RunReport {
    RouterReport stats;
};
inline constexpr std::array adaptive_report_fields{
    fields::avg_time<AdaptiveReport>,
    fields::throughput<AdaptiveReport>,
    fields::token_time<AdaptiveReport>,
    fields::token_route<AdaptiveReport>,
    fields::token_low<AdaptiveReport>,
    fields::token_high<AdaptiveReport>,
    fields::memory<AdaptiveReport>,
    fields::load<AdaptiveReport>,
    figure<&AdaptiveReport::stats>("var_stats", "what the adaptive router did"),
};
RIDGEPOINT_DESCRIBE(AdaptiveReport, adaptive_report_fields, "adaptive passes over the samples")

/// The adaptive layer at one sequence length; the same tokens for every length.
struct ScalingPoint {
    double sequence_length = 0, tokens = 0;
    std::optional<double> avg_time_ms, time_per_token_ms, low_ms, high_ms;
};
inline constexpr std::array scaling_point_fields{
    figure<&ScalingPoint::sequence_length>("sequence_length", "tokens in a sequence"),
    figure<&ScalingPoint::tokens>("tokens", "tokens in a pass"),
    figure<&ScalingPoint::avg_time_ms>("avg_time_ms", "a sequence").in("ms"),
    figure<&ScalingPoint::time_per_token_ms>("time_per_token_ms", "a token").in("ms"),
    figure<&ScalingPoint::low_ms>("low_ms", "a token in the pass that their lower quartiles make up").in("ms"),
    figure<&ScalingPoint::high_ms>("high_ms", "a token in the pass that their upper quartiles make up").in("ms"),
};
RIDGEPOINT_DESCRIBE(ScalingPoint, scaling_point_fields, "passes at one sequence length")

/// The adaptive layer on the roofline of the computer it ran on.
struct RouteRoofline {
    double total_params_billions = 0, peak_memory_gb = 0;
    std::optional<double> estimated_tflops;
    double flop_per_token = 0;
    double bytes_per_token = 0;
    FlopPerByte<> intensity;
    std::optional<FlopPerByte<>> ridge_point;
    std::optional<FlopPerSecond<>> rate, baseline_rate;
    std::optional<BytesPerSecond<>> traffic;
    std::optional<double> attained;
};
inline constexpr std::array route_roofline_fields{
    figure<&RouteRoofline::total_params_billions>("total_params_billions", "gate, experts and embedding"),
    figure<&RouteRoofline::peak_memory_gb>("peak_memory_gb", "most held at once").in("GB"),
    figure<&RouteRoofline::estimated_tflops>("estimated_tflops", "flop_per_s / 1e12").in("TFLOP/s"),
    figure<&RouteRoofline::flop_per_token>("flop_per_token",
                                           "of matrices: the experts, and the gate as often as it ran"),
    figure<&RouteRoofline::bytes_per_token>("bytes_per_token", "weights read for it, from whichever memory"),
    figure<&RouteRoofline::intensity>("arithmetic_intensity_flop_per_byte", "the one over the other").in("flop/byte"),
    figure<&RouteRoofline::ridge_point>("ridge_point_flop_per_byte", "of the computer, by its measured peaks")
        .in("flop/byte"),
    figure<&RouteRoofline::rate>("flop_per_s", "reached by the adaptive layer").in("flop/s"),
    figure<&RouteRoofline::baseline_rate>("baseline_flop_per_s", "reached by the baseline").in("flop/s"),
    figure<&RouteRoofline::traffic>("bytes_per_s", "reached by the adaptive layer").in("bytes/s"),
    figure<&RouteRoofline::attained>("attained", "flop_per_s as a share of what the measured peaks allow"),
};
RIDGEPOINT_DESCRIBE(RouteRoofline, route_roofline_fields, "the layer on the computer's roofline")

/// The costs that predict the adaptive run: gate and experts from the baseline's scopes, look-ups from batches of their
/// own, and the gate too where the clock is too coarse for its scope. Nothing of the adaptive run's times is in them.
struct Calibration {
    std::optional<double> fast, cached, learned, expert, time_per_token_us;
};
inline constexpr std::array calibration_fields{
    figure<&Calibration::fast>("fast_us", "look-up in the table, and its upkeep").in("us"),
    figure<&Calibration::cached>("cached_us", "look-up in the cache, and its upkeep").in("us"),
    figure<&Calibration::learned>("learned_us", "the gating network").in("us"),
    figure<&Calibration::expert>("expert_us", "all else: embedding and experts").in("us"),
    figure<&Calibration::time_per_token_us>("time_per_token_us", "predicted for the adaptive run").in("us"),
};
RIDGEPOINT_DESCRIBE(Calibration, calibration_fields, "the costs behind the prediction")

struct Comparison {
    std::optional<double> actual_speedup, low_speedup, high_speedup, predicted_speedup, max_speedup, error_pct;
};
inline constexpr std::array comparison_fields{
    figure<&Comparison::actual_speedup>(
        "actual_speedup", "time of the baseline / time of the adaptive run, the median of the repetitions"),
    figure<&Comparison::low_speedup>("low_speedup",
                                     "lower quartile of the repetitions, without what other programs disturbed"),
    figure<&Comparison::high_speedup>("high_speedup", "upper quartile of the repetitions"),
    figure<&Comparison::predicted_speedup>("predicted_speedup", "route_model with the calibrated costs"),
    figure<&Comparison::max_speedup>("max_speedup", "its bound for any distribution"),
    figure<&Comparison::error_pct>("prediction_error_pct", "|predicted − actual| / actual").in("%"),
};
RIDGEPOINT_DESCRIBE(Comparison, comparison_fields, "predicted against measured")

enum class CriterionName { speedup_verified, prediction_accurate, bottlenecks_resolved, scaling_verified };
inline constexpr std::array<std::string_view, 4> criterion_names{"speedup_verified", "prediction_accurate",
                                                                 "bottlenecks_resolved", "scaling_verified"};
struct Criterion {
    CriterionName name = CriterionName::speedup_verified;
    std::optional<bool> met;
    std::optional<double> figure;
    double limit = 0;
    Remark text;
};
inline constexpr std::array criterion_fields{
    figure<&Criterion::name>("name", "what is asked").choices(criterion_names),
    figure<&Criterion::met>("met", "null: not measured"),
    figure<&Criterion::figure>("figure", "what was found"),
    figure<&Criterion::limit>("limit", "what it is held against"),
    figure<&Criterion::text>("text", "in words"),
};
RIDGEPOINT_DESCRIBE(Criterion, criterion_fields, "one of the criteria of success")

/// The same routing in a full-size model.
struct Projection {
    std::string model, hardware;
    RouteProjectResult result;
};
inline constexpr std::array projection_fields{
    figure<&Projection::model>("model", "the network"),
    figure<&Projection::hardware>("hardware", "the device"),
    figure<&Projection::result>("result", "route_project at the measured distribution"),
};
RIDGEPOINT_DESCRIBE(Projection, projection_fields, "the same routing in a full-size model")

struct SystemsAnalysis {
    std::string version;
    double samples = 0, repetitions = 0;
    RouteConfig config;
    TextReport text;
    ClockReport clock;
    HostReport host;
    RunReport baseline;
    AdaptiveReport adaptive;
    std::vector<ScalingPoint> scaling;
    RouteRoofline roofline;
    Calibration calibration;
    std::vector<Bottleneck> bottlenecks;
    Comparison comparison;
    std::vector<Criterion> criteria;
    Projection projection;
    Remarks notes;
};
inline constexpr std::array systems_analysis_fields{
    figure<&SystemsAnalysis::version>("version", "of the program"),
    figure<&SystemsAnalysis::samples>("samples", "sequences in a pass"),
    figure<&SystemsAnalysis::repetitions>("repetitions", "measured passes of each kind, taking turns"),
    figure<&SystemsAnalysis::config>("config", "the settings, with the preset's dimensions"),
    figure<&SystemsAnalysis::text>("text", "the token stream"),
    figure<&SystemsAnalysis::clock>("clock", "what the times were read from"),
    figure<&SystemsAnalysis::host>("host", "the computer"),
    figure<&SystemsAnalysis::baseline>("baseline", "every token through the gating network"),
    figure<&SystemsAnalysis::adaptive>("var", "the adaptive router"),
    figure<&SystemsAnalysis::scaling>("scaling", "by sequence length").by_key(),
    figure<&SystemsAnalysis::roofline>("roofline", "against the computer's peaks"),
    figure<&SystemsAnalysis::calibration>("calibration", "the costs behind the prediction"),
    figure<&SystemsAnalysis::bottlenecks>("bottlenecks", "what holds it back"),
    figure<&SystemsAnalysis::comparison>("comparison", "predicted against measured"),
    figure<&SystemsAnalysis::criteria>("criteria", "success, point by point"),
    figure<&SystemsAnalysis::projection>("projection", "on a full-size model"),
    figure<&SystemsAnalysis::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(SystemsAnalysis, systems_analysis_fields, "what an analysis finds")

}  // namespace ridgepoint
