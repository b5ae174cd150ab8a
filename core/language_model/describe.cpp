#include "ridgepoint/language_model/quantize.hpp"

namespace ridgepoint {

const Call& quantize_call() {
    static constexpr Call call{
        "quantize", "a small language model actually quantized and pruned, and how well it then predicts text",
        &describe<QuantizeRequest>, &describe<QuantizeResult>, quantize_unread};
    return call;
}

}  // namespace ridgepoint
