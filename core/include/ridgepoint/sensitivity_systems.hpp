/// How much each property of the devices matters to a load, or to a training step.
///
/// `sensitivity` asks the same about a single step. A simulation has no derivative, so every elasticity is a finite
/// difference both ways, over the same requests with the same lengths:
///
///     elasticity of x = ln(T(x·(1 + δ)) / T(x / (1 + δ))) / (2·ln(1 + δ))
///
/// For small δ it is the derivative d ln T / d ln x. Where less memory would not hold a request, the difference is
/// taken upwards only.
///
/// Worked (GPT3, 1,024 A100s, tensor 8, pipeline 8, data 16, 1,536 sequences, full recomputation, eager attention,
/// calibrated, δ 0.001): the step is 28.9 s, and peak FLOP/s has an elasticity of −0.59, memory bandwidth of −0.13.
#pragma once

#include "ridgepoint/explain_systems.hpp"
#include "ridgepoint/sensitivity.hpp"

namespace ridgepoint {

struct SensitivityLoadRequest {
    Maybe<Compared> target;
    double delta = 0.1;
    LoadRequest load;
};
struct SensitivityTrainRequest {
    double delta = 0.1;
    TrainRequest training;
};

namespace detail {
template <class Request>
inline constexpr std::array two_way_step{
    field<&Request::delta>("delta", "relative change of each property, up and down").range(1e-6, 1).slider(0.01, 0.5)};
}  // namespace detail

inline constexpr auto sensitivity_load_request_fields =
    together(std::array{field<&SensitivityLoadRequest::target>(
                            "target", "the mean time to analyze; absent: throughput if maximum is set, else latency")
                            .choices(compared_names)},
             detail::two_way_step<SensitivityLoadRequest>, held<&SensitivityLoadRequest::load, load_request_fields>);
inline constexpr auto sensitivity_train_request_fields = together(
    detail::two_way_step<SensitivityTrainRequest>, held<&SensitivityTrainRequest::training, train_request_fields>);
RIDGEPOINT_DESCRIBE(SensitivityLoadRequest, sensitivity_load_request_fields, "a load to analyze")
RIDGEPOINT_DESCRIBE(SensitivityTrainRequest, sensitivity_train_request_fields, "a training step to analyze")

struct SystemSensitivity {
    Seconds<> baseline;
    std::optional<Interval<Seconds<>>> baseline_band;
    PerKnob elasticities;
    Knob binding_constraint = Knob::memory_bandwidth;
    Bound binding_regime = Bound::memory;
    bool feasible = true;
    Remark explanation;
    std::vector<std::string> unread;
    Remarks notes;
};
inline constexpr std::array system_sensitivity_fields{
    figure<&SystemSensitivity::baseline>(
        "baseline_s", "the time as it is; for throughput, the mean time per output token over all requests")
        .in("s"),
    lower<&SystemSensitivity::baseline_band>("baseline_low_s", "calibrated: 5th percentile of measured times").in("s"),
    upper<&SystemSensitivity::baseline_band>("baseline_high_s", "calibrated: 95th percentile of measured times")
        .in("s"),
    figure<&SystemSensitivity::elasticities>("elasticities",
                                             "relative change of the time per relative change of the property"),
    figure<&SystemSensitivity::binding_constraint>("binding_constraint", "the property that limits the time")
        .choices(knob_names),
    figure<&SystemSensitivity::binding_regime>("binding_regime", "which limit the binding constraint belongs to")
        .choices(bound_names),
    figure<&SystemSensitivity::feasible>("feasible", "it fits the memory"),
    figure<&SystemSensitivity::explanation>("explanation", "the answer in a sentence or two"),
    figure<&SystemSensitivity::unread>("unread", "paths of the request's fields that no figure here depends on"),
    figure<&SystemSensitivity::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(SystemSensitivity, system_sensitivity_fields, "how much each property affects it")

/// Errors: as `load`; a run of more than 10⁷ steps, which 18 such runs would take ten times too long to simulate.
Expected<SystemSensitivity> sensitivity_load(const SensitivityLoadRequest& request);

/// A step that does not fit its memory is timed as if it did. Errors: as `train`.
Expected<SystemSensitivity> sensitivity_train(const SensitivityTrainRequest& request);

}  // namespace ridgepoint
