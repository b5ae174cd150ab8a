#include <algorithm>
#include <array>
#include <cmath>

#include "cost.hpp"
#include "load_simulation.hpp"
#include "machine.hpp"
#include "model/phrases/plan.hpp"
#include "plan_layouts.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// A copy of the model in balance with its rate.
struct Balance {
    double step = 0, answers = 0;
    double answers_step = 0, prompt = 0;  ///< a step without a prompt, and what each adds to one
    double reading = 0, queue = 0;
    double busy = 0;  ///< share of the time that prompts add
    bool holds = false;

    double ttft() const { return reading + step / 2 + queue; }
};

class Copies {
public:
    Copies(const LoadRequest& request, const MixedSteps& steps) : r_(request), steps_(steps) {
        const Model& m = *r_.serving.model;
        const double whole = r_.prompt.mean + r_.output.mean;
        room_ = steps_.room_in_reach() / steps_.in_reach()(whole);
        reach_ = steps_.in_reach()(r_.prompt.mean + r_.output.mean / 2);
        pairs_ = causal_pairs(m, r_.prompt.mean, 0);
    }

    /// Sequences of mean length that there is room for.
    double room() const { return room_; }
    double most() const { return std::fmin(room_, r_.max_batch); }
    Bytes<> weights() const { return steps_.weights(); }
    Bytes<> memory() const { return steps_.weights() + steps_.room(); }

    double seconds(double answers, double prompts) const {
        const Mixed pass{.answers = answers,
                         .context_reach = answers * reach_,
                         .prompts = prompts,
                         .prompt_tokens = prompts * r_.prompt.mean,
                         .prompt_pairs = prompts * pairs_,
                         .prompts_ended = prompts};
        return in_si(steps_.time(pass));
    }

    /// The share of its memory that the weights take, alone and with one sequence.
    double held_by_weights() const { return weights() / memory(); }
    double held_with_one() const { return held_by_weights() + (1 - held_by_weights()) / room_; }

    /// Requests a second that it keeps up with, so many being answered at a time.
    double capacity(double answers) const {
        const double written = std::fmax(r_.output.mean - 1, 1), prompts = answers / written;
        return prompts / mean_step(answers, prompts);
    }
    double max_batch() const { return r_.max_batch; }

    /// Each answer alone: no rate gives a shorter time between tokens.
    double least_step() const { return seconds(1, 0); }

    /// The same with so many prompts, in the same step or in one before it.
    double with_prompts(double answers, double prompts) const {
        return chunks_prompts(r_) ? seconds(answers, prompts) : seconds(answers, 0) + seconds(0, prompts);
    }

    /// Prompts are read whole: of the steps, as many have one as come in a step, and the others have none.
    double mean_step(double answers, double prompts) const {
        if (prompts >= 1) return with_prompts(answers, prompts);
        return (1 - prompts) * seconds(answers, 0) + prompts * with_prompts(answers, 1);
    }

    Balance at_rate(double rate) const {
        constexpr int rounds = 200;
        const double written = std::fmax(r_.output.mean - 1, 1);
        Balance b{.step = least_step()};
        double change = 0;
        for (int i = 0; i < rounds; ++i) {
            b.answers = std::fmax(rate * written * b.step, 1);
            if (b.answers > most()) return b;
            const double before = change;
            change = mean_step(b.answers, rate * b.step) - b.step;
            // Stages that more answers keep busy make a step shorter: the balance then lies between two of them.
            b.step += before * change < 0 ? change / 2 : change;
            if (std::fabs(change) < 1e-6 * b.step) break;
        }
        // Prompts that have come within a step are read together.
        const double together = std::fmax(rate * b.step, 1);
        const double added = with_prompts(b.answers, together) - seconds(b.answers, 0);
        const bool chunks = chunks_prompts(r_);
        const double one = chunks ? seconds(b.answers, 1) : added / together;
        b.busy = rate * added / together;
        if (b.busy >= 1) return b;
        b.answers_step = seconds(b.answers, 0);
        b.prompt = (b.step - b.answers_step) / (rate * b.step);
        b.reading = in_si(server_rates(r_).outside(r_.prompt.mean)) + (chunks ? seconds(b.answers, together) : added);
        b.queue = b.busy * one / (2 * (1 - b.busy));
        b.holds = true;
        return b;
    }

private:
    LoadRequest r_;
    MixedSteps steps_;
    double room_ = 0, reach_ = 0, pairs_ = 0;
};

Copies copies_of(const PlanRequest& request, const Layout& layout) {
    const LoadRequest r = load_of(request, layout);
    return {r, steps_of(r)};
}

Seconds<> limit_of(const std::optional<Seconds<>>& limit) { return limit.value_or(Seconds<>{HUGE_VAL}); }

/// What a number of copies falls short of; of those that do not, the balance and what has the least room left.
struct Verdict {
    std::optional<Remark> why;
    Binding binds;
    Balance balance;
    double misses_by = 0;
};

