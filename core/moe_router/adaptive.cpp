#include "adaptive.hpp"

namespace ridgepoint::router {

AdaptiveRouter::AdaptiveRouter(MemoryMeter& meter, const LayerShape& shape, const RouteConfig& config, Gate& gate)
    : gate_(gate),
      statistics_(meter, shape.vocabulary, shape.experts, shape.top_k,
                  {config.frequency_threshold, config.entropy_threshold, config.min_decisions}),
      cache_(meter, static_cast<std::size_t>(config.cache_size), config.cache_ttl_seconds),
      arrival_tokens_per_s_(config.arrival_tokens_per_s) {}

void AdaptiveRouter::assign(const AdaptiveRouter& other) {
    statistics_.assign(other.statistics_);
    cache_.assign(other.cache_);
    arrived_ = other.arrived_;
    counts_ = other.counts_;
}

void AdaptiveRouter::restart_counters() {
    cache_.restart_counters();
    counts_ = {};
}

Path AdaptiveRouter::route(std::uint32_t token, const float* hidden, Decision& decision) {
    const double now = now_s();
    ++arrived_;
    if (const Decision* known = statistics_.observe(token)) {
        decision = *known;
        ++counts_.fast;
        return Path::fast;
    }
    if (const Decision* kept = cache_.find(token, now)) {
        decision = *kept;
        ++counts_.cached;
        return Path::cached;
    }
    gate_.decide(hidden, decision);
    statistics_.record(token, decision);
    cache_.put(token, decision, now);
    ++counts_.learned;
    return Path::learned;
}

}  // namespace ridgepoint::router
