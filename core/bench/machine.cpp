#include "machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint::bench {
namespace {

Figure figure_of(std::vector<double> parts) {
    if (parts.empty()) return {};
    std::sort(parts.begin(), parts.end());
    constexpr double half = 0.5;
    return {quantile_of(parts, half), parts.front(), parts.back()};
}

double rate_or_zero(double work, double seconds) { return seconds > 0 ? work / seconds : 0; }

/// A part of what is most; timings are noisy, and more than all of it is all.
double share_of(double reached, double most) { return most > 0 ? std::min(1.0, reached / most) : 0; }

/// The part that products of this format reach, with several vectors or with one.
template <class AnyMachine>
auto& efficiency_of(AnyMachine& machine, const Task& task) {
    auto& reached = task.shape.batch > 1 ? machine.matrix_efficiency : machine.vector_efficiency;
    return reached[static_cast<std::size_t>(task.format)];
}

/// From the largest down: a level ends a step where it is faster than each that is larger.
void find_steps(std::vector<Level>& levels) {
    constexpr double slower = 0.75;
    double fastest = 0;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        const double rate = level->bytes_per_s.value;
        level->ends_step = level == levels.rbegin() || fastest < slower * rate;
        fastest = std::max(fastest, rate);
    }
}

/// The constants, each from the products that it decides.
void fit(Machine& machine, std::span<const Sample> samples) {
    std::vector<double> overheads, reached, streamed;
    const auto products = [&](Probe probe, const auto& each) {
        for (const Sample& sample : samples)
            if (sample.task.kind == Kind::product && probe_of(sample.task.shape) == probe)
                each(sample.task, std::max(0.0, sample.timing.median_s - machine.overhead_s.value));
    };
    products(Probe::overhead, [&](const Task&, double seconds) { overheads.push_back(seconds); });
    machine.overhead_s = figure_of(overheads);
    products(Probe::arithmetic, [&](const Task& task, double seconds) {
        const double most = machine.operations_per_s[static_cast<std::size_t>(task.format)].value;
        reached.push_back(efficiency_of(machine, task) = share_of(rate_or_zero(task.work(), seconds), most));
    });
    machine.efficiency = figure_of(reached);
    machine.bandwidth_efficiency = {1, 1, 1};
    products(Probe::memory, [&](const Task& task, double seconds) {
        // Where the arithmetic takes longer than the reading, nothing is learned of the memory.
        const Prediction p = predict(machine, task);
        if (p.limit == Limit::memory) streamed.push_back(share_of(p.memory_s, seconds));
    });
    if (!streamed.empty()) machine.bandwidth_efficiency = figure_of(streamed);
}

}  // namespace

Timing together(std::span<const Timing> threads) {
    if (threads.empty()) return {};
    Timing all = threads.front();
    double median = 0, low = 0, high = 0;
    for (const Timing& one : threads) {
        median += 1 / one.median_s;
        low += 1 / one.low_s;
        high += 1 / one.high_s;
        all.resolved = all.resolved && one.resolved;
        all.drift = std::max(all.drift, one.drift);
    }
    all.median_s = 1 / median;
    all.low_s = 1 / low;
    all.high_s = 1 / high;
    return all;
}

Figure rate_beyond(double overhead_s, double work, const Timing& timing) {
    const auto rate = [&](double seconds) { return rate_or_zero(work, seconds - overhead_s); };
    return {rate(timing.median_s), rate(timing.high_s), rate(timing.low_s)};
}

Machine machine_of(std::span<const Sample> samples) {
    Machine machine{};
    for (const Sample& sample : samples) {
        const Figure rate = rate_beyond(0, sample.task.work(), sample.timing);
        const auto format = static_cast<std::size_t>(sample.task.format);
        switch (sample.task.kind) {
            case Kind::read:
                machine.read.push_back({sample.task.bytes, rate, false});
                break;
            case Kind::copy:
                machine.copy.push_back({sample.task.bytes, rate, false});
                break;
            case Kind::arithmetic:
                machine.operations_per_s[format] = rate;
                break;
            case Kind::rest:
                machine.rest_s[format] = sample.timing.median_s;
                break;
            case Kind::product:
            case Kind::step:
                break;
        }
    }
    const auto by_size = [](const Level& a, const Level& b) { return a.bytes < b.bytes; };
    std::sort(machine.read.begin(), machine.read.end(), by_size);
    std::sort(machine.copy.begin(), machine.copy.end(), by_size);
    find_steps(machine.read);
    find_steps(machine.copy);

    fit(machine, samples);
    return machine;
}

