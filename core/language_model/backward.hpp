/// The gradient of the loss with respect to every weight, by backpropagation.
#pragma once

#include "forward.hpp"

namespace ridgepoint::lm {

/// Adds to `gradient` that of the mean loss over a window, times `factor`. `trace` is of a forward pass over `tokens`;
/// `next` has the token that follows each. Returns the mean loss in nats.
double backward(const Model& model, const Trace& trace, std::span<const Token> tokens, std::span<const Token> next,
                float factor, Model& gradient);

}  // namespace ridgepoint::lm
