/// Published measurements, and what the model of performance says of them.
///
/// A file of measurements is {"points": […]}; core/data/measured/README.md lists the members of a point. Beside the
/// points a file may say what its names stand for: {"hardware": {name: id or device}, "models": {name: id or model},
/// "software": {name: id of core/data/software}}. Other names are taken for the one entry that they spell otherwise, if
/// there is one. Members that begin with an underscore are remarks.
///
/// What a point's members cannot say stands as a request: {"runs": [{"id", "source", "software", "request": of `load`,
/// "measured": {"tokens_per_s", "itl_s", "ttft_s", "latency_s"}}], "steps": [{"id", "source", "request": of `train`,
/// "step_s"}], "sources": {name: address}}. Of a run each figure is a point of its own.
#pragma once

#include <functional>
#include <map>

#include "ridgepoint/load.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/train.hpp"

namespace ridgepoint {

/// What a point measures. Accuracies and speedups of single kernels have no model here; training on tokens is compared
/// where it is stated as a request.
enum class MeasuredKind {
    decode_tokens_per_s,  ///< tokens of the whole batch a second, prompt left out
    decode_itl,           ///< ms from one token of a sequence to its next
    prefill,              ///< prompt tokens a second
    ttft,                 ///< s or ms to the first token
    throughput,  ///< generated tokens a second of a whole batch, prompt included; of a prompt without an answer,
                 ///< its tokens, `batch` of them in a pass
    infer_images_per_s,
    infer_sequences_per_s,  ///< of an encoder
    train_images_per_s,
    train_tokens_per_s,
    quant_ppl,  ///< perplexity of a quantized model
    prune_ppl,  ///< perplexity of a pruned model
    quant_acc,
    kernel_speedup,
    unknown,  ///< a kind of somebody else's, which is left out
    // Figures of requests.
    run_tokens_per_s,  ///< at most load
    run_itl,
    run_ttft,
    run_latency,
    step,
};
inline constexpr std::array<std::string_view, 13> measured_kind_names{"decode_tokens_per_s",
                                                                      "decode_itl",
                                                                      "prefill",
                                                                      "ttft",
                                                                      "throughput",
                                                                      "infer_images_per_s",
                                                                      "infer_sequences_per_s",
                                                                      "train_images_per_s",
                                                                      "train_tokens_per_s",
                                                                      "quant_ppl",
                                                                      "prune_ppl",
                                                                      "quant_acc",
                                                                      "kernel_speedup"};

struct MeasuredPoint {
    std::string id;
    MeasuredKind kind = MeasuredKind::unknown;
    std::string kind_name;  ///< as the file has it
    std::string hardware, model, precision, kv_precision, software, unit, source_url, source_locator;
    std::string document;  ///< what the address names, or that of the source of a run
    double value = 0;
    double devices = 1, tensor = 1;
    /// Absent: not stated; bits that the precision's own name tells are stated.
    std::optional<double> weight_bits, batch, input_tokens, output_tokens, cached_tokens, weights_bytes, rate,
        concurrency;
    std::shared_ptr<const LoadRequest> load;  ///< of a run
    std::shared_ptr<const TrainRequest> train;
    std::string left_out;  ///< why the file itself says that it is not to be compared
};

/// A step as the fit sees it: what to do, before any rate is assumed.
struct StepTerms {
    double times = 0;  ///< such steps in the measured time
    double work_flop = 0, weights_bytes = 0, weights = 0, cache_bytes = 0, layers = 0;
    double expert_layers = 0;     ///< of the layers
    double activation_bytes = 0;  ///< at an activation fraction of 1
    double attention_flop = 0;    ///< of the work
    double tokens = 0;            ///< new ones, of all sequences; 0 of a decoded token
    double micro_batch = 0;       ///< of them in a pass, where the source says so
    double hidden_values = 0;     ///< tokens · layers · values of hidden state
    double scores = 0;            ///< heads · pairs of tokens
    double routed_bytes = 0;      ///< what tokens move on their way through experts, however many the passes
};

/// One point against its prediction. Times in seconds; a perplexity as a ratio to the uncompressed model's.
struct MeasuredComparison {
    const MeasuredPoint* point = nullptr;
    /// As tables name it: that of the point, or what is asked of several devices or of a server.
    std::string kind;
    Software software = Software::unknown;
    /// Ids that the point's names were taken for, where neither the registry nor the files have them; empty: they do,
    /// or nothing is known by them.
    struct {
        std::string hardware, model, software;
    } taken;
    bool fitted = true;   ///< whether the fit of its software is meant for it
    std::string missing;  ///< why there is no prediction; empty: there is one
    double measured = 0, predicted = 0, low = 0, high = 0;
    std::string link;           ///< of several devices: "device", their own, or "host", PCIe
    bool banded = true;         ///< whether low and high say anything
    bool of_one_device = true;  ///< steps of one device, whose terms follow
    StepTerms first, further;   ///< prompt (or the one pass), decoding
    bool unpacks = false;       ///< quantized weights, multiplied in 16 bits
    FlopPerSecond<> peak, vector_peak;
    FlopPerSecond<> fp16_peak, accumulate_peak, int8_peak;  ///< zero: none listed
    Watts<> tdp;
    double arithmetic_bytes = 0;  ///< of a value as it is multiplied at `peak`
    BytesPerSecond<> bandwidth;
    Seconds<> dispatch;
    std::string algorithm;                                  ///< of a perplexity, with what else its fit looks at
    double parameters = 0, training_tokens = 0, group = 0;  ///< tokens: 0: not published
    bool n_m = false;

