#include "prompt_kernels.hpp"

#include <cmath>

namespace ridgepoint {

void add_kernels(const Model& m, const PromptKernels& k, const PromptRead& r, Step& step) {
    const double pass = k.micro_batch > 0 ? std::fmin(k.micro_batch, r.tokens) : r.tokens;
    const double passes = std::ceil(r.tokens / pass);
    const double unpacked = r.unpacks && pass > least_unpacked_tokens ? k.unpacked_bytes : 0;
    const Bytes<> aside{k.activation_bytes * r.tokens * m.layers.value_or(0) * m.hidden_dim.value_or(0) +
                        k.score_bytes * m.heads.value_or(0) * r.pairs};
    step.traffic = (step.traffic * (1 + unpacked / r.bytes_per_weight) + r.cache) * passes + aside * r.share;
    step.vector_work = step.vector_work * passes;
    step.layers *= passes;
}

}  // namespace ridgepoint
