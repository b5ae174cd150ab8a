// What JavaScript can call of the measuring of a machine: numbers in one array, in and out. No text crosses and nothing
// is thrown, so the module needs neither embind nor JSON, and is little more than the loops that it times. bench.ts
// knows what each number means.

#include <cstddef>
#include <limits>

#include "bench/machine.hpp"
#include "bench/runner.hpp"
#include "page_clock.hpp"

namespace {

using namespace ridgepoint::bench;

constexpr std::size_t room = 8192;
double numbers[room];

ridgepoint::PageClock page_clock;
double resolution_s = 0;
Machine one_thread, all_threads;

/// Reads and writes the array in order.
class Cursor {
public:
    double get() { return numbers[at_++]; }
    void put(double value) { numbers[at_++] = value; }
    void put(const Figure& figure) {
        put(figure.value);
        put(figure.low);
        put(figure.high);
    }
    void put(const Timing& t) {
        for (const double value : {t.median_s, t.low_s, t.high_s, t.repeats, t.passes, t.resolved ? 1.0 : 0.0, t.drift})
            put(value);
    }
    void put(const Task& t) {
        put(static_cast<double>(t.kind));
        put(static_cast<double>(t.format));
        put(t.bytes);
        for (const std::size_t value : {t.shape.rows, t.shape.columns, t.shape.batch}) put(static_cast<double>(value));
    }
    Task task() {
        Task task{static_cast<Kind>(static_cast<int>(get()))};
        task.format = static_cast<Format>(static_cast<int>(get()));
        task.bytes = get();
        for (std::size_t* value : {&task.shape.rows, &task.shape.columns, &task.shape.batch})
            *value = static_cast<std::size_t>(get());
        return task;
    }
    Timing timing() {
        Timing t;
        for (double* value : {&t.median_s, &t.low_s, &t.high_s, &t.repeats, &t.passes}) *value = get();
        t.resolved = get() != 0;
        t.drift = get();
        return t;
    }
    std::vector<Timing> timings(std::size_t count) {
        std::vector<Timing> all;
        while (all.size() < count) all.push_back(timing());
        return all;
    }
    Prediction prediction() {
        Prediction p;
        for (double* value : {&p.seconds, &p.memory_s, &p.arithmetic_s, &p.overhead_s}) *value = get();
        p.limit = static_cast<Limit>(static_cast<int>(get()));
        return p;
    }

private:
    std::size_t at_ = 0;
};

std::size_t give(const std::vector<Task>& tasks) {
    Cursor out;
    for (const Task& task : tasks) out.put(task);
    return tasks.size();
}

#if defined(RIDGEPOINT_BENCH_RELAXED)
const Kernels& kernels() { return *widest_kernels(); }
#elif defined(RIDGEPOINT_BENCH_SIMD128)
const Kernels& kernels() { return *simd128_kernels(); }
#else
const Kernels& kernels() { return scalar_kernels(); }
#endif

Runner& runner() {
    static Runner one(kernels(), page_clock, resolution_s);
    return one;
}

}  // namespace

