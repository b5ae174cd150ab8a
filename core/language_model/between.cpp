#include "between.hpp"

#include <cmath>

#include "arithmetic.hpp"

namespace ridgepoint::lm {

void rms_norm(const float* x, const float* gain, float* y, float* scale, std::size_t rows, std::size_t width) {
    constexpr float tiny = 1e-5f;
    for (std::size_t i = 0; i < rows; ++i, x += width, y += width) {
        scale[i] = 1 / std::sqrt(dot(x, x, width) / static_cast<float>(width) + tiny);
        for (std::size_t j = 0; j < width; ++j) y[j] = x[j] * scale[i] * gain[j];
    }
}

void gate(const float* gated, float* hidden, std::size_t rows, std::size_t width) {
    for (std::size_t i = 0; i < rows; ++i, gated += 2 * width, hidden += width)
        for (std::size_t j = 0; j < width; ++j)
            hidden[j] = gated[j] / (1 + float_exponential(-gated[j])) * gated[width + j];
}

}  // namespace ridgepoint::lm
