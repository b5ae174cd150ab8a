/// Serving a language model: time to first token, time per token, and the memory both need.
#pragma once

#include "ridgepoint/layout.hpp"
#include "ridgepoint/roofline.hpp"

namespace ridgepoint {

struct ServeRequest {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
    double context = 2048;
    std::optional<double> prompt_tokens, output_tokens;
    double batch = 1;
    Precision precision = Precision::fp16;
    Maybe<CachePrecision> kv_precision;
    std::optional<double> weight_bits;
    Maybe<Scheme> scheme;
    double cached_prefix = 0;
    std::shared_ptr<const Model> draft_model;
    double draft_acceptance = 0.7;
    double draft_tokens = 4;
    std::shared_ptr<const Hardware> decode_hardware;
    BytesPerSecond<> link{1e11};
    Parallel parallel;
    std::optional<double> link_efficiency;
    Seconds<> link_latency{5e-6};
    Assumptions assumptions;

    /// Tokens of a sequence: of its prompt, that its further ones look back on in the mean, and in all.
    double prompt() const { return prompt_tokens.value_or(context); }
    double looked_back() const { return prompt() + output_tokens.value_or(0) / 2; }
    double whole() const { return prompt() + output_tokens.value_or(0); }
};

inline constexpr std::array serve_request_fields{
    fields::model<ServeRequest>,
    fields::hardware<ServeRequest>,
    fields::context<ServeRequest>,
    field<&ServeRequest::prompt_tokens>("prompt_tokens", "tokens of each prompt; absent: context")
        .whole(1, 1e9)
        .log_slider(16, 131072),
    field<&ServeRequest::output_tokens>(
        "output_tokens", "tokens of each answer, by which the cache grows; absent: it stays at the prompt's length")
        .whole(1, 1e9)
        .log_slider(1, 32768),
    fields::batch<ServeRequest>,
    fields::precision<ServeRequest>,
    fields::kv_precision<ServeRequest>,
    fields::weight_bits<ServeRequest>,
    fields::scheme<ServeRequest>,
    fields::cached_prefix<ServeRequest>,
    fields::draft_model<ServeRequest>,
    fields::draft_acceptance<ServeRequest>,
    fields::draft_tokens<ServeRequest>,
    fields::decode_hardware<ServeRequest>,
    fields::link<ServeRequest>,
    fields::parallel<ServeRequest>,
    fields::link_efficiency<ServeRequest>,
    fields::link_latency<ServeRequest>,
    fields::assumptions<ServeRequest>,
};
RIDGEPOINT_DESCRIBE(ServeRequest, serve_request_fields, "a language model served on one device, or two")

struct ServeResult {
    Seconds<> ttft, ttft_one_prompt, itl;
    std::optional<Interval<Seconds<>>> ttft_band, itl_band;
    std::optional<Seconds<>> end_to_end;
    Seconds<> itl_fp16;
    double speedup_over_fp16 = 1;
    std::optional<Interval<double>> speedup_over_fp16_band;
    PerSecond<> tokens, tokens_per_request;
    Bytes<> weights, kv_cache, total;
    double devices = 1;
    Bytes<> device_weights, device_kv_cache, device_total;
    std::optional<double> devices_needed;
    double memory_utilization = 0;
    bool feasible = true;
    Bytes<> spill;
    double max_batch = 0;
    double prompt_cache_hit_ratio = 0;
    Seconds<> prefill_compute, prefill_memory, transfer;
    Seconds<> decode_compute, decode_memory, decode_overhead, prefill_links, links;
    std::optional<Joules<>> prefill_energy, token_energy;
    FlopPerByte<> decode_intensity, decode_attainable_ridge;
    FlopPerSecond<> decode_achieved, decode_attainable;
    std::optional<Interval<FlopPerSecond<>>> decode_achieved_band;
    BytesPerSecond<> decode_bandwidth;
    Regime prefill_regime = Regime::memory, decode_regime = Regime::memory;
    std::vector<std::string> fitting_devices;
    std::vector<std::string> unread;  ///< empty after `serve_figures`
    Remarks notes, trace;
};

inline constexpr std::array serve_result_fields{
    figure<&ServeResult::ttft>("ttft_s", "time to first token of the batch, whose prompts are read together").in("s"),
    figure<&ServeResult::ttft_one_prompt>("ttft_one_prompt_s", "time to first token of one prompt read alone").in("s"),
    figure<&ServeResult::itl>("itl_s", "inter-token latency: mean time from one token of a sequence to its next")
        .in("s"),
    lower<&ServeResult::ttft_band>("ttft_low_s", "calibrated: 5th percentile of measured times to first token").in("s"),
    upper<&ServeResult::ttft_band>("ttft_high_s", "calibrated: 95th percentile of measured times to first token")
        .in("s"),
    lower<&ServeResult::itl_band>("itl_low_s", "calibrated: 5th percentile of measured inter-token latency").in("s"),
    upper<&ServeResult::itl_band>("itl_high_s", "calibrated: 95th percentile of measured inter-token latency").in("s"),
    figure<&ServeResult::end_to_end>("e2e_s", "time to the last output token; null: their number was not given")
        .in("s"),
    figure<&ServeResult::itl_fp16>("itl_fp16_s",
                                   "inter-token latency with FP16 weights, on a device with room for them")
        .in("s"),
    figure<&ServeResult::speedup_over_fp16>(
        "speedup_over_fp16",
        "inter-token latency with FP16 weights / the same with these, on a device with room for both"),
    lower<&ServeResult::speedup_over_fp16_band>("speedup_over_fp16_low",
                                                "calibrated: 5th percentile of measured speedups"),
    upper<&ServeResult::speedup_over_fp16_band>("speedup_over_fp16_high",
                                                "calibrated: 95th percentile of measured speedups"),
    figure<&ServeResult::tokens>("tokens_per_s", "tokens per second of the whole batch").in("1/s"),
    figure<&ServeResult::tokens_per_request>("tokens_per_s_per_request", "tokens per second of one sequence").in("1/s"),
    figure<&ServeResult::weights>("weights_bytes", "size of the weights").in("bytes"),
    figure<&ServeResult::kv_cache>("kv_cache_bytes", "size of the KV cache of the batch, at the end of its answers")
        .in("bytes"),
    figure<&ServeResult::total>("total_bytes", "weights and cache, including those of the draft model").in("bytes"),
    figure<&ServeResult::devices>("devices",
                                  "devices in use: tensor × pipeline × data; if two kinds are given, of each kind"),
    figure<&ServeResult::device_weights>("device_weights_bytes", "weights on each device").in("bytes"),
    figure<&ServeResult::device_kv_cache>("device_kv_cache_bytes", "KV cache on each device").in("bytes"),
    figure<&ServeResult::device_total>("device_total_bytes", "everything that each device holds").in("bytes"),
    figure<&ServeResult::devices_needed>(
        "devices_needed",
        "if it does not fit: how many of these devices hold it, as the smallest power of two; a note says how the "
        "model is split over them; null: it fits, or no number does"),
    figure<&ServeResult::memory_utilization>(
        "memory_utilization", "memory that each decoding device fills / memory that one program can use on it"),
    figure<&ServeResult::feasible>("feasible", "what each device holds fits its memory"),
    figure<&ServeResult::spill>("spill_bytes", "bytes on each device that do not fit in its memory").in("bytes"),
    figure<&ServeResult::max_batch>("max_batch",
                                    "the largest batch of such sequences that fits, on both devices if there are two"),
    figure<&ServeResult::prompt_cache_hit_ratio>("prompt_cache_hit_ratio", "cached prefix / prompt"),
    figure<&ServeResult::prefill_compute>("prefill_compute_s", "arithmetic of the prompt").in("s"),
    figure<&ServeResult::prefill_memory>("prefill_memory_s",
                                         "reading the weights once for the prompt, and the cache of a cached prefix")
        .in("s"),
    figure<&ServeResult::transfer>("transfer_s", "moving the KV cache to the second device").in("s"),
    figure<&ServeResult::decode_compute>("decode_compute_s", "arithmetic of one decoding step").in("s"),
    figure<&ServeResult::decode_memory>("decode_memory_s", "reading weights and cache for one decoding step").in("s"),
    figure<&ServeResult::decode_overhead>("decode_overhead_s",
                                          "gaps between layers of one decoding step, or the host's launches")
        .in("s"),
    figure<&ServeResult::prefill_links>("prefill_links_s", "communication between devices for the prompt").in("s"),
    figure<&ServeResult::links>("links_s", "communication between devices for one decoding step").in("s"),
    figure<&ServeResult::prefill_energy>("prefill_energy_j",
                                         "energy of reading the prompts of the batch; null: no TDP is stated")
        .in("J"),
    figure<&ServeResult::token_energy>("token_energy_j",
                                       "energy per token after the first, for one sequence of the batch")
        .in("J"),
    figure<&ServeResult::decode_intensity>("decode_arithmetic_intensity_flop_per_byte",
                                           "FLOP of one decoding step / bytes of weights and cache that it reads")
        .in("flop/byte"),
    figure<&ServeResult::decode_achieved>("decode_achieved_flop_per_s", "FLOP of one decoding step / its time")
        .in("flop/s"),
    lower<&ServeResult::decode_achieved_band>("decode_achieved_low_flop_per_s", "the rate at itl_high_s").in("flop/s"),
    upper<&ServeResult::decode_achieved_band>("decode_achieved_high_flop_per_s", "the rate at itl_low_s").in("flop/s"),
    figure<&ServeResult::decode_attainable>("decode_flop_per_s",
                                            "attainable arithmetic rate in decoding: peak × efficiency")
        .in("flop/s"),
    figure<&ServeResult::decode_bandwidth>("decode_bandwidth_bytes_per_s", "attainable memory bandwidth in decoding")
        .in("bytes/s"),
    figure<&ServeResult::decode_attainable_ridge>(
        "decode_attainable_ridge_flop_per_byte",
        "ridge point in decoding: attainable arithmetic rate / attainable bandwidth")
        .in("flop/byte"),
    figure<&ServeResult::prefill_regime>("prefill_regime", "what limits the first token").choices(regime_names),
    figure<&ServeResult::decode_regime>("decode_regime", "what limits each token after the first")
        .choices(regime_names),
    figure<&ServeResult::fitting_devices>(
        "fitting_devices", "if it does not fit: the smallest devices in the registry that hold it on their own"),
    figure<&ServeResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&ServeResult::notes>("notes", "what to know before trusting the figures"),
    figure<&ServeResult::trace>("trace", "how the result was reached, in words"),
};
RIDGEPOINT_DESCRIBE(ServeResult, serve_result_fields, "its latencies, throughput and memory")

/// Prefill, decode and memory of a language model on one device, or prefill and decode on two.
///
///     prefill of n = prompt − c tokens behind a cached prefix of c:
///              [2·(P_a − embeddings)·n + 2·V·h + 4·L·a·d·(nc + n(n+1)/2)]·B FLOP
///     decode:  weights + KV bytes, 2·P_a·B + 4·L·a·d·S·B FLOP, one launch a layer
///     calibrated:  vector work on each weight and on each byte of the cache, and a band from the residuals of the fit
///     speculative:  (K·t_draft + t_verify) / (1 + α(1 − α^K)/(1 − α))      (Leviathan et al. 2023)
///
/// Worked (Llama3_8B, H100, context 2048, batch 1): ITL 5.19 / 2.76 / 1.54 ms at fp16 / int8 / int4.
/// With output_tokens O the cache grows from P to P + O tokens: the second token looks back on P + 1, the last on
/// P + O − 1, in the mean on S = P + O/2, at which a token is timed; memory has room for all.
///
/// Worked (Llama3_8B, H100, prompts of 1,024 and answers of 512 tokens, batch 1): ITL 5.16 ms, 2.67 s to the last.
/// Worked (Llama3_70B, 8 H100s in tensor parallel, context 2048, batch 1): each reads 17.64e9 bytes in 5.27 ms, sends
/// 4.6 MB in 10.2 us and waits 160 times 15 us: ITL 8.5 ms with 80 gaps between layers of 10 us.
/// Errors: a field outside its range; cached_prefix not below the prompt; a model without attention; a layout that the
/// model cannot be cut to.
Expected<ServeResult> serve(const ServeRequest& request);

/// Whether the fields go together, beyond each one's range.
Expected<void> check_together(const ServeRequest& request);

/// The work of the prompt, and of one further token, on whatever device. The request's device is not looked at.
Step prefill_step(const ServeRequest& request);
Step decode_step(const ServeRequest& request);

/// What each device sends in that of the prompt, over such links.
Exchange prefill_exchange(const ServeRequest& request, const Links& links);

/// Prompts in a row that the last one's last stage waits for, (m + p − 1) / p.
double prefill_rounds(const ServeRequest& request);

/// Where the result does not fit: the layout over the fewest of these devices, a power of two, that holds the model.
std::optional<Parallel> layout_needed(const ServeRequest& request, const ServeResult& result);

/// Fills the figures alone, not `devices_needed`, `unread`, notes and trace: allocates nothing. The request must be
/// valid.
void serve_figures(const ServeRequest& request, ServeResult& result);
inline ServeResult serve_figures(const ServeRequest& request) {
    ServeResult result;
    serve_figures(request, result);
    return result;
}

/// The steps behind a request: what `time_step` is given.
struct ServeProblem {
    Step prefill, decode, draft;
    double draft_tokens = 0;      ///< K; 0 without a draft model
    double prefill_rounds = 1;    ///< prefill_rounds()
    double verified_tokens = 1;   ///< tokens of a sequence that one decoding step passes through the model
    double tokens_per_round = 1;  ///< tokens one verification yields on average
    Seconds<> transfer;           ///< KV cache to the second device
    Machine<> prefill_machine, decode_machine;
    Bytes<> weights, kv_cache;

    template <class T>
    Seconds<T> ttft(const Machine<T>& m) const {
        return time_step(prefill, m).latency * prefill_rounds + lift<T>(transfer);
    }
    template <class T>
    Seconds<T> itl(const Machine<T>& m) const {
        const Seconds<T> verify = time_step(decode, m).latency;
        if (draft_tokens == 0) return verify;
        return (time_step(draft, m).latency * draft_tokens + verify) / tokens_per_round;
    }
};

/// The request must be valid.
ServeProblem serve_problem(const ServeRequest& request);

}  // namespace ridgepoint
