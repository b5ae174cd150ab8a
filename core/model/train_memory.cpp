#include <cmath>

#include "describe/validate.hpp"
#include "machine.hpp"
#include "ridgepoint/workload.hpp"
#include "train_step.hpp"
#include "training.hpp"

namespace ridgepoint {
namespace {

/// Weights of a device that this ZeRO stage leaves it, and of them those that are trained.
HeldWeights sharded(const TrainRequest& r, double stage) {
    HeldWeights left{0, 0, 1};
    for (const HeldWeights& part : held_weights(r)) {
        const double shards = r.zero_stage >= stage ? part.copies : 1;
        left.weights += part.weights / shards;
        left.trained += part.trained / shards;
    }
    return left;
}

/// Bytes that a layer keeps of one micro-batch in 16 bits, for each token and component of the hidden state:
/// Korthikanti et al. 2023, equations 1 to 5 and table 2, without scores under FlashAttention.
double kept_of_layer(const TrainRequest& r, Recomputation recomputation) {
    const double t = r.parallel.tensor, uncut = r.sequence_parallel ? t : 1;
    if (recomputation == Recomputation::full) return recomputed_coefficient / uncut;
    const bool scores = r.attention == Attention::eager && recomputation == Recomputation::none;
    const double of_scores = attention_coefficient * *r.model->heads * r.sequence / *r.model->hidden_dim;
    return uncut_coefficient / uncut + (activation_coefficient - uncut_coefficient) / t + (scores ? of_scores / t : 0);
}

/// Micro-batches whose activations the first stage holds: one for each stage, and a part more where stages are
/// interleaved.
double in_flight_first(const TrainRequest& r) {
    const double p = r.parallel.pipeline;
    const double more = r.interleaving > 1 ? 1 + (p - 1) / (p * r.interleaving) : 1;
    return std::fmin(p, micro_batches(r)) * more;
}

/// The last stage goes backward as soon as it was forward; interleaved, all but its last part have run for each stage
/// before.
double in_flight_last(const TrainRequest& r) {
    const double p = r.parallel.pipeline, v = r.interleaving;
    return std::fmin((1 + p * (v - 1)) / v, in_flight_first(r));
}

}  // namespace

TrainBytes bytes_of(const TrainRequest& r) {
    const bool wide = bytes_per_value(r.precision) > 2;
    const double activation = wide ? 4 : 2;
    const double weight = r.weight_precision.chosen ? bytes_per_value(*r.weight_precision.chosen) : activation;
    const double gradient = r.gradient_precision.chosen ? bytes_per_value(*r.gradient_precision.chosen) : activation;
    static constexpr std::array states{adam_bytes_per_parameter, 6.0, 8.0, 4.0};
    const double copy = weight >= 4 ? 4 : 0;  // the weight is its own copy
    return {weight, gradient, states[static_cast<unsigned>(r.optimizer)] - copy, activation};
}

std::array<HeldWeights, 2> held_weights(const TrainRequest& r) {
    const Model& m = *r.model;
    const Parallel& p = r.parallel;
    const double experts = in_si(scattered_each(m, 1, p)), others = in_si(weights_each(m, 1, p)) - experts;
    // Adapters sit on attention, which tensor and pipeline parallel cut.
    const double adapters = trainable_parameters(m, true) / (p.tensor * p.pipeline);
    return {{{.weights = others, .trained = r.lora ? adapters : others, .copies = p.data},
             {.weights = experts, .trained = r.lora ? 0 : experts, .copies = p.tensor * p.data / p.expert}}};
}

TrainMemory train_memory(const TrainRequest& r) {
    const Model& m = *r.model;
    const TrainBytes bytes = bytes_of(r);
    const double layers = std::ceil(*m.layers / r.parallel.pipeline);
    const double of_layer = r.micro_batch * r.sequence * *m.hidden_dim * bytes.activation / 2;
    const bool again = r.recomputation == Recomputation::full;
    const double logits = m.unit == Unit::token ? r.micro_batch * r.sequence * m.vocab_size.value_or(0) : 0;
    TrainMemory memory;
    memory.weights = Bytes<>{sharded(r, 3).weights * bytes.weight};
    memory.gradients = Bytes<>{sharded(r, 2).trained * bytes.gradient};
    memory.optimizer = Bytes<>{sharded(r, 1).trained * bytes.state};
    // Of the stages the first holds most activations, and the last alone the logits.
    const double kept = of_layer * layers * kept_of_layer(r, r.recomputation);
    const double first = kept * in_flight_first(r), last = kept * in_flight_last(r);
    const double of_logits = logits * bytes_per_logit / r.parallel.tensor;
    const bool last_fuller = last + of_logits >= first;
    memory.activations = Bytes<>{last_fuller ? last : first};
    memory.logits = Bytes<>{last_fuller ? of_logits : 0};
    if (again) memory.workspace = Bytes<>{of_layer * kept_of_layer(r, Recomputation::none)};
    constexpr double gathered_layers = 2;  // the one in use, and the next
    if (r.zero_stage == 3 && r.parallel.data > 1)
        memory.workspace = memory.workspace + weights_each(m, bytes.weight, r.parallel) * (gathered_layers / layers);
    memory.total =
        memory.weights + memory.gradients + memory.optimizer + memory.activations + memory.logits + memory.workspace;
    return memory;
}

double most_devices_tried(const TrainRequest& r) { return std::fmax(4096, r.parallel.devices()); }

std::optional<Parallel> fitting_layout(TrainRequest r) {
    const double most = most_devices_tried(r);
    const double node = links_of(*r.hardware, 1, r.link_latency).node;
    const Bytes<> room = usable_memory(*r.hardware, r.assumptions);
    r.global_batch.reset();
    // A layer that is split beyond a node holds less, slowly.
    for (const double widest : {node, most})
        for (double devices = 1; devices <= most; devices *= 2)
            for (double pipeline = 1; pipeline <= devices; pipeline *= 2)
                for (double tensor = 1; tensor * pipeline <= devices && tensor <= widest; tensor *= 2) {
                    r.parallel = {.tensor = tensor, .pipeline = pipeline, .data = devices / tensor / pipeline};
                    if (check_layout(r.parallel, *r.model) && train_memory(r).total <= room) return r.parallel;
                }
    return std::nullopt;
}

}  // namespace ridgepoint
