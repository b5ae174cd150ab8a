#pragma once

#include "ridgepoint/hardware.hpp"

namespace ridgepoint {

/// What renting devices costs, in USD a second. Eight H100s at 2.50 USD an hour: 0.00556. The device must have a price.
inline double cost_per_s(const Hardware& device, double devices) { return *device.price_usd_per_hour * devices / 3600; }

/// A million tokens, the unit in which served tokens are sold.
inline constexpr double million_tokens = 1e6;

}  // namespace ridgepoint
