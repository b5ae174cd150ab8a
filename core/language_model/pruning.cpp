#include "pruning.hpp"

#include <algorithm>

namespace ridgepoint::lm {
namespace {

double score(const Matrix& weights, const InputStatistics& statistics, Importance importance, std::size_t i,
             std::size_t j) {
    const double size = std::fabs(weights.row(i)[j]);
    return importance == Importance::wanda ? size * statistics.length(i) : size;
}

/// The places of the `count` least of the scores, equal ones in order.
std::vector<std::size_t> least(const std::vector<double>& scores, std::size_t count) {
    std::vector<std::size_t> places;
    if (count == 0) return places;
    std::vector<double> kept = scores;
    std::make_heap(kept.begin(), kept.end());
    for (std::size_t i = count; i < scores.size(); ++i) {
        std::pop_heap(kept.begin(), kept.end());
        kept.pop_back();
    }
    const double bound = kept.front();
    // As many of those at the bound as there is room for.
    auto at_bound = std::count(kept.begin(), kept.end(), bound);
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] < bound) {
            places.push_back(i);
        } else if (scores[i] == bound && at_bound > 0) {
            places.push_back(i);
            --at_bound;
        }
    return places;
}

std::size_t share_of(std::size_t count, double share) {
    return static_cast<std::size_t>(std::floor(static_cast<double>(count) * share));
}

/// Σ score² over one row, or one column, of a matrix.
double of_row(const Matrix& m, const InputStatistics& s, Importance importance, std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < m.outputs; ++j) sum += score(m, s, importance, i, j) * score(m, s, importance, i, j);
    return sum;
}
double of_column(const Matrix& m, const InputStatistics& s, Importance importance, std::size_t j) {
    double sum = 0;
    for (std::size_t i = 0; i < m.inputs; ++i) sum += score(m, s, importance, i, j) * score(m, s, importance, i, j);
    return sum;
}

void drop_row(Mask& mask, std::size_t outputs, std::size_t i) {
    for (std::size_t j = 0; j < outputs; ++j) mask[i * outputs + j] = false;
}
void drop_column(Mask& mask, std::size_t outputs, std::size_t j) {
    for (std::size_t at = j; at < mask.size(); at += outputs) mask[at] = false;
}

}  // namespace

Mask prune_share(const Matrix& weights, const InputStatistics& statistics, Importance importance, double share) {
    Mask mask(weights.values.size(), true);
    std::vector<double> scores;
    if (importance == Importance::magnitude) {
        for (const float w : weights.values) scores.push_back(std::fabs(w));
        for (const std::size_t at : least(scores, share_of(scores.size(), share))) mask[at] = false;
        return mask;
    }
    for (std::size_t j = 0; j < weights.outputs; ++j) {
        scores.clear();
        for (std::size_t i = 0; i < weights.inputs; ++i) scores.push_back(score(weights, statistics, importance, i, j));
        for (const std::size_t i : least(scores, share_of(scores.size(), share))) mask[i * weights.outputs + j] = false;
    }
    return mask;
}

Mask prune_two_of_four(const Matrix& weights, const InputStatistics& statistics, Importance importance) {
    constexpr std::size_t of = 4, gone = 2;
    Mask mask(weights.values.size(), true);
    for (std::size_t j = 0; j < weights.outputs; ++j)
        for (std::size_t first = 0; first + of <= weights.inputs; first += of) {
            std::vector<double> scores;
            for (std::size_t i = first; i < first + of; ++i)
                scores.push_back(score(weights, statistics, importance, i, j));
            for (const std::size_t i : least(scores, gone)) mask[(first + i) * weights.outputs + j] = false;
        }
    return mask;
}

std::array<Mask, parts> prune_channels(const Block& block, const std::array<InputStatistics, parts>& statistics,
                                       std::size_t heads, Importance importance, double share) {
    const auto& [projection, mix, widening, narrowing] = block.linear;
    const std::size_t width = mix.inputs, head_width = width / heads, hidden = narrowing.inputs;
    std::array<Mask, parts> keep;
    for (std::size_t part = 0; part < parts; ++part) keep[part].assign(block.linear[part].values.size(), true);
    const auto column = [&](const Matrix& m, Part part, std::size_t j) {
        return of_column(m, statistics[part], importance, j);
    };
    std::vector<double> scores;
    for (std::size_t head = 0; head < heads; ++head) {
        const std::size_t first = head * head_width;
        scores.clear();
        for (std::size_t d = first; d < first + head_width; ++d)
            scores.push_back(column(projection, qkv, d) * column(projection, qkv, width + d));
        for (const std::size_t d : least(scores, share_of(head_width, share))) {
            drop_column(keep[qkv], 3 * width, first + d);
            drop_column(keep[qkv], 3 * width, width + first + d);
        }
        scores.clear();
        for (std::size_t d = first; d < first + head_width; ++d)
            scores.push_back(column(projection, qkv, 2 * width + d) + of_row(mix, statistics[out], importance, d));
        for (const std::size_t d : least(scores, share_of(head_width, share))) {
            drop_column(keep[qkv], 3 * width, 2 * width + first + d);
            drop_row(keep[out], width, first + d);
        }
    }
    scores.clear();
    for (std::size_t u = 0; u < hidden; ++u)
        scores.push_back(column(widening, gate_up, u) + column(widening, gate_up, hidden + u) +
                         of_row(narrowing, statistics[down], importance, u));
    for (const std::size_t u : least(scores, share_of(hidden, share))) {
        drop_column(keep[gate_up], 2 * hidden, u);
        drop_column(keep[gate_up], 2 * hidden, hidden + u);
        drop_row(keep[down], width, u);
    }
    return keep;
}

void apply(const Mask& mask, Matrix& weights) {
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (!mask[i]) weights.values[i] = 0;
}

}  // namespace ridgepoint::lm
