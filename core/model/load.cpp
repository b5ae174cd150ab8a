#include "ridgepoint/load.hpp"

#include <algorithm>
#include <cmath>

#include "cost.hpp"
#include "describe/validate.hpp"
#include "load_report.hpp"
#include "load_simulation.hpp"
#include "machine.hpp"
#include "model/phrases/load.hpp"
#include "notes.hpp"
#include "quantile.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/workload.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

constexpr double most_steps = 2e6;
/// Of all steps of prompts together.
constexpr double most_held_up = 1e8;
/// For the run that saturates the server, which takes more steps.
constexpr double most_steps_to_saturate = 2e6;

/// For each of the dozen runs that judge a rate.
constexpr double most_steps_to_judge = 2e5;

/// Answers under way at a time, as far as the memory holds them.
double answers_together(const LoadRequest& r, const MixedSteps& steps) {
    const double fitting = steps.room_in_reach() / steps.in_reach()(r.prompt.mean + r.output.mean);
    return std::clamp(std::floor(fitting), 1.0, r.max_batch);
}

/// Steps that a request takes on average, as many being answered at a time as may be.
double steps_each(const LoadRequest& r, const MixedSteps& steps) {
    return r.output.mean / answers_together(r, steps) + r.prompt.mean / r.max_batched_tokens;
}

Times times_of(std::vector<double> waits) {
    if (waits.empty()) return {};
    const std::vector<double> values = sorted(std::move(waits));
    double sum = 0;
    for (const double value : values) sum += value;
    const auto at = [&](double share) { return Seconds<>{quantile(values, share)}; };
    return {Seconds<>{sum / static_cast<double>(values.size())}, at(0.5), at(0.9), at(0.99), {}};
}

/// A request's waits, as its sender sees them.
struct Waits {
    double ttft, itl, end_to_end;
};
Waits waits_of(const Served& one, const ServerRates& rates) {
    const double further = std::fmax(one.output - 1, 1), outside = in_si(rates.outside(one.prompt));
    return {.ttft = one.first_token - one.arrival + outside,
            .itl = (one.finished - one.first_token) / further,
            .end_to_end = one.finished - one.arrival + outside};
}

/// The share of the cache that a request takes at its longest, with room for rounding up to a block and the next token.
double share_of_room(const MixedSteps& steps, const Served& one) {
    constexpr double slack = 32;
    return steps.in_reach()(one.prompt + one.output + slack) / steps.room_in_reach();
}

/// One copy of the model, simulated.
class Copy {
public:
    explicit Copy(const LoadRequest& r) : Copy(r, steps_of(r)) {}
    Copy(const LoadRequest& r, const MixedSteps& steps) : r_(r), steps_(steps) {}

    const MixedSteps& steps() const { return steps_; }

    Simulated at_rate(double rate, bool columns) const {
        const double users = is_closed(r_) ? users_of_copy(r_) : 0;
        return simulate(r_, steps_, arrivals_of(r_, r_.requests, rate), users, columns);
    }

    /// Requests a second where the queue never empties. Where lengths spread, more requests than were asked for may
    /// bring one that the memory does not hold even alone: a server refuses it.
    double saturation() const {
        LoadRequest all = r_;
        all.maximum = true;
        all.requests = enough_to_saturate(r_, steps_);
        std::vector<Served> arrivals = arrivals_of(all, all.requests, 1);
        const auto is_refused = [&](const Served& one) { return share_of_room(steps_, one) > 1; };
        arrivals.erase(std::remove_if(arrivals.begin(), arrivals.end(), is_refused), arrivals.end());
        const auto together = static_cast<std::size_t>(answers_together(r_, steps_));
        const bool spread = !r_.static_batches && arrivals.size() >= 3 * together;
        if (spread) spread_ends(arrivals, together);
        return steady_rate(simulate(all, steps_, std::move(arrivals), 0, false), spread ? together : 0);
    }

    /// By bisection of the logarithm, between a hundredth of what saturates it and all of it. Most limits are kept
    /// until just below saturation, which is looked at first.
    std::optional<double> largest_rate(double saturation) const {
        constexpr double precision = 1.02, least = 0.01;
        const auto good = [&](double rate) { return keeps_limits(r_, at_rate(rate, false)); };
        double low = saturation * least, high = saturation / precision;
        if (good(high)) return high;
        if (!good(low)) return std::nullopt;
        while (high / low > precision) {
            const double middle = std::sqrt(low * high);
            (good(middle) ? low : high) = middle;
        }
        return low;
    }

