#include "ridgepoint/language_model/quantize.hpp"

namespace ridgepoint {

const Call& quantize_call() {
    static constexpr Call call{"quantize",
                               "a small language model quantized and pruned for real, and what it then predicts",
                               &describe<QuantizeRequest>, &describe<QuantizeResult>, quantize_unread};
    return call;
}

}  // namespace ridgepoint
