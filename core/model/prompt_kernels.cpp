#include "prompt_kernels.hpp"

#include <cmath>

#include "ridgepoint/workload.hpp"

namespace ridgepoint {

namespace {

/// What a token's way through its experts moves, over all layers, in 16 bits: its hidden state is read, its row of the
/// result written and read where they are added up; between the two matrices, the gated width is written and read twice
/// as wide, then once. Devices that cut an expert move their part of the width, but rows of the whole hidden state.
double routed_bytes(const Model& m, const Parallel& p) {
    if (expert_parameters(m) == 0) return 0;
    constexpr double bytes = 2, hidden_moves = 3, wide_moves = 6;
    const double layers = m.layers.value_or(0) - m.dense_layers.value_or(0);
    const double wide = m.moe_intermediate_dim.value_or(m.intermediate_dim.value_or(0));
    const double hidden = p.expert > p.tensor ? p.tensor : 1;
    return bytes * layers * *m.experts_per_token *
           (hidden_moves * m.hidden_dim.value_or(0) / hidden + wide_moves * wide / p.tensor);
}

}  // namespace

void add_kernels(const Model& m, const PromptKernels& k, const PromptRead& r, Step& step) {
    const double pass = k.micro_batch > 0 ? std::fmin(k.micro_batch, r.tokens) : r.tokens;
    const double passes = std::ceil(r.tokens / pass);
    const double unpacked = r.unpacks && pass > least_unpacked_tokens ? k.unpacked_bytes : 0;
    const Bytes<> aside{k.activation_bytes * r.tokens * m.layers.value_or(0) * m.hidden_dim.value_or(0) +
                        k.score_bytes * m.heads.value_or(0) * r.pairs};
    const Bytes<> routed{routed_bytes(m, r.parallel) * r.tokens};
    step.traffic =
        (step.traffic * (1 + unpacked / r.bytes_per_weight) + r.cache) * passes + aside / r.parallel.tensor + routed;
    step.vector_work = step.vector_work * passes;
    step.layers *= passes;
}

}  // namespace ridgepoint
