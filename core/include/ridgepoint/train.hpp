/// One step of training a transformer over many devices: its time by parts, the memory of a device, and what a whole
/// run takes.
///
///     step = (forward + backward + recomputation + tensor and expert exchange) · m / v-interleaved pipeline
///            + bubble + exposed data-parallel exchange + optimizer
///     a pass takes as long as on the slowest stage, usually the last, which has the output head too
///     bubble = (p − 1) / v of a micro-batch's time without the head; m micro-batches in flight, v pieces of a stage
///     memory = weights + gradients + optimizer (each over its ZeRO shards) + activations + logits + workspace
///
/// Shoeybi et al., Megatron-LM, 2019; Narayanan et al., SC 2021 (pipelines, interleaving, FLOP of a step); Korthikanti
/// et al., MLSys 2023 (activations, selective recomputation, sequence parallel); Rajbhandari et al., ZeRO, SC 2020;
/// Dettmers et al., QLoRA, NeurIPS 2023; Isaev et al., Calculon, SC 2023. Daly, Future Generation Computer Systems
/// 22(3), 2006 (checkpoints). Traffic between the products is counted by operation, see core/model/train_step.cpp.
///
/// Worked: GPT3 on 1,024 A100s, tensor 8, pipeline 8, data 16, 1,536 sequences of 2,048 tokens, full recomputation,
/// eager attention, calibrated: 300e9 tokens in 31 days. Narayanan et al. 2021 state 34.
#pragma once

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/layout.hpp"
#include "ridgepoint/request_fields.hpp"
#include "ridgepoint/training_fit.hpp"

namespace ridgepoint {

/// What the backward pass computes again instead of keeping. `selective`: scores and weights of attention.
enum class Recomputation { none, selective, full };
inline constexpr std::array<std::string_view, 3> recomputation_names{"none", "selective", "full"};

/// Bytes of state a parameter, its FP32 copy included: 12, 6, 8 and 4; four less where the weights are FP32 themselves.
/// `adam8`: moments in 8 bits (Dettmers et al., ICLR 2022).
enum class Optimizer { adam, adam8, momentum, sgd };
inline constexpr std::array<std::string_view, 4> optimizer_names{"adam", "adam8", "momentum", "sgd"};

struct TrainRequest {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Hardware> hardware;
    Parallel parallel;
    std::optional<double> devices;
    double zero_stage = 0;
    double micro_batch = 1;
    std::optional<double> global_batch;
    double sequence = 2048;
    Precision precision = Precision::fp16;
    Maybe<Precision> weight_precision, gradient_precision;
    Recomputation recomputation = Recomputation::none;
    Attention attention = Attention::flash;
    Optimizer optimizer = Optimizer::adam;
    double interleaving = 1;
    bool sequence_parallel = false;
    bool lora = false;
    Seconds<> link_latency{5e-6};
    TrainingRates rates;
    std::optional<double> tokens;
    std::optional<Seconds<>> device_mtbf, checkpoint_interval;
    BytesPerSecond<> checkpoint_bandwidth{1e11};
    Seconds<> restart{300};
    std::optional<double> price_usd_per_hour;
    Assumptions assumptions;
};

inline constexpr std::array train_request_fields{
    fields::model<TrainRequest>,
    fields::hardware<TrainRequest>,
    field<&TrainRequest::parallel>("parallel", "devices that the model and the batch are split over"),
    field<&TrainRequest::devices>(
        "devices", "total number of devices, from which parallel.data follows; absent: tensor × pipeline × data")
        .whole(1, 1e7)
        .log_slider(1, 16384),
    fields::zero_stage<TrainRequest>,
    field<&TrainRequest::micro_batch>("micro_batch", "sequences that a copy of the model processes together")
        .whole(1, 1e6)
        .log_slider(1, 64),
    field<&TrainRequest::global_batch>("global_batch",
                                       "sequences in a step, over all copies; absent: for each copy, 4 micro-batches "
                                       "per pipeline stage, or 1 without a pipeline; in a plan, 1,024 in all")
        .whole(1, 1e9)
        .log_slider(1, 4096),
    field<&TrainRequest::sequence>("sequence", "tokens in a sequence").whole(1, 1e7).log_slider(128, 131072),
    field<&TrainRequest::precision>("precision", "number format of the arithmetic").choices(precision_names),
    field<&TrainRequest::weight_precision>("weight_precision",
                                           "format in which weights are stored; absent: that of the arithmetic, or 16 "
                                           "bits for FP8; int8, int4 and fp4 only with lora")
        .choices(precision_names),
    field<&TrainRequest::gradient_precision>("gradient_precision",
                                             "format in which gradients are kept and exchanged; absent: 16 bits, or "
                                             "that of wider arithmetic")
        .choices(wide_precision_names),
    field<&TrainRequest::recomputation>("recomputation", "what the backward pass recomputes")
        .choices(recomputation_names),
    field<&TrainRequest::attention>(
        "attention", "whether attention scores are recomputed in the backward pass (flash) or all stored (eager)")
        .choices(attention_names),
    field<&TrainRequest::optimizer>("optimizer", "optimizer, which decides how much state is kept per parameter")
        .choices(optimizer_names),
    field<&TrainRequest::interleaving>("interleaving", "interleaved pipeline: chunks of layers per stage")
        .whole(1, 1e4)
        .slider(1, 16),
    field<&TrainRequest::sequence_parallel>(
        "sequence_parallel",
        "sequence parallelism: tensor-parallel devices also split the activations between matrix products"),
    fields::lora<TrainRequest>,
    fields::link_latency<TrainRequest>,
    field<&TrainRequest::rates>("rates", "how fast it runs compared with the data sheet; absent: as assumed"),
    field<&TrainRequest::tokens>("tokens", "tokens to train on").range(1, 1e18).log_slider(1e9, 1e14),
    field<&TrainRequest::device_mtbf>("device_mtbf_s", "mean time between failures of one device")
        .in("s")
        .range(1, 1e15)
        .log_slider(1e5, 1e10),
    field<&TrainRequest::checkpoint_interval>("checkpoint_interval_s",
                                              "work between checkpoints; absent: Daly's optimum")
        .in("s")
        .range(1e-3, 1e9)
        .log_slider(10, 1e5),
    field<&TrainRequest::checkpoint_bandwidth>("checkpoint_bytes_per_s", "rate at which a checkpoint is written")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e9, 1e13),
    field<&TrainRequest::restart>("restart_s", "time from a failure until work resumes")
        .in("s")
        .range(0, 1e9)
        .log_slider(1, 1e4),
    fields::price<TrainRequest>,
    fields::assumptions<TrainRequest>,
};
RIDGEPOINT_DESCRIBE(TrainRequest, train_request_fields, "a transformer trained on several devices")

