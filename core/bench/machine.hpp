/// What the measurements say of a machine, and what its roofline then predicts of a product.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "task.hpp"
#include "timing.hpp"

namespace ridgepoint::bench {

struct Sample {
    Task task;
    Timing timing;
};

/// What several threads do at the same time, as the time that one pass then takes of them all: work by it is their rate
/// together. Worked: two threads of 2 us a pass do one each microsecond.
Timing together(std::span<const Timing> threads);

/// A figure with the quartiles of its repeats, or the least and most of its parts.
struct Figure {
    double value = 0, low = 0, high = 0;
};

/// Work by the time that a pass takes beyond an overhead, and 0 where it takes no longer; with the quartiles. Worked: 6
/// operations in 4 s, of which 1 s is overhead, are 2 a second.
Figure rate_beyond(double overhead_s, double work, const Timing& timing);

/// A rate at a size of the working set.
struct Level {
    double bytes = 0;
    Figure bytes_per_s;
    bool ends_step = false;  ///< the largest that a cache or the memory holds: all beyond take a third longer or more
};

struct Machine {
    std::vector<Level> read, copy;                 ///< by ascending size
    std::array<Figure, formats> operations_per_s;  ///< by format
    /// The part of these that a matrix in a cache reaches with several vectors, and with one.
    std::array<double, formats> matrix_efficiency, vector_efficiency;
    /// The part of a step of the language model for one sequence that is no product: attention, norms, the MLP's gate,
    /// and in int8 and int4 the rounding of activations.
    std::array<double, formats> rest_s;
    /// The constants of our model, each the median of its products, from the least to the most of them: the parts of
    /// the arithmetic and of the reading rate that products reach, and what a product takes that has hardly any work.
    Figure efficiency, bandwidth_efficiency, overhead_s;

    /// The rate at the largest working set that was read.
    double memory_bytes_per_s() const { return read.empty() ? 0 : read.back().bytes_per_s.value; }
};

/// The samples are those of `machine_tasks`, in any order.
Machine machine_of(std::span<const Sample> samples);

/// By interpolation between the sizes that were measured, in the logarithm of the size; beyond them as at the last one.
double read_bytes_per_s(const Machine& machine, double bytes);

enum class Limit { memory, arithmetic, overhead };

struct Prediction {
    double seconds = 0, memory_s = 0, arithmetic_s = 0, overhead_s = 0;
    Limit limit = Limit::memory;  ///< the largest part
};

/// Arithmetic and memory overlap, the overhead adds. What a cache holds is read at the full rate, what it does not hold
/// at the part that products reach. Worked: weights of 16 MB read at 16 GB/s take 1 ms, whatever the 0.5 ms of
/// arithmetic; with 1 us of overhead 1.001 ms.
Prediction predict(const Machine& machine, const Task& product);

/// A prediction compared with the run that followed.
struct Judged {
    double error = 0;  ///< measured / predicted - 1: 0.1 is 10 % slower than predicted
    /// `as_predicted` within 15 %. `overlapping`: slower, where reading and arithmetic take about as long, and hide
    /// each other only in part; `slower`: where one of them is all.
    enum class Outcome { as_predicted, faster, overlapping, slower } outcome = Outcome::as_predicted;
};
inline constexpr std::array<std::string_view, formats> format_names{"fp32", "int8", "int4"};
inline constexpr std::array<std::string_view, 4> outcome_names{"as_predicted", "faster", "overlapping", "slower"};

/// Worked: predicted 1 ms and measured 1.3 ms are 0.3 off; `overlapping` where reading takes 0.9 ms and arithmetic 1
/// ms.
Judged judge(const Prediction& predicted, double measured_s);

/// A measured machine as a device of the registry has it, and the constants of the model as assumptions have them.
struct DeviceFigures {
    std::array<double, formats> peak_flop_per_s;  ///< by format
    double memory_bytes_per_s = 0, dispatch_s = 0;
    double efficiency = 0, bandwidth_efficiency = 0, layer_overhead_s = 0;
};

/// Rates are those of `all` threads, constants those of `one`: products run on one. The engine takes no share of
/// nothing, so the two of them are at least 1e-9.
DeviceFigures device_figures(const Machine& all, const Machine& one);

/// The request to `serve` that predicts a step of the language model on one thread, as JSON whose numbers are places in
/// `serving_numbers`, so that JavaScript asks what C++ asks. Who asks adds the rest of the device, and the format as
/// `precision`. Attention over earlier tokens is no product and is part of the overhead: the context is one token.
inline constexpr std::string_view serving_request =
    R"({"model":{"id":"language-model","parameters":0,"layers":1,"hidden_dim":2,"intermediate_dim":3,"heads":4,)"
    R"("vocab_size":5,"tied_embeddings":true,"gated_mlp":true},"hardware":{"memory_bandwidth_bytes_per_s":6},)"
    R"("context":7,"batch":8,"scheme":"native","assumptions":{"efficiency":9,"layer_overhead_s":10}})";

/// The shape of the model; the rate at which this machine reads its weights; and last the part of the arithmetic that
/// products reach, and what a layer takes beside both: a call's overhead for each product, and what a step takes beside
/// its products, which was measured for one sequence. Worked: 1 us a call, 5 us of rest and 4 sequences: (9 · 1 us +
/// 4 · 5 us) / 2 layers = 14.5 us.
std::array<double, 11> serving_numbers(const Machine& machine, const Task& step);

/// The least batch at which a format is no longer `gain` times as fast as fp32, by interpolation between the batches
/// measured; 0 where it never was, infinity where it still is at the largest.
double crossover_batch(std::span<const double> batches, std::span<const double> fp32_s,
                       std::span<const double> quantized_s, double gain);

}  // namespace ridgepoint::bench
