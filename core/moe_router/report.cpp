#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/phrases/router.hpp"
#include "model/quantile.hpp"

namespace ridgepoint::router {
namespace {

constexpr double micro = 1e-6, milli = 1e-3, mega = 1e6, giga = 1e9, tera = 1e12;
constexpr double least_speedup = 1.2, most_error_pct = 10;

/// A figure, or none where the clock was too coarse for it.
std::optional<double> known(double value) {
    return std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

/// Seconds of a pass: for each of its groups the quantile over the repetitions, summed. A group is a few milliseconds,
/// so most of its repetitions have no other program in them, as a whole pass rarely has.
double pass_seconds(const std::vector<PassTimes>& passes, double GroupTimes::* part, double share) {
    double sum = 0;
    for (std::size_t group = 0; group < passes[0].size(); ++group) {
        std::vector<double> seconds;
        for (const PassTimes& pass : passes) seconds.push_back(pass[group].*part);
        sum += quantile(sorted(std::move(seconds)), share);
    }
    return sum;
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

constexpr double lower_quartile = 0.25, middle = 0.5, upper_quartile = 0.75;

double total_s(const std::vector<PassTimes>& passes, double share = middle) {
    return pass_seconds(passes, &GroupTimes::total_s, share);
}

/// The speedup of each repetition, over the groups that had no other program in them: those that took at most half as
/// long again as their medians. Repetitions without such groups are left out.
std::vector<double> speedups(const std::vector<PassTimes>& baseline, const std::vector<PassTimes>& adaptive) {
    constexpr double undisturbed = 1.5;
    const std::size_t groups = baseline[0].size(), repetitions = baseline.size();
    std::vector<double> baseline_s(repetitions), adaptive_s(repetitions), ratios;
    for (std::size_t group = 0; group < groups; ++group) {
        const auto limit = [&](const std::vector<PassTimes>& passes) {
            std::vector<double> seconds;
            for (const PassTimes& pass : passes) seconds.push_back(pass[group].total_s);
            return undisturbed * quantile(sorted(std::move(seconds)), middle);
        };
        const double most_baseline_s = limit(baseline), most_adaptive_s = limit(adaptive);
        for (std::size_t i = 0; i < repetitions; ++i) {
            const double b = baseline[i][group].total_s, a = adaptive[i][group].total_s;
            if (b > most_baseline_s || a > most_adaptive_s) continue;
            baseline_s[i] += b;
            adaptive_s[i] += a;
        }
    }
    for (std::size_t i = 0; i < repetitions; ++i)
        if (adaptive_s[i] > 0) ratios.push_back(baseline_s[i] / adaptive_s[i]);
    return ratios;
}

class Reporter {
public:
    Reporter(const Measurement& m, const Tokens& tokens) : m_(m), tokens_(tokens) {
        resolved_ = resolves(m.baseline) && resolves(m.adaptive);
    }

    Expected<SystemsAnalysis> report(std::size_t text_bytes, std::string_view kernels) {
        a_.version = std::string(version);
        a_.samples = static_cast<double>(m_.extent.sequences);
        a_.repetitions = static_cast<double>(m_.baseline.size());
        a_.config = m_.config;
        a_.text = {Bytes<>{static_cast<double>(text_bytes)}, static_cast<double>(tokens_.ids.size()),
                   static_cast<double>(tokens_.vocabulary.size() - 1), static_cast<double>(tokens_.replaced_bytes),
                   m_.readings};
        a_.clock = m_.profile.clock;
        a_.host.kernels = kernels;
        if (const auto peak = known(m_.host.flop_per_s)) a_.host.peak = FlopPerSecond<>{*peak};
        if (const auto peak = known(m_.host.bytes_per_s)) a_.host.bandwidth = BytesPerSecond<>{*peak};
        a_.baseline = run_of(m_.baseline, m_.baseline_bytes, m_.baseline_bytes, m_.quality.baseline_load);
        static_cast<RunReport&>(a_.adaptive) =
            run_of(m_.adaptive, m_.adaptive_bytes, m_.peak_bytes, m_.quality.adaptive_load);
        a_.adaptive.stats = router();
        scaling();
        roofline();
        compare();
        if (auto ok = predict(); !ok) return tl::make_unexpected(ok.error());
        a_.bottlenecks = find_bottlenecks({a_.adaptive.stats.distribution,
                                           a_.comparison.actual_speedup,
                                           steadiness_,
                                           {m_.config.frequency_threshold, m_.config.entropy_threshold,
                                            m_.config.cache_size, m_.config.cache_ttl_seconds}});
        criteria();
        notes();
        return std::move(a_);
    }

private:
    bool resolves(const std::vector<PassTimes>& passes, double GroupTimes::* part = &GroupTimes::total_s) const {
        return pass_seconds(passes, part, middle) >=
               least_steps * m_.resolution_s * static_cast<double>(passes[0].size());
    }
    double tokens() const { return static_cast<double>(m_.extent.tokens()); }

    RunReport run_of(const std::vector<PassTimes>& passes, std::size_t bytes, std::size_t peak_bytes,
                     const std::vector<double>& load) const {
        RunReport r;
        r.load = {load, *std::max_element(load.begin(), load.end()) / mean_of(load)};
        r.memory = {static_cast<double>(bytes) / mega, static_cast<double>(peak_bytes) / mega};
        if (!resolves(passes)) return r;
        const double seconds = total_s(passes);
        r.avg_time_ms = seconds / static_cast<double>(m_.extent.sequences) / milli;
        r.throughput_tps = tokens() / seconds;
        r.time_per_token_us = seconds / tokens() / micro;
        if (resolves(passes, &GroupTimes::route_s))
            r.route_us = pass_seconds(passes, &GroupTimes::route_s, middle) / tokens() / micro;
        r.low_us = total_s(passes, lower_quartile) / tokens() / micro;
        r.high_us = total_s(passes, upper_quartile) / tokens() / micro;
        return r;
    }

    RouterReport router() const {
        const PathCounts &counts = m_.quality.counts, &agreeing = m_.quality.agreeing;
        const auto number = [](std::size_t count) { return static_cast<double>(count); };
        const auto share = [&](std::size_t part, std::size_t whole) {
            return whole > 0 ? std::optional(number(part) / number(whole)) : std::nullopt;
        };
        const double percent = 100 / tokens();
        return {number(counts.total()),
                number(counts.fast),
                number(counts.cached),
                number(counts.learned),
                {percent * number(counts.fast), percent * number(counts.cached), percent * number(counts.learned)},
                m_.cache,
                number(agreeing.total()) / tokens(),
                {share(agreeing.fast, counts.fast), share(agreeing.cached, counts.cached),
                 share(agreeing.learned, counts.learned)},
                m_.quality.output_error};
    }

    void scaling() {
        double shortest = HUGE_VAL, longest = 0;
        for (const ScalingTimes& s : m_.scaling) {
            ScalingPoint point;
            const auto tokens = static_cast<double>(s.extent.tokens());
            point.sequence_length = static_cast<double>(s.extent.length);
            point.tokens = tokens;
            if (resolves(s.passes)) {
                point.avg_time_ms = total_s(s.passes) / static_cast<double>(s.extent.sequences) / milli;
                point.time_per_token_ms = total_s(s.passes) / tokens / milli;
                point.low_ms = total_s(s.passes, lower_quartile) / tokens / milli;
                point.high_ms = total_s(s.passes, upper_quartile) / tokens / milli;
                shortest = std::fmin(shortest, *point.time_per_token_ms);
                longest = std::fmax(longest, *point.time_per_token_ms);
            }
            const bool measured = point.time_per_token_ms.has_value();
            a_.scaling.push_back(std::move(point));
            if (!measured) shortest = std::nan("");
        }
        if (longest > 0 && shortest > 0) steadiness_ = longest / shortest;
    }

    void roofline() {
        const LayerShape& shape = m_.shape;
        const double learned = a_.adaptive.stats.learned / tokens();
        constexpr double flop_per_weight = 2;
        RouteRoofline& r = a_.roofline;
        r.total_params_billions = shape.parameters() / giga;
        r.peak_memory_gb = static_cast<double>(m_.peak_bytes) / giga;
        r.flop_per_token = shape.experts_flop() + learned * shape.gate_flop();
        r.bytes_per_token = sizeof(float) * (r.flop_per_token / flop_per_weight + static_cast<double>(shape.width));
        r.intensity = FlopPerByte<>{r.flop_per_token / r.bytes_per_token};
        if (a_.host.peak && a_.host.bandwidth) r.ridge_point = *a_.host.peak / *a_.host.bandwidth;
        if (!resolved_) return;
        r.rate = FlopPerSecond<>{r.flop_per_token * *a_.adaptive.throughput_tps};
        r.estimated_tflops = in_si(*r.rate) / tera;
        r.traffic = BytesPerSecond<>{r.bytes_per_token * *a_.adaptive.throughput_tps};
        r.baseline_rate = FlopPerSecond<>{(shape.experts_flop() + shape.gate_flop()) * *a_.baseline.throughput_tps};
        if (r.ridge_point) {
            const double allowed = std::fmin(in_si(*a_.host.peak), in_si(*a_.host.bandwidth * r.intensity));
            r.attained = in_si(*r.rate) / allowed;
        }
    }

    void compare() {
        if (!resolved_) return;
        const std::vector<double> each = sorted(speedups(m_.baseline, m_.adaptive));
        a_.comparison.actual_speedup =
            each.empty() ? *a_.baseline.time_per_token_us / *a_.adaptive.time_per_token_us : quantile(each, middle);
        if (each.empty()) return;
        a_.comparison.low_speedup = quantile(each, lower_quartile);
        a_.comparison.high_speedup = quantile(each, upper_quartile);
    }

    Expected<void> predict() {
        Calibration& c = a_.calibration;
        c.fast = known(m_.look_ups.fast_us);
        c.cached = known(m_.look_ups.cached_us);
        if (resolved_) {
            // A gate that is too quick to be timed in its place was timed by itself.
            c.learned = known(a_.baseline.route_us.value_or(m_.look_ups.learned_us));
            c.expert = known(*a_.baseline.time_per_token_us - c.learned.value_or(0));
        }
        if (!c.fast || !c.cached || !c.learned || !c.expert) return {};
        const auto model = route_model({{*c.fast, *c.cached, *c.learned, *c.expert}, a_.adaptive.stats.distribution});
        if (!model) return tl::make_unexpected(model.error());
        c.time_per_token_us = model->time_per_token_us;
        Comparison& comparison = a_.comparison;
        comparison.predicted_speedup = model->speedup;
        comparison.max_speedup = model->max_speedup;
        comparison.error_pct =
            100 * std::fabs(model->speedup - *comparison.actual_speedup) / *comparison.actual_speedup;
        return {};
    }

    void add(CriterionName name, std::optional<double> figure, double limit, bool met, Remark text) {
        const std::optional<bool> verdict = figure ? std::optional(met) : std::nullopt;
        a_.criteria.push_back({name, verdict, figure, limit, figure ? std::move(text) : Remark(phrases::not_measured)});
    }

    void criteria() {
        const Comparison& c = a_.comparison;
        const double speedup = c.actual_speedup.value_or(0), error = c.error_pct.value_or(0);
        add(CriterionName::speedup_verified, c.actual_speedup, least_speedup, speedup > least_speedup,
            {phrases::speedup_asked, {speedup, least_speedup}});
        add(CriterionName::prediction_accurate, c.error_pct, most_error_pct, error < most_error_pct,
            {phrases::error_asked, {error, most_error_pct}});
        double high = 0;
        for (const Bottleneck& b : a_.bottlenecks) high += b.severity == Severity::high ? 1 : 0;
        add(CriterionName::bottlenecks_resolved, resolved_ ? std::optional(high) : std::nullopt, 0, high == 0,
            {high == 1 ? phrases::one_bottleneck_left : phrases::bottlenecks_left, {high}});
        const double ratio = steadiness_.value_or(0);
        add(CriterionName::scaling_verified, steadiness_, most_scaling, ratio <= most_scaling,
            {phrases::steadiness_asked, {ratio, most_scaling}});
    }

    void notes() {
        const RouterReport& stats = a_.adaptive.stats;
        const auto note = [&](const Phrase& phrase, std::initializer_list<Value> values = {}) {
            a_.notes.push_back({phrase, values});
        };
        if (!resolved_ || !a_.comparison.predicted_speedup) {
            const Value steps = std::isinf(m_.resolution_s) ? Value(phrases::steps_unseen) : Seconds<>{m_.resolution_s};
            note(phrases::too_short_for_clock, {steps, least_steps});
        }
        if (a_.comparison.error_pct && *a_.comparison.error_pct > most_error_pct)
            note(phrases::off_prediction, {*a_.comparison.error_pct});
        if (stats.agreement < 1) note(phrases::price_of_speedup, {1 - stats.agreement, stats.output_error});
        if (m_.readings > 1) note(phrases::text_read_again, {m_.readings});
        if (tokens_.replaced_bytes > 0) note(phrases::not_utf8, {static_cast<double>(tokens_.replaced_bytes)});
        note(phrases::what_times_are_of);
    }

    const Measurement& m_;
    const Tokens& tokens_;
    bool resolved_;
    std::optional<double> steadiness_;
    SystemsAnalysis a_;
};

}  // namespace

Expected<SystemsAnalysis> report_on(const Measurement& measurement, const Tokens& tokens, std::size_t text_bytes,
                                    std::string_view kernels) {
    return Reporter(measurement, tokens).report(text_bytes, kernels);
}

}  // namespace ridgepoint::router
