#include "gate.hpp"

#include "model/elementary.hpp"

namespace ridgepoint::router {

Gate::Gate(MemoryMeter& meter, const LayerShape& shape, const Kernels& kernels, Random& random)
    : kernels_(kernels),
      experts_(shape.experts),
      top_k_(shape.top_k),
      inner_(shape.router_width == 0 ? nullptr : std::make_unique<Matrix>(meter, shape.router_width, shape.width)),
      outer_(meter, shape.experts, shape.router_width == 0 ? shape.width : shape.router_width),
      neurons_(meter, shape.router_width),
      outputs_(meter, outer_.padded_rows()) {
    if (inner_) inner_->randomize(random, shape.router_width);
    outer_.randomize(random, shape.experts);
    // ReLU leaves a positive mean in every neuron, which would make the same experts win for all tokens.
    if (inner_) outer_.center_rows();
}

void Gate::decide(const float* hidden, Decision& decision) {
    const float* input = hidden;
    if (inner_) {
        inner_->apply(kernels_, hidden, neurons_.data());
        kernels_.relu(neurons_.data(), neurons_.size());
        input = neurons_.data();
    }
    outer_.apply(kernels_, input, outputs_.data());

    std::uint64_t taken = 0;
    for (std::size_t place = 0; place < top_k_; ++place) {
        std::size_t best = experts_;
        for (std::size_t e = 0; e < experts_; ++e)
            if ((taken >> e & 1) == 0 && (best == experts_ || outputs_[e] > outputs_[best])) best = e;
        taken |= std::uint64_t{1} << best;
        decision.expert[place] = static_cast<std::uint8_t>(best);
    }
    const double largest = outputs_[decision.expert[0]];
    std::array<double, 8> exponentials{};
    double sum = 0;
    for (std::size_t place = 0; place < top_k_; ++place) {
        exponentials[place] = exponential(outputs_[decision.expert[place]] - largest);
        sum += exponentials[place];
    }
    for (std::size_t place = 0; place < top_k_; ++place)
        decision.weight[place] = static_cast<float>(exponentials[place] / sum);
}

}  // namespace ridgepoint::router
