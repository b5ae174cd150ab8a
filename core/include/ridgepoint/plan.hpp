/// Which devices, how many and cut how: the cheapest that meet a demand, what less latency costs, and why nothing
/// cheaper does.
///
/// The demand is a rate of requests with limits on their times, or tokens to train on by a deadline. Layouts: powers of
/// two of tensor (within a node) and pipeline, and as many copies as the demand needs, up to `max_devices`.
///
/// Experts stay within tensor parallel. Served layouts are estimated as `load` would run them, its step in balance with
/// the rate: in a step of T seconds r·T requests come, r·P·T tokens of prompts are read, r·O·T tokens are written,
///
///     T = (1 − r·T) · step(r·O·T answers) + r·T · step(r·O·T answers and a prompt, D seconds),
///     a first token after D and a wait of T/2 + ρ·D / (2·(1 − ρ)), ρ the share of the time that prompts add
///
/// and the cheapest is then simulated as `load` does, until one keeps the limits. Trained layouts are those of `train`,
/// with micro-batches of 1 to 8, recomputation where memory asks for it and ZeRO 1 or 3.
///
/// Laws: another device, or a looser limit, never makes the cheapest dearer.
///
/// Worked (Llama3_70B, 10 requests a second of 1,024 and 256 tokens, TTFT 1 s, ITL 50 ms): 4 MI300X, tensor 4, at 2.59
/// USD an hour each: 1.12 USD a million tokens.
#pragma once

#include "ridgepoint/load.hpp"
#include "ridgepoint/train.hpp"

