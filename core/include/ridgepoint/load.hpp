/// Serving under load: requests arrive, wait, and are read and answered in batches that change with every step.
///
/// A simulation of continuous batching (Yu et al., Orca, OSDI 2022), with a cache in blocks (Kwon et al., vLLM, SOSP
/// 2023) and prompts in chunks (Agrawal et al., Sarathi-Serve, OSDI 2024). Each iteration is one step of the same model
/// that `serve` times: a token of every answer under way, and as much of the waiting prompts as the token budget holds.
/// When the cache is full, the latest sequence is preempted: it gives up its blocks and is read again later.
///
/// Laws: Little's law always holds. With one slot and fixed lengths this is an M/D/1 queue, whose mean wait is
/// ρ·D / (2·(1 − ρ)). Without a queue the times are those of `serve`.
///
/// Worked (Llama3_8B, H100, one slot, prompts of 1,024 and answers of 1 token, D 28.3 ms, 17.7 requests a second):
/// ρ 0.5, a mean wait of 14.1 ms.
#pragma once

#include "ridgepoint/layout.hpp"
#include "ridgepoint/serve.hpp"
#include "ridgepoint/serving_fit.hpp"

namespace ridgepoint {

/// `closed`: so many users, each of whom asks again when answered. `poisson`, `constant`: independent or evenly spaced
/// requests. `bursty`: bursts of four on average, which arrive independently.
enum class Arrival { poisson, constant, bursty, closed };
inline constexpr std::array<std::string_view, 4> arrival_names{"poisson", "constant", "bursty", "closed"};

/// How each token is chosen. `greedy`: the likeliest. `top_p`: at random among the likeliest whose probabilities add up
/// to p, which takes a sort of the whole vocabulary for each sequence (vLLM, unless it is told to use FlashInfer's
/// sampler). Worked (256 answers, a vocabulary of 128,256, H100): 4.9 ms of each step.
enum class Sampling { greedy, top_p };
inline constexpr std::array<std::string_view, 2> sampling_names{"greedy", "top_p"};

/// Limits that a request keeps, and how many must: a service-level objective. Its wait for the first token, and the
/// mean time between its further ones.
struct Slo {
    std::optional<Seconds<>> ttft, itl;
    double share = 0.9;

