/// The adaptive router: from the table, from the cache, or by the gating network.
#pragma once

#include "cache.hpp"
#include "gate.hpp"
#include "statistics.hpp"

namespace ridgepoint::router {

enum class Path : std::uint8_t { fast, cached, learned };

/// Tokens by path; their sum is the number of tokens routed.
struct PathCounts {
    std::size_t fast = 0, cached = 0, learned = 0;
    std::size_t total() const { return fast + cached + learned; }
    std::size_t& operator[](Path path) { return path == Path::fast ? fast : path == Path::cached ? cached : learned; }
};

class AdaptiveRouter {
public:
    AdaptiveRouter(MemoryMeter& meter, const LayerShape& shape, const RouteConfig& config, Gate& gate);

    /// The state of another of the same size.
    void assign(const AdaptiveRouter& other);
    /// Counts tokens and look-ups from here on; what is known of the tokens stays.
    void restart_counters();

    /// Decides where a token goes. The n-th token since construction arrives n / arrival rate after the first, whatever
    /// the computer's own clock says, so that decisions are the same in every run.
    Path route(std::uint32_t token, const float* hidden, Decision& decision);

    const PathCounts& counts() const { return counts_; }
    double now_s() const { return arrived_ / arrival_tokens_per_s_; }
    TokenStatistics& statistics() { return statistics_; }
    DecisionCache& cache() { return cache_; }

private:
    Gate& gate_;
    TokenStatistics statistics_;
    DecisionCache cache_;
    double arrival_tokens_per_s_;
    double arrived_ = 0;
    PathCounts counts_;
};

}  // namespace ridgepoint::router
