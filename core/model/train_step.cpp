#include "train_step.hpp"

#include <array>
#include <cmath>

#include "elementary.hpp"
#include "machine.hpp"
#include "ridgepoint/training_fit.hpp"
#include "ridgepoint/workload.hpp"
#include "training.hpp"

namespace ridgepoint {
namespace {

/// A matrix product with the residual stream, of width h, on one side and `width` on the other.
struct Product {
    double width;
    double parts = 1;      ///< sums over `width` that are ended apart: one an expert passed
    double matrices = 1;   ///< for each that a token passes, those that there are: experts
    bool narrows = false;  ///< forward from `width` to h
};

/// The products of one layer, on each device.
std::array<Product, 4> products_of(const Model& m, double tensor) {
    const double h = *m.hidden_dim, width = m.head_dim.value_or(h / *m.heads);
    const double queries = *m.heads * width, keys = m.kv_heads.value_or(*m.heads) * width;
    const double of_layer = std::fmax(active_parameters(m) - output_head(m) - input_embedding(m), 0) / *m.layers;
    const double gates = m.gated_mlp.value_or(false) ? 2 : 1;
    const double inner = std::fmax(of_layer - h * (2 * queries + 2 * keys), 0) / h / (gates + 1);
    const bool sparse = expert_parameters(m) > 0;
    const double passed = sparse ? *m.experts_per_token : 1, there = sparse ? *m.experts / passed : 1;
    return {{{.width = (queries + 2 * keys) / tensor},
             {.width = queries / tensor, .narrows = true},
             {.width = gates * inner / tensor, .parts = passed, .matrices = there},
             {.width = inner / tensor, .parts = passed, .matrices = there, .narrows = true}}};
}

/// Bytes that pass between the products of a layer, for each token, at 16 bits. Two norms read and write h; two
/// residual sums read two and write one, with a byte of dropout's mask. Cut by tensor parallel: queries, keys and
/// values are read and written as they are arranged, the activation function reads and writes the inner width, a bias
/// is added to h. FP8: each product's input is read and written in both arrangements.
struct Between {
    double uncut, cut;
};
Between between_products(const Model& m, bool in_fp8) {
    const auto products = products_of(m, 1);
    const double h = *m.hidden_dim;
    const double inputs = 2 * h + products[1].width + products[3].width;
    return {22 * h,
            4 * products[0].width + 2 * products[2].width + 2 * products[3].width + 2 * h + (in_fp8 ? 4 * inputs : 0)};
}

/// Bytes moved for each score that is kept, in 16 bits and a byte of dropout's mask, by Megatron-LM's fused kernels.
/// Forward 13: 2 by the product that makes it, 4 by the softmax, 5 by dropout, 2 by the product with the values.
/// Backward 19: 2 by the product that reads what was dropped out, 2 by that which makes the gradient, 5 by dropout, 6
/// by the softmax, which reads its result too, 2 by each of two products. A causal softmax reads the half that is not
/// masked: one less forward, two less backward (megatron/fused_kernels/scaled_upper_triang_masked_softmax.h).
struct ScoreBytes {
    double forward, backward;
};
constexpr ScoreBytes bytes_per_score{13, 19}, bytes_per_causal_score{12, 17};

/// Bytes moved for each logit: written and read in FP32, its gradient too, and rounded.
constexpr double traffic_per_logit = 14;

/// Backward: gradients of activations and of weights, each as much as forward; attention that kept no scores computes
/// them again, five products for two (Dao et al. 2022).
constexpr double flash_backward = 2.5, eager_backward = 2, between_backward = 2;

/// FP32 gradients of a weight that an optimizer's step reads and writes: read for their norm and for the update, and
/// clipped; under FP16 their scale is taken off too (megatron/optimizer/optimizer.py).
constexpr double gradients_moved = 4, scaled_gradients_moved = 6, bytes_per_main_gradient = 4;

Links links_of(const TrainRequest& r, const TrainingRates& rates) {
    Links links = links_of(*r.hardware, 1, r.link_latency);
    links.device = links.device * *rates.link_efficiency;
    links.network = links.network * *rates.network_efficiency;
    return links;
}

double stage_layers(const TrainRequest& r) { return std::ceil(*r.model->layers / r.parallel.pipeline); }

double micro_tokens(const TrainRequest& r) { return r.micro_batch * r.sequence; }

/// The hidden state of a micro-batch, as layers pass it on.
Bytes<> passed_on(const TrainRequest& r) {
    return Bytes<>{micro_tokens(r) * *r.model->hidden_dim * bytes_of(r).activation};
}

bool causal(const Model& m) { return m.unit == Unit::token; }

/// Pairs of query and key of a micro-batch and layer: all, and those that are computed.
struct Pairs {
    double all, computed;
};
Pairs pairs_of(const TrainRequest& r) {
    const Model& m = *r.model;
    const double all = micro_tokens(r) * tokens_in_reach(m, r.sequence) / *m.layers;
    const bool skips = causal(m) && r.attention == Attention::flash;
    return {all, skips ? r.micro_batch * causal_pairs(m, r.sequence, 0) / *m.layers : all};
}

/// Times of one layer for one micro-batch. `hides`: of backward, the gradients of those weights beside which an
/// all-reduce can run, that of the same product's input.
struct LayerTimes {
    double forward, backward, again, hides;
};
LayerTimes layer_times(const TrainRequest& r, const TrainPace& pace) {
    const Model& m = *r.model;
    const double n = micro_tokens(r), t = r.parallel.tensor, h = *m.hidden_dim, bytes = bytes_of(r).activation / 2;
    double forward = 0, backward = 0, hides = 0;
    for (const Product& p : products_of(m, t)) {
        const double widen = p.width * (h + pace.depth), narrow = h * (p.width + p.parts * pace.depth);
        const double weights = r.lora ? 0 : h * p.width * n + h * p.width * p.matrices * pace.depth;
        forward += flop_per_parameter * n * (p.narrows ? narrow : widen) * pace.products;
        backward += flop_per_parameter * (n * (p.narrows ? widen : narrow) + weights) * pace.products;
        if (!p.narrows) hides += flop_per_parameter * weights * pace.products;
    }
    const Pairs pairs = pairs_of(r);
    const bool eager = r.attention == Attention::eager;
    const Between between = between_products(m, r.precision == Precision::fp8);
    const double moved = n * bytes * (between.uncut / (r.sequence_parallel ? t : 1) + between.cut / t) / pace.bandwidth;
    const double scores = eager ? *m.heads / t * pairs.all * bytes / pace.bandwidth : 0;
    const ScoreBytes score = causal(m) ? bytes_per_causal_score : bytes_per_score;
    const double multiplied = flop_per_pair(m, AttentionForm::expanded) / t * pairs.computed * pace.attention;
    const double attention = multiplied + score.forward * scores;
    const double gap = in_si(pace.layer_gap);
    LayerTimes times{.forward = forward + moved + attention + gap,
                     .backward = backward + between_backward * (moved + gap) +
                                 multiplied * (eager ? eager_backward : flash_backward) + score.backward * scores,
                     .again = 0,
                     .hides = hides};
    if (r.recomputation == Recomputation::full) times.again = times.forward;
    else if (r.recomputation == Recomputation::selective && eager) times.again = attention;
    return times;
}

/// The output head, of a micro-batch: forward, and backward.
struct HeadTimes {
    double forward, backward;
};
HeadTimes head_times(const TrainRequest& r, const TrainPace& pace) {
    const Model& m = *r.model;
    if (!causal(m) || !m.vocab_size) return {};
    const double n = micro_tokens(r), h = *m.hidden_dim, width = *m.vocab_size / r.parallel.tensor;
    const double forward = flop_per_parameter * n * width * (h + pace.depth) * pace.products;
    const double weights = r.lora ? 0 : h * width * (n + pace.depth);
    return {.forward = forward + traffic_per_logit / 2 * n * width / pace.bandwidth,
            .backward = flop_per_parameter * (n * h * (width + pace.depth) + weights) * pace.products +
                        traffic_per_logit / 2 * n * width / pace.bandwidth};
}

/// Of the output head what all stages wait for: the last has it besides its layers, of which it has one less where they
/// do not divide evenly (Grattafiori et al., The Llama 3 Herd of Models, 2024, section 3.3.2).
HeadTimes waited_for(const HeadTimes& head, const LayerTimes& layer, const TrainRequest& r) {
    if (divides(r.parallel.pipeline, *r.model->layers)) return head;
    const double whole = head.forward + head.backward;
    const double left = std::fmax(1 - (layer.forward + layer.backward + layer.again) / whole, 0);
    return {head.forward * left, head.backward * left};
}

/// All-reduces of a layer's activations: two forward, again where that is recomputed, and two backward; sequence
/// parallel gathers its inputs once more. Two of backward, and with sequence parallel that gathering and a scattering,
/// run beside the arithmetic of the products whose inputs are whole (Korthikanti et al. 2023, sections 4.2.2 and 6.2;
/// Megatron-LM of September 2021, cf7efd4f).
double tensor_time(const TrainRequest& r, const TrainPace& pace, const LayerTimes& layer) {
    constexpr double hideable = 2;
    const double all = 4 + (r.recomputation == Recomputation::full ? 2 : 0) + (r.sequence_parallel ? 1 : 0);
    const double once = in_si(exchange_time(all_reduce(passed_on(r), r.parallel.tensor, pace.links.node), pace.links));
    return all * once - pace.tensor_overlap * std::fmin(hideable * once, layer.hides);
}

/// Exchange between experts for a micro-batch and layer: two forward, two backward, and two more where it is
/// recomputed.
double expert_time(const TrainRequest& r, const TrainPace& pace) {
    const Links& links = pace.links;
    const Model& m = *r.model;
    const double e = r.parallel.expert, t = r.parallel.tensor, n = micro_tokens(r);
    if (e <= 1) return 0;
    const double sparse = (*m.layers - m.dense_layers.value_or(0)) / *m.layers;
    const double passes = r.recomputation == Recomputation::full ? 6 : 4;
    const Bytes<> sent{n * *m.hidden_dim * bytes_of(r).activation * *m.experts_per_token / t};
    const double fullest = in_si(imbalance_work(m, n, r.parallel)) / *m.layers * passes / 2 * pace.products;
    const double exchange = in_si(exchange_time(all_to_all(sent, e, links.node), links)) * (1 - pace.expert_overlap);
    return exchange * passes * sparse + fullest;
}

/// To the next stage and back, of a micro-batch; each of t devices sends its part, and without sequence parallel they
/// gather the whole, half an all-reduce (Narayanan et al. 2021, section 4.1).
double hop_time(const TrainRequest& r, const Links& links) {
    const Parallel& p = r.parallel;
    if (p.pipeline == 1) return 0;
    const bool near = p.tensor * p.pipeline <= links.node;
    const Bytes<> sent = passed_on(r) / p.tensor;
    Seconds<> once = sent / (near ? links.device : links.network) + links.latency * (near ? 1 : far_latency_ratio);
    if (!r.sequence_parallel) once = once + exchange_time(all_reduce(passed_on(r) / 2, p.tensor, links.node), links);
    return 2 * r.interleaving * in_si(once);
}

/// Weights gathered and gradients scattered among copies, half an all-reduce each: with ZeRO 3 at each pass, with
/// ZeRO 2 the gradients of each micro-batch, else once.
double data_time(const TrainRequest& r, const TrainPace& pace) {
    const Parallel& p = r.parallel;
    if (p.data == 1) return 0;
    const TrainBytes bytes = bytes_of(r);
    const double m = micro_batches(r), node = pace.links.node;
    const double gathers = r.zero_stage == 3 ? 2 * m : 1, scatters = r.zero_stage >= 2 ? m : 1;
    Seconds<> reduction{0};
    for (const HeldWeights& part : held_weights(r)) {
        if (part.weights == 0) continue;
        const double gathered = r.zero_stage == 3   ? part.weights * bytes.weight
                                : r.zero_stage == 0 ? part.trained * bytes.gradient
                                                    : part.trained * bytes.weight;
        const Bytes<> sent{(gathers * gathered + scatters * part.trained * bytes.gradient) / 2};
        const double near = std::fmax(std::floor(node * part.copies / (p.tensor * p.data)), 1);
        reduction = reduction + exchange_time(all_reduce(sent, part.copies, near), pace.links);
    }
    const double beyond = std::ceil(p.data / std::fmax(std::floor(node / p.tensor), 1)) - 1;
    const double in_turn = r.zero_stage == 3   ? 3 * m * stage_layers(r)
                           : r.zero_stage == 2 ? (1 + m) * stage_layers(r)
                                               : 0;
    return in_si(reduction + pace.ring_wait * (beyond * in_turn));
}

double optimizer_time(const TrainRequest& r, const TrainPace& pace) {
    const TrainBytes bytes = bytes_of(r);
    const double gradients = r.precision == Precision::fp16 ? scaled_gradients_moved : gradients_moved;
    double moved = 0;
    for (const HeldWeights& part : held_weights(r)) {
        const double averaged = part.copies > 1 ? 2 * bytes.gradient : 0;
        moved += part.trained / (r.zero_stage >= 1 ? part.copies : 1) *
                 (2 * bytes.state + averaged + gradients * bytes_per_main_gradient + 2 * bytes.weight);
    }
    return moved / pace.bandwidth;
}

}  // namespace

TrainingRates first_principles_rates() {
    constexpr double half = 0.5;
    return {.efficiency = half,
            .product_depth = 0,
            .joules_per_flop = 0,
            .attention_joules_per_flop = 0,
            .bandwidth_efficiency = 1,
            .link_efficiency = 1,
            .network_efficiency = 1,
            .overlap = half,
            .expert_overlap = 0,
            .tensor_overlap = 1,
            .ring_wait = Seconds<>{0},
            .layer_gap = compiled_layer};
}

TrainingRates rates_of(const TrainRequest& r) {
    TrainingRates rates = first_principles_rates();
    const auto& fit = TrainingFit::embedded();
    if (r.assumptions.preset == Preset::calibrated && fit) {
        rates = fit->rates;
    } else {
        rates.efficiency = r.assumptions.efficiency;
        rates.bandwidth_efficiency = r.assumptions.bandwidth_efficiency;
        rates.layer_gap = r.assumptions.layer_overhead;
    }
    const auto take = [](auto& into, const auto& own) {
        if (own) into = own;
    };
    take(rates.efficiency, r.rates.efficiency);
    take(rates.product_depth, r.rates.product_depth);
    take(rates.joules_per_flop, r.rates.joules_per_flop);
    take(rates.attention_joules_per_flop, r.rates.attention_joules_per_flop);
    take(rates.bandwidth_efficiency, r.rates.bandwidth_efficiency);
    take(rates.link_efficiency, r.rates.link_efficiency);
    take(rates.network_efficiency, r.rates.network_efficiency);
    take(rates.overlap, r.rates.overlap);
    take(rates.expert_overlap, r.rates.expert_overlap);
    take(rates.tensor_overlap, r.rates.tensor_overlap);
    take(rates.ring_wait, r.rates.ring_wait);
    take(rates.layer_gap, r.rates.layer_gap);
    return rates;
}

double global_batch(const TrainRequest& r) {
    constexpr double passes_a_stage = 4;
    const double passes = r.parallel.pipeline > 1 ? passes_a_stage * r.parallel.pipeline : 1;
    return r.global_batch.value_or(r.micro_batch * r.parallel.data * passes);
}

double micro_batches(const TrainRequest& r) { return global_batch(r) / (r.micro_batch * r.parallel.data); }

TrainWork train_work(const TrainRequest& r) {
    const Model& m = *r.model;
    const double sequences = global_batch(r), tokens = sequences * r.sequence, passes = r.lora ? 2 : 3;
    const double multiplied = active_parameters(m) - input_embedding(m) - (causal(m) ? 0 : output_head(m));
    const Pairs pairs = pairs_of(r);
    const double per_pair = flop_per_pair(m, AttentionForm::expanded) * *m.layers * sequences / r.micro_batch;
    const double matrices = flop_per_parameter * multiplied * tokens, attention = per_pair * pairs.computed;
    const double body = matrices - (causal(m) ? flop_per_parameter * output_head(m) * tokens : 0);
    const double again = r.recomputation == Recomputation::full ? body + attention
                         : r.recomputation == Recomputation::selective && r.attention == Attention::eager ? attention
                                                                                                          : 0;
    const double useful = passes * matrices + 3 * attention;
    return {Flop<>{useful}, Flop<>{useful + again}};
}

TrainPace train_pace(const TrainRequest& r, const TrainingRates& rates) {
    const Hardware& h = *r.hardware;
    const Rate rate = compute_rate(h.peak, r.precision, Scheme::native);
    const Rate wide = compute_rate(h.peak, rate.at == Precision::fp8 ? Precision::fp16 : rate.at, Scheme::native);
    const double watts = h.tdp ? in_si(*h.tdp) : HUGE_VAL, bytes = bytes_per_value(rate.at);
    const double share = rate.at == Precision::fp32 ? 0 : std::fmin(bytes / 2, 1);
    const double shallow = 1 / (in_si(wide.peak) * *rates.efficiency);
    const double joules = *rates.joules_per_flop / watts;
    const bool flash = r.attention == Attention::flash;
    return {.products = 1 / (in_si(rate.peak) * *rates.efficiency) + share * joules,
            .attention = shallow + (flash ? *rates.attention_joules_per_flop / watts : joules),
            .depth = *rates.product_depth,
            .bandwidth = in_si(h.memory_bandwidth) * *rates.bandwidth_efficiency,
            .links = links_of(r, rates),
            .layer_gap = *rates.layer_gap,
            .ring_wait = *rates.ring_wait,
            .overlap = *rates.overlap,
            .expert_overlap = rates.expert_overlap.value_or(0),
            .tensor_overlap = rates.tensor_overlap.value_or(1)};
}

TrainTimes train_times(const TrainRequest& r, const TrainPace& pace) {
    const LayerTimes layer = layer_times(r, pace);
    const HeadTimes head = waited_for(head_times(r, pace), layer, r);
    const double layers = stage_layers(r), m = micro_batches(r), p = r.parallel.pipeline;
    // In the long run all stages are as slow as the slowest.
    TrainTimes times;
    times.forward = Seconds<>{m * (layers * layer.forward + head.forward)};
    times.backward = Seconds<>{m * (layers * layer.backward + head.backward)};
    times.recomputation = Seconds<>{m * layers * layer.again};
    times.tensor = Seconds<>{m * layers * tensor_time(r, pace, layer)};
    times.expert = Seconds<>{m * layers * expert_time(r, pace)};
    times.pipeline = Seconds<>{m * hop_time(r, pace.links)};
    const Seconds<> passes = times.total(), of_head{m * (head.forward + head.backward)};
    // It waits for the others at both ends of a step: for their layers alone.
    times.bubble = (passes - of_head) * ((p - 1) / r.interleaving / m);
    const Seconds<> data{data_time(r, pace)};
    times.data = max(data * (1 - pace.overlap), data - passes);
    times.optimizer = Seconds<>{optimizer_time(r, pace)};
    return times;
}

}  // namespace ridgepoint
