#include "device.hpp"

#include "describe/json.hpp"
#include "prose/text.hpp"

namespace ridgepoint::bench {
namespace {

std::string between(const Figure& figure) {
    return cat({format_number(figure.value), " (", format_number(figure.low), " to ", format_number(figure.high), ")"});
}

/// The constants as the assumptions of a request: {"efficiency":0.8,…}.
std::string assumptions_of(const DeviceFigures& figures) {
    return Json{{"efficiency", figures.efficiency},
                {"bandwidth_efficiency", figures.bandwidth_efficiency},
                {"layer_overhead_s", figures.layer_overhead_s}}
        .dump();
}

}  // namespace

Hardware device_of(const Machine& all, const Machine& one, const About& about) {
    const DeviceFigures figures = device_figures(all, one);
    Hardware device;
    device.id = "own";
    device.name = about.name;
    device.vendor = "measured";
    const auto peak = [&](Format format) {
        return FlopPerSecond<>{figures.peak_flop_per_s[static_cast<std::size_t>(format)]};
    };
    device.peak.fp32 = peak(Format::fp32);
    device.peak.int8 = peak(Format::int8);
    device.peak.int4 = peak(Format::int4);
    device.memory_capacity = about.memory_capacity;
    device.memory_bandwidth = {figures.memory_bytes_per_s};
    device.dispatch_overhead = Seconds<>{figures.dispatch_s};
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
             between(one.overhead_s), ". As assumptions: ", assumptions_of(figures)}),
        "memory_bandwidth_bytes_per_s: reading the largest working set; a cache larger than that would still hold it."};
    return device;
}

}  // namespace ridgepoint::bench
