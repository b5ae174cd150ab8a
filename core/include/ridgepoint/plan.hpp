/// Which devices, how many and in which layout: the cheapest that meet a demand, what less latency costs, and why
/// nothing cheaper is enough.
///
/// The demand is a rate of requests with limits on their times, or a number of tokens to train on within some days.
/// Layouts: tensor (within a node) in powers of two, pipeline in powers of two and in what divides the layers, up to
/// `max_devices`; served, the fewest copies that the demand needs; trained, copies in powers of two and in what divides
/// the global batch, of 1,024 sequences unless given.
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
/// Laws: adding a candidate device, or loosening a limit, never makes the cheapest plan more expensive.
///
/// Worked (Llama3_70B, 10 requests a second of 1,024 and 256 tokens, TTFT 1 s, ITL 50 ms): 4 MI300X, tensor 4, at 2.59
/// USD an hour each: 1.12 USD a million tokens.
#pragma once

#include "ridgepoint/load.hpp"
#include "ridgepoint/train.hpp"

namespace ridgepoint {

struct Registry;

/// What is wanted of the devices: a rate of requests with limits on their times, or tokens to train on in so many days.
struct Demand {
    double rate = 1;
    Slo slo;
    std::optional<double> tokens, days;
};
inline constexpr std::array demand_fields{
    field<&Demand::rate>("rate_per_s", "serving: requests a second").in("1/s").range(1e-6, 1e6).log_slider(0.1, 100),
    field<&Demand::slo>("slo", "latency limits that requests should meet"),
    field<&Demand::tokens>("tokens", "training: tokens to train on, instead of requests to serve")
        .range(1, 1e18)
        .log_slider(1e9, 1e14),
    field<&Demand::days>("days", "training: time available to train on `tokens`")
        .in("d")
        .range(1e-3, 1e7)
        .log_slider(1, 365),
};
RIDGEPOINT_DESCRIBE(Demand, demand_fields, "what the devices have to do")

/// What one device of a kind costs in an hour, in place of what its file has.
struct GivenPrice {
    std::string hardware;
    double usd_per_hour = 0;

