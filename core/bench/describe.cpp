#include "ridgepoint/bench.hpp"
#include "ridgepoint/describe_type.hpp"

namespace ridgepoint {

RIDGEPOINT_DESCRIBE(BenchRequest, bench_request_fields, "a measurement of this machine")
RIDGEPOINT_DESCRIBE(BenchReport, bench_report_fields, "what was measured, fitted and predicted")
RIDGEPOINT_DESCRIBE(BenchRate, bench_rate_fields, "a rate by one thread and by all")
RIDGEPOINT_DESCRIBE(BenchLevel, bench_level_fields, "memory at one size of the working set")
RIDGEPOINT_DESCRIBE(BenchProduct, bench_product_fields, "a product, predicted and measured")
RIDGEPOINT_DESCRIBE(BenchConstant, bench_constant_fields, "a constant of our model")

}  // namespace ridgepoint
