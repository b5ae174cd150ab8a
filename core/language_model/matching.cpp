#include "matching.hpp"

#include "arithmetic.hpp"

namespace ridgepoint::lm {
namespace {

/// Adds Σ x·yᵀ over the rows of a window. Floats are exact enough for one; the sum over all is kept in doubles.
void add_products(const std::vector<float>& x, const std::vector<float>& y, std::size_t rows, std::vector<double>& to) {
    const std::size_t inputs = x.size() / rows, outputs = y.size() / rows;
    std::vector<float> products(inputs * outputs);
    multiply(x.data(), 1, inputs, y.data(), outputs, products.data(), outputs, inputs, rows, outputs);
    for (std::size_t at = 0; at < products.size(); ++at) to[at] += products[at];
}

std::vector<float> difference(std::vector<float> from, const std::vector<float>& what) {
    for (std::size_t at = 0; at < from.size(); ++at) from[at] -= what[at];
    return from;
}

/// A model with its layers, and the buffers of a block.
struct Path {
    const Model& model;
    std::size_t block;
    Layers layers = float_layers(model);
    BlockTrace trace{};

    void enter(Passing& window) {
        enter_block(model, block, window.stream, model.shape.context, trace);
        window.input = trace.input[qkv];
    }
    void pass(Part part, Passing& window) {
        trace.input[part].swap(window.input);
        run_part(model, layers, block, part, window.stream, model.shape.context, trace);
        if (part != down) window.input = trace.input[part + 1];
    }
};

}  // namespace

std::vector<Passage> passages(const Model& model, std::span<const Token> text) {
    const std::size_t window = model.shape.context;
    std::vector<Passage> windows;
    for (std::size_t first = 0; first + window <= text.size(); first += window) {
        const Passing start{embedded(model, text.subspan(first, window))};
        windows.push_back({start, start});
    }
    return windows;
}

Matrix matched(const Matrix& weights, const Square& gram, const std::vector<double>& products) {
    const std::size_t inputs = weights.inputs, outputs = weights.outputs;
    Square hessian = gram;
    const double added = dampening(gram);
    for (std::size_t i = 0; i < inputs; ++i) hessian.at(i, i) += added;
    const auto factor = inverse_factor(hessian);
    if (!factor) return weights;  // dampened, it is positive definite but for rounding
    // weights + UᵀU·(products − gram·weights)
    std::vector<double> missing = products, half(inputs * outputs), change(inputs * outputs);
    for (std::size_t i = 0; i < inputs; ++i)
        for (std::size_t k = 0; k < inputs; ++k)
            for (std::size_t j = 0; j < outputs; ++j) missing[i * outputs + j] -= gram.at(i, k) * weights.row(k)[j];
    for (std::size_t i = 0; i < inputs; ++i)
        for (std::size_t k = i; k < inputs; ++k)
            for (std::size_t j = 0; j < outputs; ++j)
                half[i * outputs + j] += factor->at(i, k) * missing[k * outputs + j];
    for (std::size_t k = 0; k < inputs; ++k)
        for (std::size_t i = k; i < inputs; ++i)
            for (std::size_t j = 0; j < outputs; ++j)
                change[i * outputs + j] += factor->at(k, i) * half[k * outputs + j];
    Matrix result = weights;
    for (std::size_t at = 0; at < change.size(); ++at) result.values[at] += static_cast<float>(change[at]);
    return result;
}

void quantize_in_turn(const Model& trained, Model& model, std::size_t block, std::vector<Passage>& windows,
                      const std::function<Matrix(Part part, const Matrix& weights, const Square& gram)>& quantize) {
    Path whole{trained, block}, rounded{model, block};
    for (Passage& window : windows) {
        whole.enter(window.trained);
        rounded.enter(window.quantized);
    }
    for (const Part part : {qkv, out, gate_up, down}) {
        const Matrix& weights = trained.blocks[block].linear[part];
        Square gram(weights.inputs);
        std::vector<double> products(weights.values.size());
        for (Passage& window : windows) {
            whole.pass(part, window.trained);
            const std::vector<float>& x = window.quantized.input;
            add_products(x, x, trained.shape.context, gram.values);
            add_products(x,
                         part == qkv       ? whole.trace.projected
                         : part == gate_up ? whole.trace.gated
                                           : difference(window.trained.stream, window.quantized.stream),
                         trained.shape.context, products);
        }
        model.blocks[block].linear[part] = quantize(part, matched(weights, gram, products), gram);
        for (Passage& window : windows) rounded.pass(part, window.quantized);
    }
}

}  // namespace ridgepoint::lm
