#include "ridgepoint/describe_type.hpp"

#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/explain_systems.hpp"
#include "ridgepoint/fits.hpp"
#include "ridgepoint/load.hpp"
#include "ridgepoint/plan.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"
#include "ridgepoint/train.hpp"

namespace ridgepoint {

RIDGEPOINT_DESCRIBE(Source, source_fields, "a document behind some of an entry's figures")
RIDGEPOINT_DESCRIBE(Estimate, estimate_fields, "a figure that no document states")
RIDGEPOINT_DESCRIBE(PrecisionRates, precision_rates_fields, "dense peak arithmetic rate by precision")
RIDGEPOINT_DESCRIBE(Hardware, hardware_fields, "a device")
RIDGEPOINT_DESCRIBE(Model, model_fields, "a neural network")
RIDGEPOINT_DESCRIBE(Assumptions, assumptions_fields, "what is assumed beyond the data sheets")
RIDGEPOINT_DESCRIBE(Residuals, residuals_fields, "errors of predictions on documents left out of a fit")
RIDGEPOINT_DESCRIBE(PromptKernels, prompt_kernels_fields, "how a software takes a prompt")
RIDGEPOINT_DESCRIBE(SoftwareFit, software_fit_fields, "what was fitted to measurements of a software")
RIDGEPOINT_DESCRIBE(AlgorithmFit, algorithm_fit_fields, "what was fitted to perplexities of a way to compress")
RIDGEPOINT_DESCRIBE(Fits, fits_fields, "what was fitted to measurements")
RIDGEPOINT_DESCRIBE(RooflineRequest, roofline_request_fields, "one forward pass or training step on one device")
RIDGEPOINT_DESCRIBE(RooflineResult, roofline_result_fields, "its time, regime, utilization, energy and memory")
RIDGEPOINT_DESCRIBE(Parallel, parallel_fields, "a layout over several devices")
RIDGEPOINT_DESCRIBE(ServeRequest, serve_request_fields, "a language model served on one device, or two")
RIDGEPOINT_DESCRIBE(ServeResult, serve_result_fields, "its latencies, throughput and memory")
RIDGEPOINT_DESCRIBE(ServingFit, serving_fit_fields, "what was fitted to published runs of servers")
RIDGEPOINT_DESCRIBE(ServingFits, serving_fits_fields, "what was fitted to servers")
RIDGEPOINT_DESCRIBE(LoadRequest, load_request_fields, "requests that arrive at a served language model")
RIDGEPOINT_DESCRIBE(Spreads, spreads_fields, "a time over all requests")
RIDGEPOINT_DESCRIBE(LoadResult, load_result_fields, "their latencies, throughput, queue and cost")
RIDGEPOINT_DESCRIBE(TrainingRates, training_rates_fields, "how fast training runs beside the data sheet")
RIDGEPOINT_DESCRIBE(TrainingFit, training_fit_fields, "what was fitted to published training steps")
RIDGEPOINT_DESCRIBE(TrainRequest, train_request_fields, "a transformer trained over devices")
RIDGEPOINT_DESCRIBE(TrainTimes, train_times_fields, "the parts of a step's time")
RIDGEPOINT_DESCRIBE(TrainMemory, train_memory_fields, "the parts of a device's memory")
RIDGEPOINT_DESCRIBE(TrainResult, train_result_fields, "its step, memory, utilization and run")
RIDGEPOINT_DESCRIBE(PlanRequest, plan_request_fields, "a demand that devices are sought for")
RIDGEPOINT_DESCRIBE(PlanOption, plan_option_fields, "devices and a layout that meet it")
RIDGEPOINT_DESCRIBE(PlanFailure, plan_failure_fields, "devices and a layout that do not")
RIDGEPOINT_DESCRIBE(Price, price_fields, "a price, with where it was read")
RIDGEPOINT_DESCRIBE(PlanResult, plan_result_fields, "the cheapest, what less latency costs, and why not cheaper")
RIDGEPOINT_DESCRIBE(CompressRequest, compress_request_fields, "a network quantized or pruned")
RIDGEPOINT_DESCRIBE(CompressResult, compress_result_fields, "its size, estimated accuracy and speedup")
RIDGEPOINT_DESCRIBE(PerKnob, per_knob_fields, "a figure for each property of the device")
RIDGEPOINT_DESCRIBE(SensitivityRequest, sensitivity_request_fields, "a latency whose causes are sought")
RIDGEPOINT_DESCRIBE(SensitivityResult, sensitivity_result_fields, "how much each property moves it")
RIDGEPOINT_DESCRIBE(SynthesizeRequest, synthesize_request_fields, "a latency target to find a device for")
RIDGEPOINT_DESCRIBE(Shortfall, shortfall_fields, "a property that falls short")
RIDGEPOINT_DESCRIBE(Candidate, candidate_fields, "a device of the registry against the target")
RIDGEPOINT_DESCRIBE(SynthesizeResult, synthesize_result_fields, "the least device that meets it, and the shortlist")
RIDGEPOINT_DESCRIBE(ExplainRequest, explain_request_fields, "two configurations to compare")
RIDGEPOINT_DESCRIBE(Factor, factor_fields, "a cause's share of the speedup")
RIDGEPOINT_DESCRIBE(Unused, unused_fields, "a purchase that stayed unused")
RIDGEPOINT_DESCRIBE(Alone, alone_fields, "the speedup from the binding resource alone")
RIDGEPOINT_DESCRIBE(ExplainResult, explain_result_fields, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(ExplainServeRequest, explain_serve_request_fields, "two served models to compare")
RIDGEPOINT_DESCRIBE(ExplainServeResult, explained_fields<ServeResult>, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(ExplainLoadRequest, explain_load_request_fields, "two servers under load to compare")
RIDGEPOINT_DESCRIBE(ExplainLoadResult, explained_fields<LoadResult>, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(ExplainTrainRequest, explain_train_request_fields, "two training runs to compare")
RIDGEPOINT_DESCRIBE(ExplainTrainResult, explained_fields<TrainResult>, "the speedup and its causes")
RIDGEPOINT_DESCRIBE(RouteCosts, route_costs_fields, "microseconds a token")
RIDGEPOINT_DESCRIBE(RouteDistribution, route_distribution_fields, "percent of the tokens on each path")
RIDGEPOINT_DESCRIBE(Bottleneck, bottleneck_fields, "what holds a router back")
RIDGEPOINT_DESCRIBE(RouteModelRequest, route_model_request_fields, "a router with three paths")
RIDGEPOINT_DESCRIBE(RouteShare, route_share_fields, "shares of the time")
RIDGEPOINT_DESCRIBE(RouteModelResult, route_model_result_fields, "its time, speedup and bound")
RIDGEPOINT_DESCRIBE(RouteBreakevenRequest, route_breakeven_request_fields, "a speedup to reach")
RIDGEPOINT_DESCRIBE(RouteBreakevenResult, route_breakeven_result_fields, "the distribution that reaches it")
RIDGEPOINT_DESCRIBE(RouteProjectRequest, route_project_request_fields, "a full-size model on a device")
RIDGEPOINT_DESCRIBE(RouteProjectResult, route_project_result_fields, "what its router costs")

}  // namespace ridgepoint
