/// A dense layer's weights as the kernels read them.
#pragma once

#include "buffer.hpp"
#include "kernels.hpp"
#include "random.hpp"

namespace ridgepoint::router {

/// Rows are padded with zeros to a multiple of group_rows.
class Matrix {
public:
    Matrix(MemoryMeter& meter, std::size_t rows, std::size_t columns)
        : rows_((rows + group_rows - 1) / group_rows * group_rows),
          columns_(columns),
          weights_(meter, rows_ * columns) {}

    /// Uniform weights that keep the variance of what passes through: of variance 1/columns.
    void randomize(Random& random, std::size_t rows);

    /// Takes from each row its mean, so that a constant added to every input changes nothing.
    void center_rows();

    /// y = Wx; y has padded_rows() places.
    void apply(const Kernels& kernels, const float* x, float* y) const {
        kernels.multiply(weights_.data(), x, y, rows_, columns_);
    }

    std::size_t padded_rows() const { return rows_; }

private:
    float& at(std::size_t row, std::size_t column) { return weights_[weight_index(row, column, rows_, columns_)]; }

    std::size_t rows_, columns_;
    Buffer<float> weights_;
};

}  // namespace ridgepoint::router