    double multiple() const { return predicted / measured; }
    double error() const { return multiple() - 1; }
    bool in_band() const { return banded && measured >= low && measured <= high; }
};

/// The points of some files, with their names looked up.
struct Measurements {
    std::vector<MeasuredPoint> points;
    std::map<std::string, std::shared_ptr<const Hardware>> hardware;
    std::map<std::string, std::shared_ptr<const Model>> models;
    std::map<std::string, Software> software;
};

/// Names a document by its address: a repository with the pull request, discussion or page in it.
std::string document_of(std::string_view url);

/// What to take for servers instead of what was fitted; each absent: as fitted.
struct ServerChoice {
    std::optional<double> link_efficiency = std::nullopt;
    std::optional<Seconds<>> request_overhead = std::nullopt, prompt_overhead = std::nullopt,
                             sequence_overhead = std::nullopt;
};

/// Bytes of a file of measurements: some fifteen thousand points, which take seconds to predict.
inline constexpr std::size_t measurements_bytes_limit = 8 << 20;

/// Adds a file's JSON text to `all`. Errors: JSON that is malformed; a member that is missing, of another type or
/// unknown, named as points[3].value. A kind or a name that stands for nothing is no error: the point then has no
/// prediction.
Expected<void> read_measurements(std::string_view json, Measurements& all, const Registry& registry);

/// The names of the published measurements that come with the command.
Expected<void> read_shipped_names(Measurements& all, const Registry& registry);

/// Predictions for every point. `assumed`: none: calibrated, each point by its own software. Errors: of the data files
/// that come with the engine. `progress` is told the share of the points that are done.
Expected<std::vector<MeasuredComparison>> compare(
    const Measurements& all, const std::optional<Assumptions>& assumed, const ServerChoice& server = {},
    const std::function<void(double done)>& progress = [](double) {});

/// Errors of some comparisons. Worked: errors of −10, 5 and 20 % have a median |error| of 10 %. `in_band`: share of
/// those that have one; none: nothing has.
struct ErrorSummary {
    double points = 0, median_error = 0, ninth_decile = 0, bias = 0;
    std::optional<double> in_band;
};
ErrorSummary summarize(const std::vector<const MeasuredComparison*>& some);

}  // namespace ridgepoint
