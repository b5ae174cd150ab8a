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
    double step = 0, answers = 0, ttft = 0;
    bool holds = false;
};

class Copies {
public:
    Copies(const PlanRequest& request, const Layout& layout) : r_(request.load) {
        r_.serving.hardware = layout.device;
        r_.parallel = layout.parallel;
        steps_ = std::make_unique<MixedSteps>(steps_of(r_));
        const Model& m = *r_.serving.model;
        const double whole = r_.prompt_tokens + r_.output_tokens;
        room_ = steps_->room_in_reach() / tokens_in_reach(m, whole);
        reach_ = tokens_in_reach(m, r_.prompt_tokens + r_.output_tokens / 2);
        pairs_ = causal_pairs(m, r_.prompt_tokens, 0);
    }

    /// Sequences of mean length that there is room for.
    double room() const { return room_; }
    Bytes<> weights() const { return steps_->weights(); }
    Bytes<> memory() const { return steps_->weights() + steps_->room(); }

    double seconds(double answers, double prompts) const {
        const Mixed pass{.answers = answers,
                         .context_reach = answers * reach_,
                         .prompts = prompts,
                         .prompt_tokens = prompts * r_.prompt_tokens,
                         .prompt_pairs = prompts * pairs_,
                         .prompts_ended = prompts};
        return in_si(steps_->time(pass));
    }

    /// Each answer alone: no rate gives a shorter time between tokens.
    double least_step() const { return seconds(1, 0); }

    /// Prompts are read whole: of the steps, as many have one as come in a step, and the others have none.
    double mean_step(double answers, double prompts) const {
        if (prompts >= 1) return seconds(answers, prompts);
        return (1 - prompts) * seconds(answers, 0) + prompts * seconds(answers, 1);
    }

    Balance at_rate(double rate) const {
        constexpr int rounds = 200;
        const double most = std::fmin(room_, r_.max_batch), written = std::fmax(r_.output_tokens - 1, 1);
        Balance b{.step = least_step()};
        for (int i = 0; i < rounds; ++i) {
            b.answers = std::fmax(rate * written * b.step, 1);
            if (b.answers > most) return b;
            const double next = mean_step(b.answers, rate * b.step);
            const bool still = std::fabs(next - b.step) < 1e-6 * next;
            b.step = next;
            if (still) break;
        }
        const double reading = seconds(b.answers, 1), busy = rate * (reading - seconds(b.answers, 0));
        if (busy >= 1) return b;
        b.ttft = in_si(server_rates(r_).request_overhead) + reading + b.step / 2 + busy * reading / (2 * (1 - busy));
        b.holds = true;
        return b;
    }

private:
    LoadRequest r_;
    std::unique_ptr<MixedSteps> steps_;
    double room_ = 0, reach_ = 0, pairs_ = 0;
};

Seconds<> limit_of(const std::optional<Seconds<>>& limit) { return limit.value_or(Seconds<>{HUGE_VAL}); }

/// What a number of copies falls short of; nothing where they do not.
std::optional<PlanFailure> shortfall(const PlanRequest& r, const Copies& copies, double data, Balance& balance) {
    PlanFailure failure;
    if (copies.room() < 1) {
        failure.fails = Failing::memory;
        if (copies.room() < 0) failure.why = {phrases::plan_weights, {copies.weights(), copies.memory()}};
        else failure.why = {phrases::plan_no_room, {copies.weights(), copies.room()}};
        return failure;
    }
    const Seconds<> itl = limit_of(r.load.slo_itl), ttft = limit_of(r.load.slo_ttft);
    if (const Seconds<> least{copies.least_step()}; least > itl) {
        failure.fails = Failing::itl;
        failure.why = {phrases::plan_slow_alone, {least, itl}};
        return failure;
    }
    balance = copies.at_rate(r.load.rate / data);
    if (!balance.holds) {
        failure.fails = Failing::rate;
        failure.why = {phrases::plan_too_few, {r.load.rate / data, std::fmin(copies.room(), r.load.max_batch)}};
        return failure;
    }
    if (const Seconds<> step{balance.step}; step > itl) {
        failure.fails = Failing::itl;
        failure.why = {phrases::plan_slow, {step, itl, balance.answers}};
        return failure;
    }
    if (const Seconds<> first{balance.ttft}; first > ttft) {
        failure.fails = Failing::ttft;
        failure.why = {phrases::plan_late, {first, ttft}};
        return failure;
    }
    return std::nullopt;
}

}  // namespace

void judge_serving(const PlanRequest& r, Layout& layout) {
    Balance balance;
    layout.failure = shortfall(r, Copies(r, layout), layout.parallel.data, balance);
    PlanOption& o = layout.option;
    o.latency = Seconds<>{balance.step};
    o.ttft = Seconds<>{balance.ttft};
    o.sequences = balance.answers;
    o.cost =
        cost_per_s(*layout.device, layout.parallel.devices()) / (r.load.rate * r.load.output_tokens) * million_tokens;
}

void judge_fewest_copies(const PlanRequest& r, Layout& layout) {
    const Copies copies(r, layout);
    double low = layout.parallel.data - 1;
    double high = std::floor(r.max_devices / (layout.parallel.tensor * layout.parallel.pipeline));
    layout.parallel.data = high;
    judge_serving(r, layout);
    if (layout.failure) return;
    // More copies have less to do each, so the fewest are found by halving.
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        Balance there;
        (shortfall(r, copies, middle, there) ? low : high) = middle;
    }
    layout.parallel.data = high;
    judge_serving(r, layout);
}

bool simulated_well(const PlanRequest& request, const Layout& layout) {
    LoadRequest r = request.load;
    r.serving.hardware = layout.device;
    r.parallel = layout.parallel;
    const MixedSteps steps = steps_of(r);
    if (!check_room(r, steps)) return false;
    const auto arrivals = arrivals_of(r, r.requests, r.rate / r.parallel.data);
    return good_share(r, simulate(r, steps, arrivals, 0, false)) >= r.slo_share;
}

}  // namespace ridgepoint
