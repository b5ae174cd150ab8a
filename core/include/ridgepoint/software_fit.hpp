/// What was fitted to published measurements, by software: parameters of the step model, and how far it was off on
/// measurements that the fit had not seen. The files are core/data/software, written by scripts/fit-calibration;
/// what each parameter rests on stands there alone.
#pragma once

#include "ridgepoint/assumptions.hpp"

namespace ridgepoint {

/// Errors of predictions on documents left out of the fit. `low` and `high` bound the middle nine tenths
/// of measured / predicted time. Worked: 5 ms predicted, 0.9 and 1.2: of ten such steps nine took 4.5 to 6 ms.
struct Residuals {
    double points = 0;        ///< measurements; 0: none of this software, so those of all software together
    double median_error = 0;  ///< |predicted / measured − 1|
    double low = 1, high = 1;
};

/// The band of a prediction.
template <class T>
constexpr Interval<T> band_about(T predicted, const Residuals& r) {
    return {predicted * r.low, predicted * r.high};
}

inline constexpr std::array residuals_fields{
    figure<&Residuals::points>("points", "measurements").whole(0, 1e9).must(),
    figure<&Residuals::median_error>("median_error", "median of |predicted / measured - 1|").range(0, 100).must(),
    figure<&Residuals::low>("low", "5th percentile of measured / predicted").range(1e-3, 1).must(),
    figure<&Residuals::high>("high", "95th percentile of measured / predicted").range(1, 1e3).must(),
};
RIDGEPOINT_DESCRIBE(Residuals, residuals_fields, "errors of predictions on documents left out of a fit")

/// The parameters of one software, and its residuals: of single steps that move data (decoding, small batches), of
/// steps that compute (prompts, large batches), and of ratios between two such times (a speedup). Where batches are
/// taken by the kernels of prompts, theirs are apart; and so are those of tokens on several devices, of all software
/// together.
struct SoftwareFit {
    std::string id;
    double efficiency = 1, bandwidth_efficiency = 1, overlap = 1;
    Seconds<> layer_overhead, host_launch;
    double expert_launches = 0;  ///< a layer's worth of overhead more for router, top-k, gather and sum of a mixture's
    double vector_flop_per_weight = 0, vector_flop_per_cache_byte = 0;
    std::optional<double> activation_fraction;  ///< of networks on images; absent: fitted to language models
    std::optional<double> link_efficiency;      ///< fitted to servers; absent: of networks on images, all of it
    PromptKernels prompts;
    Residuals moving, computing, ratio;
    Residuals batches;  ///< no points: of any other batch `moving` and `computing` tell
    Residuals devices;
};

inline constexpr std::array software_fit_fields{
    figure<&SoftwareFit::id>("id", "name in the registry").must(),
    figure<&SoftwareFit::efficiency>("efficiency", "share of peak FLOP/s that is reached").range(1e-9, 1).must(),
    figure<&SoftwareFit::bandwidth_efficiency>("bandwidth_efficiency", "share of peak memory bandwidth that is reached")
        .range(1e-9, 1)
        .must(),
    figure<&SoftwareFit::overlap>("overlap", "1: compute and memory fully overlap; 0: their times add")
        .range(0, 1)
        .must(),
    figure<&SoftwareFit::layer_overhead>("layer_overhead_s", "time of one layer beside its bytes and arithmetic")
        .in("s")
        .range(0, 10)
        .must(),
    figure<&SoftwareFit::host_launch>("host_launch_s", "time of the host to launch a layer").in("s").range(0, 10),
    figure<&SoftwareFit::expert_launches>("expert_launches", "layers' worth of overhead more that routing takes")
        .range(0, 100),
    figure<&SoftwareFit::vector_flop_per_weight>("vector_flop_per_weight", "vector work on each weight read")
        .in("flop")
        .range(0, 1e4)
        .must(),
    figure<&SoftwareFit::vector_flop_per_cache_byte>("vector_flop_per_cache_byte",
                                                     "vector work on each byte of one sequence's KV cache")
        .in("flop/byte")
        .range(0, 1e6)
        .must(),
    figure<&SoftwareFit::activation_fraction>("activation_fraction",
                                              "images: activation traffic of one sample as a share of the weight bytes")
        .range(0, 1e3),
    figure<&SoftwareFit::link_efficiency>("link_efficiency",
                                          "share of the rate of links between devices that is reached")
        .range(1e-9, 1),
    figure<&SoftwareFit::prompts>("prompts", "how its kernels take a prompt"),
    figure<&SoftwareFit::moving>("moving", "errors of steps that move data").must(),
    figure<&SoftwareFit::computing>("computing", "errors of steps that compute").must(),
    figure<&SoftwareFit::ratio>("ratio", "errors of speedups between two measured steps").must(),
    figure<&SoftwareFit::batches>("batches", "errors of tokens of several sequences"),
    figure<&SoftwareFit::devices>("devices", "errors of tokens on several devices"),
};
RIDGEPOINT_DESCRIBE(SoftwareFit, software_fit_fields, "what was fitted to measurements of a software")

}  // namespace ridgepoint
