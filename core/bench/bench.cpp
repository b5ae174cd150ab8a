#include "ridgepoint/bench.hpp"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <thread>

#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "device.hpp"
#include "prose/text.hpp"
#include "ridgepoint/api.hpp"
#include "ridgepoint/registry.hpp"
#include "runner.hpp"
#include "serving.hpp"

namespace ridgepoint {
namespace {

using namespace bench;

constexpr std::array<std::string_view, 3> limit_names{"memory", "arithmetic", "overhead"};

const Kernels& kernels_for(BenchKernels wanted) {
    if (wanted == BenchKernels::widest && widest_kernels() != nullptr) return *widest_kernels();
    if (wanted != BenchKernels::scalar && simd128_kernels() != nullptr) return *simd128_kernels();
    return scalar_kernels();
}

/// One task by all threads at once, each in memory of its own.
Timing time_together(std::vector<std::unique_ptr<Runner>>& runners, const Task& task, const Effort& effort) {
    if (runners.size() == 1) return runners.front()->time(task, effort);
    std::vector<Timing> timings(runners.size());
    std::barrier start(static_cast<std::ptrdiff_t>(runners.size()));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < runners.size(); ++i)
        threads.emplace_back([&, i] {
            runners[i]->run(task, 1);
            start.arrive_and_wait();
            timings[i] = runners[i]->time(task, effort);
        });
    for (std::thread& thread : threads) thread.join();
    return together(timings);
}

/// Goes through the tasks and remembers what was wrong with them.
class Measuring {
public:
    Measuring(const BenchRequest& request, const BenchHost& host, const Kernels& kernels)
        : host_(host), kernels_(kernels), effort_{.repeats = request.repeats} {}

    std::vector<Sample> run(const std::vector<Task>& tasks, std::size_t threads, double from, double to,
                            std::string_view stage) {
        std::vector<std::unique_ptr<Runner>> runners;
        for (std::size_t i = 0; i < threads; ++i)
            runners.push_back(std::make_unique<Runner>(kernels_, host_.clock, host_.clock_resolution_s));
        std::vector<Sample> samples;
        for (const Task& task : tasks) {
            host_.progress(from + (to - from) * static_cast<double>(samples.size()) / static_cast<double>(tasks.size()),
                           stage);
            const Timing timing = time_together(runners, task, effort_);
            timings_.push_back(timing);
            samples.push_back({task, timing});
        }
        return samples;
    }

    std::vector<std::string> warnings() const {
        std::vector<std::string> found;
        const auto of = [&](std::size_t some, std::string_view what) {
            if (some > 0)
                found.push_back(
                    cat({std::to_string(some), " of ", std::to_string(timings_.size()), " timings ", what}));
        };
        const Troubles troubles = troubles_of(timings_);
        of(troubles.unresolved, "were too short for the clock.");
        of(troubles.noisy, "spread by more than 5 %: other programs were running. Close them and measure again.");
        of(troubles.throttled, "grew longer as they went on: the machine slows down, for its heat or its battery.");
        return found;
    }

private:
    const BenchHost& host_;
    const Kernels& kernels_;
    Effort effort_;
    std::vector<Timing> timings_;
};

std::vector<BenchLevel> levels_of(const Machine& one, const Machine& all) {
    std::vector<BenchLevel> levels;
    const auto at = [](const std::vector<Level>& list, std::size_t i) {
        return BytesPerSecond<>{i < list.size() ? list[i].bytes_per_s.value : 0};
    };
    for (std::size_t i = 0; i < one.read.size(); ++i)
        levels.push_back(
            {Bytes<>{one.read[i].bytes}, at(one.read, i), at(all.read, i), at(one.copy, i), at(all.copy, i)});
    return levels;
}

std::vector<BenchRate> rates_of(const Machine& one, const Machine& all) {
    std::vector<BenchRate> rates;
    for (std::size_t f = 0; f < formats; ++f) {
        const Figure &a = one.operations_per_s[f], &b = all.operations_per_s[f];
        rates.push_back({std::string(format_names[f]), a.value, a.low, a.high, b.value, b.low, b.high});
    }
    return rates;
}

/// What products and steps have in common.
template <class Compared>
Compared compared(const Prediction& predicted, const Sample& sample) {
    const Timing& t = sample.timing;
    const Judged judged = judge(predicted, t.median_s);
    Compared one;
    one.format = format_names[static_cast<std::size_t>(sample.task.format)];
    one.batch = static_cast<double>(sample.task.shape.batch);
    one.predicted = {predicted.seconds};
    one.measured = {t.median_s};
    one.low = {t.low_s};
    one.high = {t.high_s};
    one.error = judged.error;
    one.limit = limit_names[static_cast<std::size_t>(predicted.limit)];
    one.outcome = outcome_names[static_cast<std::size_t>(judged.outcome)];
    return one;
}

BenchProduct product_of(const Prediction& predicted, const Sample& sample) {
    auto product = compared<BenchProduct>(predicted, sample);
    product.rows = static_cast<double>(sample.task.shape.rows);
    product.columns = static_cast<double>(sample.task.shape.columns);
    return product;
}

BenchStep step_of(const Prediction& predicted, const Sample& sample) {
    auto step = compared<BenchStep>(predicted, sample);
    step.overhead = {predicted.overhead_s};
    return step;
}

/// The median of the absolute errors; 0 where there are none.
template <class Compared>
double median_error_of(const std::vector<Compared>& all) {
    std::vector<double> errors;
    for (const Compared& one : all) errors.push_back(std::fabs(one.error));
    std::sort(errors.begin(), errors.end());
    constexpr double half = 0.5;
    return errors.empty() ? 0 : quantile_of(errors, half);
}

}  // namespace

