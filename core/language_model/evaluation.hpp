/// How well a model predicts a text, and how far it is from another.
#pragma once

#include "forward.hpp"

namespace ridgepoint::lm {

/// A mean over windows with its standard error: of windows, as the tokens of one are not independent.
struct Estimate {
    double mean = 0;
    double error = 0;
};

/// The mean of at least two numbers and its standard error. Worked: {1, 3} gives 2 ± 1.
Estimate estimate(std::span<const double> of_windows);

/// What evaluating a text finds.
struct Evaluation {
    std::vector<double> losses{};         ///< nats a token, window by window
    std::vector<double> stream_errors{};  ///< see below; empty without a reference
};

/// The residual stream after each half of a block, and the logits, on the first windows of a text.
using Streams = std::vector<std::vector<std::vector<float>>>;  // window, place, numbers

struct EvaluationPlan {
    std::size_t windows = 32;
    std::size_t compared_windows = 4;
    /// Told the share done before each window; false stops.
    std::function<bool(double done)> progress = [](double) { return true; };
};

/// Runs the first windows of a text, each by itself. `keep` takes the streams; with `reference`, those of another
/// model, stream_errors are ‖ours − its‖ / ‖its‖ after attention and after the MLP of each block, then of the logits.
Evaluation evaluate(const Model& model, const Layers& layers, std::span<const Token> text, const EvaluationPlan& plan,
                    Streams* keep, const Streams* reference);

/// Windows that a text has, each followed by one more token.
std::size_t windows_of(const Shape& shape, std::span<const Token> text);

}  // namespace ridgepoint::lm
