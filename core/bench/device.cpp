#include "device.hpp"

#include <algorithm>

#include "describe/json.hpp"
#include "prose/text.hpp"

namespace ridgepoint::bench {
namespace {

std::string between(const Figure& figure) {
    return cat({format_number(figure.value), " (", format_number(figure.low), " to ", format_number(figure.high), ")"});
}

}  // namespace

std::string assumptions_of(const Machine& one) {
    // The engine takes no share of nothing.
    constexpr double least_share = 1e-9;
    const Json assumptions{{"efficiency", std::max(least_share, one.efficiency.value)},
                           {"bandwidth_efficiency", std::max(least_share, one.bandwidth_efficiency.value)},
                           {"layer_overhead_s", one.overhead_s.value}};
    return assumptions.dump();
}

Hardware device_of(const Machine& all, const Machine& one, const About& about) {
    Hardware device;
    device.id = "own";
    device.name = about.name;
    device.vendor = "measured";
    const auto rate = [&](Format format) {
        return FlopPerSecond<>{all.operations_per_s[static_cast<std::size_t>(format)].value};
    };
    device.peak.fp32 = rate(Format::fp32);
    device.peak.int8 = rate(Format::int8);
    device.peak.int4 = rate(Format::int4);
    device.memory_capacity = about.memory_capacity;
    device.memory_bandwidth = {all.memory_bytes_per_s()};
    device.dispatch_overhead = Seconds<>{one.overhead_s.value};
    device.estimated = {{"memory_capacity_bytes", "as the system or the browser gives it, not measured"}};
    Source source;
    source.fields = {"peak_flop_per_s", "memory_bandwidth_bytes_per_s", "dispatch_overhead_s"};
    source.title = cat({"Measured by Ridgepoint (", about.how, ")"});
    source.check = "measured";
    source.date = about.date;
    device.sources = {source};
    device.notes = {
        cat({"Constants of the model fitted to products here, from least to most: efficiency ", between(one.efficiency),
             ", bandwidth_efficiency ", between(one.bandwidth_efficiency), ", layer_overhead_s ",
             between(one.overhead_s), ". As assumptions: ", assumptions_of(one)}),
        "memory_bandwidth_bytes_per_s: reading the largest working set; a cache larger than that would still hold it."};
    return device;
}

}  // namespace ridgepoint::bench
