#include "statistics.hpp"

#include <algorithm>

#include "model/elementary.hpp"

namespace ridgepoint::router {
namespace {

double log2_of(double x) {
    constexpr double ln2 = 0.693147180559945309;
    return logarithm(x) / ln2;
}

}  // namespace

TokenStatistics::TokenStatistics(MemoryMeter& meter, std::size_t vocabulary, std::size_t experts, std::size_t top_k,
                                 const StabilityRule& rule)
    : experts_(experts),
      top_k_(top_k),
      rule_(rule),
      stable_entropy_bits_(log2_of(static_cast<double>(top_k))),
      entries_(meter, vocabulary),
      chosen_(meter, vocabulary * experts),
      weights_(meter, vocabulary * experts) {}

void TokenStatistics::reset() {
    std::fill_n(entries_.data(), entries_.size(), Entry{});
    std::fill_n(chosen_.data(), chosen_.size(), 0);
    std::fill_n(weights_.data(), weights_.size(), 0.0f);
}

void TokenStatistics::assign(const TokenStatistics& other) {
    entries_.assign(other.entries_);
    chosen_.assign(other.chosen_);
    weights_.assign(other.weights_);
}

const Decision* TokenStatistics::observe(std::uint32_t token) {
    Entry& entry = entries_[token];
    ++entry.count;
    const bool frequent = entry.count >= rule_.frequency_threshold;
    const bool stable = entry.decisions >= rule_.min_decisions && entry.entropy_bits <= rule_.entropy_threshold;
    return frequent && stable ? &entry.table : nullptr;
}

void TokenStatistics::record(std::uint32_t token, const Decision& decision) {
    const auto chosen = chosen_.part(token * experts_, experts_);
    const auto weights = weights_.part(token * experts_, experts_);
    for (std::size_t i = 0; i < top_k_; ++i) {
        ++chosen[decision.expert[i]];
        weights[decision.expert[i]] += decision.weight[i];
    }
    Entry& entry = entries_[token];
    ++entry.decisions;
    update(entry, chosen, weights);
}

void TokenStatistics::update(Entry& entry, std::span<const std::uint32_t> chosen,
                             std::span<const float> weights) const {
    const double total = static_cast<double>(entry.decisions) * static_cast<double>(top_k_);
    double sum = 0;
    for (const std::uint32_t count : chosen)
        if (count > 1) sum += count * log2_of(count);
    entry.entropy_bits = static_cast<float>(std::max(log2_of(total) - sum / total - stable_entropy_bits_, 0.0));

    std::uint64_t taken = 0;
    float weight_sum = 0;
    for (std::size_t place = 0; place < top_k_; ++place) {
        std::size_t most = experts_;
        for (std::size_t e = 0; e < experts_; ++e)
            if ((taken >> e & 1) == 0 && (most == experts_ || chosen[e] > chosen[most])) most = e;
        taken |= std::uint64_t{1} << most;
        entry.table.expert[place] = static_cast<std::uint8_t>(most);
        entry.table.weight[place] = weights[most] / static_cast<float>(chosen[most]);
        weight_sum += entry.table.weight[place];
    }
    for (std::size_t place = 0; place < top_k_; ++place) entry.table.weight[place] /= weight_sum;
}

}  // namespace ridgepoint::router
