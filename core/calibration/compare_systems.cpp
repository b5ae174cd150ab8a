// What the model says of servers under load, of several devices and of training.

#include <algorithm>
#include <cmath>

#include "compare.hpp"
#include "model/load_simulation.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// What TensorRT-LLM takes where nobody says more (max_batch_size and max_num_tokens of trtllm-build), of whose servers
/// sources leave that open.
constexpr double usual_batch = 2048, usual_batched_tokens = 8192;

/// Requests at most load: the batch a few times over, within what is simulated in a moment.
double enough_at_most(const LoadRequest& r) {
    constexpr double steps_at_most = 9e5, least = 64, batches = 3;
    const MixedSteps steps = steps_of(r);
    const double room = steps.room_in_reach() / steps.in_reach()(r.prompt.mean + r.output.mean);
    const double batch = std::fmin(std::fmax(room, 1), r.max_batch);
    const double each = r.output.mean + r.prompt.mean / r.max_batched_tokens;
    return std::ceil(std::fmax(std::fmin(batches * batch, steps_at_most / each), least));
}

void take(LoadRequest& r, const ServerChoice& server) {
    if (server.link_efficiency) r.link_efficiency = *server.link_efficiency * share_of_links(*r.serving.hardware);
    // Requests that were timed within the server have neither.
    if (!r.request_overhead) {
        if (server.request_overhead) r.request_overhead = server.request_overhead;
        if (server.prompt_overhead) r.prompt_overhead = server.prompt_overhead;
    }
    if (server.sequence_overhead) r.sequence_overhead = server.sequence_overhead;
}

std::string link_of(const LoadRequest& r) {
    if (r.parallel.devices() == 1) return "";
    return r.serving.hardware->device_link ? "device" : "host";
}

Parallel layout_of(const MeasuredPoint& p) { return {.tensor = p.tensor, .pipeline = p.devices / p.tensor}; }

/// How often each user asks, where the source says no more than how many there are: tools that keep so many requests
/// under way (perf_analyzer, AIPerf) measure once the load is steady, so that the first burst hardly counts.
constexpr double rounds = 50;

/// The request that the point's members describe.
LoadRequest request_of(const MeasuredPoint& p, const SharedModel& model, const SharedHardware& device,
                       const Assumptions& a) {
    LoadRequest r;
    r.serving = serving(p, model, device, 1, a);
    r.parallel = layout_of(p);
    r.prompt.mean = p.input_tokens.value_or(1);
    r.output.mean = p.output_tokens.value_or(1);
    r.max_batch = usual_batch;
    r.max_batched_tokens = usual_batched_tokens;
    r.maximum = !p.rate && !p.concurrency;
    r.rate = p.rate.value_or(1);
    if (p.concurrency) {
        r.concurrency = p.concurrency;
        r.requests = std::fmax(rounds * *p.concurrency, rounds);
    }
    return r;
}

Expected<LoadResult> simulated(const LoadRequest& r, const LoadRequest* run, SimulatedRuns& runs) {
    if (run == nullptr) return load_figures(r);
    const auto found = runs.find(run);
    return found != runs.end() ? found->second : runs.emplace(run, load_figures(r)).first->second;
}

}  // namespace

std::optional<std::string> figure_of_server(const MeasuredPoint& p) {
    switch (p.kind) {
        case MeasuredKind::run_tokens_per_s:
            return "maximum_load";
        case MeasuredKind::run_itl:
            return "served_itl";
        case MeasuredKind::run_ttft:
            return "served_ttft";
        case MeasuredKind::run_latency:
            return "served_latency";
        default:
            break;
    }
    const bool live = p.rate || p.concurrency;
    if (p.batch && !live) return std::nullopt;
    if (p.kind == MeasuredKind::throughput) return live ? "served_throughput" : "maximum_load";
    if (p.kind == MeasuredKind::decode_itl && live) return "served_itl";
    if (p.kind == MeasuredKind::ttft && live) return "served_ttft";
    return std::nullopt;
}

void compare_load(MeasuredComparison& c, const SharedModel& model, const SharedHardware& device, const Assumptions& a,
                  const ServerChoice& server, SimulatedRuns& runs) {
    const MeasuredPoint& p = *c.point;
    LoadRequest r = p.load ? *p.load : request_of(p, model, device, a);
    r.serving.assumptions = a;
    take(r, server);
    c.link = link_of(r);
    if (r.maximum) r.requests = enough_at_most(r);
    const auto result = simulated(r, p.load.get(), runs);
    if (!result) {
        c.missing = result.error().message;
        return;
    }
    const ServingFit* fit = serving_fit(r);
    const Residuals none;
    const auto say = [&](double seconds, const Residuals ServingFit::* residuals) {
        c.predicted = seconds;
        const Interval<double> band = band_about(seconds, fit ? fit->*residuals : none);
        c.low = band.low;
        c.high = band.high;
    };
    c.banded = fit != nullptr;
    if (c.kind == "maximum_load") say(1 / in_si(result->tokens), &ServingFit::throughput);
    else if (c.kind == "served_itl") say(in_si(result->itl.mean), &ServingFit::itl);
    else if (c.kind == "served_ttft") say(in_si(result->ttft.mean), &ServingFit::ttft);
    else say(in_si(result->end_to_end.mean), &ServingFit::latency);
}

void compare_layout(MeasuredComparison& c, const SharedModel& model, const SharedHardware& device, const Assumptions& a,
                    const ServerChoice& server) {
    const MeasuredPoint& p = *c.point;
    const double input = p.input_tokens.value_or(0), output = p.output_tokens.value_or(0), batch = *p.batch;
    LoadRequest r = request_of(p, model, device, a);
    take(r, server);
    c.link = link_of(r);
    if (auto ok = check_layout(r.parallel, *model); !ok) {
        c.missing = ok.error().message;
        return;
    }
    // Steps without a server.
    const MixedSteps steps(r.serving, r.parallel, links_of(r));
    c.predicted = 0;
    if (measures_prompt(p))
        c.predicted += in_si(steps.time({.prompts = batch,
                                         .prompt_tokens = batch * input,
                                         .prompt_pairs = batch * causal_pairs(*model, input, 0),
                                         .prompts_ended = batch}));
    // Halfway through the answer the cache has its mean length.
    if (measures_tokens(p)) {
        const double times = p.kind == MeasuredKind::throughput ? output - 1 : 1;
        const double context = std::fmax(input + output / 2, 1);
        c.predicted +=
            times * in_si(steps.time({.answers = batch, .context_reach = batch * steps.in_reach()(context)}));
    }
    c.banded = measures_tokens(p) && serving_fit(r) != nullptr;
    if (c.banded) {
        const Interval<double> band = band_about(c.predicted, a.fit->devices);
        c.low = band.low;
        c.high = band.high;
    }
}

void compare_training(MeasuredComparison& c, const Assumptions& a) {
    TrainRequest r = *c.point->train;
    r.assumptions = a;
    const auto result = train(r);
    if (!result) {
        c.missing = result.error().message;
        return;
    }
    c.predicted = in_si(result->step);
    c.banded = result->step_band.has_value();
    const auto [low, high] = result->step_band.value_or(Interval<Seconds<>>{result->step, result->step});
    c.low = in_si(low);
    c.high = in_si(high);
}

}  // namespace ridgepoint