/// Seconds of a step. They add up to it.
struct TrainTimes {
    Seconds<> forward, backward, recomputation;
    Seconds<> tensor, expert, pipeline, data;  ///< exchange that arithmetic waits for
    Seconds<> bubble, optimizer;

    Seconds<> total() const {
        return forward + backward + recomputation + tensor + expert + pipeline + data + bubble + optimizer;
    }
};
inline constexpr std::array train_times_fields{
    figure<&TrainTimes::forward>("forward_s", "forward passes").in("s"),
    figure<&TrainTimes::backward>("backward_s", "backward passes").in("s"),
    figure<&TrainTimes::recomputation>("recomputation_s", "recomputing activations in the backward pass").in("s"),
    figure<&TrainTimes::tensor>("tensor_s", "tensor parallelism: all-reduces of partial results").in("s"),
    figure<&TrainTimes::expert>("expert_s", "expert parallelism: sending tokens to experts and back").in("s"),
    figure<&TrainTimes::pipeline>("pipeline_s", "pipeline parallelism: sending activations to the next stage").in("s"),
    figure<&TrainTimes::data>("data_s",
                              "data parallelism: exchange of gradients and weights not hidden behind arithmetic")
        .in("s"),
    figure<&TrainTimes::bubble>("bubble_s", "pipeline bubble: stages idle at the start and end of a step").in("s"),
    figure<&TrainTimes::optimizer>("optimizer_s", "updating the weights").in("s"),
};
RIDGEPOINT_DESCRIBE(TrainTimes, train_times_fields, "the parts of a step's time")

/// Bytes on the fullest device.
struct TrainMemory {
    Bytes<> weights, gradients, optimizer, activations, logits, workspace, total;
};
inline constexpr std::array train_memory_fields{
    figure<&TrainMemory::weights>("weights_bytes", "weights").in("bytes"),
    figure<&TrainMemory::gradients>("gradients_bytes", "gradients").in("bytes"),
    figure<&TrainMemory::optimizer>("optimizer_bytes", "state of the optimizer").in("bytes"),
    figure<&TrainMemory::activations>("activations_bytes", "activations kept for the backward pass").in("bytes"),
    figure<&TrainMemory::logits>("logits_bytes", "logits over the vocabulary, in FP32").in("bytes"),
    figure<&TrainMemory::workspace>("workspace_bytes",
                                    "activations of the layer being recomputed, and weights gathered for a layer")
        .in("bytes"),
    figure<&TrainMemory::total>("total_bytes", "all of these together").in("bytes"),
};
RIDGEPOINT_DESCRIBE(TrainMemory, train_memory_fields, "the parts of a device's memory")

struct TrainResult {
    Seconds<> step;
    std::optional<Interval<Seconds<>>> step_band;
    Seconds<> first_principles;
    TrainTimes times;
    TrainMemory memory;
    Bytes<> room, headroom;
    bool feasible = true;
    std::optional<double> fitting_devices, fitting_tensor, fitting_pipeline, fitting_data;
    double devices = 1, global_batch = 1, micro_batches = 1;
    double mfu = 0, hfu = 0;
    FlopPerSecond<> achieved;
    PerSecond<> tokens, device_tokens;
    std::optional<Seconds<>> time_to_train, interval;
    std::optional<double> goodput, failures;
    std::optional<Joules<>> energy;
    std::optional<double> cost;
    std::vector<std::string> unread;
    Remarks notes, trace;
};

