/// Training: Adam with decoupled weight decay on random windows of a text.
#pragma once

#include <functional>

#include "forward.hpp"

namespace ridgepoint::lm {

struct TrainingPlan {
    std::size_t steps = 1000;
    std::size_t batch = 8;        ///< windows a step
    double learning_rate = 4e-3;  ///< at its highest, after the first twentieth of the steps; then linearly to 0
    double decay = 0.1;           ///< of the weights, times the learning rate; not of gains
    double clip = 1;              ///< the gradient's length at most
    std::uint64_t seed = 1;
};

/// A model of random weights: uniform with the variance that keeps a row's; gains 1.
Model random_model(const Shape& shape, std::uint64_t seed);

/// Trains in place; `report` hears the mean loss of each step, in nats a token. The same seed gives the same bits.
/// `text` has more tokens than a window.
void train(Model& model, std::span<const Token> text, const TrainingPlan& plan,
           const std::function<void(std::size_t step, double loss)>& report);

/// Mean loss over the whole windows of a text, in nats a token.
double mean_loss(const Model& model, std::span<const Token> text);

}  // namespace ridgepoint::lm
