/// What is fitted of the links between devices.
#pragma once

#include "ridgepoint/layout.hpp"

namespace ridgepoint {

/// The share that is reached of the rate of devices' own links, where nobody asks for one: as fitted to servers, or
/// all.
double links_reached(const Assumptions& assumptions);

/// The same of a device's links, or as asked. Devices without links of their own reach a share of that
/// (share_of_links), and so do AMD's. Worked (calibrated, software not named): 0.8 on an H100, 0.4 on an L4.
double links_reached(std::optional<double> asked, const Assumptions& assumptions, const Hardware& device);

/// The links of a request's devices.
template <class Request>
Links links_of(const Request& r, const Hardware& device) {
    return links_of(device, links_reached(r.link_efficiency, r.assumptions, device), r.link_latency);
}

}  // namespace ridgepoint
