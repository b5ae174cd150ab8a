#include "model/phrases/train.hpp"

namespace ridgepoint::phrases {

const Phrase in_this_training{"this training"};

const Phrase not_a_transformer{
    "model must be a transformer whose layers, heads and hidden_dim are known; for others, use roofline with phase "
    "training"};
const Phrase batch_does_not_divide{
    "global_batch must be a multiple of micro_batch × parallel.data ({1:9}), given {0:9}"};
const Phrase devices_do_not_divide{
    "devices must be a multiple of parallel.tensor × parallel.pipeline ({1:9}), given {0:9}"};
const Phrase other_devices{"devices must match parallel ({1:9} in all) where parallel.data is given too, given {0:9}"};
const Phrase integers_do_not_train{
    "precision must be fp8 or a wider floating-point format, which gradients need, given {0}; frozen weights may be "
    "stored in {0} (weight_precision, with lora)"};
const Phrase only_with_lora{
    "weight_precision must have at least 16 bits to be trained, given {0}; with lora, frozen weights may be stored in "
    "it"};
const Phrase too_many_pieces{
    "interleaving × parallel.pipeline must be at most the model's {2:9} layers, given {0:9} × {1:9}; and without a "
    "pipeline there is nothing to interleave"};

const Phrase does_not_fit{"Each device would need {0} and has {1} to use: the times are as if it fit. {2}"};
const Phrase fits_on{"It fits on {0:9} devices: tensor {1:9}, pipeline {2:9}, data {3:9}."};
const Phrase fits_nowhere{"No layout of up to {0:#} devices holds it{1}."};
const Phrase might_help{"; {0:or} might help"};
const Phrase smaller_micro_batches{"smaller micro-batches"};
const Phrase sequence_parallelism{"sequence parallelism"};
const Phrase more_recomputation{"recomputation"};
const Phrase higher_zero_stage{"a higher ZeRO stage"};
const Phrase layouts_at_stage{
    "All are at ZeRO stage {0:9}. A higher stage needs less memory, so a layout that does not fit here may then be "
    "quicker."};
const Phrase uneven_stages{
    "{0:9} layers do not divide evenly into {1:9} stages, so all wait for those with {2:9} layers."};
const Phrase training_band{
    "Calibrated on {0:9} published steps (Megatron-LM, FSDP, BERT). With each source left out in turn, the median "
    "error was {1:.1%}; with each device left out, {4:.1%}. Nine in ten steps of another source like these should take "
    "{2:.2} "
    "to {3:.2} times the prediction. At half the peak rate, with nothing fitted, this step would take {5}."};
const Phrase training_elsewhere{"No band: all fitted steps ran on V100, A100 or H100."};
const Phrase training_of_experts{
    "No band: no fitted step was of a mixture of experts. Nine published ones outside the fit took 0.5 to 2.3 times "
    "the prediction: longer where experts share a node, shorter where they span nodes and their exchange is hidden "
    "(rates.expert_overlap)."};
const Phrase training_in_fp8{
    "No band: only one fitted step was in FP8. Five published ones of 2025, outside the fit, took 0.64 to 0.98 times "
    "the prediction."};
const Phrase training_rough{
    "Rough: half the peak rate, with nothing fitted. Its median error on {1:9} published steps is {0:.1%}; that of "
    "calibrated assumptions, {2:.1%}."};
const Phrase training_calibrated{
    "Calibrated on {0:9} published steps (Megatron-LM, FSDP, BERT). With each source left out in turn, the median "
    "error was {1:.1%}."};
const Phrase no_scores_kept{"FlashAttention keeps no scores, so selective recomputation has nothing to save."};
const Phrase gradients_in_16{"Gradients and activations are in 16 bits, though weights are stored in {0}."};
const Phrase sequence_beyond{"Sequences of {0:#} tokens are longer than the {1:#} that the model was trained for."};

const Phrase logits_of_pytorch{
    "Logits count 4 bytes each. PyTorch's own loss took 9 bytes compiled, 20 in eager mode (Llama 3.2 1B on an H200): "
    "up to {0} more."};

const Phrase train_layout{
    "Devices: {0:9} (tensor {1:9} × pipeline {2:9} × data {3:9}). Sequences in a step: {4:9}; in a micro-batch: {5:9}; "
    "micro-batches through each pipeline: {6:9}."};
const Phrase train_where{
    "Of each step, {0:#%} is forward, {1:#%} backward, {2:#%} recomputation, {3:#%} links, {4:#%} bubble, {5:#%} "
    "optimizer."};
const Phrase train_memory_of{
    "Each device holds {0} of weights, {1} of gradients, {2} of the optimizer, {3} of activations, {4} of logits and "
    "{5} of workspace."};
const Phrase train_run{"{0:#} tokens take {1:#} {1:?step|steps}, {2} in all."};
const Phrase train_failures{
    "A device fails every {0} on average; a checkpoint takes {1} and is written every {2}; {3:#%} of the time is "
    "useful work."};

}  // namespace ridgepoint::phrases