    bool has_limit() const { return ttft || itl; }
};
namespace detail {
template <auto Member>
constexpr Field limit(std::string_view name, Words text) {
    return field<Member>(name, text).in("s").range(1e-9, 1e6).log_slider(1e-3, 100);
}
}  // namespace detail
inline constexpr std::array slo_fields{
    detail::limit<&Slo::ttft>("ttft_s", "longest acceptable time to first token"),
    detail::limit<&Slo::itl>("itl_s", "longest acceptable mean time between a request's tokens"),
    field<&Slo::share>("share", "share of the requests that must meet the limits").range(0.01, 1).slider(0.5, 1),
};
RIDGEPOINT_DESCRIBE(Slo, slo_fields, "a service-level objective")

/// How lengths of prompts or answers are distributed. `uniform`: evenly within sqrt(3)·spread of the mean, which holds
/// at most all of it.
enum class Distribution { lognormal, uniform };
inline constexpr std::array<std::string_view, 2> distribution_names{"lognormal", "uniform"};

/// How long prompts or answers are, in tokens.
struct Lengths {
    double mean = 1;
    double spread = 0;  ///< standard deviation / mean
    Distribution distribution = Distribution::lognormal;
};
inline constexpr std::array lengths_fields{
    field<&Lengths::mean>("mean", "tokens on average").whole(1, 1e6).log_slider(16, 32768),
    field<&Lengths::spread>("spread", "standard deviation / mean; 0: all equally long").range(0, 4).slider(0, 2),
    field<&Lengths::distribution>("distribution", "shape of the length distribution").choices(distribution_names),
};
RIDGEPOINT_DESCRIBE(Lengths, lengths_fields, "lengths in tokens")

struct LoadRequest {
    ServeRequest serving;  ///< the model and where it runs; lengths and batches are those below
    Parallel parallel;
    std::optional<double> link_efficiency;
    Seconds<> link_latency{5e-6};
    Maybe<Arrival> arrival;  ///< arrival_of()
    double rate = 1;
    std::optional<double> concurrency;  ///< users_of()
    Lengths prompt{1024}, output{256};
    double shared_prefix_tokens = 0;
    std::optional<bool> chunked_prefill;
    bool static_batches = false;
    double max_batch = 256, max_batched_tokens = 8192;
    Sampling sampling = Sampling::greedy;
    std::optional<Seconds<>> request_overhead, prompt_overhead, sequence_overhead;
    double requests = 1000, seed = 1;
    std::optional<Seconds<>> duration;
    bool maximum = false;
    Slo slo;
    std::optional<double> price_usd_per_hour;
};

/// Who names users means users who wait for their answers.
inline Arrival arrival_of(const LoadRequest& r) {
    return r.arrival.chosen.value_or(r.concurrency ? Arrival::closed : Arrival::poisson);
}
inline double users_of(const LoadRequest& r) { return r.concurrency.value_or(16); }

inline constexpr std::array load_serving_fields{
    fields::model<ServeRequest>,       fields::hardware<ServeRequest>,     fields::precision<ServeRequest>,
    fields::scheme<ServeRequest>,      fields::kv_precision<ServeRequest>, fields::weight_bits<ServeRequest>,
    fields::assumptions<ServeRequest>,
};

inline constexpr auto load_request_fields = together(
    held<&LoadRequest::serving, load_serving_fields>,
    std::array{
        fields::parallel<LoadRequest>,
        fields::link_efficiency<LoadRequest>,
        fields::link_latency<LoadRequest>,
        field<&LoadRequest::arrival>("arrival",
                                     "how requests arrive; absent: closed where concurrency is given, else poisson")
            .choices(arrival_names),
        field<&LoadRequest::rate>("rate_per_s",
                                  "requests arriving per second; not used with closed arrivals or maximum")
            .in("1/s")
            .range(1e-6, 1e6)
            .log_slider(0.1, 100),
        field<&LoadRequest::concurrency>(
            "concurrency", "for closed arrivals: number of users, each with one request in flight; absent: 16")
            .whole(1, 1e5)
            .log_slider(1, 1024),
        field<&LoadRequest::prompt>("prompt_tokens",
                                    "length of the prompts in tokens; a plain number if all are equally long")
            .or_first(),
        field<&LoadRequest::output>("output_tokens",
                                    "length of the answers in tokens; a plain number if all are equally long")
            .or_first(),
        field<&LoadRequest::shared_prefix_tokens>("shared_prefix_tokens",
                                                  "tokens that all prompts begin with and that stay cached")
            .whole(0, 1e6)
            .log_slider(16, 32768),
        field<&LoadRequest::chunked_prefill>(
            "chunked_prefill",
            "prefill prompts in chunks, alongside decoding; otherwise each prompt in one piece while decoding waits; "
            "absent: the software's default, which is chunks except in SGLang"),
        field<&LoadRequest::static_batches>(
            "static", "static batching: each batch runs to its last token before the next one starts"),
        field<&LoadRequest::max_batch>("max_batch", "largest number of sequences in a step")
            .whole(1, 1e5)
            .log_slider(1, 1024),
        field<&LoadRequest::max_batched_tokens>("max_batched_tokens", "largest number of tokens in a step")
            .whole(1, 1e6)
            .log_slider(64, 32768),
        field<&LoadRequest::sampling>("sampling",
                                      "how each token is chosen: always the most likely one, or by top-p sampling, "
                                      "which has to sort the vocabulary")
            .choices(sampling_names),
        field<&LoadRequest::request_overhead>(
            "request_overhead_s",
            "time a request spends outside the device: network, tokenizer, scheduler; absent: as fitted, else 15 ms")
            .in("s")
            .range(0, 10)
            .slider(0, 0.1),
        field<&LoadRequest::prompt_overhead>("prompt_overhead_s",
                                             "time outside the device per prompt token, such as tokenization; absent: "
                                             "as fitted, but 0 if request_overhead_s is given")
            .in("s")
            .range(0, 0.01)
            .log_slider(1e-7, 1e-4),
        field<&LoadRequest::sequence_overhead>("sequence_overhead_s",
                                               "host time per sequence in each step; absent: as fitted, else 0")
            .in("s")
            .range(0, 1)
            .log_slider(1e-7, 1e-3),
        field<&LoadRequest::requests>("requests", "requests to simulate for each copy, unless duration_s is given")
            .whole(1, 1e5)
            .log_slider(100, 10000),
        field<&LoadRequest::duration>("duration_s",
                                      "how long requests keep arriving; all of them are answered; ignored with maximum")
            .in("s")
            .range(1e-3, 1e7)
            .log_slider(10, 3600),
        field<&LoadRequest::seed>("seed", "seed of the random times and lengths").whole(0, 4294967295.0),
        field<&LoadRequest::maximum>("maximum",
                                     "measure the maximum throughput: all requests are queued from the start"),
        field<&LoadRequest::slo>("slo", "latency limits that requests should meet"),
        fields::price<LoadRequest>,
    });
RIDGEPOINT_DESCRIBE(LoadRequest, load_request_fields, "requests that arrive at a served language model")

/// A time of the requests that were simulated.
struct Times {
    Seconds<> mean, p50, p90, p99;
    std::optional<Interval<Seconds<>>> band;
};
inline constexpr std::array times_fields{
    figure<&Times::mean>("mean", "mean of all requests").in("s"),
    figure<&Times::p50>("p50", "half of them took less").in("s"),
    figure<&Times::p90>("p90", "nine of ten took less").in("s"),
    figure<&Times::p99>("p99", "99 of 100 took less").in("s"),
    lower<&Times::band>("low", "calibrated: 5th percentile of measured means").in("s"),
    upper<&Times::band>("high", "calibrated: 95th percentile of measured means").in("s"),
};
RIDGEPOINT_DESCRIBE(Times, times_fields, "a time over all requests")

/// Shares of the requests' time, from their arrival to their last token. They add up to 1.
struct TimeShare {
    double queue = 0, prefill = 0, decode = 0, links = 0, host = 0;
};
inline constexpr std::array time_share_fields{
    figure<&TimeShare::queue>("queue", "waiting in the queue"),
    figure<&TimeShare::prefill>("prefill", "from leaving the queue to the first token, on the devices"),
    figure<&TimeShare::decode>("decode", "from the first token to the last, on the devices"),
    figure<&TimeShare::links>("links", "waiting for communication between devices"),
    figure<&TimeShare::host>("host", "outside the devices, or while the host prepares a step"),
};
RIDGEPOINT_DESCRIBE(TimeShare, time_share_fields, "where the requests' time goes")

/// Columns of a chart of the run.
struct Timeline {
    std::vector<double> time, batch, waiting, cache;
};
inline constexpr std::array timeline_fields{
    figure<&Timeline::time>("time_s", "times at which the other series are sampled").in("s"),
    figure<&Timeline::batch>("batch", "sequences in prefill or decoding"),
    figure<&Timeline::waiting>("waiting", "requests waiting"),
    figure<&Timeline::cache>("cache_share", "share of the KV-cache memory in use"),
};
RIDGEPOINT_DESCRIBE(Timeline, timeline_fields, "time series of a run")

struct LoadResult {
    Times ttft, itl, end_to_end;
    PerSecond<> tokens, requests;
    std::optional<Interval<PerSecond<>>> tokens_band;
    PerSecond<> saturation;
    bool saturated = false;
    double good_share = 1;
    PerSecond<> goodput;
    std::optional<PerSecond<>> largest_rate;
    std::vector<double> loads;
    double mean_batch = 0, mean_waiting = 0, mean_in_system = 0, busy = 0;
    TimeShare time_share;
    double cache_peak = 0, preemptions = 0, iterations = 0, devices = 1;
    Bytes<> device_weights, device_cache;
    Seconds<> duration;
    std::optional<double> cost;
    std::optional<Joules<>> energy;
    Timeline timeline;
    std::vector<std::string> unread;
    Remarks notes, trace;
};

inline constexpr std::array load_result_fields{
    figure<&LoadResult::ttft>("ttft_s", "time from a request to its first token, its wait and overhead included"),
    figure<&LoadResult::itl>("itl_s", "mean time between a request's tokens, from the first to the last"),
    figure<&LoadResult::end_to_end>("e2e_s", "time from a request to its last token"),
    figure<&LoadResult::tokens>("tokens_per_s", "output tokens per second").in("1/s"),
    lower<&LoadResult::tokens_band>("tokens_low_per_s", "calibrated, at the maximum: 5th percentile of measured rates")
        .in("1/s"),
    upper<&LoadResult::tokens_band>("tokens_high_per_s",
                                    "calibrated, at the maximum: 95th percentile of measured rates")
        .in("1/s"),
    figure<&LoadResult::requests>("requests_per_s",
                                  "requests completed per second; equals the arrival rate if the server keeps up")
        .in("1/s"),
    figure<&LoadResult::saturation>("saturation_per_s", "requests a second beyond which the queue grows without end")
        .in("1/s"),
    figure<&LoadResult::saturated>("saturated", "requests arrive faster than the server can answer"),
    figure<&LoadResult::good_share>("good_share", "share of the requests within both limits; 1 without limits"),
    figure<&LoadResult::goodput>("goodput_per_s", "requests completed per second within the limits of slo").in("1/s"),
    figure<&LoadResult::largest_rate>("largest_rate_per_s",
                                      "with limits on latency: the highest arrival rate at which the required share of "
                                      "the requests in the later half of a run meet them, found to within 2 %; a run "
                                      "of many thousands of requests gives a few per cent less; null: no rate does")
        .in("1/s"),
    figure<&LoadResult::loads>("loads",
                               "loads to compare with this one: arrival rates on both sides of saturation, in requests "
                               "per second, or numbers of users for closed arrivals"),
    figure<&LoadResult::mean_batch>("mean_batch", "mean number of sequences in a step of one copy"),
    figure<&LoadResult::mean_waiting>("mean_waiting", "time-averaged number of requests in the queue"),
    figure<&LoadResult::mean_in_system>("mean_in_system",
                                        "time-averaged number of requests on the server, queued or running"),
    figure<&LoadResult::busy>("busy_share", "share of the time in which the devices work"),
    figure<&LoadResult::time_share>("time_share", "where the requests' time goes"),
    figure<&LoadResult::cache_peak>("cache_peak", "peak share of the KV-cache memory in use"),
    figure<&LoadResult::preemptions>("preemptions",
                                     "times a sequence was evicted from the KV cache and had to be prefilled again"),
    figure<&LoadResult::iterations>("iterations", "number of steps that one copy ran"),
    figure<&LoadResult::devices>("devices", "devices in use"),
    figure<&LoadResult::device_weights>("device_weights_bytes", "weights on each device").in("bytes"),
    figure<&LoadResult::device_cache>("device_cache_bytes", "memory left on each device for the KV cache").in("bytes"),
    figure<&LoadResult::duration>("duration_s", "from the first request to the last answer").in("s"),
    figure<&LoadResult::cost>(
        "usd_per_million_tokens",
        "cost of a million output tokens at the price of the devices per hour; null: no price is known"),
    figure<&LoadResult::energy>("energy_j_per_token",
                                "energy of all devices per token of an answer; null: no TDP is stated")
        .in("J"),
    figure<&LoadResult::timeline>("timeline", "the run, for a chart"),
    figure<&LoadResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&LoadResult::notes>("notes", "what to know before trusting the figures"),
    figure<&LoadResult::trace>("trace", "how the result was reached, in words"),
};
RIDGEPOINT_DESCRIBE(LoadResult, load_result_fields, "their latencies, throughput, queue and cost")

/// Errors: a field outside its range; what `serve` refuses; weights, or one sequence, that do not fit the devices; a
/// layout that the model cannot be cut to; more than 10⁶ steps to simulate, or more than 10⁵ requests; without
/// chunked prefill, more than 10⁸ answers that wait for steps of prompts, added up over these.
Expected<LoadResult> load(const LoadRequest& request);

}  // namespace ridgepoint
