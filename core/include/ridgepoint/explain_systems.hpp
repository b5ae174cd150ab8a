/// Why one of two served models, loads or training runs is faster than the other.
///
/// It does what `explain` does for two steps: ln(T_a/T_b) is split by Shapley values over the causes that changed, so
/// the factors multiply to the speedup (core/model/comparison.hpp). Each property of the device is a cause of its own;
/// each field of the request belongs to one cause (core/model/explain_mixtures.cpp).
///
/// Worked (Llama3_70B, 4 to 8 H100s in tensor parallel, time between tokens): 13.0 to 8.50 ms, 1.53 times as fast, all
/// of it by `devices`.
#pragma once

#include "ridgepoint/explain.hpp"
#include "ridgepoint/load.hpp"
#include "ridgepoint/train.hpp"

namespace ridgepoint {

/// Means of all requests; of `throughput` the time that one token of all takes.
enum class Compared { itl, ttft, throughput, latency };
inline constexpr std::array<std::string_view, 4> compared_names{"itl", "ttft", "throughput", "latency"};

struct ExplainServeRequest {
    ServeRequest baseline, proposal;
    Compared target = Compared::itl;
};
struct ExplainLoadRequest {
    LoadRequest baseline, proposal;
    Maybe<Compared> target;
};
struct ExplainTrainRequest {
    TrainRequest baseline, proposal;
};

namespace detail {
template <class Request>
inline constexpr std::array sides{
    field<&Request::baseline>("baseline", "the configuration as it is").must(),
    field<&Request::proposal>("proposal", "the configuration to compare").must(),
};
}  // namespace detail

inline constexpr auto explain_serve_request_fields = together(
    detail::sides<ExplainServeRequest>, std::array{field<&ExplainServeRequest::target>("target", "the time to compare")
                                                       .choices(std::span(compared_names).first<3>())});
inline constexpr auto explain_load_request_fields =
    together(detail::sides<ExplainLoadRequest>,
             std::array{field<&ExplainLoadRequest::target>(
                            "target", "the mean time to compare; absent: throughput if both set maximum, else latency")
                            .choices(compared_names)});
inline constexpr auto explain_train_request_fields = detail::sides<ExplainTrainRequest>;
RIDGEPOINT_DESCRIBE(ExplainServeRequest, explain_serve_request_fields, "two served models to compare")
RIDGEPOINT_DESCRIBE(ExplainLoadRequest, explain_load_request_fields, "two servers under load to compare")
RIDGEPOINT_DESCRIBE(ExplainTrainRequest, explain_train_request_fields, "two training runs to compare")

template <class Result>
struct Explained {
    double speedup = 1;
    std::vector<std::string> changed;
    std::vector<Factor> factors;
    std::vector<Unused> unused;
    Alone alone;
    Remark text, markdown;
    Result baseline, proposal;
    Remarks notes;
};
template <class Result>
inline constexpr std::array explained_fields{
    figure<&Explained<Result>::speedup>("speedup", "time of the baseline / time of the proposal"),
    figure<&Explained<Result>::changed>("changed", "fields in which the two differ"),
    figure<&Explained<Result>::factors>("factors", "what changed, and its share: Shapley values of ln T"),
    figure<&Explained<Result>::unused>("unused", "what the proposal has more of that hardly speeds it up"),
    figure<&Explained<Result>::alone>("alone", "the speedup if only the resource that limits the baseline had changed"),
    figure<&Explained<Result>::text>("text", "the analysis in words"),
    figure<&Explained<Result>::markdown>("markdown", "the same with tables and the notes, for a pull-request comment"),
    figure<&Explained<Result>::baseline>("baseline", "the baseline's figures"),
    figure<&Explained<Result>::proposal>("proposal", "the proposal's figures"),
    figure<&Explained<Result>::notes>("notes", "what to know before trusting the figures"),
};
using ExplainServeResult = Explained<ServeResult>;
using ExplainLoadResult = Explained<LoadResult>;
using ExplainTrainResult = Explained<TrainResult>;
RIDGEPOINT_DESCRIBE(ExplainServeResult, explained_fields<ServeResult>, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(ExplainLoadResult, explained_fields<LoadResult>, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(ExplainTrainResult, explained_fields<TrainResult>, "the speedup and its causes")

/// Where one does not fit its memory, what `serve` says of its times holds. Errors: as `serve`, with the side in front.
Expected<ExplainServeResult> explain_serve(const ExplainServeRequest& request);

/// A mixture of the two that does not fit its memory is timed as if it did. Errors: as `load`; so many causes and
/// requests that the mixtures would take more than 10⁸ steps to simulate, waits for prompts included.
Expected<ExplainLoadResult> explain_load(const ExplainLoadRequest& request);

/// Tokens a second are compared, whether or not a side fits its memory. Errors: as `train`.
Expected<ExplainTrainResult> explain_train(const ExplainTrainRequest& request);

}  // namespace ridgepoint
