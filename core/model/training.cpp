#include "training.hpp"

#include <cmath>

#include "inference.hpp"

namespace ridgepoint {
namespace {

constexpr double textbook_recomputed_coefficient = 10;

double shards(const RooflineRequest& r, double stage) { return r.zero_stage >= stage ? r.data_parallel : 1; }

double sequence_length(const RooflineRequest& r) {
    return r.assumptions.corrected() && r.model->sequence_length ? *r.model->sequence_length : r.context;
}

Bytes<> transformer_activations(const RooflineRequest& r, double bytes) {
    const Model& m = *r.model;
    const double s = sequence_length(r);
    const double values = s * r.batch * *m.hidden_dim * *m.layers;
    if (!r.assumptions.corrected())
        return Bytes<>{values * bytes *
                       (r.activation_recomputation ? textbook_recomputed_coefficient : activation_coefficient)};
    const bool scores = r.assumptions.attention == Attention::eager;
    const double kept = activation_coefficient + (scores ? attention_coefficient * *m.heads * s / *m.hidden_dim : 0);
    const double logits = m.unit == Unit::token ? s * r.batch * m.vocab_size.value_or(0) : 0;
    return Bytes<>{values * (r.activation_recomputation ? recomputed_coefficient : kept) * bytes / 2 +
                   logits * bytes_per_logit};
}

Bytes<> activations(const RooflineRequest& r, double bytes) {
    const Model& m = *r.model;
    if (has_attention(m) && m.hidden_dim) return transformer_activations(r, bytes);
    if (m.activation_per_sample) return *m.activation_per_sample * r.batch;
    return weight_bytes(m, bytes) * activation_fraction(m, r.assumptions) * r.batch;
}

/// The reference's memory: TF32 and FP8 count as two bytes; a model without attention takes three times its weights.
Bytes<> textbook_footprint(const RooflineRequest& r) {
    const Model& m = *r.model;
    const double stored = bytes_per_value(r.precision);
    if (!(has_attention(m) && m.hidden_dim)) return weight_bytes(m, stored) * (r.lora ? 1.1 : 3.0);
    const double bytes = r.precision == Precision::tf32 || r.precision == Precision::fp8 ? 2 : stored;
    const double trainable = trainable_parameters(*r.model, r.lora);
    return weight_bytes(m, bytes) / shards(r, 3) + Bytes<>{trainable * bytes} / shards(r, 2) +
           Bytes<>{trainable * adam_bytes_per_parameter} / shards(r, 1) + transformer_activations(r, bytes);
}

/// Launches of a training step for one of a forward pass: forward, backward to activations, backward to weights.
constexpr double training_launches = 3;

Step textbook_step(const RooflineRequest& r) {
    const Model& m = *r.model;
    Step step;
    step.weights = weight_bytes(m, bytes_per_value(r.precision));
    step.work = forward_work(m) * r.batch * (r.activation_recomputation ? 4.0 : 3.0);
    step.traffic = step.weights * (1 + activation_fraction(m, r.assumptions) * r.batch);
    step.footprint = textbook_footprint(r);
    step.layers = launched_layers(m) * training_launches;
    step.offload = r.assumptions.offload;
    step.overhead_counts = false;
    return step;
}

}  // namespace

double trainable_parameters(const Model& m, bool lora) {
    constexpr double per_width = 128;  // 16·2·4
    if (!lora) return parameter_count(m);
    if (has_attention(m) && m.hidden_dim) return *m.hidden_dim * *m.layers * per_width;
    return parameter_count(m) / 100;
}

// Not inlined into the rows of a sweep: more code than all the rest, to be downloaded for few sweeps.
[[gnu::noinline]] Workload training_step(const RooflineRequest& r) {
    if (!r.assumptions.corrected()) {
        const Step step = textbook_step(r);
        return {.step = step, .useful_work = step.work};
    }
    const Model& m = *r.model;
    const double bytes = bytes_per_value(r.precision);
    const double trainable = trainable_parameters(*r.model, r.lora);
    Flop<> forward = forward_work(m) * r.batch;
    if (m.unit == Unit::token)
        forward = forward * r.context + attention_work(m, r.context, r.context, AttentionForm::expanded) * r.batch;

    // Backward costs one forward for the activations' gradients and one for the weights'; frozen weights need no
    // second.
    const double backward = r.lora ? 1 : 2;
    const bool integer = r.precision == Precision::int8 || r.precision == Precision::int4;
    const Bytes<> weights = weight_bytes(m, bytes), gradients{trainable * std::fmax(bytes, least_gradient_bytes)};
    const Bytes<> optimizer{trainable * adam_bytes_per_parameter};
    const Bytes<> kept = activations(r, integer ? expanded_bytes : activation_bytes(r));
    const Flop<> useful_work = forward * (1 + backward);
    Step step;
    step.weights = weights;
    step.work = useful_work + forward * (r.activation_recomputation ? 1.0 : 0.0);
    step.traffic = weights * 2.0 + gradients * 2.0 + optimizer * 2.0 / shards(r, 1) + kept * 2.0;
    step.footprint = weights / shards(r, 3) + gradients / shards(r, 2) + optimizer / shards(r, 1) + kept;
    step.layers = launched_layers(m) * evaluations(m, r.assumptions) * training_launches;
    step.offload = r.assumptions.offload;
    return {.step = step, .useful_work = useful_work};
}

}  // namespace ridgepoint
