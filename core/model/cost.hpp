#pragma once

#include "ridgepoint/hardware.hpp"

namespace ridgepoint {

/// What an hour of one device costs, in USD: as given, else as its file has it; nothing where neither is known.
inline std::optional<double> price_of(const Hardware& device, std::optional<double> given) {
    return given ? given : device.price_usd_per_hour;
}

/// The document that a device's file has its price from; null where it names none.
inline const Source* source_of_price(const Hardware& device) {
    const Source* found = nullptr;
    for (const Source& source : device.sources)
        for (const std::string& field : source.fields)
            if (field == "price_usd_per_hour") found = &source;
    return found;
}

/// What renting devices costs, in USD a second. Eight H100s at 2.50 USD an hour: 0.00556.
constexpr double cost_per_s(double usd_per_hour, double devices) { return usd_per_hour * devices / 3600; }

/// A million tokens, the unit in which served tokens are sold.
inline constexpr double million_tokens = 1e6;

}  // namespace ridgepoint
