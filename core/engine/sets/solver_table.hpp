/// The solvers as rows of a table, of which the sets in this folder are made.
#pragma once

#include <algorithm>
#include <type_traits>

#include "engine/roofline_rows.hpp"
#include "engine/solvers.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain_plan.hpp"
#include "ridgepoint/load.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity_plan.hpp"
#include "ridgepoint/sensitivity_systems.hpp"
#include "ridgepoint/synthesize.hpp"
#include "ridgepoint/train.hpp"
#include "ridgepoint/train_layouts.hpp"

namespace ridgepoint::sets {

/// A solver's request and result. One that looks at the registry takes it too.
template <class Solve>
struct Signature;
template <class Q, class R>
struct Signature<Expected<R>(const Q&)> {
    using Request = Q;
    using Result = R;
};
template <class Q, class R>
struct Signature<Expected<R>(const Q&, const Registry&)> : Signature<Expected<R>(const Q&)> {};

template <auto& solver>
class JobOf : public Job {
    using Solve = std::remove_reference_t<decltype(solver)>;

public:
    using Request = typename Signature<Solve>::Request;
    using Result = typename Signature<Solve>::Result;

    void* request() override { return &request_; }
    const void* result() const override { return &result_; }
    Expected<void> solve(const Registry& registry) override {
        auto result = [&] {
            if constexpr (std::is_invocable_v<Solve, const Request&>) return solver(request_);
            else return solver(request_, registry);
        }();
        if (!result) return tl::make_unexpected(std::move(result.error()));
        result_ = std::move(*result);
        return {};
    }
    Expected<void> figures(const Registry& registry) override { return solve(registry); }

protected:
    Request request_;
    Result result_;
};

class RooflineJob final : public JobOf<roofline> {
    Expected<void> fill(Rows& rows, const Registry&) override { return roofline_rows(rows, request_, result_); }
};

class ServeJob final : public JobOf<serve> {
    Expected<void> fill(Rows& rows, const Registry&) override {
        const bool asks_devices = rows.read(&result_.devices_needed);
        do {
            if (auto ok = check_together(request_); !ok) return ok;
            serve_figures(request_, result_);
            if (asks_devices) result_.devices_needed = devices_of(layout_needed(request_, result_));
            rows.take();
        } while (rows.next());
        return {};
    }
};

template <class J>
constexpr Solver row(std::string_view name, Words text, bool sweepable = true, std::size_t cost = 1) {
    return {{name, text, &describe<typename J::Request>, &describe<typename J::Result>},
            sweepable,
            cost,
            []() -> std::unique_ptr<Job> { return std::make_unique<J>(); }};
}

inline constexpr std::array widget_solvers{
    row<RooflineJob>("roofline", "time, regime and memory of one forward pass or training step"),
    row<ServeJob>("serve", "time to first token, time per token and memory of a served language model"),
    row<JobOf<compress>>("compress", "size, estimated accuracy and speedup of a quantized or pruned model"),
    row<JobOf<sensitivity>>("sensitivity",
                            "how much each property of the device affects the latency, and which one limits it"),
    row<JobOf<synthesize>>(
        "synthesize",
        "the minimum device specification for a latency target, and how the registry's devices compare with it"),
    row<JobOf<explain>>("explain", "why one configuration is faster than another", false),
};

inline constexpr std::array route_solvers{
    row<JobOf<route_model>>("route_model",
                            "what skipping the router of a mixture of experts gains, and the most it can gain"),
    row<JobOf<route_breakeven>>("route_breakeven",
                                "the distribution over the paths that reaches a speedup while sending the most tokens "
                                "through the gating network"),
    row<JobOf<route_project>>("route_project", "what the router of a full-size model costs on a device"),
};

inline constexpr std::array load_solvers{
    row<JobOf<load>>("load", "latencies, throughput and cost of a language model that serves many requests", true,
                     simulation_cost),
    row<JobOf<train>>("train", "time, memory and cost of training a transformer over many devices"),
    row<JobOf<train_layouts>>("layouts", "a training step on the same devices in every layout, the quickest first",
                              false),
    row<JobOf<plan>>("plan", "the cheapest devices and layout for a rate of requests, or a training run", true,
                     simulation_cost),
};

/// No page asks them, and they would add 8 kB to what it downloads.
inline constexpr std::array command_solvers{
    row<JobOf<explain_serve>>("explain_serve", "why one served model is faster than another", false),
    row<JobOf<explain_load>>("explain_load", "why one server under load is faster than another", false, mixtures_cost),
    row<JobOf<explain_train>>("explain_train", "why one training run is faster than another", false),
    row<JobOf<explain_plan>>("explain_plan", "why one plan costs more than another", false, mixtures_cost),
    row<JobOf<sensitivity_load>>("sensitivity_load",
                                 "how much each property of the devices affects the latency or throughput of a load",
                                 true, mixtures_cost),
    row<JobOf<sensitivity_train>>("sensitivity_train", "how much each property of the devices affects a training step"),
    row<JobOf<sensitivity_plan>>("sensitivity_plan",
                                 "how firm a plan is, and how much each property of the devices affects its cost", true,
                                 simulation_cost),
};

template <std::size_t... N>
constexpr auto joined(const std::array<Solver, N>&... tables) {
    std::array<Solver, (N + ...)> all{};
    auto next = all.begin();
    ((next = std::copy(tables.begin(), tables.end(), next)), ...);
    return all;
}

}  // namespace ridgepoint::sets
