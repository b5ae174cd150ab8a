/// What a profiler reports.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ridgepoint/describe.hpp"

namespace ridgepoint {

/// The clock of a run, as it was found.
struct ClockReport {
    std::optional<Seconds<>> resolution;
    Seconds<> scope_overhead, scope_cost;
};
inline constexpr std::array clock_report_fields{
    figure<&ClockReport::resolution>("resolution_s", "the step it advances by; null: it stood still").in("s"),
    figure<&ClockReport::scope_overhead>("scope_overhead_s", "what timing adds to the time that a scope finds").in("s"),
    figure<&ClockReport::scope_cost>("scope_cost_s", "what a scope costs the one around it").in("s"),
};
RIDGEPOINT_DESCRIBE(ClockReport, clock_report_fields, "the clock of a run")

/// A named part of a program over all its measured runs, the profiler's own overhead taken off.
struct ScopeReport {
    std::string name, parent;
    double count = 0, operations = 1;
    bool resolved = false;
    std::optional<Seconds<>> total, mean, std, min, max, p50, p95;
    Bytes<> in_use, peak;
};
inline constexpr std::array scope_report_fields{
    figure<&ScopeReport::name>("name", "the scope, after those it lies in"),
    figure<&ScopeReport::parent>("parent", "the scope around it; empty: none"),
    figure<&ScopeReport::count>("count", "times it was measured, after the warm-up"),
    figure<&ScopeReport::operations>("operations", "operations timed together; the times are of one"),
    figure<&ScopeReport::resolved>("resolved", "its timings span enough steps of the clock; else the times are null"),
    figure<&ScopeReport::total>("total_s", "sum of the timings").in("s"),
    figure<&ScopeReport::mean>("mean_s", "mean of one operation").in("s"),
    figure<&ScopeReport::std>("std_s", "sample standard deviation; null for one timing").in("s"),
    figure<&ScopeReport::min>("min_s", "the shortest").in("s"),
    figure<&ScopeReport::max>("max_s", "the longest").in("s"),
    figure<&ScopeReport::p50>("p50_s", "the median").in("s"),
    figure<&ScopeReport::p95>("p95_s", "95 % are no longer").in("s"),
    figure<&ScopeReport::in_use>("in_use_bytes", "held by the router when it was last left").in("bytes"),
    figure<&ScopeReport::peak>("peak_bytes", "most held within it").in("bytes"),
};
RIDGEPOINT_DESCRIBE(ScopeReport, scope_report_fields, "a named part of the program")

/// profile_report.json
struct ProfileReport {
    std::string version;
    ClockReport clock;
    std::vector<ScopeReport> scopes;
};
inline constexpr std::array profile_report_fields{
    figure<&ProfileReport::version>("version", "of the program"),
    figure<&ProfileReport::clock>("clock", "what the times were read from"),
    figure<&ProfileReport::scopes>("scopes", "the parts that were timed, outer ones first"),
};
RIDGEPOINT_DESCRIBE(ProfileReport, profile_report_fields, "the times that an analysis rests on")

}  // namespace ridgepoint