Expected<BenchReport> bench_machine(const BenchRequest& request, const BenchHost& host) {
    if (auto ok = check(request); !ok) return tl::make_unexpected(ok.error());
    if (request.name.empty()) return fail(ErrorCode::out_of_range, "name", "name must not be empty");
    if (!(host.clock_resolution_s <= coarsest_clock_s))
        return fail(ErrorCode::not_applicable, "",
                    "the clock advances in steps of more than 20 ms, or not at all: nothing can be timed with it");
    const Kernels& kernels = host.kernels != nullptr ? *host.kernels : kernels_for(request.kernels);
    const double threads = request.threads.value_or(host.hardware_threads);
    Measuring measuring(request, host, kernels);

    constexpr double after_one = 0.4, after_all = 0.75, after_products = 0.9;
    const std::vector<Task> tasks = machine_tasks(request.largest.value);
    const Machine one = machine_of(measuring.run(tasks, 1, 0, after_one, "one thread"));
    // Products run on one thread, and the constants come from them.
    std::vector<Task> rates = tasks;
    std::erase_if(rates, [](const Task& task) { return !task.is_rate(); });
    const auto count = static_cast<std::size_t>(threads);
    const Machine all = count == 1 ? one : machine_of(measuring.run(rates, count, after_one, after_all, "all threads"));
    BenchReport report;
    const About about{request.name,
                      cat({kernels.name, ", ", format_number(threads), threads == 1 ? " thread" : " threads"}),
                      host.date, host.memory_capacity};
    report.device = device_of(all, one, about);
    const std::vector<Task> products = tested_products();
    std::vector<Task> steps = tested_steps();
    std::vector<Prediction> predictions, of_steps;
    for (const Task& product : products) predictions.push_back(predict(one, product));
    const Hardware thread = device_of(one, one, about);
    for (const Task& step : steps) {
        const auto predicted = predict_step(one, step, thread);
        if (!predicted) {
            report.warnings.push_back(cat({"The language model was not predicted: ", predicted.error().message, "."}));
            steps.clear();
            break;
        }
        of_steps.push_back(*predicted);
    }
    const std::vector<Sample> measured = measuring.run(products, 1, after_all, after_products, "predicted products");
    for (std::size_t i = 0; i < measured.size(); ++i)
        report.products.push_back(product_of(predictions[i], measured[i]));
    report.median_error = median_error_of(report.products);
    const std::vector<Sample> run = measuring.run(steps, 1, after_products, 1, "the language model");
    for (std::size_t i = 0; i < run.size(); ++i) report.steps.push_back(step_of(of_steps[i], run[i]));
    report.steps_median_error = median_error_of(report.steps);
    report.version = version;
    report.kernels = kernels.name;
    report.threads = threads;
    report.clock_resolution = {host.clock_resolution_s};
    report.levels = levels_of(one, all);
    report.rates = rates_of(one, all);
    for (const auto& [name, figure] : {std::pair{"efficiency", one.efficiency},
                                       {"bandwidth_efficiency", one.bandwidth_efficiency},
                                       {"layer_overhead_s", one.overhead_s}})
        report.constants.push_back({name, figure.value, figure.low, figure.high});
    for (std::string& warning : measuring.warnings()) report.warnings.push_back(std::move(warning));
    host.progress(1, "done");
    return report;
}

std::string bench_json(std::string_view request, const BenchHost& host) {
    const auto& registry = Registry::embedded();
    if (!registry) return text_of(write_error(registry.error()));
    const auto result = parse_json(request)
                            .and_then([&](const Json& json) { return read_json<BenchRequest>(json, *registry); })
                            .and_then([&](const BenchRequest& r) { return bench_machine(r, host); });
    if (!result) return text_of(write_error(result.error()));
    Json json = write_json(*result, Unset::null);
    json["device"] = write_json(result->device, Unset::omit);
    return text_of({{"result", json}});
}

}  // namespace ridgepoint
