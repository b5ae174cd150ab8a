/// What passes through the linear layers on the calibration text: all that the methods ask of it.
#pragma once

#include "gptq.hpp"

namespace ridgepoint::lm {

/// Adds Σ x·yᵀ over the rows of a window.
void add_products(const std::vector<float>& x, const std::vector<float>& y, std::size_t rows, std::vector<double>& to);

/// What is known of the inputs of one linear layer.
struct InputStatistics {
    Square gram;               ///< Σ x·xᵀ
    std::vector<double> mean;  ///< mean of |x|, by input
    std::vector<float> most;   ///< largest |x|, by input
    std::size_t rows = 0;

    explicit InputStatistics(std::size_t inputs = 0) : gram(inputs), mean(inputs), most(inputs) {}

    /// Takes in the rows of a window.
    void add(const std::vector<float>& x);

    /// As if input i had always been divided by scale[i].
    void divide(const std::vector<float>& scale);

    /// ‖x‖ over the calibration text, of input i.
    double length(std::size_t i) const { return std::sqrt(gram.at(i, i)); }
};

/// Σ ‖x·(a − b)‖² over the calibration text. a and b have the same shape.
double output_error(const Matrix& a, const Matrix& b, const Square& gram);

}  // namespace ridgepoint::lm
