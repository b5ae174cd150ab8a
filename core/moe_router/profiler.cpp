#include "profiler.hpp"

#include <algorithm>
#include <cmath>

#include "ridgepoint/api.hpp"

namespace ridgepoint::router {
namespace {

/// The smallest value that `share` of the sorted values do not exceed.
double percentile(const std::vector<double>& sorted, double share) {
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

std::vector<double> sorted(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values;
}

double sample_deviation(const std::vector<double>& values, double mean) {
    double squares = 0;
    for (const double v : values) squares += (v - mean) * (v - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

Profiler::Profiler(Clock& clock, MemoryMeter& meter, double most_operations)
    : clock_(clock), meter_(meter), most_operations_(most_operations), resolution_s_(clock_resolution_s(clock)) {
    constexpr std::size_t deepest = 16;
    open_.reserve(deepest);
    measure_overhead();
}

void Profiler::measure_overhead() {
    double found_s = 0;
    const auto empty_scope = [&] {
        enter("");
        found_s += leave();
    };
    recording_ = false;
    constexpr double warm = 2000;  // calls after which a browser has compiled the code well
    time_calls(empty_scope, warm);
    const double calls = calls_for(empty_scope, 1);
    // What else the computer does only adds: the quickest of several.
    constexpr int attempts = 5;
    double cost_s = std::numeric_limits<double>::infinity(), overhead_s = cost_s;
    for (int i = 0; i < attempts; ++i) {
        found_s = 0;
        const double all_s = time_calls(empty_scope, calls), found_each_s = found_s / calls;
        cost_s = std::min(cost_s, (all_s - found_each_s) / calls);  // the whole was timed as a scope is
        overhead_s = std::min(overhead_s, found_each_s);
    }
    cost_s_ = cost_s;
    overhead_s_ = overhead_s;
    recording_ = true;
    records_.clear();
}

std::size_t Profiler::find(std::string_view name, std::size_t parent) {
    for (std::size_t i = 0; i < records_.size(); ++i)
        if (records_[i].parent == parent && records_[i].name == name) return i;
    records_.push_back({std::string(name), parent, 1, {}, 0, 0});
    return records_.size() - 1;
}

void Profiler::enter(std::string_view name) {
    const std::size_t record = find(name, open_.empty() ? none : open_.back().record);
    open_.push_back({record, 0, 0, meter_.peak});
    meter_.peak = meter_.in_use;
    open_.back().start_s = clock_.now_s();
}

double Profiler::leave() {
    const double raw_s = clock_.now_s() - open_.back().start_s;
    const Open left = open_.back();
    open_.pop_back();
    const double seconds = std::max(raw_s - overhead_s_ - static_cast<double>(left.scopes_within) * cost_s_, 0.0);
    if (!open_.empty()) open_.back().scopes_within += left.scopes_within + 1;
    if (recording_) {
        Record& record = records_[left.record];
        record.seconds.push_back(seconds);
        record.in_use = meter_.in_use;
        record.peak = std::max(record.peak, meter_.peak);
    }
    meter_.peak = std::max(meter_.peak, left.peak_before);
    return seconds;
}

void Profiler::record_batch(std::size_t index, double seconds, double operations) {
    Record& record = records_[index];
    record.operations = operations;
    record.seconds.push_back(seconds / operations);
    record.in_use = meter_.in_use;
    record.peak = std::max(record.peak, meter_.in_use);
}

double Profiler::median_of(const Record& record) const { return percentile(sorted(record.seconds), 0.5); }

bool Profiler::resolved(const Record& record) const { return resolves(median_of(record) * record.operations); }

std::string Profiler::path_of(std::size_t index) const {
    if (index == none) return "";
    const Record& record = records_[index];
    return record.parent == none ? record.name : path_of(record.parent) + "/" + record.name;
}

ScopeReport Profiler::report_of(std::size_t index) const {
    const Record& record = records_[index];
    ScopeReport r;
    r.name = path_of(index);
    r.parent = path_of(record.parent);
    r.count = static_cast<double>(record.seconds.size());
    r.operations = record.operations;
    r.resolved = resolved(record);
    r.in_use = Bytes<>{static_cast<double>(record.in_use)};
    r.peak = Bytes<>{static_cast<double>(record.peak)};
    if (!r.resolved) return r;
    const std::vector<double> ascending = sorted(record.seconds);
    double sum = 0;
    for (const double s : record.seconds) sum += s;
    const double mean = sum / r.count;
    r.total = Seconds<>{sum * record.operations};
    r.mean = Seconds<>{mean};
    if (ascending.size() > 1) r.std = Seconds<>{sample_deviation(ascending, mean)};
    r.min = Seconds<>{ascending.front()};
    r.max = Seconds<>{ascending.back()};
    r.p50 = Seconds<>{percentile(ascending, 0.50)};
    r.p95 = Seconds<>{percentile(ascending, 0.95)};
    return r;
}

ClockReport Profiler::clock_report() const {
    ClockReport r;
    if (!std::isinf(resolution_s_)) r.resolution = Seconds<>{resolution_s_};
    r.scope_overhead = Seconds<>{overhead_s_};
    r.scope_cost = Seconds<>{cost_s_};
    return r;
}

ProfileReport Profiler::report() const {
    ProfileReport report{std::string(version), clock_report(), {}};
    for (std::size_t i = 0; i < records_.size(); ++i)
        if (!records_[i].seconds.empty()) report.scopes.push_back(report_of(i));
    return report;
}

}  // namespace ridgepoint::router
