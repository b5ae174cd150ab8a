#include "training.hpp"

#include <algorithm>
#include <cmath>

#include "backward.hpp"
#include "moe_router/random.hpp"

namespace ridgepoint::lm {
namespace {

using router::Random;

void randomize(std::vector<float>& values, double variance, Random& random) {
    const auto bound = static_cast<float>(std::sqrt(3 * variance));
    for (float& value : values) value = random.uniform(bound);
}

/// Adam (Kingma & Ba 2015) with decoupled weight decay (Loshchilov & Hutter 2019).
class Adam {
public:
    explicit Adam(const Shape& shape) : mean_(shape), square_(shape) {}

    void step(Model& model, Model& gradient, double rate, double decay, float shrink) {
        constexpr float keep_mean = 0.9f, keep_square = 0.98f, tiny = 1e-8f;
        mean_bias_ *= keep_mean;
        square_bias_ *= keep_square;
        const auto mean_factor = static_cast<float>(rate / (1 - mean_bias_));
        const auto square_factor = static_cast<float>(1 / (1 - square_bias_));
        std::vector<std::vector<float>*> weights, gradients, means, squares;
        each_tensor(model, [&](auto& t) { weights.push_back(&t); });
        each_tensor(gradient, [&](auto& t) { gradients.push_back(&t); });
        each_tensor(mean_, [&](auto& t) { means.push_back(&t); });
        each_tensor(square_, [&](auto& t) { squares.push_back(&t); });
        for (std::size_t t = 0; t < weights.size(); ++t) {
            const bool is_gain = weights[t]->size() == model.shape.width;
            const auto kept = static_cast<float>(1 - (is_gain ? 0 : rate * decay));
            for (std::size_t i = 0; i < weights[t]->size(); ++i) {
                const float g = (*gradients[t])[i] * shrink;
                float& m = (*means[t])[i];
                float& s = (*squares[t])[i];
                m = keep_mean * m + (1 - keep_mean) * g;
                s = keep_square * s + (1 - keep_square) * g * g;
                float& w = (*weights[t])[i];
                w = w * kept - mean_factor * m / (std::sqrt(s * square_factor) + tiny);
            }
        }
    }

private:
    Model mean_, square_;
    double mean_bias_ = 1, square_bias_ = 1;
};

double rate_at(const TrainingPlan& plan, std::size_t step) {
    constexpr double warm_up = 0.05;
    const double done = (static_cast<double>(step) + 1) / static_cast<double>(plan.steps);
    return plan.learning_rate * std::min(done / warm_up, (1 - done) / (1 - warm_up));
}

}  // namespace

Model random_model(const Shape& shape, std::uint64_t seed) {
    Model model(shape);
    Random random(seed);
    constexpr double embedding_variance = 0.0025;
    randomize(model.embedding.values, embedding_variance, random);
    for (Block& block : model.blocks) {
        std::fill(block.attention_gain.begin(), block.attention_gain.end(), 1.0f);
        std::fill(block.mlp_gain.begin(), block.mlp_gain.end(), 1.0f);
        for (const Part part : {qkv, out, gate_up, down}) {
            const bool writes = part == out || part == down;  // to the residual stream, which all blocks write to
            randomize(block.linear[part].values,
                      1.0 / static_cast<double>(block.linear[part].inputs * (writes ? 2 * shape.layers : 1)), random);
        }
    }
    std::fill(model.final_gain.begin(), model.final_gain.end(), 1.0f);
    return model;
}

void train(Model& model, std::span<const Token> text, const TrainingPlan& plan,
           const std::function<void(std::size_t step, double loss)>& report) {
    Adam adam(model.shape);
    Random random(plan.seed);
    Trace trace;
    const Layers layers = float_layers(model);
    const std::size_t window = model.shape.context;
    for (std::size_t step = 0; step < plan.steps; ++step) {
        Model gradient(model.shape);
        double loss = 0;
        for (std::size_t i = 0; i < plan.batch; ++i) {
            const std::size_t start = random.next() % (text.size() - window);
            const auto tokens = text.subspan(start, window), next = text.subspan(start + 1, window);
            forward(model, layers, tokens, trace);
            loss += backward(model, trace, tokens, next, 1 / static_cast<float>(plan.batch), gradient);
        }
        double square = 0;
        each_tensor(gradient, [&](const std::vector<float>& t) {
            for (const float g : t) square += static_cast<double>(g) * g;
        });
        const double length = std::sqrt(square);
        adam.step(model, gradient, rate_at(plan, step), plan.decay,
                  static_cast<float>(length > plan.clip ? plan.clip / length : 1));
        report(step, loss / static_cast<double>(plan.batch));
    }
}

double mean_loss(const Model& model, std::span<const Token> text) {
    const std::size_t window = model.shape.context, windows = (text.size() - 1) / window;
    const Layers layers = float_layers(model);
    Trace trace;
    double loss = 0;
    for (std::size_t i = 0; i < windows * window; i += window) {
        forward(model, layers, text.subspan(i, window), trace);
        for (std::size_t t = 0; t < window; ++t)
            loss += loss_of(&trace.logits[t * model.shape.vocabulary], model.shape.vocabulary, text[i + t + 1]);
    }
    return loss / static_cast<double>(windows * window);
}

}  // namespace ridgepoint::lm