    /// Those that begin together end one after the other, as where a queue has formed little by little: apart as they
    /// came, since each that ends lets the next one in. Requests of like lengths would go on ending together, and
    /// prompts would then be read while no answer reads the weights.
    void spread_ends(std::vector<Served>& arrivals, std::size_t together) const {
        LoadRequest queue = r_;
        queue.maximum = false;
        if (!is_rated(r_)) queue.arrival.chosen = Arrival::constant;
        const double count = static_cast<double>(together);
        const std::vector<Served> came = arrivals_of(queue, count, count);
        for (std::size_t at = 0; at < together; ++at)
            arrivals[at].output = std::ceil(arrivals[at].output * std::fmax(came[at].arrival, 1 / count));
    }

    /// Answers a second while the batch is full, after the first so many. Requests of like lengths may come and go in
    /// waves, so what ends is counted over as many whole batches as have ended before the last request is begun: any
    /// other span would begin and end at different places of a wave. A run without such a span is counted whole,
    /// filling and draining included.
    static double steady_rate(const Simulated& run, std::size_t after = 0) {
        std::vector<double> finished;
        for (const Served& one : run.requests)
            if (one.finished <= run.last_begun) finished.push_back(one.finished);
        std::vector<double> ends = sorted(std::move(finished));
        ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(std::min(after, ends.size())));
        const std::size_t batch = run.largest_batch, batches = ends.empty() ? 0 : (ends.size() - 1) / batch;
        if (batches == 0) return static_cast<double>(run.requests.size()) / run.end;
        const std::size_t last = ends.size() - 1, counted = batches * batch;
        return static_cast<double>(counted) / (ends[last] - ends[last - counted]);
    }

private:
    const LoadRequest& r_;
    MixedSteps steps_;
};

void fill_times(const LoadRequest& r, const Simulated& run, LoadResult& result) {
    std::vector<double> ttft, itl, end_to_end;
    double queued = 0, read = 0, written = 0, outside = 0;
    const ServerRates rates = server_rates(r);
    for (const Served& one : run.requests) {
        const Waits w = waits_of(one, rates);
        ttft.push_back(w.ttft);
        end_to_end.push_back(w.end_to_end);
        if (one.output > 1) itl.push_back(w.itl);
        queued += one.begun - one.arrival;
        read += one.first_token - one.begun;
        written += one.finished - one.first_token;
        outside += in_si(rates.outside(one.prompt));
    }
    result.ttft = times_of(std::move(ttft));
    result.itl = times_of(std::move(itl));
    result.end_to_end = times_of(std::move(end_to_end));
    const double all = queued + read + written + outside;
    const Idle &first = run.before_first, &further = run.between_tokens;
    result.time_share = {.queue = queued / all,
                         .prefill = (read - first.links - first.host) / all,
                         .decode = (written - further.links - further.host) / all,
                         .links = (first.links + further.links) / all,
                         .host = (outside + first.host + further.host) / all};
}

/// Answers a second of a copy, which manages at most so many. Filling and draining do not count at the maximum, nor
/// where the server keeps up: it answers as many as come.
double answers_per_s(const LoadRequest& r, const Simulated& run, double most) {
    if (r.maximum) return most;
    const double offered = r.rate / r.parallel.data;
    return is_rated(r) && offered < most ? offered : static_cast<double>(run.requests.size()) / run.end;
}

void fill_rates(const LoadRequest& r, const Simulated& run, double most, LoadResult& result) {
    const double copies = copies_in_use(r);
    double tokens = 0;
    for (const Served& one : run.requests) tokens += one.output;
    const double count = static_cast<double>(run.requests.size()), mean_output = tokens / count;
    const double rate = answers_per_s(r, run, most);
    result.requests = PerSecond<>{rate * copies};
    result.tokens = PerSecond<>{rate * mean_output * copies};
    result.good_share = good_share(r, run);
    result.goodput = result.requests * result.good_share;
    result.duration = Seconds<>{run.end};
    result.busy = run.busy / run.end;
    result.iterations = run.iterations;
    result.mean_batch = run.sequences / run.iterations;
    // Little's law: the rate times the time that a request spends there.
    result.mean_waiting = rate * run.waiting_time / count * copies;
    result.mean_in_system = rate * run.system_time / count * copies;
    result.cache_peak = run.cache_peak;
    result.preemptions = run.preemptions;
    result.devices = r.parallel.devices();
    const Hardware& h = *r.serving.hardware;
    const double tokens_a_second = in_si(result.tokens);
    if (const auto price = price_of(h, r.price_usd_per_hour))
        result.cost = cost_per_s(*price, result.devices) / tokens_a_second * million_tokens;
    if (h.tdp) {
        const double spare = r.parallel.data / copies - 1;  // copies without users, to each that has some
        const double idle = in_si(power(*h.tdp, r.serving.assumptions, 0)) * (run.end - run.device + run.end * spare);
        result.energy = Joules<>{(run.joules + idle) * (result.devices / r.parallel.data) / tokens};
    }
}