inline constexpr std::array train_result_fields{
    figure<&TrainResult::step>("step_s", "time of one step").in("s"),
    lower<&TrainResult::step_band>("step_low_s", "calibrated: 5th percentile of measured step times").in("s"),
    upper<&TrainResult::step_band>("step_high_s", "calibrated: 95th percentile of measured step times").in("s"),
    figure<&TrainResult::first_principles>("first_principles_s", "the step at half the peak rate, with nothing fitted")
        .in("s"),
    figure<&TrainResult::times>("times", "how the step time divides up"),
    figure<&TrainResult::memory>("memory", "what the fullest device holds"),
    figure<&TrainResult::room>("room_bytes", "memory available on each device").in("bytes"),
    figure<&TrainResult::headroom>("headroom_bytes", "memory left over; below 0 where it does not fit").in("bytes"),
    figure<&TrainResult::feasible>("feasible", "it fits in the memory of every device"),
    figure<&TrainResult::fitting_devices>(
        "fitting_devices", "if it does not fit: the fewest devices that hold it; null: it fits, or no number does"),
    figure<&TrainResult::fitting_tensor>("fitting_tensor", "tensor-parallel degree on the fitting devices"),
    figure<&TrainResult::fitting_pipeline>("fitting_pipeline", "pipeline stages on the fitting devices"),
    figure<&TrainResult::fitting_data>("fitting_data", "copies of the model on the fitting devices"),
    figure<&TrainResult::devices>("devices", "devices in use"),
    figure<&TrainResult::global_batch>("global_batch", "sequences in a step"),
    figure<&TrainResult::micro_batches>("micro_batches",
                                        "micro-batches that each copy of the model processes in a step"),
    figure<&TrainResult::mfu>("mfu",
                              "model FLOP utilization: useful FLOP / (step time × peak), 0 to 1; attention counts half "
                              "where the kernel skips the causally masked half, else in full"),
    figure<&TrainResult::hfu>("hfu", "hardware FLOP utilization: mfu with recomputed FLOP counted too"),
    figure<&TrainResult::achieved>("device_flop_per_s", "rate of each device, recomputation included").in("flop/s"),
    figure<&TrainResult::tokens>("tokens_per_s", "tokens a second of all devices").in("1/s"),
    figure<&TrainResult::device_tokens>("device_tokens_per_s", "tokens a second of each device").in("1/s"),
    figure<&TrainResult::time_to_train>("time_to_train_s",
                                        "time to train on all tokens, including failures if a mean time between "
                                        "failures is given; null: no tokens are given")
        .in("s"),
    figure<&TrainResult::interval>("checkpoint_interval_s", "work between two checkpoints").in("s"),
    figure<&TrainResult::goodput>("goodput_share", "share of the time to train not lost to checkpoints and failures"),
    figure<&TrainResult::failures>("failures", "expected number of failures during the run"),
    figure<&TrainResult::energy>(
        "energy_j", "energy of all devices for the training run; null: no tokens are given, or no TDP is stated")
        .in("J"),
    figure<&TrainResult::cost>("cost_usd",
                               "cost of the training run at the price of the devices per hour; null: no tokens are "
                               "given, or no price is known")
        .in("USD"),
    figure<&TrainResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&TrainResult::notes>("notes", "what to know before trusting the figures"),
    figure<&TrainResult::trace>("trace", "how the result was reached, in words"),
};
RIDGEPOINT_DESCRIBE(TrainResult, train_result_fields, "its step, memory, utilization and run")

/// Errors: a field outside its range; a model that is no transformer of known shape; a layout that it cannot be cut to;
/// devices or a global batch that do not divide; integer arithmetic, or quantized weights without lora.
Expected<TrainResult> train(const TrainRequest& request);

/// Makes the copies as many as `devices` hold, and forgets these. Errors: devices that the layout does not divide, or
/// that are others than it says.
Expected<void> lay_out(TrainRequest& request);

/// Time between checkpoints that loses least, and time for a second of work, where a checkpoint takes δ and failures
/// come at random with mean M: sqrt(2δM)·(1 + sqrt(δ/2M)/3 + δ/18M) − δ, at most M, and
/// M·e^(R/M)·(e^((τ+δ)/M) − 1) / τ (Daly 2006, equations 37 and 20). Worked: δ 60 s, M 6 hours, R 300 s: 1,570 s and
/// 1.093.
Seconds<> best_checkpoint_interval(Seconds<> checkpoint, Seconds<> mtbf);
double time_with_failures(Seconds<> interval, Seconds<> checkpoint, Seconds<> restart, Seconds<> mtbf);

}  // namespace ridgepoint
