/// What is known of each token: how often it came, and how the gating network has routed it.
#pragma once

#include "buffer.hpp"
#include "decision.hpp"

namespace ridgepoint::router {

struct StabilityRule {
    double frequency_threshold;
    double entropy_threshold;  ///< bits
    double min_decisions;
};

/// The entropy is that of the experts chosen so far, each of the k of a decision counted, less log2 k, the entropy of a
/// token that always goes to the same k: 0 is stable, log2(E/k) is random.
///
///     k = 2, decisions {0,1}, {0,1}, {0,2}: shares 1/2, 1/3, 1/6, so 1.459 − 1 = 0.459 bits
class TokenStatistics {
public:
    TokenStatistics(MemoryMeter& meter, std::size_t vocabulary, std::size_t experts, std::size_t top_k,
                    const StabilityRule& rule);

    void reset();
    /// The state of another of the same size.
    void assign(const TokenStatistics& other);

    /// Counts an occurrence of the token. The table's decision if the token is frequent and stable, else null.
    const Decision* observe(std::uint32_t token);

    /// A decision of the gating network on the token: the table then holds its k most frequent experts, each with the
    /// mean of its weights.
    void record(std::uint32_t token, const Decision& decision);

    std::uint32_t count(std::uint32_t token) const { return entries_[token].count; }
    double entropy_bits(std::uint32_t token) const { return entries_[token].entropy_bits; }

private:
    struct Entry {
        std::uint32_t count = 0;
        std::uint32_t decisions = 0;
        float entropy_bits = 0;
        Decision table;
    };

    void update(Entry& entry, std::span<const std::uint32_t> chosen, std::span<const float> weights) const;

    std::size_t experts_, top_k_;
    StabilityRule rule_;
    double stable_entropy_bits_;
    Buffer<Entry> entries_;
    Buffer<std::uint32_t> chosen_;  ///< how often each expert was, for each token
    Buffer<float> weights_;         ///< their sum, for each expert and token
};

}  // namespace ridgepoint::router
