#include "model/phrases/compress.hpp"

namespace ridgepoint::phrases {

const Phrase in_pruning{"pruning"};
const Phrase in_quantization{"quantization to {0} bits"};
const Phrase uncalibrated{"{0} without calibration"};
const Phrase textbook_batch{"Textbook accounting: the speedup is the same at any batch."};

const Phrase speedups_measured{"speedups"};
const Phrase perplexity_fitted{"The perplexity is fitted to published ratios of {0}."};
const Phrase groups_fitted_as_one{
    "One fit covers groups of 64 and 128 weights; groups of {0:9} are given the same perplexity."};
const Phrase perplexity_unknown{
    "No perplexity is given: the tables cover only language models, with weights quantized or half of them pruned."};
const Phrase training_tokens_unknown{
    "training_tokens is unknown for this model, so the band spans {0} to {1} tokens: models trained longer lose more."};
const Phrase unbounded_perplexity{
    "No perplexity is given: pruning half of the weights by {0} makes it 1.4 to millions of times as high, depending "
    "on the model (Wanda, README and issue 7)."};
const Phrase bits_not_measured{"No perplexity is given: no table covers {0} with so few bits."};
const Phrase rows_not_measured{
    "No perplexity is given: with one scale per row and so few bits, tables for {0} are missing or vary too widely."};
const Phrase tokens_not_measured{
    "No perplexity is given: documents agree on {0} only for models trained on 1 to 2 trillion tokens."};
const Phrase survey_of_quantization{
    "The accuracy figure is an estimate: medians over published models (Gholami et al. 2021)."};
const Phrase survey_of_pruning{
    "The accuracy figure is an estimate: medians over published models (Blalock et al. 2020)."};
const Phrase pruning_curve{
    "The estimate is −0.01 e^(2s) from a sparsity s of 0.75 on, joined to −0.001 at 0.5 and to 0 at 0."};
const Phrase pruned_language_model{
    "The estimate does not hold for language models: with half of the weights zero, perplexity is 1.2 to 2.3 times as "
    "high with Wanda and SparseGPT, and 1.4 to millions of times with magnitude pruning (Sun et al. 2024; Zhang et al. "
    "2024)."};
const Phrase structures_cost_more{
    "The estimate is for zeros anywhere; removing whole rows or channels costs more accuracy."};

const Phrase without_overhead{"Without the overhead, which stays, the speedup would be {0:x}."};
const Phrase without_overhead_and_cache{"Without the overhead and the cache, which stay, the speedup would be {0:x}."};
const Phrase without_overhead_and_activations{
    "Without the overhead and the activations, which stay, the speedup would be {0:x}."};
const Phrase sparsity_capped{"Sparsity is capped at 0.99: a model keeps some weights."};
const Phrase zeros_save_no_time{
    "These zeros save no time: kernels cannot skip this pattern. The size counts neither them nor the indices of the "
    "rest."};
const Phrase no_such_arithmetic{"No arithmetic unit multiplies in {0} bits; the arithmetic is timed at the FP16 rate."};
const Phrase textbook_quantization{
    "Textbook accounting: 9 to 15 bits are charged the accuracy loss of 4, and the speedup compares FP32 with the FP16 "
    "ridge."};
const Phrase textbook_pruning{"Textbook accounting: the accuracy estimate jumps at a sparsity of 0.5."};

const Phrase algorithm_prunes{"algorithm must match method quantization, given {0}"};
const Phrase algorithm_quantizes{"algorithm must match method pruning, given {0}"};

}  // namespace ridgepoint::phrases