double read_bytes_per_s(const Machine& machine, double bytes) {
    const auto& levels = machine.read;
    if (levels.empty()) return 0;
    if (bytes <= levels.front().bytes) return levels.front().bytes_per_s.value;
    for (std::size_t i = 1; i < levels.size(); ++i) {
        if (bytes > levels[i].bytes) continue;
        const double share = std::log(bytes / levels[i - 1].bytes) / std::log(levels[i].bytes / levels[i - 1].bytes);
        const double before = levels[i - 1].bytes_per_s.value, after = levels[i].bytes_per_s.value;
        return before + share * (after - before);
    }
    return levels.back().bytes_per_s.value;
}

namespace {

/// Whether a reading rate is nearer, as a factor, to that of the smallest working set than to that of the largest.
bool is_cached(const Machine& machine, double read) {
    return !machine.read.empty() && read * read > machine.read.front().bytes_per_s.value * machine.memory_bytes_per_s();
}

/// What products read from a working set of this size a second.
double reached_bytes_per_s(const Machine& machine, double bytes) {
    const double read = read_bytes_per_s(machine, bytes);
    return is_cached(machine, read) ? read : machine.bandwidth_efficiency.value * read;
}

}  // namespace

Prediction predict(const Machine& machine, const Task& product) {
    const auto format = static_cast<std::size_t>(product.format);
    Prediction p;
    p.arithmetic_s =
        rate_or_zero(product.work(), efficiency_of(machine, product) * machine.operations_per_s[format].value);
    const double bytes = product.traffic_bytes();
    p.memory_s = rate_or_zero(bytes, reached_bytes_per_s(machine, bytes));
    p.overhead_s = machine.overhead_s.value;
    p.seconds = std::max(p.arithmetic_s, p.memory_s) + p.overhead_s;
    p.limit = p.overhead_s >= std::max(p.arithmetic_s, p.memory_s) ? Limit::overhead
              : p.memory_s >= p.arithmetic_s                       ? Limit::memory
                                                                   : Limit::arithmetic;
    return p;
}

std::array<double, 11> serving_numbers(const Machine& machine, const Task& step) {
    constexpr lm::Shape shape = network_shape;
    constexpr double layers = shape.layers, calls = lm::parts * layers + 1;  // the last one for the logits
    const double batch = static_cast<double>(step.shape.batch);
    const double rest_s = machine.rest_s[static_cast<std::size_t>(step.format)] * batch;
    return {parameters_of(shape),
            layers,
            shape.width,
            shape.hidden,
            shape.heads,
            shape.vocabulary,
            reached_bytes_per_s(machine, step.traffic_bytes()),
            1,
            batch,
            efficiency_of(machine, step),
            (calls * machine.overhead_s.value + rest_s) / layers};
}

Judged judge(const Prediction& predicted, double measured_s) {
    const double error = predicted.seconds > 0 ? measured_s / predicted.seconds - 1 : 0;
    constexpr double close_error = 0.15, as_long = 0.6;
    const auto [shorter, longer] = std::minmax(predicted.memory_s, predicted.arithmetic_s);
    using enum Judged::Outcome;
    return {error, std::fabs(error) <= close_error ? as_predicted
                   : error < 0                     ? faster
                   : shorter > as_long * longer    ? overlapping
                                                   : slower};
}

DeviceFigures device_figures(const Machine& all, const Machine& one) {
    constexpr double least_share = 1e-9;
    DeviceFigures figures;
    for (std::size_t f = 0; f < formats; ++f) figures.peak_flop_per_s[f] = all.operations_per_s[f].value;
    figures.memory_bytes_per_s = all.memory_bytes_per_s();
    figures.dispatch_s = figures.layer_overhead_s = one.overhead_s.value;
    figures.efficiency = std::max(least_share, one.efficiency.value);
    figures.bandwidth_efficiency = std::max(least_share, one.bandwidth_efficiency.value);
    return figures;
}

double crossover_batch(std::span<const double> batches, std::span<const double> fp32_s,
                       std::span<const double> quantized_s, double gain) {
    double before = 0;
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const double now = fp32_s[i] / quantized_s[i];
        if (now < gain) {
            if (i == 0) return 0;
            const double share = (before - gain) / (before - now);
            return batches[i - 1] * std::pow(batches[i] / batches[i - 1], share);
        }
        before = now;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace ridgepoint::bench