extern "C" {

#define EXPORT(name) __attribute__((export_name(#name))) name

double* EXPORT(bench_numbers)() { return numbers; }

/// Seconds, or infinity where nothing can be timed; first of all, as timings depend on it.
double EXPORT(bench_resolution)() {
    resolution_s = ridgepoint::clock_resolution_s(page_clock);
    return resolution_s <= coarsest_clock_s ? resolution_s : std::numeric_limits<double>::infinity();
}

/// Tasks, as many as returned.
std::size_t EXPORT(bench_machine_tasks)(double largest_bytes) { return give(machine_tasks(largest_bytes)); }
std::size_t EXPORT(bench_tested_products)() { return give(tested_products()); }
std::size_t EXPORT(bench_tested_steps)() { return give(tested_steps()); }

/// A task in, a timing out.
void EXPORT(bench_time)(double repeats, double least_s) {
    const Task task = Cursor().task();
    Effort effort;
    effort.repeats = repeats;
    effort.least_s = least_s;
    Cursor().put(runner().time(task, effort));
}

/// A product or a step in; its first output back, for what reads it.
double EXPORT(bench_output)() {
    const Task task = Cursor().task();
    runner().run(task, 1);
    return task.format == Format::fp32 || task.kind != Kind::product
               ? static_cast<const float*>(runner().outputs())[0]
               : static_cast<const std::int32_t*>(runner().outputs())[0];
}

/// Timings in, one out.
void EXPORT(bench_together)(std::size_t count) { Cursor().put(together(Cursor().timings(count))); }

/// Timings in; how many were too short, noisy and throttled, each 0 where it is no trouble, out.
void EXPORT(bench_troubles)(std::size_t count) {
    const Troubles found = troubles_of(Cursor().timings(count));
    Cursor out;
    for (const std::size_t some : {found.unresolved, found.noisy, found.throttled}) out.put(static_cast<double>(some));
}

/// Seconds in, a timing out.
void EXPORT(bench_summary)(std::size_t count) { Cursor().put(summary_of({numbers, numbers + count})); }

/// A timing in; the rate of its work and the quartiles out.
void EXPORT(bench_rate)(double overhead_s, double work) {
    Cursor().put(rate_beyond(overhead_s, work, Cursor().timing()));
}

/// Tasks with their timings in, of one thread or of all together; a machine out, which `bench_device` then asks, and
/// `bench_predict` that of one thread.
void EXPORT(bench_machine)(std::size_t count, bool together) {
    Cursor in, out;
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < count; ++i) {
        const Task task = in.task();
        samples.push_back({task, in.timing()});
    }
    all_threads = machine_of(samples);
    if (!together) one_thread = all_threads;
    const Machine& machine = all_threads;
    for (const Figure& figure : machine.operations_per_s) out.put(figure);
    out.put(machine.efficiency);
    out.put(machine.bandwidth_efficiency);
    out.put(machine.overhead_s);
    for (const auto* levels : {&machine.read, &machine.copy}) {
        out.put(static_cast<double>(levels->size()));
        for (const Level& level : *levels) {
            out.put(level.bytes);
            out.put(level.bytes_per_s);
            out.put(level.ends_step);
        }
    }
}

/// The last machines as a device: peaks by format, the memory's rate, the dispatch; then efficiency, bandwidth
/// efficiency and overhead of a layer.
void EXPORT(bench_device)() {
    const DeviceFigures figures = device_figures(all_threads, one_thread);
    Cursor out;
    for (const double peak : figures.peak_flop_per_s) out.put(peak);
    for (const double value : {figures.memory_bytes_per_s, figures.dispatch_s, figures.efficiency,
                               figures.bandwidth_efficiency, figures.layer_overhead_s})
        out.put(value);
}

/// A product in; seconds, memory, arithmetic, overhead and the limit out.
void EXPORT(bench_predict)() {
    const Prediction p = predict(one_thread, Cursor().task());
    Cursor out;
    for (const double value : {p.seconds, p.memory_s, p.arithmetic_s, p.overhead_s, static_cast<double>(p.limit)})
        out.put(value);
}

/// A step in; the numbers of `serving_request` out, whose text is returned, and how long it is.
const char* EXPORT(bench_serving)() {
    const auto found = serving_numbers(one_thread, Cursor().task());
    Cursor out;
    for (const double value : found) out.put(value);
    return serving_request.data();
}
std::size_t EXPORT(bench_serving_length)() { return serving_request.size(); }

/// A prediction in; the error and what it came to out.
void EXPORT(bench_judge)(double measured_s) {
    const Judged judged = judge(Cursor().prediction(), measured_s);
    Cursor out;
    out.put(judged.error);
    out.put(static_cast<double>(judged.outcome));
}

/// Batches, seconds in fp32 and seconds quantized in, so many of each.
double EXPORT(bench_crossover)(std::size_t count, double gain) {
    return crossover_batch({numbers, count}, {numbers + count, count}, {numbers + 2 * count, count}, gain);
}
}