Verdict verdict(const PlanRequest& r, const Copies& copies, double data) {
    const Seconds<> itl = limit_of(r.demand.slo.itl), ttft = limit_of(r.demand.slo.ttft), least{copies.least_step()};
    const double rate = r.demand.rate / data;
    // However much memory there were: its steps and its rate.
    const auto at_best = [&] { return std::fmax(least / itl, rate / copies.capacity(copies.max_batch())); };
    if (copies.room() <= 0)
        return {{{phrases::plan_weights, {copies.weights(), copies.memory()}}},
                Binding::memory,
                {},
                std::fmax(copies.held_by_weights(), at_best())};
    if (copies.room() < 1)
        return {{{phrases::plan_no_room, {copies.weights(), copies.room()}}},
                Binding::memory,
                {},
                std::fmax(copies.held_with_one(), at_best())};
    if (least > itl) return {{{phrases::plan_slow_alone, {least, itl}}}, Binding::itl, {}, at_best()};
    const Balance balance = copies.at_rate(rate);
    if (!balance.holds) {
        const double capacity = std::fmin(copies.capacity(copies.most()), rate);
        return {{{phrases::plan_too_few, {rate, capacity}}}, Binding::rate, balance, rate / capacity};
    }
    const Seconds<> step{balance.step}, first{balance.ttft()};
    if (step > itl) return {{{phrases::plan_slow, {step, itl, balance.answers}}}, Binding::itl, balance, step / itl};
    if (first > ttft) return {{{phrases::plan_late, {first, ttft}}}, Binding::ttft, balance, first / ttft};
    const std::array<std::pair<double, Binding>, 4> used{{{step / itl, Binding::itl},
                                                          {first / ttft, Binding::ttft},
                                                          {balance.answers / copies.room(), Binding::memory},
                                                          {balance.busy, Binding::rate}}};
    return {{}, std::max_element(used.begin(), used.end())->second, balance};
}

}  // namespace

LoadRequest load_of(const PlanRequest& request, const Layout& layout) {
    constexpr double most_steps = 9e5;
    LoadRequest r = request.load;
    r.serving.hardware = layout.device;
    r.serving.precision = layout.option.precision;
    r.parallel = layout.option.parallel;
    r.rate = request.demand.rate;
    r.slo = request.demand.slo;
    // As many as load would simulate, or as its limit on steps allows.
    r.requests = std::fmax(std::fmin(r.requests, std::floor(most_steps / r.output.mean)), 1);
    return r;
}

void judge_serving(const PlanRequest& r, Layout& layout) {
    PlanOption& o = layout.option;
    const Verdict v = verdict(r, copies_of(r, layout), o.parallel.data);
    if (v.why) layout.fails(v.binds, *v.why, v.misses_by);
    else layout.meets(v.binds);
    // What it took with another number of copies is not what it takes now.
    o.latency = o.ttft = o.answers_step = o.prompt = o.reading = o.queue = {};
    o.sequences = o.cost = {};
    if (!v.balance.holds) return;
    const Balance& b = v.balance;
    o.latency = Seconds<>{b.step};
    o.ttft = Seconds<>{b.ttft()};
    o.answers_step = Seconds<>{b.answers_step};
    o.prompt = Seconds<>{b.prompt};
    o.reading = Seconds<>{b.reading};
    o.queue = Seconds<>{b.queue};
    o.sequences = b.answers;
    const double tokens_a_second = r.demand.rate * r.load.output.mean;
    o.cost = cost_per_s(layout.usd_per_hour, o.parallel.devices()) / tokens_a_second * million_tokens;
}

void judge_fewest_copies(const PlanRequest& r, Layout& layout) {
    const Copies copies = copies_of(r, layout);
    Parallel& p = layout.option.parallel;
    double low = p.data - 1, high = std::floor(r.max_devices / (p.tensor * p.pipeline));
    p.data = high;
    judge_serving(r, layout);
    if (!layout.option.meets) return;
    // More copies have less to do each, so the fewest are found by halving.
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (verdict(r, copies, middle).why ? low : high) = middle;
    }
    p.data = high;
    judge_serving(r, layout);
}

double largest_rate(const PlanRequest& request, const Layout& layout, const MixedSteps& steps) {
    constexpr int doublings = 100, halvings = 50;
    PlanRequest r = request;
    const Copies copies(load_of(r, layout), steps);
    const auto meets = [&](double rate) {
        r.demand.rate = rate;
        return !verdict(r, copies, layout.option.parallel.data).why;
    };
    double low = request.demand.rate;
    for (int i = 0; i < doublings && !meets(low); ++i) low /= 2;
    if (!meets(low)) return 0;
    double high = 2 * low;
    for (int i = 0; i < doublings && meets(high); ++i) high *= 2;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (meets(middle) ? low : high) = middle;
    }
    return low;
}

bool simulated_well(const PlanRequest& request, const Layout& layout) {
    const LoadRequest r = load_of(request, layout);
    const MixedSteps steps = steps_of(r);
    if (!check_room(r, steps)) return false;
    const auto arrivals = arrivals_of(r, r.requests, r.rate / r.parallel.data);
    return keeps_limits(r, simulate(r, steps, arrivals, 0, false));
}

}  // namespace ridgepoint
