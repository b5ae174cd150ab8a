#include "experts.hpp"

#include <algorithm>

namespace ridgepoint::router {

Experts::Experts(MemoryMeter& meter, const LayerShape& shape, const Kernels& kernels, Random& random)
    : kernels_(kernels),
      top_k_(shape.top_k),
      width_(shape.width),
      experts_(shape.experts),
      neurons_(meter, shape.expert_width),
      gates_(meter, shape.gated_experts ? shape.expert_width : 0),
      sum_(meter, shape.width) {
    const auto make = [&](std::size_t rows, std::size_t columns) {
        auto matrix = std::make_unique<Matrix>(meter, rows, columns);
        matrix->randomize(random, rows);
        return matrix;
    };
    for (Expert& expert : experts_) {
        expert.up = make(shape.expert_width, shape.width);
        if (shape.gated_experts) expert.gate = make(shape.expert_width, shape.width);
        expert.down = make(shape.width, shape.expert_width);
    }
}

void Experts::run(const float* hidden, const Decision& decision, float* output) {
    std::fill_n(output, width_, 0.0f);
    for (std::size_t place = 0; place < top_k_; ++place) {
        const Expert& expert = experts_[decision.expert[place]];
        expert.up->apply(kernels_, hidden, neurons_.data());
        if (expert.gate) {
            expert.gate->apply(kernels_, hidden, gates_.data());
            kernels_.relu_gate(neurons_.data(), gates_.data(), neurons_.size());
        } else {
            kernels_.relu(neurons_.data(), neurons_.size());
        }
        expert.down->apply(kernels_, neurons_.data(), sum_.data());
        kernels_.add_scaled(output, sum_.data(), decision.weight[place], width_);
    }
}

}  // namespace ridgepoint::router
