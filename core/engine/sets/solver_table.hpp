/// The solvers as rows of a table, of which the sets in this folder are made.
#pragma once

#include <algorithm>

#include "engine/roofline_rows.hpp"
#include "engine/solvers.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"

namespace ridgepoint::sets {

inline Expected<RooflineResult> solve_one(const RooflineRequest& r, const Registry&) { return roofline(r); }
inline Expected<ServeResult> solve_one(const ServeRequest& r, const Registry&) { return serve(r); }
inline Expected<CompressResult> solve_one(const CompressRequest& r, const Registry&) { return compress(r); }
inline Expected<SensitivityResult> solve_one(const SensitivityRequest& r, const Registry&) { return sensitivity(r); }
inline Expected<SynthesizeResult> solve_one(const SynthesizeRequest& r, const Registry& registry) {
    return synthesize(r, registry);
}
inline Expected<ExplainResult> solve_one(const ExplainRequest& r, const Registry&) { return explain(r); }
inline Expected<RouteModelResult> solve_one(const RouteModelRequest& r, const Registry&) { return route_model(r); }
inline Expected<RouteBreakevenResult> solve_one(const RouteBreakevenRequest& r, const Registry&) {
    return route_breakeven(r);
}
inline Expected<RouteProjectResult> solve_one(const RouteProjectRequest& r, const Registry&) {
    return route_project(r);
}

template <class Request, class Result>
class JobOf : public Job {
public:
    void* request() override { return &request_; }
    const void* result() const override { return &result_; }
    Expected<void> solve(const Registry& registry) override {
        auto result = solve_one(request_, registry);
        if (!result) return tl::make_unexpected(std::move(result.error()));
        result_ = std::move(*result);
        return {};
    }
    Expected<void> figures(const Registry& registry) override { return solve(registry); }

protected:
    Request request_;
    Result result_;
};

class RooflineJob final : public JobOf<RooflineRequest, RooflineResult> {
    Expected<void> fill(Rows& rows, const Registry&) override {
        roofline_rows(rows, request_, result_);
        return {};
    }
};

class ServeJob final : public JobOf<ServeRequest, ServeResult> {
    Expected<void> figures(const Registry&) override {
        if (auto ok = check_together(request_); !ok) return ok;
        serve_figures(request_, result_);
        return {};
    }
};

template <class J>
std::unique_ptr<Job> make() {
    return std::make_unique<J>();
}

inline constexpr std::array widget_solvers{
    Solver{{"roofline", "time, regime and memory of one forward pass or training step", &describe<RooflineRequest>,
            &describe<RooflineResult>},
           true,
           make<RooflineJob>},
    Solver{{"serve", "time to first token, time per token and memory of a served language model",
            &describe<ServeRequest>, &describe<ServeResult>},
           true,
           make<ServeJob>},
    Solver{{"compress", "size, estimated accuracy and speedup of a quantized or pruned model",
            &describe<CompressRequest>, &describe<CompressResult>},
           true,
           make<JobOf<CompressRequest, CompressResult>>},
    Solver{{"sensitivity", "which property of the device moves the latency, and what binds",
            &describe<SensitivityRequest>, &describe<SensitivityResult>},
           true,
           make<JobOf<SensitivityRequest, SensitivityResult>>},
    Solver{{"synthesize", "the least device that meets a latency target, and the registry against it",
            &describe<SynthesizeRequest>, &describe<SynthesizeResult>},
           true,
           make<JobOf<SynthesizeRequest, SynthesizeResult>>},
    Solver{{"explain", "why one configuration is faster than another", &describe<ExplainRequest>,
            &describe<ExplainResult>},
           false,
           make<JobOf<ExplainRequest, ExplainResult>>},
};

inline constexpr std::array route_solvers{
    Solver{{"route_model", "what skipping the router of a mixture of experts gains, and at most can",
            &describe<RouteModelRequest>, &describe<RouteModelResult>},
           true,
           make<JobOf<RouteModelRequest, RouteModelResult>>},
    Solver{{"route_breakeven", "the distribution over the paths that reaches a speedup with the most learned tokens",
            &describe<RouteBreakevenRequest>, &describe<RouteBreakevenResult>},
           true,
           make<JobOf<RouteBreakevenRequest, RouteBreakevenResult>>},
    Solver{{"route_project", "what the router of a full-size model costs on a device", &describe<RouteProjectRequest>,
            &describe<RouteProjectResult>},
           true,
           make<JobOf<RouteProjectRequest, RouteProjectResult>>},
};

inline constexpr auto all_solvers = [] {
    std::array<Solver, widget_solvers.size() + route_solvers.size()> all{};
    std::copy(route_solvers.begin(), route_solvers.end(),
              std::copy(widget_solvers.begin(), widget_solvers.end(), all.begin()));
    return all;
}();

}  // namespace ridgepoint::sets
