#include "model/phrases/notes.hpp"

namespace ridgepoint::phrases {

const Phrase comma{", "};
const Phrase or_else{" or "};
const Phrase name{"{0}"};
const Phrase hours{" hours"};
const Phrase days{" days"};
const Phrase this_device{"this device"};
const std::array<Phrase, regime_names.size()> bounds{
    {{"memory-bound"}, {"compute-bound"}, {"overhead-bound"}, {"communication-bound"}}};

const Phrase weight_only_rate{
    "Weight-only {0}: weights are stored in {0} and expanded, so the arithmetic runs at the FP16 rate."};
const Phrase prompts_in_int8{
    "Weight-only {0}: decoding multiplies expanded weights at the FP16 rate; for prompts, activations are rounded to 8 "
    "bits and multiplied at the {1} rate (llama.cpp pull request 7676)."};
const Phrase native_rate{
    "By default the arithmetic runs in {0} too; scheme \"weight_only\" would expand the weights to 16 bits instead."};
const Phrase rate_not_listed{"{0} lists no {1} rate; the arithmetic is timed at its {2} rate, {3}."};
const Phrase dispatch_assumed{"No dispatch overhead is given for {0}; {1} is assumed."};
const Phrase counted_as_one{"{0} is {1:9} devices counted as one: what they send each other takes no time here."};
const Phrase no_power{"No TDP is given for {0}, so there is no figure for energy."};

const Phrase none_usable{"{0} has {1}, and all of it is kept back: nothing is left for a program."};
const Phrase not_all_usable{"{0} has {1}, of which a program can use {2}."};
const Phrase excess_ignored{"{0} does not fit in {1}. The times are those of a device with enough memory."};
const Phrase excess_without_link{
    "{0} does not fit in {1}, and no host link is listed. The times are those of a device with enough memory; this one "
    "cannot run it."};
const Phrase excess_slows_all{
    "{0} does not fit in {1}: all traffic is timed at the host link's {2}, even for the part that fits."};
const Phrase excess_slows_all_textbook{
    "{0} does not fit in {1}: all traffic is timed at the host link's {2}, as in the reference."};
const Phrase excess_crosses{
    "{0} does not fit in {1}: {2} stays outside, and each pass moves {3} over the host link at {4}."};

const Phrase published_narrower{"{0} is published and usually run with {1:9}-bit weights: choose that precision."};
const Phrase cache_format{"The KV cache is kept in {0} though the weights are in {1}, the default in most software."};

const Phrase beyond_context{"The model was trained for at most {0:#} tokens of context."};
const Phrase not_used{"Not used in {0}: {1:,}."};

const Phrase band{
    "{0}. On sources left out of the fit, half of the predictions were within {1:.0%}, and nine in ten measured {2} "
    "were {3:.0%} to {4:.0%} of the prediction."};
const Phrase no_band{"No band: eager execution or another assumption was not fitted."};
const Phrase no_band_for_weights{
    "No band: Transformers was fitted in 16 bits. Quantized by bitsandbytes or quanto, a token took 1.1 "
    "to 5.9 times as long as in FP16 (A10G, 2023)."};
const Phrase no_band_for_batches{
    "No band: llama.cpp's batches have one only for dense networks with CUDA since June 2024; on three devices, "
    "batches of MoE models took 0.5 to 1.9 times the prediction."};
const Phrase no_band_for_sglang{"No band: no fit covers SGLang."};
const Phrase no_band_on_its_devices{"No band: {0} does not run on {1} devices."};
const Phrase no_band_on_such_devices{"No band: only GPUs with 68 GB/s to 8 TB/s of memory bandwidth were measured."};
const Phrase no_band_of_images{"No band: this fit covers image networks and encoders."};
const Phrase no_band_of_language{"No band: this fit covers language models."};
const Phrase no_band_of_states{"No band: no measured model had layers that keep a state instead of a KV cache."};
const Phrase no_band_for_training{"No band: this fit covers inference; train has one for training steps."};
const Phrase no_band_over_host_link{"No band: no measured run crossed the host link."};
const Phrase no_band_for_such_batch{"No band: no measured run had a batch above {0}."};
const Phrase no_band_for_batch_there{"No band: no measured run on {1} devices had a batch above {0}."};
const Phrase no_band_for_such_context{"No band: no measured run had a context above {0:#} tokens."};
const Phrase no_band_for_such_layouts{
    "No band: models were measured on up to 8 NVIDIA devices of one node, with no experts spread over them."};
const Phrase no_band_for_passes_on_devices{
    "No band for prompts and whole passes: only one source measured any on several devices."};
const Phrase width_in_file{"Weights take {0:.2} bits each, scales included, as in llama.cpp's files."};
const Phrase calibrated_on{"Calibrated on {0}"};
const Phrase times_measured{"times"};
const Phrase published{"{0} published measurements of {1}"};
const Phrase published_on_devices{"{0} published measurements of all software on 2 to 8 devices"};
const Phrase published_in_pairs{"{0} published measurements of {1}, in pairs"};
const Phrase unpublished{"other software, as there are no published measurements of {0}"};
const Phrase published_not_in_pairs{"other software, as the {0} published measurements of {1} are unpaired"};
const Phrase published_computing{
    "other software, as the {0} published measurements of {1} are all of prompts and large batches"};
const Phrase published_moving{
    "other software, as the {0} published measurements of {1} are all of decoding and small batches"};
const Phrase all_software{"all software together"};
const Phrase no_vector_rate{"No FP32 rate is listed for {0}, so the time to unpack weights is left out."};

const Phrase price_of_file{"The cost assumes {0:.2} USD an hour for each {1}{2}."};
const Phrase price_from{" ({0}, {1})"};
const Phrase price_as_given{"The cost assumes {0:.2} USD per device-hour, as given."};
const Phrase energy_assumed{
    "The energy assumes {1} W (the TDP) for each {0} in full use and {2:.0%} of that when idle"
    "{3:? (Barroso and Hölzle, 2007)|, as given}."};

const Phrase overhead{"Overhead: {0}{1} {1:?layer|layers} of {2}{1:?| each}, {3} in all.{4}"};
const Phrase one_dispatch{"one dispatch of {0} and "};
const Phrase host_ahead{" The host launches them in {0}, ahead of the device."};
const Phrase host_waited_for{" The host takes {0} to launch them, and the device waits for it."};

const Phrase no_flop_count{"No FLOP count is published for this model, so its arithmetic is left out."};
const Phrase every_embedding_read{
    "A recommendation model reads only the embedding rows it looks up; here it reads all, an upper bound."};
const Phrase local_attention{
    "Local attention layers keep at most {0} tokens; the cache here grows with the whole context, an upper bound."};

}  // namespace ridgepoint::phrases
