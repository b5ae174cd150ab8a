/// Times named, nested scopes, on whatever clock there is.
///
///     Profiler profiler(computer_clock(), meter);
///     { Profiler::Scope pass(profiler, "pass");
///       { Profiler::Scope route(profiler, "route"); … } }          // reported as "pass/route"
///     profiler.batch("look-up", 1000, 7, [&] { for (…) … });       // a thousand look-ups a call, seven timings
#pragma once

#include <algorithm>
#include <limits>

#include "buffer.hpp"
#include "ridgepoint/moe_router/clock.hpp"
#include "ridgepoint/moe_router/profile.hpp"

namespace ridgepoint::router {

/// A timing counts when it spans this many steps of the clock: it is then right to 2 %.
inline constexpr double least_steps = 50;

class Profiler {
public:
    /// Finds the clock's resolution and what a scope costs. `meter` may grow and shrink while scopes are open. A batch
    /// does at most `most_operations` between two readings of a coarse clock.
    Profiler(Clock& clock, MemoryMeter& meter, double most_operations = 1 << 22);

    class Scope {
    public:
        Scope(Profiler& profiler, std::string_view name) : profiler_(profiler) { profiler_.enter(name); }
        ~Scope() {
            if (open_) profiler_.leave();
        }
        /// Ends it early: the seconds it took, without the profiler's own.
        double close() {
            open_ = false;
            return profiler_.leave();
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Profiler& profiler_;
        bool open_ = true;
    };

    /// Between the two nothing is recorded: the first runs fill caches and let a browser compile.
    void start_warm_up() { recording_ = false; }
    void end_warm_up() { recording_ = true; }

    /// `run` does `operations` operations and is called as often as a timing needs to count, after as many calls to
    /// warm up; twice as often as long as the median of the timings does not count after all. The median seconds of one
    /// operation over `timings` of them; NaN when the clock is too coarse.
    template <class Run>
    double batch(std::string_view name, double operations, std::size_t timings, Run&& run) {
        const std::size_t scope = find(name, none);
        for (double calls = calls_for(run, operations);; calls *= 2) {
            records_[scope].seconds.clear();
            for (std::size_t i = 0; i < timings; ++i) record_batch(scope, time_calls(run, calls), calls * operations);
            if (resolved(records_[scope])) return median_of(records_[scope]);
            if (!may_double(calls, operations)) return std::numeric_limits<double>::quiet_NaN();
        }
    }

    /// Whether a time is long enough for the clock.
    bool resolves(double seconds) const { return seconds >= least_steps * resolution_s_; }
    double resolution_s() const { return resolution_s_; }

    ClockReport clock_report() const;
    /// Every scope and batch that was measured, in the order in which they first began.
    ProfileReport report() const;

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    struct Record {
        std::string name;
        std::size_t parent;
        double operations = 1;
        std::vector<double> seconds;  ///< of one operation
        std::size_t in_use = 0, peak = 0;
    };
    struct Open {
        std::size_t record;
        double start_s;
        std::size_t scopes_within, peak_before;
    };

    void enter(std::string_view name);
    double leave();
    void measure_overhead();
    std::size_t find(std::string_view name, std::size_t parent);
    std::string path_of(std::size_t record) const;
    double median_of(const Record& record) const;
    bool resolved(const Record& record) const;
    void record_batch(std::size_t record, double seconds, double operations);
    ScopeReport report_of(std::size_t record) const;

    template <class Run>
    double time_calls(Run& run, double calls) {
        const double start = clock_.now_s();
        for (double i = 0; i < calls; ++i) run();
        return std::max(clock_.now_s() - start - overhead_s_, 0.0);
    }
    /// The fewest calls, a power of two, that the clock resolves with room to spare.
    template <class Run>
    double calls_for(Run& run, double operations) {
        constexpr double surplus = 1.5;
        double calls = 1;
        // One long timing may be another program's; three are not.
        const auto long_enough = [&] {
            for (int i = 0; i < 3; ++i)
                if (time_calls(run, calls) < surplus * least_steps * resolution_s_) return false;
            return true;
        };
        while (!long_enough() && may_double(calls, operations)) calls *= 2;
        return calls;
    }
    bool may_double(double calls, double operations) const {
        return resolution_s_ < std::numeric_limits<double>::infinity() && 2 * calls * operations <= most_operations_;
    }

    Clock& clock_;
    MemoryMeter& meter_;
    double most_operations_;
    double resolution_s_;
    double overhead_s_ = 0, cost_s_ = 0;
    bool recording_ = true;
    std::vector<Record> records_;
    std::vector<Open> open_;
};

}  // namespace ridgepoint::router
