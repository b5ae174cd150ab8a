#include "ridgepoint/describe_type.hpp"
#include "ridgepoint/language_model/quantize.hpp"

namespace ridgepoint {

RIDGEPOINT_DESCRIBE(QuantizeRequest, quantize_request_fields, "a language model to quantize")
RIDGEPOINT_DESCRIBE(QuantizeResult, quantize_result_fields, "what is left of it")

const Call& quantize_call() {
    static constexpr Call call{"quantize",
                               "a small language model quantized and pruned for real, and what it then predicts",
                               &describe<QuantizeRequest>, &describe<QuantizeResult>};
    return call;
}

}  // namespace ridgepoint