/// Latencies bend where the server saturates, so rates stand closest there. Users double, to four times as many.
std::vector<double> loads_to_compare(const LoadRequest& r, double saturation) {
    std::vector<double> loads;
    if (is_closed(r)) {
        const double most = std::fmax(16, 4 * users_of(r));
        for (double users = 1; loads.empty() || loads.back() < most; users *= 2) loads.push_back(users);
        return loads;
    }
    for (const double share : {0.05, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.87, 0.93, 0.98, 1.03, 1.1, 1.2})
        loads.push_back(share * saturation);
    return loads;
}

/// `most`: the answers a second that a copy manages in this run.
LoadResult figures_of(const LoadRequest& r, const Simulated& run, double most) {
    LoadResult result;
    fill_times(r, run, result);
    fill_rates(r, run, most, result);
    return result;
}

/// The smallest power of two of the devices that holds the weights.
Remarks where_they_fit(LoadRequest r) {
    constexpr double most = 1024;
    for (double devices = 2; devices <= most; devices *= 2) {
        r.parallel = {.tensor = devices};
        if (check_layout(r.parallel, *r.serving.model) && steps_of(r).room_in_reach() > 0)
            return {{phrases::weights_fit_on, {devices}}};
    }
    return {};
}

/// That narrower weights are usual for the model, where they are.
Remarks as_published(const LoadRequest& r) {
    Remarks notes;
    if (!r.serving.weight_bits) note_published(notes, *r.serving.model, r.serving.precision);
    return notes.empty() ? notes : Remarks{{phrases::and_then, {notes}}};
}

Expected<void> check_lengths(const Lengths& lengths, std::string_view field) {
    if (lengths.distribution != Distribution::uniform || lengths.spread <= widest_uniform) return {};
    const std::string spread = joined(std::string(field), "spread");
    return fail(ErrorCode::out_of_range, spread,
                {phrases::too_wide_to_be_uniform, {widest_uniform, lengths.spread, spread}});
}

Expected<void> check_load(const LoadRequest& r) {
    if (auto ok = check(r); !ok) return ok;
    if (auto ok = check_together(r.serving); !ok) return ok;
    if (auto ok = check_layout(r.parallel, *r.serving.model); !ok) return ok;
    if (r.shared_prefix_tokens >= r.prompt.mean)
        return fail(ErrorCode::out_of_range, "shared_prefix_tokens",
                    {phrases::prefix_not_shorter, {r.shared_prefix_tokens, r.prompt.mean}});
    return check_lengths(r.prompt, "prompt_tokens").and_then([&] { return check_lengths(r.output, "output_tokens"); });
}

/// Steps of a request that has the server to itself.
double steps_alone(const LoadRequest& r) { return r.output.mean + r.prompt.mean / r.max_batched_tokens; }

Expected<void> check_steps(const LoadRequest& r) {
    if (r.requests > most_requests)
        return fail(ErrorCode::too_large, "duration_s",
                    {phrases::too_many_to_simulate, {in_si(*r.duration) * r.rate / r.parallel.data, most_requests}});
    if (const double steps = r.requests * steps_alone(r); steps > most_steps)
        return fail(ErrorCode::too_large, "requests",
                    {phrases::too_much_to_simulate, {steps, most_steps, std::floor(most_steps / steps_alone(r))}});
    if (const double waits = held_up(r); waits > most_held_up)
        return fail(ErrorCode::too_large, "max_batch", {phrases::too_many_held_up, {waits, most_held_up}});
    return {};
}

/// Users go on asking until the duration is over, unless it is longer than may be simulated.
Expected<void> check_ended(const LoadRequest& r, const Simulated& run) {
    const Seconds<> last{run.requests.back().arrival};
    if (!is_closed(r) || !r.duration || static_cast<double>(run.requests.size()) < r.requests || last > *r.duration)
        return {};
    return fail(ErrorCode::too_large, "duration_s", {phrases::too_long_to_simulate, {r.requests, last, *r.duration}});
}

}  // namespace

void count_requests(LoadRequest& r) {
    if (!r.duration || r.maximum) return;
    r.requests = is_closed(r) ? std::clamp(std::floor(most_steps / steps_alone(r)), 1.0, most_requests)
                              : arrivals_within(*r.duration, r.rate / r.parallel.data);
}

double held_up(const LoadRequest& r) {
    if (chunks_prompts(r) || r.static_batches) return 0;
    const double together = std::fmin(r.max_batch, is_closed(r) ? users_of(r) : r.requests);
    const double prompts_a_step = std::fmax(std::floor(r.max_batched_tokens / r.prompt.mean), 1);
    return r.requests / prompts_a_step * together;
}

