#include "measurement.hpp"

#include <algorithm>
#include <cmath>

#include "model/quantile.hpp"
#include "prose/text.hpp"

namespace ridgepoint::router {
namespace {

constexpr std::size_t tokens_limit = std::size_t{1} << 22;
constexpr double quick_samples = 20, quick_repetitions = 3;
constexpr std::size_t most_lengths = 16;
constexpr std::size_t most_scaling_tokens = 1 << 15;

/// How much is run, once the request's own limits are known to hold.
struct Plan {
    Extent extent;
    std::size_t warm_up_tokens, repetitions, longest;
    std::vector<std::size_t> lengths;
};

Expected<Plan> plan_of(const RouteAnalyzeRequest& r, const LayerShape& shape) {
    if (r.sequence_lengths.empty() || r.sequence_lengths.size() > most_lengths)
        return fail(ErrorCode::out_of_range, "sequence_lengths",
                    cat({"sequence_lengths must be 1 to ", format_number(most_lengths), " lengths, given ",
                         format_number(static_cast<double>(r.sequence_lengths.size()))}));
    const double samples = r.quick ? std::fmin(r.samples, quick_samples) : r.samples;
    const double repetitions = r.quick ? std::fmin(r.repetitions, quick_repetitions) : r.repetitions;
    Plan plan{{static_cast<std::size_t>(samples), shape.sequence_length},
              static_cast<std::size_t>(r.config.warm_up_samples) * shape.sequence_length,
              static_cast<std::size_t>(repetitions),
              shape.sequence_length,
              {}};
    for (const double length : r.sequence_lengths) {
        const auto whole = static_cast<std::size_t>(length);
        if (std::find(plan.lengths.begin(), plan.lengths.end(), whole) != plan.lengths.end())
            return fail(ErrorCode::out_of_range, "sequence_lengths",
                        cat({"sequence_lengths must differ, given ", format_number(length), " twice"}));
        plan.lengths.push_back(whole);
        plan.longest = std::max(plan.longest, plan.lengths.back());
    }
    const std::size_t tokens = plan.extent.tokens() + plan.warm_up_tokens;
    if (tokens > tokens_limit)
        return fail(
            ErrorCode::too_large, "samples",
            cat({"samples and config.warm_up_samples × config.sequence_length must be at most ",
                 format_number(tokens_limit, 9), " tokens, given ", format_number(static_cast<double>(tokens), 12)}));
    return plan;
}

class Progress {
public:
    Progress(const RouteHost& host, double steps) : host_(host), steps_(steps) {}
    void next(std::string_view stage, double steps = 1) {
        host_.progress(done_ / steps_, stage);
        done_ += steps;
    }

private:
    const RouteHost& host_;
    double steps_, done_ = 0;
};

/// The text's tokens, from the start again where it ends.
std::vector<std::uint32_t> stream_of(const Tokens& tokens, std::size_t count) {
    std::vector<std::uint32_t> stream(count);
    for (std::size_t i = 0; i < count; ++i) stream[i] = tokens.ids[i % tokens.ids.size()];
    return stream;
}

/// Tokens of a group: a fifth of a millisecond, or as many as the clock resolves with room to spare; the gating
/// network's part of it too if the group stays short.
std::size_t group_for(const Profiler& profiler, const GroupTimes& token) {
    constexpr double steps = 2 * least_steps, usual_s = 2e-4, short_s = 0.02, most = 1 << 14;
    if (token.route_s <= 0 || std::isinf(profiler.resolution_s())) return 1;
    const double seen_s = steps * profiler.resolution_s();
    const double whole = seen_s / token.total_s, gate = std::fmin(seen_s / token.route_s, short_s / token.total_s);
    const double tokens = std::fmax(usual_s / token.total_s, std::fmax(whole, gate));
    return static_cast<std::size_t>(std::fmin(std::ceil(tokens), most));
}

/// Tokens for the scaling passes: twice the longest sequence, doubled until a pass takes some hundredths of a second
/// and the clock resolves a half of it.
std::size_t scaling_tokens(const Profiler& profiler, double token_s, std::size_t longest) {
    constexpr double long_enough_s = 0.04;
    std::size_t tokens = 2 * longest;
    const auto too_short = [&] {
        const double seconds = token_s * static_cast<double>(tokens);
        return seconds < long_enough_s || !profiler.resolves(seconds / 2);
    };
    while (2 * tokens <= most_scaling_tokens && too_short()) tokens *= 2;
    return tokens;
}

/// Every group of a baseline and of an adaptive pass, in turn. Which comes first takes turns too: the second finds a
/// warmer or a more tired computer.
void measure_in_turn(Passes& passes, Measurement& m, std::size_t repetition) {
    PassTimes &baseline = m.baseline.emplace_back(), &adaptive = m.adaptive.emplace_back();
    passes.start();
    for (std::size_t group = 0; group < passes.groups(m.extent); ++group) {
        const bool baseline_first = (group + repetition) % 2 == 0;
        if (baseline_first) baseline.push_back(passes.baseline(m.extent, group, "baseline"));
        adaptive.push_back(passes.adaptive(m.extent, group, "adaptive"));
        if (!baseline_first) baseline.push_back(passes.baseline(m.extent, group, "baseline"));
    }
}

void measure_scaling(Passes& passes, ScalingTimes& scaling) {
    const std::string scope = cat({"scaling-", format_number(static_cast<double>(scaling.extent.length))});
    PassTimes& pass = scaling.passes.emplace_back();
    passes.start();
    for (std::size_t group = 0; group < passes.groups(scaling.extent); ++group)
        pass.push_back(passes.adaptive(scaling.extent, group, scope));
}

/// Seconds of one of the baseline's tokens: of the mean group while the clock is too coarse for one of them, then of
/// the median group.
GroupTimes token_of(const PassTimes& baseline, const Profiler& profiler, double tokens) {
    const double groups = static_cast<double>(baseline.size());
    const auto seconds = [&](double GroupTimes::* part) {
        std::vector<double> all;
        double sum = 0;
        for (const GroupTimes& group : baseline) {
            all.push_back(group.*part);
            sum += group.*part;
        }
        const double middle = quantile(sorted(std::move(all)), 0.5);
        return (profiler.resolves(middle) ? middle * groups : sum) / tokens;
    };
    return {seconds(&GroupTimes::total_s), seconds(&GroupTimes::route_s)};
}

/// Runs everything warm and sets the groups. Returns the seconds of one of the baseline's tokens, roughly.
GroupTimes warm_up(Passes& passes, Profiler& profiler, Measurement& m) {
    constexpr int rounds = 2;
    GroupTimes token;
    profiler.start_warm_up();
    for (int round = 0; round < rounds; ++round) {
        measure_in_turn(passes, m, 0);
        token = token_of(m.baseline.back(), profiler, static_cast<double>(m.extent.tokens()));
        passes.set_group(group_for(profiler, token));
    }
    m.baseline.clear();
    m.adaptive.clear();
    profiler.end_warm_up();
    return token;
}

CacheReport report_of(const DecisionCache& cache) {
    const auto& c = cache.counters();
    const auto number = [](std::size_t count) { return static_cast<double>(count); };
    return {number(cache.capacity()), number(c.peak_size), number(c.hits),
            number(c.misses),         number(c.expired),   number(c.evicted)};
}

}  // namespace

Expected<Measurement> measure(const RouteAnalyzeRequest& request, const Tokens& tokens, const RouteHost& host) {
    const auto shape = layer_shape(request.config, tokens.vocabulary.size());
    if (!shape) return tl::make_unexpected(shape.error());
    const auto plan = plan_of(request, *shape);
    if (!plan) return tl::make_unexpected(plan.error());
    const std::size_t repetitions = plan->repetitions;
    constexpr double set_up_steps = 4, after_steps = 4;
    Progress progress(host, set_up_steps + after_steps + 3 * static_cast<double>(repetitions));

    progress.next("building the layer");
    Measurement m{plan->extent, *shape, resolved(request.config), {}, {}, {}, {}, {}, {}, {}, 0, 0, 0, 0, 0, {}};
    MemoryMeter meter;
    Layer layer(meter, *shape, m.config, host.kernels);
    const std::size_t layer_bytes = meter.in_use;
    AdaptiveRouter router(meter, *shape, m.config, layer.gate);
    const std::size_t router_bytes = meter.in_use - layer_bytes;
    Profiler profiler(host.clock, meter, host.most_operations);
    const std::size_t stream_tokens = plan->warm_up_tokens + std::max(m.extent.tokens(), most_scaling_tokens);
    Passes passes(meter, layer, router, m.config, stream_of(tokens, stream_tokens), plan->warm_up_tokens, profiler);

    progress.next("warming up", set_up_steps - 1);
    const GroupTimes token = warm_up(passes, profiler, m);
    passes.set_group(group_for(profiler, token));
    for (std::size_t i = 0; i < repetitions; ++i) {
        progress.next(cat({"repetition ", format_number(static_cast<double>(i + 1)), " of ",
                           format_number(static_cast<double>(repetitions))}),
                      2);
        measure_in_turn(passes, m, i);
    }
    m.baseline_bytes = meter.in_use - router_bytes;
    m.adaptive_bytes = meter.in_use;

    progress.next("comparing decisions", 2);
    m.quality = passes.compare(m.extent);
    m.cache = report_of(router.cache());
    m.look_ups = passes.time_look_ups(repetitions);

    progress.next("measuring the computer");
    m.host = measure_host(host.kernels, static_cast<std::size_t>(shape->parameters()) * sizeof(float), repetitions,
                          profiler);

    const std::size_t room = scaling_tokens(profiler, token.total_s, plan->longest);
    for (const std::size_t length : plan->lengths) m.scaling.push_back({{room / length, length}});
    for (std::size_t i = 0; i < repetitions; ++i) {
        progress.next("scaling over sequence lengths");
        for (ScalingTimes& scaling : m.scaling) measure_scaling(passes, scaling);
    }
    progress.next("projecting");
    m.peak_bytes = meter.peak;
    m.readings = static_cast<double>(plan->warm_up_tokens + m.extent.tokens()) / static_cast<double>(tokens.ids.size());
    m.resolution_s = profiler.resolution_s();
    m.profile = profiler.report();
    return m;
}

}  // namespace ridgepoint::router
