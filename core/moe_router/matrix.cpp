#include "matrix.hpp"

#include <cmath>

namespace ridgepoint::router {

void Matrix::randomize(Random& random, std::size_t rows) {
    const auto bound = static_cast<float>(std::sqrt(3.0 / static_cast<double>(columns_)));
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns_; ++c) at(r, c) = random.uniform(bound);
}

void Matrix::center_rows() {
    for (std::size_t r = 0; r < rows_; ++r) {
        double sum = 0;
        for (std::size_t c = 0; c < columns_; ++c) sum += at(r, c);
        const auto mean = static_cast<float>(sum / static_cast<double>(columns_));
        for (std::size_t c = 0; c < columns_; ++c) at(r, c) -= mean;
    }
}

}  // namespace ridgepoint::router
