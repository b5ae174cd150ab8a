#include "evaluation.hpp"

#include <cmath>

namespace ridgepoint::lm {
namespace {

std::vector<std::vector<float>> streams_of(const Trace& trace) {
    std::vector<std::vector<float>> places;
    for (std::size_t b = 0; b < trace.blocks.size(); ++b) {
        places.push_back(trace.blocks[b].between);
        places.push_back(b + 1 < trace.blocks.size() ? trace.blocks[b + 1].entered : trace.left);
    }
    places.push_back(trace.logits);
    return places;
}

}  // namespace

Estimate estimate(std::span<const double> of_windows) {
    const auto count = static_cast<double>(of_windows.size());
    Estimate found;
    for (const double value : of_windows) found.mean += value / count;
    double squares = 0;
    for (const double value : of_windows) squares += (value - found.mean) * (value - found.mean);
    found.error = std::sqrt(squares / (count - 1) / count);
    return found;
}

std::size_t windows_of(const Shape& shape, std::span<const Token> text) {
    return text.empty() ? 0 : (text.size() - 1) / shape.context;
}

Evaluation evaluate(const Model& model, const Layers& layers, std::span<const Token> text, const EvaluationPlan& plan,
                    Streams* keep, const Streams* reference) {
    const std::size_t window = model.shape.context;
    Evaluation found;
    Trace trace;
    std::vector<double> differences, sizes;
    for (std::size_t w = 0; w < plan.windows; ++w) {
        if (!plan.progress(static_cast<double>(w) / static_cast<double>(plan.windows))) return found;
        forward(model, layers, text.subspan(w * window, window), trace);
        double loss = 0;
        for (std::size_t t = 0; t < window; ++t)
            loss +=
                loss_of(&trace.logits[t * model.shape.vocabulary], model.shape.vocabulary, text[w * window + t + 1]);
        found.losses.push_back(loss / static_cast<double>(window));
        if (w >= plan.compared_windows) continue;
        const auto streams = streams_of(trace);
        if (keep) keep->push_back(streams);
        if (!reference) continue;
        differences.resize(streams.size());
        sizes.resize(streams.size());
        for (std::size_t place = 0; place < streams.size(); ++place)
            for (std::size_t i = 0; i < streams[place].size(); ++i) {
                const double its = (*reference)[w][place][i], change = streams[place][i] - its;
                differences[place] += change * change;
                sizes[place] += its * its;
            }
    }
    for (std::size_t place = 0; place < differences.size(); ++place)
        found.stream_errors.push_back(std::sqrt(differences[place] / sizes[place]));
    return found;
}

}  // namespace ridgepoint::lm
