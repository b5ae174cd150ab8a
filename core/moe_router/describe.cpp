#include "ridgepoint/describe_type.hpp"
#include "ridgepoint/moe_router/analyze.hpp"

namespace ridgepoint {

RIDGEPOINT_DESCRIBE(RouteConfig, route_config_fields, "a mixture-of-experts layer and its adaptive router")
RIDGEPOINT_DESCRIBE(RouteAnalyzeRequest, route_analyze_request_fields, "an analysis of the measured router")
RIDGEPOINT_DESCRIBE(RouteAnalysis, route_analysis_fields, "the two files of an analysis")
RIDGEPOINT_DESCRIBE(SystemsAnalysis, systems_analysis_fields, "what an analysis finds")
RIDGEPOINT_DESCRIBE(TextReport, text_report_fields, "the text as tokens")
RIDGEPOINT_DESCRIBE(ClockReport, clock_report_fields, "the clock of a run")
RIDGEPOINT_DESCRIBE(HostReport, host_report_fields, "the computer of a run")
RIDGEPOINT_DESCRIBE(MemoryReport, memory_report_fields, "bytes held, a MB being 1e6")
RIDGEPOINT_DESCRIBE(RunReport, run_report_fields, "passes over the samples")
RIDGEPOINT_DESCRIBE(AdaptiveReport, adaptive_report_fields, "adaptive passes over the samples")
RIDGEPOINT_DESCRIBE(RouterReport, router_report_fields, "what the adaptive router did")
RIDGEPOINT_DESCRIBE(CacheReport, cache_report_fields, "what its cache did")
RIDGEPOINT_DESCRIBE(PathAgreement, path_agreement_fields, "agreement with the gating network, by path")
RIDGEPOINT_DESCRIBE(ScalingPoint, scaling_point_fields, "passes at one sequence length")
RIDGEPOINT_DESCRIBE(RouteRoofline, route_roofline_fields, "the layer on the computer's roofline")
RIDGEPOINT_DESCRIBE(Calibration, calibration_fields, "the costs behind the prediction")
RIDGEPOINT_DESCRIBE(Comparison, comparison_fields, "predicted against measured")
RIDGEPOINT_DESCRIBE(Criterion, criterion_fields, "one of the criteria of success")
RIDGEPOINT_DESCRIBE(Projection, projection_fields, "the same routing in a full-size model")
RIDGEPOINT_DESCRIBE(ProfileReport, profile_report_fields, "the times that an analysis rests on")
RIDGEPOINT_DESCRIBE(ScopeReport, scope_report_fields, "a named part of the program")

}  // namespace ridgepoint
