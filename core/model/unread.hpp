/// Which fields of a request no figure of its result depends on, as the request stands.
///
/// Whatever the sizes: a step that fits the memory is one batch away from spilling, so what moves only a spill counts.
/// And of two fields that count together alone (zero_stage with data_parallel) neither is listed: each would hide the
/// other. The rules follow the code that reads the fields (inference.cpp, training.cpp, serve.cpp, machine.cpp,
/// load.cpp, train_step.cpp, plan.cpp), and tests/core/unread_test.cpp holds them against the figures. A field without
/// a rule counts.
#pragma once

#include "ridgepoint/compress.hpp"
#include "ridgepoint/plan.hpp"
#include "ridgepoint/sensitivity_systems.hpp"
#include "ridgepoint/synthesize.hpp"

namespace ridgepoint {

/// By paths, as "assumptions.activation_fraction". The request must be valid.
///
/// Worked: a default request to decode lists the fields of training and `assumptions.activation_fraction`, with
/// `scheme` unless its weights are quantized. `type`: of the request that this is the forward pass of; it may lack some
/// of the fields, and its result has no energy.
std::vector<std::string> unread_fields(const RooflineRequest& request, const Type& type = describe<RooflineRequest>());
std::vector<std::string> unread_fields(const ServeRequest& request);
std::vector<std::string> unread_fields(const SensitivityRequest& request);
std::vector<std::string> unread_fields(const SynthesizeRequest& request);
std::vector<std::string> unread_fields(const LoadRequest& request);
std::vector<std::string> unread_fields(const TrainRequest& request, bool fits);
std::vector<std::string> unread_fields(const SensitivityLoadRequest& request);
std::vector<std::string> unread_fields(const SensitivityTrainRequest& request, bool fits);
/// `quantized`: some of its formats are.
std::vector<std::string> unread_fields(const PlanRequest& request, bool quantized);
/// `baseline`: the uncompressed step; `timed`: the format whose rate times the compressed one.
std::vector<std::string> unread_fields(const CompressRequest& request, const RooflineRequest& baseline,
                                       Precision timed);

}  // namespace ridgepoint
