#include "calibration.hpp"

#include "arithmetic.hpp"

namespace ridgepoint::lm {

void add_products(const std::vector<float>& x, const std::vector<float>& y, std::size_t rows, std::vector<double>& to) {
    const std::size_t inputs = x.size() / rows, outputs = y.size() / rows;
    // Floats are exact enough for one window; the sum over all is kept in doubles.
    std::vector<float> products(inputs * outputs);
    multiply(x.data(), 1, inputs, y.data(), outputs, products.data(), outputs, inputs, rows, outputs);
    for (std::size_t at = 0; at < products.size(); ++at) to[at] += products[at];
}

void InputStatistics::add(const std::vector<float>& x) {
    const std::size_t inputs = mean.size(), count = x.size() / inputs;
    add_products(x, x, count, gram.values);
    std::vector<float> sizes(inputs);
    for (std::size_t r = 0; r < count; ++r)
        for (std::size_t i = 0; i < inputs; ++i) {
            const float size = std::fabs(x[r * inputs + i]);
            sizes[i] += size;
            most[i] = std::max(most[i], size);
        }
    const std::size_t all = rows + count;
    for (std::size_t i = 0; i < inputs; ++i)
        mean[i] = (mean[i] * static_cast<double>(rows) + sizes[i]) / static_cast<double>(all);
    rows = all;
}

void InputStatistics::divide(const std::vector<float>& scale) {
    for (std::size_t i = 0; i < scale.size(); ++i) {
        mean[i] /= scale[i];
        most[i] /= scale[i];
        for (std::size_t j = 0; j < scale.size(); ++j) gram.at(i, j) /= static_cast<double>(scale[i]) * scale[j];
    }
}

double output_error(const Matrix& a, const Matrix& b, const Square& gram) {
    const std::size_t inputs = a.inputs, outputs = a.outputs;
    std::vector<float> change(inputs * outputs), floats(gram.values.begin(), gram.values.end()),
        product(inputs * outputs);
    for (std::size_t i = 0; i < change.size(); ++i) change[i] = a.values[i] - b.values[i];
    multiply(floats.data(), inputs, 1, change.data(), outputs, product.data(), outputs, inputs, inputs, outputs);
    double error = 0;
    for (std::size_t i = 0; i < inputs; ++i) error += dot(&change[i * outputs], &product[i * outputs], outputs);
    return error;
}

}  // namespace ridgepoint::lm
