/// What this computer reaches: measured bandwidth by size of memory, arithmetic by format, and the constants of our
/// model. From these, matrix products and a language model are predicted before they run, so the reader sees on their
/// own machine whether the model is right.
#pragma once

#include <functional>

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/moe_router/clock.hpp"

namespace ridgepoint {

namespace bench {
struct Kernels;
}

/// `widest`: what the processor has beyond vectors of 16 bytes; `simd128`: these, which WebAssembly has too.
enum class BenchKernels { widest, simd128, scalar };
inline constexpr std::array<std::string_view, 3> bench_kernel_names{"widest", "simd128", "scalar"};

struct BenchRequest {
    std::string name = "This machine";
    std::optional<double> threads;
    BenchKernels kernels = BenchKernels::widest;
    double repeats = 15;
    Bytes<> largest{134217728};
};
inline constexpr std::array bench_request_fields{
    field<&BenchRequest::name>("name", "what the device is called"),
    field<&BenchRequest::threads>("threads", "threads that run together; absent: all of the machine's").whole(1, 1024),
    field<&BenchRequest::kernels>("kernels",
                                  "instruction set to use; one that the processor lacks falls back to a narrower one")
        .choices(bench_kernel_names),
    field<&BenchRequest::repeats>("repeats", "timed runs of each measurement, after the warm-up").whole(3, 1000),
    field<&BenchRequest::largest>("largest_bytes", "largest working set per thread; should exceed every cache")
        .in("bytes")
        .range(65536, 17179869184.0),
};
RIDGEPOINT_DESCRIBE(BenchRequest, bench_request_fields, "a measurement of this machine")

/// A figure by one thread and by all of them, with the quartiles of its timings.
struct BenchRate {
    std::string what;
    double one = 0, one_low = 0, one_high = 0;
    double all = 0, all_low = 0, all_high = 0;
};
inline constexpr std::array bench_rate_fields{
    figure<&BenchRate::what>("what", "what was measured"),
    figure<&BenchRate::one>("one", "rate of one thread, per second"),
    figure<&BenchRate::one_low>("one_low", "lower quartile"),
    figure<&BenchRate::one_high>("one_high", "upper quartile"),
    figure<&BenchRate::all>("all", "rate of all threads together, per second"),
    figure<&BenchRate::all_low>("all_low", "lower quartile"),
    figure<&BenchRate::all_high>("all_high", "upper quartile"),
};
RIDGEPOINT_DESCRIBE(BenchRate, bench_rate_fields, "a rate with one thread and with all")

/// Memory read and copied, each thread in a working set of its own.
struct BenchLevel {
    Bytes<> size;
    BytesPerSecond<> read_one, read_all, copy_one, copy_all;
};
inline constexpr std::array bench_level_fields{
    figure<&BenchLevel::size>("working_set_bytes", "what a thread goes through again and again").in("bytes"),
    figure<&BenchLevel::read_one>("read_one_bytes_per_s", "read by one thread").in("bytes/s"),
    figure<&BenchLevel::read_all>("read_all_bytes_per_s", "read by all").in("bytes/s"),
    figure<&BenchLevel::copy_one>("copy_one_bytes_per_s", "copied by one, reading and writing counted").in("bytes/s"),
    figure<&BenchLevel::copy_all>("copy_all_bytes_per_s", "copied by all").in("bytes/s"),
};
RIDGEPOINT_DESCRIBE(BenchLevel, bench_level_fields, "memory at one size of the working set")

inline constexpr Words bench_outcome_text{
    "as_predicted (within 15 %), faster, slower, or overlapping: slower, where reading and arithmetic take about as "
    "long and hide each other only in part"};

/// A product of `rows` by `columns` weights with `batch` vectors, by one thread.
struct BenchProduct {
    std::string format;
    double rows = 0, columns = 0, batch = 0;
    Seconds<> predicted, measured, low, high;
    double error = 0;
    std::string limit, outcome;
};
inline constexpr std::array bench_product_fields{
    figure<&BenchProduct::format>("format", "how the weights are stored"),
    figure<&BenchProduct::rows>("rows", "outputs"),
    figure<&BenchProduct::columns>("columns", "inputs"),
    figure<&BenchProduct::batch>("batch", "vectors"),
    figure<&BenchProduct::predicted>("predicted_s", "worked out before it ran").in("s"),
    figure<&BenchProduct::measured>("measured_s", "median").in("s"),
    figure<&BenchProduct::low>("low_s", "lower quartile").in("s"),
    figure<&BenchProduct::high>("high_s", "upper quartile").in("s"),
    figure<&BenchProduct::error>("error", "measured over predicted, less one"),
    figure<&BenchProduct::limit>("limit",
                                 "what limits it, according to the prediction: memory, arithmetic or overhead"),
    figure<&BenchProduct::outcome>("outcome", bench_outcome_text),
};
RIDGEPOINT_DESCRIBE(BenchProduct, bench_product_fields, "a product, predicted and measured")

/// A token of the language model of core/data/language_model for each of `batch` sequences, by one thread. The engine's
/// `serve` predicts it; all but the products was timed before, for one sequence.
struct BenchStep {
    std::string format;
    double batch = 0;
    Seconds<> predicted, overhead, measured, low, high;
    double error = 0;
    std::string limit, outcome;
};
inline constexpr std::array bench_step_fields{
    figure<&BenchStep::format>("format", "how the weights are stored"),
    figure<&BenchStep::batch>("batch", "sequences"),
    figure<&BenchStep::predicted>("predicted_s", "worked out before it ran").in("s"),
    figure<&BenchStep::overhead>("overhead_s",
                                 "part of predicted_s spent outside matrix products: attention, norms and the rest")
        .in("s"),
    figure<&BenchStep::measured>("measured_s", "median").in("s"),
    figure<&BenchStep::low>("low_s", "lower quartile").in("s"),
    figure<&BenchStep::high>("high_s", "upper quartile").in("s"),
    figure<&BenchStep::error>("error", "measured over predicted, less one"),
    figure<&BenchStep::limit>("limit", "what limits it, according to the prediction: memory, arithmetic or overhead"),
    figure<&BenchStep::outcome>("outcome", bench_outcome_text),
};
RIDGEPOINT_DESCRIBE(BenchStep, bench_step_fields, "a step of the language model, predicted and measured")

/// A constant of our model: the median of what products reach here, and the least and most of them.
struct BenchConstant {
    std::string name;
    double value = 0, low = 0, high = 0;
};
inline constexpr std::array bench_constant_fields{
    figure<&BenchConstant::name>("name", "as the assumptions have it"),
    figure<&BenchConstant::value>("value", "median of the products that it decides"),
    figure<&BenchConstant::low>("low", "least"),
    figure<&BenchConstant::high>("high", "most"),
};
RIDGEPOINT_DESCRIBE(BenchConstant, bench_constant_fields, "a constant of our model")

struct BenchReport {
    std::string version, kernels;
    double threads = 0;
    Seconds<> clock_resolution;
    std::vector<BenchLevel> levels;
    std::vector<BenchRate> rates;
    std::vector<BenchConstant> constants;
    std::vector<BenchProduct> products;
    double median_error = 0;
    std::vector<BenchStep> steps;
    double steps_median_error = 0;
    std::vector<std::string> warnings;
    Hardware device;
};
inline constexpr std::array bench_report_fields{
    figure<&BenchReport::version>("version", "of the program"),
    figure<&BenchReport::kernels>("kernels", "the loops that ran"),
    figure<&BenchReport::threads>("threads", "threads together"),
    figure<&BenchReport::clock_resolution>("clock_resolution_s", "resolution of the clock").in("s"),
    figure<&BenchReport::levels>("levels", "memory by the size of the working set"),
    figure<&BenchReport::rates>("rates", "arithmetic by format, an addition and a multiplication being two"),
    figure<&BenchReport::constants>("constants", "of our model, fitted to products here"),
    figure<&BenchReport::products>("products", "predicted, then run"),
    figure<&BenchReport::median_error>("median_error", "median absolute error of the products"),
    figure<&BenchReport::steps>("steps", "of the language model, predicted by `serve`, then run; empty: it refused"),
    figure<&BenchReport::steps_median_error>("steps_median_error", "median absolute error of the steps"),
    figure<&BenchReport::warnings>("warnings", "conditions that may have distorted the figures"),
    figure<&BenchReport::device>("device", "this machine as a device, of the registry's shape"),
};
RIDGEPOINT_DESCRIBE(BenchReport, bench_report_fields, "what was measured, fitted and predicted")

/// What a run is made on, so that a test can bring a clock of its own.
struct BenchHost {
    Clock& clock;
    double clock_resolution_s;
    double hardware_threads;                  ///< of the machine, 1 or more
    Bytes<> memory_capacity;                  ///< of the machine
    std::string date;                         ///< day of the run, 2026-11-23
    const bench::Kernels* kernels = nullptr;  ///< instead of those asked for
    std::function<void(double done, std::string_view stage)> progress = [](double, std::string_view) {};
};

/// Measures with one thread, then with all together, fits the constants, predicts the products and the steps of the
/// language model, and runs them.
///
/// Worked, one thread of an EPYC 9004 with AVX2 in vectors of 16 bytes: 107 GB/s from the nearest cache and 22 GB/s
/// from memory, 47 GFLOP/s in fp32, 59 and 52 billion operations a second in int8 and int4. Errors: a field out of
/// range; a clock too coarse to time anything with.
Expected<BenchReport> bench_machine(const BenchRequest& request, const BenchHost& host);

/// The same on JSON text: {"result": …} or {"error"}.
std::string bench_json(std::string_view request, const BenchHost& host);

}  // namespace ridgepoint
