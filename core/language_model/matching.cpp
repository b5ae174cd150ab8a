#include "matching.hpp"

namespace ridgepoint::lm {

Windows embedded_windows(const Model& model, std::span<const Token> text, std::size_t most) {
    const std::size_t window = model.shape.context;
    Windows streams;
    for (std::size_t first = 0; first + window <= text.size() && streams.size() < most; first += window)
        streams.push_back(embedded(model, text.subspan(first, window)));
    return streams;
}

Matrix matched(const Matrix& weights, const Square& inverse, double added, const std::vector<double>& products) {
    const std::size_t outputs = weights.outputs;
    Matrix result(weights.inputs, outputs);
    for (std::size_t i = 0; i < weights.inputs; ++i)
        for (std::size_t j = 0; j < outputs; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < weights.inputs; ++k)
                sum += inverse.at(i, k) * (products[k * outputs + j] + added * weights.row(k)[j]);
            result.row(i)[j] = static_cast<float>(sum);
        }
    return result;
}

BlockWalk::BlockWalk(const Model& model, std::size_t block, Windows& residual_streams)
    : streams(residual_streams), model_(model), block_(block), layers_(float_layers(model)) {
    for (const auto& stream : streams) {
        enter_block(model, block, stream, model.shape.context, trace_);
        inputs.push_back(trace_.input[qkv]);
    }
}

const std::vector<float>& BlockWalk::pass(Part part, std::size_t window) {
    trace_.input[part].swap(inputs[window]);
    run_part(model_, layers_, block_, part, streams[window], model_.shape.context, trace_);
    if (part != down) trace_.input[part + 1].swap(inputs[window]);
    return part == qkv ? trace_.projected : part == gate_up ? trace_.gated : streams[window];
}

void BlockWalk::pass(Part part) {
    for (std::size_t window = 0; window < streams.size(); ++window) pass(part, window);
}

Aim aim_of(Part part, const Matrix& weights, BlockWalk& trained, const BlockWalk& quantized) {
    Square gram(weights.inputs);
    std::vector<double> products(weights.values.size());
    for (std::size_t w = 0; w < trained.streams.size(); ++w) {
        std::vector<float> aim = trained.pass(part, w);
        const std::vector<float>&x = quantized.inputs[w], &stream = quantized.streams[w];
        if (part == out || part == down)
            for (std::size_t at = 0; at < aim.size(); ++at) aim[at] -= stream[at];
        const std::size_t rows = x.size() / weights.inputs;
        add_products(x, x, rows, gram.values);
        add_products(x, aim, rows, products);
    }
    const double added = dampen(gram);
    Square inverted = inverse(std::move(gram));
    return {matched(weights, inverted, added, products), std::move(inverted)};
}

}  // namespace ridgepoint::lm
