#include "passes.hpp"

#include <cmath>

namespace ridgepoint::router {

Passes::Passes(MemoryMeter& meter, Layer& layer, AdaptiveRouter& router, const RouteConfig& config,
               std::vector<std::uint32_t> stream, std::size_t warm_up_tokens, Profiler& profiler)
    : meter_(meter),
      layer_(layer),
      running_(router),
      profiler_(profiler),
      stream_(std::move(stream)),
      warm_up_tokens_(warm_up_tokens),
      primed_(apart_, layer.shape, config, layer.gate),
      baseline_context_(meter, layer.shape.width),
      adaptive_context_(meter, layer.shape.width) {
    set_group(1);
    warm_up();
}

void Passes::set_group(std::size_t tokens) {
    group_tokens_ = std::max<std::size_t>(tokens, 1);
    const std::size_t room = std::max(group_tokens_, layer_.shape.sequence_length);
    hidden_.reset();
    outputs_.reset();
    decisions_.reset();
    hidden_ = std::make_unique<Buffer<float>>(meter_, room * layer_.shape.width);
    outputs_ = std::make_unique<Buffer<float>>(meter_, room * layer_.shape.width);
    decisions_ = std::make_unique<Buffer<Decision>>(meter_, room);
}

void Passes::warm_up() {
    const std::size_t length = layer_.shape.sequence_length, width = layer_.shape.width;
    Decision decision;
    for (std::size_t first = 0; first < warm_up_tokens_; first += length) {
        std::fill_n(adaptive_context_.data(), width, 0.0f);
        layer_.embedding.embed({stream_.data() + first, length}, adaptive_context_.data(), hidden_->data());
        for (std::size_t i = 0; i < length; ++i)
            primed_.route(stream_[first + i], hidden_->data() + i * width, decision);
    }
    primed_.restart_counters();
}

std::size_t Passes::groups(Extent extent) const { return (extent.tokens() + group_tokens_ - 1) / group_tokens_; }

/// Tokens from `first` on, of sequences of the same length, each of which forgets the one before.
void Passes::embed(std::size_t first, std::size_t count, std::size_t length, Buffer<float>& context) {
    const std::size_t width = layer_.shape.width;
    for (std::size_t done = 0; done < count;) {
        const std::size_t place = (first + done) % length, piece = std::min(length - place, count - done);
        if (place == 0) std::fill_n(context.data(), width, 0.0f);
        layer_.embedding.embed(measured(first + done, piece), context.data(), hidden_->data() + done * width);
        done += piece;
    }
}

template <class Decide>
GroupTimes Passes::run(Extent extent, std::size_t group, std::string_view scope, Buffer<float>& context,
                       Decide decide) {
    const std::size_t width = layer_.shape.width, first = group * group_tokens_;
    const std::size_t tokens = std::min(group_tokens_, extent.tokens() - first);
    const auto ids = measured(first, tokens);
    GroupTimes times;
    Profiler::Scope whole(profiler_, scope);
    {
        Profiler::Scope embedding(profiler_, "embed");
        embed(first, tokens, extent.length, context);
    }
    Profiler::Scope route(profiler_, "route");
    for (std::size_t i = 0; i < tokens; ++i) decide(ids[i], hidden_->data() + i * width, (*decisions_)[i]);
    times.route_s = route.close();
    {
        Profiler::Scope experts(profiler_, "experts");
        for (std::size_t i = 0; i < tokens; ++i)
            layer_.experts.run(hidden_->data() + i * width, (*decisions_)[i], outputs_->data() + i * width);
    }
    times.total_s = whole.close();
    return times;
}

void Passes::start() { running_.assign(primed_); }

GroupTimes Passes::baseline(Extent extent, std::size_t group, std::string_view scope) {
    return run(extent, group, scope, baseline_context_, [this](std::uint32_t, const float* hidden, Decision& decision) {
        layer_.gate.decide(hidden, decision);
    });
}

GroupTimes Passes::adaptive(Extent extent, std::size_t group, std::string_view scope) {
    return run(extent, group, scope, adaptive_context_,
               [this](std::uint32_t token, const float* hidden, Decision& decision) {
                   running_.route(token, hidden, decision);
               });
}

Quality Passes::compare(Extent extent) {
    const std::size_t width = layer_.shape.width, top_k = layer_.shape.top_k;
    std::vector<float> adaptive(width), reference(width);
    Quality quality;
    quality.baseline_load.resize(layer_.shape.experts);
    quality.adaptive_load.resize(layer_.shape.experts);
    double difference = 0, whole = 0;
    running_.assign(primed_);
    trace_.clear();
    trace_.reserve(extent.tokens());
    for (std::size_t s = 0; s < extent.sequences; ++s) {
        const auto ids = measured(s * extent.length, extent.length);
        embed(s * extent.length, extent.length, extent.length, adaptive_context_);
        for (std::size_t i = 0; i < extent.length; ++i) {
            const float* hidden = hidden_->data() + i * width;
            Decision taken, gated;
            const Path path = running_.route(ids[i], hidden, taken);
            trace_.push_back({ids[i], path, taken});
            layer_.gate.decide(hidden, gated);
            if (same_experts(taken, gated, top_k)) ++quality.agreeing[path];
            for (std::size_t k = 0; k < top_k; ++k) {
                ++quality.adaptive_load[taken.expert[k]];
                ++quality.baseline_load[gated.expert[k]];
            }
            layer_.experts.run(hidden, taken, adaptive.data());
            layer_.experts.run(hidden, gated, reference.data());
            for (std::size_t c = 0; c < width; ++c) {
                const double off = static_cast<double>(adaptive[c]) - reference[c];
                difference += off * off;
                whole += static_cast<double>(reference[c]) * reference[c];
            }
        }
    }
    quality.counts = traced_ = running_.counts();
    quality.output_error = whole > 0 ? std::sqrt(difference / whole) : 0;
    return quality;
}

Passes::LookUps Passes::time_look_ups(std::size_t timings) {
    constexpr double micro = 1e-6;
    // What the paths pay besides the gate. A replay finds the state that the one before has left, which changes what is
    // found and not what it costs to look.
    running_.assign(primed_);
    const double fast_s = profiler_.batch("look-up/table", static_cast<double>(trace_.size()), timings, [&] {
        for (const Routed& r : trace_) {
            running_.statistics().observe(r.token);
            if (r.path == Path::learned) running_.statistics().record(r.token, r.decision);
        }
    });
    const double now_s = running_.now_s();
    const bool all_fast = traced_.fast == trace_.size();
    const std::size_t looked_up = all_fast ? trace_.size() : trace_.size() - traced_.fast;
    const double cached_s = profiler_.batch("look-up/cache", static_cast<double>(looked_up), timings, [&] {
        for (const Routed& r : trace_) {
            if (r.path == Path::fast && !all_fast) continue;
            running_.cache().find(r.token, now_s);
            if (r.path == Path::learned) running_.cache().put(r.token, r.decision, now_s);
        }
    });
    const std::size_t length = layer_.shape.sequence_length;
    embed(0, length, length, baseline_context_);
    const double learned_s = profiler_.batch("look-up/gate", static_cast<double>(length), timings, [&] {
        for (std::size_t i = 0; i < length; ++i)
            layer_.gate.decide(hidden_->data() + i * layer_.shape.width, (*decisions_)[i]);
    });
    return {fast_s / micro, cached_s / micro, learned_s / micro};
}

}  // namespace ridgepoint::router