namespace ridgepoint {

struct Registry;

struct PlanRequest {
    LoadRequest load;       ///< its device and layout are what is sought
    TrainRequest training;  ///< the same; the model and formats are those of `load`
    std::vector<std::string> candidates;
    double max_devices = 64;
    std::optional<double> tokens;
    std::optional<Seconds<>> deadline;
};

namespace detail {

/// The rows of those names, in that order.
template <std::size_t N, std::size_t M>
constexpr std::array<Field, N> rows_named(const std::array<Field, M>& from,
                                          const std::array<std::string_view, N>& names) {
    std::array<Field, N> rows{};
    for (std::size_t i = 0; i < N; ++i)
        for (const Field& f : from)
            if (f.name == names[i]) rows[i] = f;
    return rows;
}

}  // namespace detail

inline constexpr auto plan_load_fields = detail::rows_named(
    load_request_fields, std::array<std::string_view, 17>{
                             "model", "precision", "scheme", "kv_precision", "weight_bits", "assumptions", "rate_per_s",
                             "prompt_tokens", "output_tokens", "prompt_spread", "output_spread", "slo_ttft_s",
                             "slo_itl_s", "slo_share", "link_efficiency", "link_latency_s", "request_overhead_s"});
inline constexpr auto plan_training_fields = detail::rows_named(
    train_request_fields, std::array<std::string_view, 3>{"sequence_tokens", "global_batch", "optimizer"});

inline constexpr auto plan_request_fields =
    together(held<&PlanRequest::load, plan_load_fields>, held<&PlanRequest::training, plan_training_fields>,
             std::array{
                 field<&PlanRequest::candidates>("candidates",
                                                 "ids of devices to choose from; absent: all whose price is known"),
                 field<&PlanRequest::max_devices>("max_devices", "most devices of a layout with its copies")
                     .whole(1, 16384)
                     .log_slider(1, 1024),
                 field<&PlanRequest::tokens>("tokens", "training: tokens to train on, instead of requests to serve")
                     .range(1, 1e18)
                     .log_slider(1e9, 1e14),
                 field<&PlanRequest::deadline>("deadline_s", "training: the time there is for them")
                     .in("s")
                     .range(1, 1e12)
                     .log_slider(3600, 3e7),
             });
RIDGEPOINT_DESCRIBE(PlanRequest, plan_request_fields, "a demand that devices are sought for")

/// Devices cut in one way. `cost`: serving, a million tokens of answers; training, the run.
struct PlanOption {
    std::string device;
    double devices = 1, tensor = 1, pipeline = 1, data = 1;
    double usd_per_hour = 0, cost = 0;
    Seconds<> latency;
    std::optional<Seconds<>> ttft;
    std::optional<double> sequences, micro_batch, zero_stage;
    Maybe<Recomputation> recomputation;
    bool simulated = false;
};

inline constexpr std::array plan_option_fields{
    figure<&PlanOption::device>("device", "its id"),
    figure<&PlanOption::devices>("devices", "how many"),
    figure<&PlanOption::tensor>("tensor", "that cut each layer"),
    figure<&PlanOption::pipeline>("pipeline", "stages"),
    figure<&PlanOption::data>("data", "copies"),
    figure<&PlanOption::usd_per_hour>("price_usd_per_hour", "of all of them").in("USD/h"),
    figure<&PlanOption::cost>("cost_usd", "of a million tokens of answers; training: of the run").in("USD"),
    figure<&PlanOption::latency>("latency_s", "mean time between tokens; training: the run").in("s"),
    figure<&PlanOption::ttft>("ttft_s", "serving: mean time to the first token").in("s"),
    figure<&PlanOption::sequences>("sequences", "serving: under way at a time in each copy"),
    figure<&PlanOption::micro_batch>("micro_batch", "training: sequences at a time"),
    figure<&PlanOption::zero_stage>("zero_stage", "training: what is sharded"),
    figure<&PlanOption::recomputation>("recomputation", "training: what is computed again")
        .choices(recomputation_names),
    figure<&PlanOption::simulated>("simulated", "load kept the limits too; otherwise estimated"),
};
RIDGEPOINT_DESCRIBE(PlanOption, plan_option_fields, "devices and a layout that meet it")

/// `simulated`: the estimate keeps the limits, and load's simulation does not.
/// In the order of how near they come.
enum class Failing { layout, memory, rate, itl, ttft, deadline, simulated };
inline constexpr std::array<std::string_view, 7> failing_names{"layout", "memory",   "rate",     "itl",
                                                               "ttft",   "deadline", "simulated"};

struct PlanFailure {
    std::string device;
    double devices = 1, tensor = 1, pipeline = 1, data = 1;
    double usd_per_hour = 0;
    Failing fails = Failing::memory;
    Remark why;
};

inline constexpr std::array plan_failure_fields{
    figure<&PlanFailure::device>("device", "its id"),
    figure<&PlanFailure::devices>("devices", "how many"),
    figure<&PlanFailure::tensor>("tensor", "that cut each layer"),
    figure<&PlanFailure::pipeline>("pipeline", "stages"),
    figure<&PlanFailure::data>("data", "copies"),
    figure<&PlanFailure::usd_per_hour>("price_usd_per_hour", "of all of them").in("USD/h"),
    figure<&PlanFailure::fails>("fails", "what falls short").choices(failing_names),
    figure<&PlanFailure::why>("why", "by how much"),
};
RIDGEPOINT_DESCRIBE(PlanFailure, plan_failure_fields, "devices and a layout that do not")

/// What is assumed of a price.
struct Price {
    std::string device;
    double usd_per_hour = 0;
    std::string source, date;
};
inline constexpr std::array price_fields{
    figure<&Price::device>("device", "its id"),
    figure<&Price::usd_per_hour>("price_usd_per_hour", "of one, on demand").in("USD/h"),
    figure<&Price::source>("source", "who asks it"),
    figure<&Price::date>("date", "on which day"),
};
RIDGEPOINT_DESCRIBE(Price, price_fields, "a price, with where it was read")

struct PlanResult {
    bool feasible = false;
    std::vector<PlanOption> front;
    std::vector<PlanFailure> cheaper;
    std::vector<Price> prices;
    double considered = 0, meeting = 0, simulations = 0;
    std::vector<std::string> unread;
    Remarks notes, trace;
};

inline constexpr std::array plan_result_fields{
    figure<&PlanResult::feasible>("feasible", "some layout meets the demand"),
    figure<&PlanResult::considered>("considered", "layouts looked at, each with as few copies as it needs"),
    figure<&PlanResult::meeting>("meeting", "of them, those that meet the demand by the estimate"),
    figure<&PlanResult::simulations>("simulations", "of them, those that were simulated"),
    figure<&PlanResult::front>("front", "the cheapest first, then what less latency costs"),
    figure<&PlanResult::cheaper>("cheaper", "the next cheaper ones, and why they do not meet it"),
    figure<&PlanResult::prices>("prices", "what the cost rests on"),
    figure<&PlanResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&PlanResult::notes>("notes", "what to know before trusting the figures"),
    figure<&PlanResult::trace>("trace", "how the result came about, in words"),
};
RIDGEPOINT_DESCRIBE(PlanResult, plan_result_fields, "the cheapest, what less latency costs, and why not cheaper")

/// Errors: what `load` or `train` refuse of the fields; a candidate that the registry has not, or that has no price;
/// tokens without a deadline or the other way round.
Expected<PlanResult> plan(const PlanRequest& request, const Registry& registry);

}  // namespace ridgepoint
