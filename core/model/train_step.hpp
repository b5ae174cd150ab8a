/// The time of a training step by its parts, and the memory it takes.
#pragma once

#include <array>

#include "ridgepoint/train.hpp"

namespace ridgepoint {

/// With all values filled: the request's own, else the fit's under calibrated assumptions, else those of the data
/// sheet.
TrainingRates rates_of(const TrainRequest& request);

/// The rates of `first-principles`.
TrainingRates first_principles_rates();

/// Sequences in a step, and passes of each copy in it.
double global_batch(const TrainRequest& request);
double micro_batches(const TrainRequest& request);

/// Bytes a value: of stored weights, of gradients, of the optimizer for each parameter.
struct TrainBytes {
    double weight, gradient, state, activation;
};
TrainBytes bytes_of(const TrainRequest& request);

/// Weights of a device that have so many copies in all, and of them those that are trained.
struct HeldWeights {
    double weights, trained, copies;
};

/// Those of the layers, copied by data parallel; and those of experts spread beyond tensor parallel, of which
/// tensor · data / expert devices hold the same (Rajbhandari et al., DeepSpeed-MoE, ICML 2022, section 3). ZeRO shards
/// each over its copies, and their gradients are added up over these. Worked: Mixtral_8x7B, tensor 2, data 8, expert 8:
/// of 45.1e9 routed weights 5.64e9 with 2 copies, of the other 1.61e9 half with 8.
std::array<HeldWeights, 2> held_weights(const TrainRequest& request);

/// FLOP of a step, of all devices: what is of use, and with it what is computed again. Of attention the pairs that the
/// kernel computes: the causal half under FlashAttention, else all, as Narayanan et al. (2021) count them.
struct TrainWork {
    Flop<> useful, computed;
};
TrainWork train_work(const TrainRequest& request);

/// What a step is timed by: of the device, in seconds a FLOP of products and of attention, values that a product's
/// depth is longer by, and bytes a second; of links and software.
struct TrainPace {
    double products, attention, depth, bandwidth;
    Links links;
    Seconds<> layer_gap, ring_wait;
    double overlap, expert_overlap, tensor_overlap;
};
TrainPace train_pace(const TrainRequest& request, const TrainingRates& rates);

TrainTimes train_times(const TrainRequest& request, const TrainPace& pace);
inline TrainTimes train_times(const TrainRequest& request, const TrainingRates& rates) {
    return train_times(request, train_pace(request, rates));
}

TrainMemory train_memory(const TrainRequest& request);

/// Up to how many devices layouts are tried that might hold it.
double most_devices_tried(const TrainRequest& request);

/// The fewest devices, powers of two, that hold it, with the request's ZeRO stage; nothing where none do.
std::optional<Parallel> fitting_layout(TrainRequest request);

/// Says how far off times under these assumptions are on published steps.
void note_training_accuracy(const Assumptions& assumptions, Remarks& notes);

}  // namespace ridgepoint
