/// How fast training runs beside the rates of data sheets, fitted to published steps.
///
///     a product of m x k by k x n:    2·m·n·(k + depth)·c,   c = 1 / (peak · η) + J / TDP        seconds
///     attention without scores kept:  FLOP · (1 / (peak · η) + J_a / TDP)
///     what is between the products:   bytes / (bandwidth · β)
///     each layer and pass:            one gap, for the kernels to be launched
///     an exchange between nodes:      a wait for each further node of the ring
///     an exchange between experts:    all of it, unless its software runs it beside another micro-batch's arithmetic
///                                     (DualPipe: DeepSeek-AI 2024, section 3.2.1), of which no step was fitted
///     all-reduces of a layer:         of four two, of the inputs' gradients, run beside the gradients of weights, as
///                                     in Megatron-LM since September 2021
///
/// `depth` is the fixed cost of each value of a product, for starting, ending and writing its tile, as so many extra
/// terms of its sum. It makes a product that is split across devices slower because of its shape, so no run needs a
/// number of its own. A FLOP takes at least its energy over the device's power (as in prompt_kernels.hpp), in FP8 half
/// of it.
///
/// Worked (A100, depth 540, J 0.3e-12): 2,048 tokens, 12,288 by 6,144, fp16: c 3.955e-15, 1.277 ms, 78 % of the peak.
#pragma once

#include "ridgepoint/describe.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

/// Each absent: as the assumptions have it.
struct TrainingRates {
    std::optional<double> efficiency, product_depth, joules_per_flop, attention_joules_per_flop;
    std::optional<double> bandwidth_efficiency, link_efficiency, network_efficiency;
    std::optional<double> overlap, expert_overlap, tensor_overlap;
    std::optional<Seconds<>> ring_wait, layer_gap;
};

inline constexpr std::array training_rates_fields{
    field<&TrainingRates::efficiency>("efficiency",
                                      "share of peak FLOP/s reached by a matrix product with a large inner dimension")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&TrainingRates::product_depth>(
        "product_depth",
        "fixed cost of each output value of a matrix product beyond its own multiply-adds, expressed in multiply-adds")
        .range(0, 1e5)
        .slider(0, 2000),
    field<&TrainingRates::joules_per_flop>("joules_per_flop", "energy per 16-bit FLOP").in("J/flop").range(0, 1e-9),
    field<&TrainingRates::attention_joules_per_flop>("attention_joules_per_flop",
                                                     "energy per 16-bit FLOP in flash attention")
        .in("J/flop")
        .range(0, 1e-9),
    field<&TrainingRates::bandwidth_efficiency>(
        "bandwidth_efficiency", "share of memory bandwidth reached by operations between matrix products")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&TrainingRates::link_efficiency>("link_efficiency", "share of the rate of links within a node")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&TrainingRates::network_efficiency>("network_efficiency", "share of the rate of the network between nodes")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&TrainingRates::overlap>("overlap", "share of data-parallel exchange that is hidden behind arithmetic")
        .range(0, 1)
        .slider(0, 1),
    field<&TrainingRates::expert_overlap>("expert_overlap",
                                          "share of the exchange between experts that is hidden behind arithmetic")
        .range(0, 1)
        .slider(0, 1),
    field<&TrainingRates::tensor_overlap>("tensor_overlap",
                                          "share of what tensor parallelism can exchange while gradients of weights "
                                          "are computed that is hidden so; absent: all")
        .range(0, 1)
        .slider(0, 1),
    field<&TrainingRates::ring_wait>("ring_wait_s",
                                     "latency that each additional node adds to a data-parallel exchange")
        .in("s")
        .range(0, 1)
        .log_slider(1e-7, 1e-4),
    field<&TrainingRates::layer_gap>("layer_gap_s", "time to launch one pass of a layer")
        .in("s")
        .range(0, 1)
        .log_slider(1e-7, 1e-3),
};
RIDGEPOINT_DESCRIBE(TrainingRates, training_rates_fields, "how fast training runs compared with the data sheet")

/// `step`: errors on sources left out of the fit; `device`: on devices left out.
struct TrainingFit {
    std::string id;
    TrainingRates rates;
    Residuals step, device;

    /// That of core/data/training, embedded at build time, read when first asked for; an error if the file is not as
    /// described.
    static const Expected<TrainingFit>& embedded();
};

inline constexpr std::array training_fit_fields{
    figure<&TrainingFit::id>("id", "name in the registry").must(),
    figure<&TrainingFit::rates>("rates", "what was fitted").must(),
    figure<&TrainingFit::step>("step", "errors of steps, by sources left out").must(),
    figure<&TrainingFit::device>("device", "the same, by devices left out").must(),
};
RIDGEPOINT_DESCRIBE(TrainingFit, training_fit_fields, "what was fitted to published training steps")

}  // namespace ridgepoint