    friend bool operator==(const GivenPrice&, const GivenPrice&) = default;
};
inline constexpr std::array given_price_fields{
    field<&GivenPrice::hardware>("hardware", "the device's id").must(),
    field<&GivenPrice::usd_per_hour>("usd_per_hour", "price of one device per hour").in("USD/h").range(0, 1e6).must(),
};
RIDGEPOINT_DESCRIBE(GivenPrice, given_price_fields, "what a device costs")

struct PlanRequest {
    LoadRequest load;       ///< its device, layout, rate and limits are those sought
    TrainRequest training;  ///< the same; the model and formats are those of `load`
    Demand demand;
    std::vector<std::string> candidates, precisions;
    std::vector<GivenPrice> prices;
    double max_devices = 64;
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
    load_request_fields,
    std::array<std::string_view, 12>{"model", "precision", "scheme", "kv_precision", "weight_bits", "assumptions",
                                     "prompt_tokens", "output_tokens", "link_efficiency", "link_latency_s",
                                     "request_overhead_s", "prompt_overhead_s"});
inline constexpr auto plan_training_fields =
    detail::rows_named(train_request_fields, std::array<std::string_view, 3>{"sequence", "global_batch", "optimizer"});

inline constexpr auto plan_request_fields = together(
    std::array{field<&PlanRequest::demand>("demand", "what is to be served, or trained")},
    held<&PlanRequest::load, plan_load_fields>, held<&PlanRequest::training, plan_training_fields>,
    std::array{
        field<&PlanRequest::candidates>("candidates",
                                        "ids of devices to choose from; absent: all whose price is known"),
        field<&PlanRequest::prices>("prices", "device prices to use instead of those in the device files"),
        field<&PlanRequest::precisions>("precisions",
                                        "weight formats to choose from; absent: only the one in precision"),
        field<&PlanRequest::max_devices>("max_devices", "most devices that a layout may use, including all its copies")
            .whole(1, 16384)
            .log_slider(1, 1024),
    });
RIDGEPOINT_DESCRIBE(PlanRequest, plan_request_fields, "a demand to find devices for")

/// What an option falls short of, in the order of how near it comes; where it meets the demand, what has the least
/// room left. `simulated`: the estimate keeps the limits, and load's simulation does not.
enum class Binding { layout, memory, rate, itl, ttft, deadline, simulated };
inline constexpr std::array<std::string_view, 7> binding_names{"layout", "memory",   "rate",     "itl",
                                                               "ttft",   "deadline", "simulated"};

/// Devices cut in one way. `cost`: serving, a million tokens of answers; training, the run. What the times come from,
/// at r requests a second for each of its copies:
///
///     serving:   latency = answers_step / (1 − r · prompt),  ttft = reading + latency / 2 + queue
///     training:  latency = steps · step
struct PlanOption {
    std::string hardware;
    Parallel parallel;
    double devices = 1;
    Precision precision = Precision::fp16;
    bool meets = false;
    Binding binds = Binding::layout;
    Remark why;
    double usd_per_hour = 0;
    std::optional<double> cost;
    std::optional<Seconds<>> latency, ttft;
    std::optional<Seconds<>> answers_step, prompt, reading, queue, step;
    std::optional<double> steps, sequences, micro_batch, zero_stage;
    Maybe<Recomputation> recomputation;
    bool simulated = false;
};

inline constexpr std::array plan_option_fields{
    figure<&PlanOption::hardware>("hardware", "the device's id"),
    figure<&PlanOption::parallel>("parallel", "how the model is split over the devices"),
    figure<&PlanOption::devices>("devices", "number of devices"),
    figure<&PlanOption::precision>("precision", "number format of the weights").choices(precision_names),
    figure<&PlanOption::meets>("meets", "it meets the demand"),
    figure<&PlanOption::binds>("binds", "what falls short; if the demand is met, what has the least headroom")
        .choices(binding_names),
    figure<&PlanOption::why>("why", "by how much it falls short"),
    figure<&PlanOption::usd_per_hour>("usd_per_hour", "price of all the devices per hour").in("USD/h"),
    figure<&PlanOption::cost>("cost_usd", "serving: cost of a million output tokens; training: cost of the run")
        .in("USD"),
    figure<&PlanOption::latency>("latency_s", "serving: mean time between tokens; training: duration of the run")
        .in("s"),
    figure<&PlanOption::ttft>("ttft_s", "serving: mean time to the first token").in("s"),
    figure<&PlanOption::answers_step>("answers_step_s", "serving: mean time of a step without a prompt").in("s"),
    figure<&PlanOption::prompt>("prompt_s", "serving: mean time that a prompt adds to a step").in("s"),
    figure<&PlanOption::reading>("reading_s", "serving: time of the step that reads a prompt, and outside the devices")
        .in("s"),
    figure<&PlanOption::queue>("queue_s", "serving: mean time that a prompt waits for others").in("s"),
    figure<&PlanOption::steps>("steps", "training: number of steps"),
    figure<&PlanOption::step>("step_s", "training: time of a step").in("s"),
    figure<&PlanOption::sequences>("sequences", "serving: sequences in progress at a time in each copy"),
    figure<&PlanOption::micro_batch>("micro_batch", "training: sequences in a micro-batch"),
    figure<&PlanOption::zero_stage>("zero_stage", "training: ZeRO stage, that is, what is sharded"),
    figure<&PlanOption::recomputation>("recomputation", "training: what is recomputed").choices(recomputation_names),
    figure<&PlanOption::simulated>("simulated",
                                   "the limits were also met in a simulation by load; otherwise only an estimate"),
};
RIDGEPOINT_DESCRIBE(PlanOption, plan_option_fields, "devices and a layout, and whether they meet it")

/// What is assumed of a price.
struct Price {
    std::string hardware;
    double usd_per_hour = 0;
    std::string source, date;
};
inline constexpr std::array price_fields{
    figure<&Price::hardware>("hardware", "the device's id"),
    figure<&Price::usd_per_hour>("usd_per_hour", "on-demand price of one device per hour").in("USD/h"),
    figure<&Price::source>("source", "who charges it; empty where the request gives it"),
    figure<&Price::date>("date", "the day on which it was read; empty where the request gives it"),
};
RIDGEPOINT_DESCRIBE(Price, price_fields, "a price, with where it was read")

/// `options`, by their price an hour: for each device, the cheapest that meets the demand and, among those cheaper than
/// the choice, the one that comes nearest; and all of the front.
struct PlanResult {
    std::vector<PlanOption> options;
    std::vector<double> front;
    std::optional<double> cheapest;
    Remark reason;
    std::vector<Price> prices;
    double considered = 0, meeting = 0, simulations = 0;
    std::vector<std::string> unread;
    Remarks notes, trace;
};

inline constexpr std::array<std::string_view, 1> options_name{"options"};

inline constexpr std::array plan_result_fields{
    figure<&PlanResult::considered>(
        "considered", "number of layouts considered; to serve, each with the fewest copies that it needs"),
    figure<&PlanResult::meeting>("meeting", "number of these layouts that meet the demand according to the estimate"),
    figure<&PlanResult::simulations>("simulations", "number of these layouts that were simulated"),
    figure<&PlanResult::options>("options",
                                 "for each device, the cheapest option that meets the demand and, among those cheaper "
                                 "than the overall cheapest, the one that comes closest; sorted by price per hour"),
    figure<&PlanResult::front>(
        "front", "Pareto front as indices into options, from 0: the cheapest, then what lower latency costs"),
    figure<&PlanResult::cheapest>("cheapest",
                                  "index into options of the cheapest that meets the demand; null: none does; in a "
                                  "sweep, cheapest.hardware and so on are its fields")
        .into(options_name),
    figure<&PlanResult::reason>("reason", "why the closest of the options that cost less falls short"),
    figure<&PlanResult::prices>("prices", "what the cost rests on"),
    figure<&PlanResult::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&PlanResult::notes>("notes", "what to know before trusting the figures"),
    figure<&PlanResult::trace>("trace", "how the result was reached, in words"),
};
RIDGEPOINT_DESCRIBE(PlanResult, plan_result_fields,
                    "the cheapest option, what lower latency costs, and why nothing cheaper will do")

/// Errors: what `load` or `train` refuse of the fields; a candidate that the registry has not, or that has no price; a
/// candidate, a price or a precision given twice; tokens without days or the other way round.
Expected<PlanResult> plan(const PlanRequest& request, const Registry& registry);

}  // namespace ridgepoint
