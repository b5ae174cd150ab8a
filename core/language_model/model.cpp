#include "model.hpp"

#include <cmath>

namespace ridgepoint::lm {

Model::Model(const Shape& s) : shape(s), embedding(s.vocabulary, s.width), blocks(s.layers), final_gain(s.width) {
    for (Block& block : blocks) {
        block.attention_gain.resize(s.width);
        block.mlp_gain.resize(s.width);
        block.linear = {Matrix(s.width, 3 * s.width), Matrix(s.width, s.width), Matrix(s.width, 2 * s.hidden),
                        Matrix(s.hidden, s.width)};
    }
}

std::size_t Model::parameters() const {
    std::size_t count = 0;
    each_tensor(*this, [&](const std::vector<float>& tensor) { count += tensor.size(); });
    return count;
}

float distance_penalty(std::size_t head, std::size_t heads) {
    constexpr int exponent_of_last = 8;
    return std::ldexp(1.0f, -exponent_of_last * static_cast<int>(head + 1) / static_cast<int>(heads));
}

}  // namespace ridgepoint::lm
