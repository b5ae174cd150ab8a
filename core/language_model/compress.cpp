#include "compress.hpp"

#include "matching.hpp"
#include "rescaling.hpp"

namespace ridgepoint::lm {
namespace {

constexpr int whole = 16;
constexpr std::size_t surveyed_windows = 16;
using Statistics = std::array<InputStatistics, parts>;

Rounding rounding_of(const Compression& how, const Matrix& weights) {
    const bool integer = how.activations != Activations::floating;
    const std::size_t inputs = how.granularity == Compression::Granularity::group ? how.group : weights.inputs;
    const std::size_t outputs = how.granularity == Compression::Granularity::tensor ? weights.outputs : 1;
    return {how.bits, {inputs, outputs}, integer};
}

Storage storage_of(Pruning pruning) {
    switch (pruning) {
        case Pruning::none:
            return Storage::dense;
        case Pruning::unstructured:
            return Storage::mask;
        case Pruning::two_of_four:
            return Storage::two_of_four;
        case Pruning::channels:
            return Storage::channels;
    }
    return Storage::dense;
}

std::array<Mask, parts> masks_of(const Block& block, const Statistics& statistics, std::size_t heads,
                                 const Compression& how) {
    if (how.pruning == Pruning::channels) return prune_channels(block, statistics, heads, how.importance, how.share);
    std::array<Mask, parts> masks;
    for (std::size_t part = 0; part < parts; ++part)
        if (how.pruning == Pruning::unstructured)
            masks[part] = prune_share(block.linear[part], statistics[part], how.importance, how.share);
        else if (how.pruning == Pruning::two_of_four)
            masks[part] = prune_two_of_four(block.linear[part], statistics[part], how.importance);
    return masks;
}

void fold(Block& block, Statistics& statistics, Part part, const std::vector<float>& scale) {
    rescale(block, part, scale);
    statistics[part].divide(scale);
}

/// Scales that the method puts between layers.
void rescale_for(Block& block, Statistics& statistics, const Compression& how) {
    if (how.method == Method::smoothquant)
        for (const Part part : {qkv, gate_up})
            fold(block, statistics, part, smoothing_scales(block.linear[part], statistics[part]));
    // Those between layers first: they change the outputs of the layers whose own inputs come after.
    if (how.method == Method::awq && how.bits < whole)
        for (const Part part : {out, down, qkv, gate_up})
            fold(block, statistics, part,
                 awq_scales(block.linear[part], statistics[part], rounding_of(how, block.linear[part])));
}

/// By GPTQ where there is what it asks of the inputs.
Packed packed_part(Aim aim, const Mask& mask, const Compression& how) {
    const Storage storage = storage_of(how.pruning);
    if (how.bits == whole) return pack(aim.weights, storage, mask);
    const Rounding rounding = rounding_of(how, aim.weights);
    return pack(aim.inverse.side > 0 ? gptq(std::move(aim.weights), std::move(aim.inverse), rounding, mask)
                                     : round_to_nearest(aim.weights, rounding),
                storage, mask);
}

/// Whether rescaling, pruning or the activations ask what passes through the layers.
bool needs_survey(const Compression& how) {
    return how.method == Method::awq || how.method == Method::smoothquant || how.activations != Activations::floating ||
           (how.pruning != Pruning::none && how.importance == Importance::wanda);
}

}  // namespace

QuantizedModel compress(const Model& model, std::span<const Token> calibration, const Compression& how) {
    QuantizedModel quantized{.model = model, .activations = how.activations, .cache_bits = how.cache_bits};
    Model& into = quantized.model;
    const bool by_gptq = how.method == Method::gptq && how.bits < whole, surveyed = needs_survey(how);
    Windows passing = embedded_windows(model, calibration,
                                       by_gptq    ? calibration.size()
                                       : surveyed ? surveyed_windows
                                                  : 0);
    Windows trained = by_gptq ? passing : Windows();
    BlockTrace trace;
    for (std::size_t b = 0; b < model.shape.layers; ++b) {
        Block& block = into.blocks[b];
        Statistics statistics;
        for (std::size_t part = 0; part < parts; ++part) statistics[part] = InputStatistics(block.linear[part].inputs);
        for (std::size_t w = 0; surveyed && w < std::min(surveyed_windows, passing.size()); ++w) {
            std::vector<float> stream = passing[w];
            run_block(into, float_layers(into), b, stream, model.shape.context, trace);
            for (std::size_t part = 0; part < parts; ++part) statistics[part].add(trace.input[part]);
        }
        const std::array<Mask, parts> masks = masks_of(block, statistics, model.shape.heads, how);
        if (!by_gptq) {
            for (std::size_t part = 0; part < parts; ++part) apply(masks[part], block.linear[part]);
            rescale_for(block, statistics, how);
        }
        auto& packed = quantized.packed.emplace_back();
        BlockWalk as_trained(model, b, trained), as_quantized(into, b, passing);
        for (const Part part : {qkv, out, gate_up, down}) {
            packed[part] = PackedLayer(packed_part(
                by_gptq ? aim_of(part, block.linear[part], as_trained, as_quantized) : Aim{block.linear[part]},
                masks[part], how));
            block.linear[part] = packed[part].values();
            as_quantized.pass(part);
        }
        auto& levels = quantized.levels.emplace_back();
        auto& most = quantized.most.emplace_back();
        for (std::size_t part = 0; part < parts; ++part) {
            if (how.activations != Activations::floating) levels[part] = packed[part].levels();
            most[part] = *std::max_element(statistics[part].most.begin(), statistics[part].most.end());
        }
    }
    return quantized;
}

}  // namespace ridgepoint::lm
