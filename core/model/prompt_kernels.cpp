#include "prompt_kernels.hpp"

#include <cmath>

#include "ridgepoint/workload.hpp"

namespace ridgepoint {

Bytes<> routed_bytes(const Model& m, double tokens, const Parallel& p) {
    if (expert_parameters(m) == 0) return {};
    constexpr double bytes = 2, hidden_moves = 3, wide_moves = 6;
    const double layers = m.layers.value_or(0) - m.dense_layers.value_or(0);
    const double wide = m.moe_intermediate_dim.value_or(m.intermediate_dim.value_or(0));
    const double hidden = p.expert > p.tensor ? p.tensor : 1;
    return Bytes<>{tokens * bytes * layers * *m.experts_per_token *
                   (hidden_moves * m.hidden_dim.value_or(0) / hidden + wide_moves * wide / p.tensor)};
}

double tokens_a_pass(const PromptKernels& k, double tokens) {
    return k.micro_batch > 0 ? std::fmin(k.micro_batch, tokens) : tokens;
}

void add_kernels(const Model& m, const PromptKernels& k, const PromptRead& r, Step& step) {
    const double pass = tokens_a_pass(k, r.tokens);
    const double passes = std::ceil(r.tokens / pass);
    const double unpacked = r.unpacks && pass > least_unpacked_tokens ? k.unpacked_bytes : 0;
    const Bytes<> aside{k.activation_bytes * r.tokens * m.layers.value_or(0) * m.hidden_dim.value_or(0) +
                        k.score_bytes * m.heads.value_or(0) * r.pairs};
    step.traffic = (step.traffic * (1 + unpacked / r.bytes_per_weight) + r.cache) * passes + aside / r.parallel.tensor +
                   routed_bytes(m, r.tokens, r.parallel);
    step.vector_work = step.vector_work * passes;
    step.layers *= passes;
}

}  // namespace ridgepoint
