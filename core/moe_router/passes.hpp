/// Passes of the layer over the token stream: with every token learned, and adaptive.
#pragma once

#include "adaptive.hpp"
#include "layer.hpp"
#include "profiler.hpp"

namespace ridgepoint::router {

/// How much of the stream a pass reads.
struct Extent {
    std::size_t sequences, length;
    std::size_t tokens() const { return sequences * length; }
};

/// Seconds of a group of tokens.
struct GroupTimes {
    double total_s = 0, route_s = 0;
};
/// Those of a pass, in order.
using PassTimes = std::vector<GroupTimes>;

/// What routing without the gating network does to the layer's results.
struct Quality {
    PathCounts counts, agreeing;
    double output_error = 0;                           ///< ‖adaptive − baseline‖ / ‖baseline‖ over all outputs
    std::vector<double> baseline_load, adaptive_load;  ///< tokens that each expert is given
};

/// Every adaptive pass starts from the same state, that after the warm-up tokens, so all make the same decisions: the
/// times of a group differ between passes only by what else the computer does.
///
/// A group of tokens goes through three scopes: embed, route, experts. It is short, so that most groups have no other
/// program in them, and as long as the clock needs. Nothing is allocated in it, but for what the profiler notes four
/// times a group.
class Passes {
public:
    /// `stream` holds the warm-up tokens, whole sequences, and then those that are measured.
    Passes(MemoryMeter& meter, Layer& layer, AdaptiveRouter& router, const RouteConfig& config,
           std::vector<std::uint32_t> stream, std::size_t warm_up_tokens, Profiler& profiler);

    /// Tokens in a group, at least one.
    void set_group(std::size_t tokens);

    std::size_t groups(Extent extent) const;

    /// One group of a pass. A pass of either kind begins with `start` and takes its groups in order.
    GroupTimes baseline(Extent extent, std::size_t group, std::string_view scope);
    GroupTimes adaptive(Extent extent, std::size_t group, std::string_view scope);
    void start();

    /// An adaptive pass beside the gating network, not timed; afterwards `trace` is of this pass.
    Quality compare(Extent extent);

    /// Microseconds of the look-ups alone, as the traced pass made them, and of the gating network on the first
    /// sequence over and over. NaN where the clock is too coarse even for that.
    struct LookUps {
        double fast_us, cached_us, learned_us;
    };
    LookUps time_look_ups(std::size_t timings);

private:
    template <class Decide>
    GroupTimes run(Extent extent, std::size_t group, std::string_view scope, Buffer<float>& context, Decide decide);
    void embed(std::size_t first, std::size_t count, std::size_t length, Buffer<float>& context);
    std::span<const std::uint32_t> measured(std::size_t first, std::size_t count) const {
        return {stream_.data() + warm_up_tokens_ + first, count};
    }
    void warm_up();

    struct Routed {
        std::uint32_t token;
        Path path;
        Decision decision;
    };

    MemoryMeter& meter_;
    Layer& layer_;
    AdaptiveRouter& running_;
    Profiler& profiler_;
    std::vector<std::uint32_t> stream_;
    std::size_t warm_up_tokens_;
    MemoryMeter apart_;  ///< of what serves the measuring and not the router
    AdaptiveRouter primed_;
    std::size_t group_tokens_ = 1;
    Buffer<float> baseline_context_, adaptive_context_;
    std::unique_ptr<Buffer<float>> hidden_, outputs_;
    std::unique_ptr<Buffer<Decision>> decisions_;
    std::vector<Routed> trace_;
    PathCounts traced_;
};

}  // namespace ridgepoint::router
