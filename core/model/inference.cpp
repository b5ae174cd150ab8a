#include "inference.hpp"

#include <cmath>

#include "fit_reach.hpp"

namespace ridgepoint {

// Not inlined into every row of a sweep.
[[gnu::noinline]] double file_bytes(Precision p, const Assumptions& a) {
    constexpr double q4_k_m_bytes = 4.89 / bits_per_byte;
    if (is_llama_cpp(a.software) && a.fit != nullptr) {
        if (p == Precision::int4) return q4_k_m_bytes;
        if (p == Precision::int8) return q8_0_bytes;
        if (p == Precision::fp4) return mxfp4_bytes;
    }
    return bytes_per_value(p);
}

namespace {

Bytes<> activation_traffic(const Model& m, const Assumptions& a, double bytes, double batch) {
    if (m.activation_per_sample && !a.activation_fraction) return *m.activation_per_sample * batch;
    return weight_bytes(m, bytes) * (activation_fraction(m, a) * batch);
}

}  // namespace

double evaluations(const Model& m, const Assumptions& a) { return a.corrected() ? m.denoising_steps.value_or(1) : 1; }

Flop<> token_work(const Model& m, const Assumptions& a, double kept, double batch, double context, double tokens) {
    const double looked_up = a.embedding_read == EmbeddingRead::rows ? input_embedding(m) : 0;
    const double multiplied = std::fmax(active_parameters(m) - looked_up, 0);
    return Flop<>{flop_per_parameter * multiplied * batch * tokens * kept} +
           attention_work(m, tokens, context, AttentionForm::absorbed, a.accounting) * batch;
}

Flop<> batch_vector_work(const Assumptions& a, Flop<> matrices, double weights, Bytes<> caches) {
    const double columns = std::fmin(in_si(matrices) / (flop_per_parameter * weights), most_columns);
    return Flop<>{a.prompts.flop_per_column * weights * columns + a.vector_flop_per_cache_byte * in_si(caches)};
}

Step token_step(const Model& m, const Assumptions& a, const Stored& stored, double batch, double context, double tokens,
                const Parallel& p) {
    const Bytes<> cache = kv_cache_bytes(m, context, batch, stored.cache, a.accounting) / cache_shards(m, p.tensor);
    const Bytes<> read =
        weights_read_each(m, stored.weight, batch * tokens, a.moe_weights, a.embedding_read, p) * stored.kept;
    Step step;
    step.work = token_work(m, a, stored.kept, batch, context, tokens) / p.tensor + imbalance_work(m, batch * tokens, p);
    step.weights = weights_each(m, stored.weight, p) * stored.kept;
    step.traffic = read + cache;
    const double weights = weights_passed_each(m, batch * tokens, a.moe_weights, a.embedding_read, p) * stored.kept;
    if (a.fit != nullptr)
        step.attention = attention_work(m, tokens, context, AttentionForm::absorbed, a.accounting) * (batch / p.tensor);
    const Flop<> beside = as_a_prompt(a.prompts, batch)
                              ? batch_vector_work(a, step.work - step.attention, weights, cache)
                              : Flop<>{a.vector_flop_per_cache_byte * (in_si(cache) / batch)};
    step.vector_work = Flop<>{a.vector_flop_per_weight * weights} + beside;
    step.dispatches = 0;
    step.layers = launches(m, a);
    step.overhead_counts = a.corrected();
    return step;
}

double positions(const Model& m) { return m.unit == Unit::token ? 1 : m.sequence_length.value_or(1); }

Step sample_step(const Model& m, const Assumptions& a, const Stored& stored, double batch, const Parallel& p) {
    const double tokens = batch * positions(m), times = evaluations(m, a);
    const Bytes<> read =
        weights_read_each(m, stored.weight, tokens, a.moe_weights, EmbeddingRead::all, p) * times * stored.kept;
    Step step;
    step.work = forward_work(m) * batch * stored.kept / p.tensor + imbalance_work(m, tokens, p);
    step.weights = step.footprint = weights_each(m, stored.weight, p) * stored.kept;
    step.traffic = read + activation_traffic(m, a, stored.activation, batch) / p.tensor;
    step.vector_work = Flop<>{a.vector_flop_per_weight * (in_si(read) / stored.weight)};
    step.layers = launched_layers(m) * times;
    step.overhead_counts = a.corrected();
    return step;
}

bool decodes(const Model& m, const Assumptions& a) { return a.corrected() && generates_tokens(m); }

Step forward_step(const Model& m, const Assumptions& a, const Stored& stored, double batch, double context,
                  const Parallel& p) {
    const double passing = micro_batch(p, batch);
    Step step;
    if (decodes(m, a)) {
        step = token_step(m, a, stored, passing, context, 1, p);
        step.footprint =
            step.weights + kv_cache_bytes(m, context, sequences_each(p, batch), stored.cache, a.accounting) /
                               (cache_shards(m, p.tensor) * p.pipeline);
    } else {
        step = sample_step(m, a, stored, passing, p);
        if (a.corrected()) {
            const Bytes<> states = state_bytes(m) / p.tensor;
            step.traffic = step.traffic + states * passing;
            step.footprint = step.footprint + states * (sequences_each(p, batch) / p.pipeline);
        }
    }
    step.offload = a.offload;
    return step;
}

}  // namespace ridgepoint
