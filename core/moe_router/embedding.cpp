#include "embedding.hpp"

#include <cmath>

namespace ridgepoint::router {

Embedding::Embedding(MemoryMeter& meter, const LayerShape& shape, double context_weight, Random& random)
    : width_(shape.width),
      own_(static_cast<float>(std::sqrt(1 - context_weight))),
      context_(static_cast<float>(std::sqrt(3 * context_weight))),
      table_(meter, shape.vocabulary * shape.width) {
    const auto unit_variance = static_cast<float>(std::sqrt(3.0));
    for (float& value : table_.all()) value = random.uniform(unit_variance);
}

void Embedding::embed(std::span<const std::uint32_t> tokens, float* mean, float* hidden) const {
    for (const std::uint32_t token : tokens) {
        const float* embedding = table_.data() + token * width_;
        for (std::size_t i = 0; i < width_; ++i) {
            hidden[i] = own_ * embedding[i] + context_ * mean[i];
            mean[i] = 0.5f * (mean[i] + embedding[i]);
        }
        hidden += width_;
    }
}

}  // namespace ridgepoint::router
