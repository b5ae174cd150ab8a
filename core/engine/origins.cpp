#include "origins.hpp"

#include <array>
#include <string_view>

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/language.hpp"

namespace ridgepoint {
namespace {

/// What every preset assumes, value by value; of the calibrated one by the software.
Json presets() {
    Json all = Json::object();
    for (const Preset preset : {Preset::first_principles, Preset::textbook})
        all[std::string(preset_names[static_cast<std::size_t>(preset)])] =
            write_json(assumptions_of(preset), Unset::omit);
    for (std::size_t i = 0; i < software_names.size(); ++i)
        all["calibrated"][std::string(software_names[i])] =
            write_json(assumptions_of(Preset::calibrated, static_cast<Software>(i)), Unset::omit);
    return all;
}

/// A value that first-principles assumes: where it comes from, the day it was set, and within what it may as well lie.
/// Of those that were fitted, each software's file says so itself.
struct Assumed {
    std::string_view field, why, url, date;
    double low, high;
};
constexpr std::string_view textbook_url = "https://github.com/harvard-edge/cs249r_book";
constexpr std::array assumed{
    // What the fits of core/data/software reach, and the textbook's half.
    Assumed{"efficiency", "the textbook's value, a round half", textbook_url, "2026-11-21", 0.3, 0.9},
    Assumed{"bandwidth_efficiency", "the data sheet's rate in full, which no kernel reaches", "", "2026-11-21", 0.6, 1},
    Assumed{"overlap", "as good as can be, so that times are the shortest possible", "", "2026-11-21", 0, 1},
    // A CUDA graph launches a kernel in 1 us or so; the fits of software go up to 117 us.
    Assumed{"layer_overhead_s", "the textbook's value", textbook_url, "2026-11-21", 1e-6, 1.2e-4},
    Assumed{"reserve_bytes",
            "PyTorch's context and kernels take 0.5 to 1 GB (pytorch#12873), and llama.cpp leaves 1 GiB free",
            "https://github.com/pytorch/pytorch/issues/12873", "2026-11-22", 5e8, 1.1e9},
    // A GPU alone draws a tenth at rest, and servers of 2007 half.
    Assumed{"idle_power_share", "servers at no load draw three tenths of full power (Barroso and H\u00f6lzle, 2007)",
            "https://doi.org/10.1109/MC.2007.443", "2026-11-22", 0.1, 0.5},
};

Json origins_of_assumptions() {
    Json all = Json::object();
    for (const Assumed& one : assumed) {
        Json& row = all[std::string(one.field)] = {
            {"why", translated(one.why)}, {"date", one.date}, {"low", one.low}, {"high", one.high}};
        if (!one.url.empty()) row["url"] = one.url;
    }
    return all;
}

/// How far a figure of a device or model may be off. As a source states it: in words, and by the digits that it is
/// rounded to where `rounded`. An estimate: the shares of it between which it plausibly lies.
struct Certainty {
    std::string_view type, field, stated;
    bool rounded;
    double low, high;
};
constexpr std::string_view read_off = "exact, as the configuration has it";
constexpr std::array certainties{
    Certainty{"Hardware", "peak_flop_per_s", "exact by definition, units \u00d7 clock", true, 0.5, 1.5},
    Certainty{"Hardware", "memory_bandwidth_bytes_per_s", "exact by definition, bus width \u00d7 data rate", true, 0.5,
              1.5},
    Certainty{"Hardware", "memory_capacity_bytes", "up to 7 % more, where the maker counts in GiB", false, 0.5, 2},
    // Half in a slot with half of the lanes.
    Certainty{"Hardware", "host_link_bytes_per_s", "exact by definition, lanes \u00d7 data rate; transfers reach less",
              true, 0.5, 1},
    Certainty{"Hardware", "tdp_w", "a limit that the maker sets; a device may draw less", false, 0.25, 1.5},
    Certainty{"Hardware", "price_usd_per_hour", "exact for that offer on that day; other offers differ", false, 0.5, 2},
    Certainty{"Hardware", "dispatch_overhead_s", "", false, 0.3, 3},
    Certainty{"Model", "parameters", "exact, counted from the configuration", true, 0.5, 2},
    Certainty{"Model", "layers", read_off, false, 1, 1},
    Certainty{"Model", "kv_heads", read_off, false, 1, 1},
    Certainty{"Model", "head_dim", read_off, false, 1, 1},
    Certainty{"Model", "kv_lora_rank", read_off, false, 1, 1},
    Certainty{"Model", "qk_rope_head_dim", read_off, false, 1, 1},
};

Json certainties_of_entries() {
    Json all{{"Hardware", Json::object()}, {"Model", Json::object()}};
    for (const Certainty& one : certainties) {
        Json& row = all[std::string(one.type)][std::string(one.field)] = Json::object();
        if (!one.stated.empty()) row["stated"] = translated(one.stated);
        if (one.rounded) row["rounded"] = true;
        if (one.low < one.high) row["low"] = one.low, row["high"] = one.high;
    }
    return all;
}

}  // namespace

Json origins() {
    return {
        {"x-presets", presets()}, {"x-assumed", origins_of_assumptions()}, {"x-certainty", certainties_of_entries()}};
}

}  // namespace ridgepoint
