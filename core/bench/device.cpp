#include "device.hpp"

#include <array>

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

/// `device_notes` with these put in.
std::vector<std::string> notes_with(const std::array<std::string, 4>& values) {
    auto notes = Json::parse(device_notes).get<std::vector<std::string>>();
    for (std::string& note : notes)
        for (std::size_t i = 0; i < values.size(); ++i)
            if (const auto at = note.find(cat({"{", std::to_string(i), "}"})); at != note.npos)
                note.replace(at, 3, values[i]);
    return notes;
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
    device.notes = notes_with(
        {between(one.efficiency), between(one.bandwidth_efficiency), between(one.overhead_s), assumptions_of(figures)});
    return device;
}

}  // namespace ridgepoint::bench