double enough_to_saturate(const LoadRequest& r, const MixedSteps& steps) {
    const double enough = std::clamp(4 * r.max_batch, 64.0, std::fmax(r.requests, 2048));
    return std::clamp(std::floor(most_steps_to_saturate / steps_each(r, steps)), 1.0, enough);
}

double enough_to_judge(const LoadRequest& r, const MixedSteps& steps) {
    constexpr double fewest = 32;
    return std::fmin(r.requests, std::fmax(std::floor(most_steps_to_judge / steps_each(r, steps)), fewest));
}

double good_share(const LoadRequest& r, const Simulated& run, std::size_t after) {
    double good = 0;
    const ServerRates rates = server_rates(r);
    for (std::size_t i = after; i < run.requests.size(); ++i) {
        const Waits w = waits_of(run.requests[i], rates);
        const bool late = r.slo.ttft && w.ttft > in_si(*r.slo.ttft), slow = r.slo.itl && w.itl > in_si(*r.slo.itl);
        good += late || slow ? 0 : 1;
    }
    return good / static_cast<double>(run.requests.size() - after);
}

bool keeps_limits(const LoadRequest& r, const Simulated& run) {
    return good_share(r, run, run.requests.size() / 2) >= r.slo.share;
}

Expected<void> check_room(const LoadRequest& r, const MixedSteps& steps) {
    if (steps.room_in_reach() <= 0)
        return fail(ErrorCode::not_applicable, "hardware",
                    {phrases::weights_do_not_fit,
                     {where_they_fit(r), steps.weights(), told_memory(steps.memory()), as_published(r)}});
    Served longest;
    for (const Served& one : arrivals_of(r, r.requests, r.rate))
        if (one.prompt + one.output > longest.prompt + longest.output) longest = one;
    if (const double needed = share_of_room(steps, longest); needed > 1)
        return fail(ErrorCode::not_applicable, "prompt_tokens",
                    {phrases::sequence_does_not_fit, {longest.prompt + longest.output, needed}});
    return {};
}

Expected<LoadResult> load_figures(const LoadRequest& request) {
    LoadRequest r = request;
    if (auto ok = check_load(r); !ok) return tl::make_unexpected(ok.error());
    count_requests(r);
    const Copy copy(r);
    if (auto ok = check_room(r, copy.steps()); !ok) return tl::make_unexpected(ok.error());
    return load_figures(r, copy.steps(), Compared::latency);
}

LoadResult load_figures(const LoadRequest& r, const MixedSteps& steps, Compared target) {
    const Copy copy(r, steps);
    const Simulated run = copy.at_rate(r.rate / r.parallel.data, false);
    const bool counts = target == Compared::throughput && is_rated(r);
    return figures_of(r, run, r.maximum ? Copy::steady_rate(run) : counts ? copy.saturation() : HUGE_VAL);
}

Expected<LoadResult> load(const LoadRequest& request) {
    LoadRequest r = request;
    if (auto ok = check_load(r); !ok) return tl::make_unexpected(ok.error());
    count_requests(r);
    if (auto ok = check_steps(r); !ok) return tl::make_unexpected(ok.error());
    const Copy copy(r);
    if (auto ok = check_room(r, copy.steps()); !ok) return tl::make_unexpected(ok.error());
    const double copies = r.parallel.data;
    Simulated run = copy.at_rate(r.rate / copies, true);
    if (auto ok = check_ended(r, run); !ok) return tl::make_unexpected(ok.error());
    r.requests = static_cast<double>(run.requests.size());
    const double saturation = copy.saturation();
    LoadResult result = figures_of(r, run, r.maximum ? Copy::steady_rate(run) : saturation);
    result.saturation = PerSecond<>{saturation * copies};
    result.saturated = is_rated(r) && r.rate / copies >= saturation;
    result.loads = loads_to_compare(r, in_si(result.saturation));
    add_bands(r, result);
    if (r.slo.has_limit()) {
        LoadRequest at_rates = r;
        at_rates.maximum = false;
        at_rates.requests = enough_to_judge(r, copy.steps());
        if (!is_rated(r)) at_rates.arrival.chosen = Arrival::poisson;
        if (const auto rate = Copy(at_rates).largest_rate(saturation))
            result.largest_rate = PerSecond<>{*rate * copies};
    }
    result.device_weights = copy.steps().weights();
    result.device_cache = copy.steps().room();
    result.timeline = std::move(run.timeline);
    result.unread = unread_fields(r);
    add_notes(r, copy.steps(), result);
    return result;
}

}  // namespace ridgepoint
